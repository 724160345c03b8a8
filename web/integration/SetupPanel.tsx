import { useState } from 'react'
import { sendableActs } from '#engine/integration/integrationForm.ts'
import type { OutboxOperation } from '#engine/integration/outboxPlan.ts'
import type { ImportType } from '#engine/jobOrder/import/importField.ts'
import type { LinkChoice } from '#engine/integration/matchPlaces.ts'
import { ExecuteIntegrationSetupDocument, type IntegrationCardFragment } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { DateField } from '#web/parts/field/DateField.tsx'
import { LeaveGuard } from '#web/parts/LeaveGuard.tsx'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import { NumberField } from '#web/ui/form/NumberField.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { ConnectionStep } from './ConnectionStep.tsx'
import { type ChosenPlaces, failureProblem } from './integration.view.ts'
import classes from './Integrations.module.css'
import { MatchStep } from './MatchStep.tsx'
import { PreviewStep } from './PreviewStep.tsx'

type SetupPanelProps = {
  readonly integration: IntegrationCardFragment | null
  /** Called when its connection is stored, for a new one with the id that it got. */
  readonly onStored: (id: string) => void
  /** Asks to close it: what is not saved is asked about, unless it is said to be. */
  readonly onClose: (isSaved: boolean) => void
}

/** Whether orders are closed over there is a setting of the connection. */
const isOfOdoo = ({ service }: IntegrationCardFragment, act: OutboxOperation) => service === 'ODOO' && act === 'CLOSED'
const choosable = (saved: IntegrationCardFragment) => sendableActs(saved.service, saved.rest).filter((act) => !isOfOdoo(saved, act))

const STEPS = ['connection', 'match', 'orders', 'preview'] as const
const TYPES = ['UPDATE', 'REPLACE', 'RECREATE_AND_UPDATE'] as const satisfies readonly ImportType[]

type Place = { readonly pathname: string; readonly search: object }
const setupOf = ({ pathname, search }: Place) => pathname + ('setup' in search ? String(search.setup) : '')
const leavesSetup = (from: Place, to: Place) => setupOf(from) !== setupOf(to)

/** Returns the setup of an integration, step by step: connection with its check, work centers, orders, and what the first import would do. */
export function SetupPanel({ integration, onStored, onClose }: SetupPanelProps) {
  const { t } = useTexts('integration')
  const elsewhere = useTexts('elsewhere')
  const [step, setStep] = useState<(typeof STEPS)[number]>('connection')
  const [saved, setSaved] = useState(integration)
  const [choices, setChoices] = useState<readonly LinkChoice[]>([])
  const [chosen, setChosen] = useState<ChosenPlaces>(new Map())
  const [isTyped, setTyped] = useState(false)
  const [values, setValues] = useState({
    type: integration?.importType ?? 'UPDATE',
    hasDrafts: integration?.statuses.includes('DRAFT') ?? true,
    startDay: integration?.startDay ?? '',
    everyMinutes: String(integration?.everyMinutes ?? 15),
  })
  const [sends, setSends] = useState<ReadonlySet<OutboxOperation>>(
    new Set(integration === null || integration.status === 'SETTING_UP' ? (['OUTPUT'] as const) : integration.sends),
  )
  const setUp = useChange(ExecuteIntegrationSetupDocument)
  const set = (next: Partial<typeof values>) => {
    setTyped(true)
    setValues((before) => ({ ...before, ...next }))
  }
  const errorOf = (field: string) => {
    const problem = setUp.problemOf(field)
    return problem === null ? null : problemText(t, problem)
  }
  const finish = async () => {
    if (saved === null) return
    const { data, problems } = await setUp.run({
      integrationId: saved.id,
      jobOrdersParams: {
        importType: TYPES.find((one) => one === values.type) ?? 'UPDATE',
        statuses: values.hasDrafts ? ['DRAFT', 'RELEASED'] : ['RELEASED'],
        startDay: values.startDay === '' ? null : values.startDay,
        everyMinutes: Number(values.everyMinutes),
        // An Odoo that closes its orders is told when ours are closed.
        sends: sendableActs(saved.service, saved.rest).filter((act) => (isOfOdoo(saved, act) ? saved.closesOrders : sends.has(act))),
      },
      workCenterParams: choices.map(({ externalId, action, internalId }) => ({
        externalWorkCenterId: externalId,
        action,
        internalWorkCenterId: internalId,
      })),
    })
    if (problems.length > 0) return
    const failure = data?.executeIntegrationSetup.error
    if (failure == null && data?.executeIntegrationSetup.isScheduled === false) {
      setTyped(false)
      onStored(saved.id)
      setStep('preview')
      return
    }
    showToast(failure == null ? t('setup.done') : problemText(t, failureProblem(failure)))
    onClose(true)
  }
  const others = setUp.problems.filter(({ field }) => field !== 'everyMinutes')
  const leave = () => onClose(step === 'preview')
  return (
    <>
      <Dialog isOpen isAsked isWide onClose={leave} title={saved?.name ?? t('add')} closeLabel={t('state.close')}>
        <ol className={classes['steps']}>
          {STEPS.map((one, at) => (
            <li key={one} aria-current={one === step ? 'step' : undefined}>
              {at + 1}. {t(`step.${one}`)}
            </li>
          ))}
        </ol>
        {step === 'connection' && (
          <ConnectionStep
            integration={saved}
            onCancel={leave}
            onTyped={() => setTyped(true)}
            onSaved={(next) => {
              // Ids of another system are of other machines.
              if (next.serviceUrl !== saved?.serviceUrl || next.database !== saved.database) setChosen(new Map())
              setSaved(next)
              setTyped(false)
              onStored(next.id)
              setStep('match')
            }}
          />
        )}
        {step === 'match' && saved !== null && (
          <MatchStep
            integrationId={saved.id}
            isOfFiles={saved.service === 'CSV'}
            chosen={chosen}
            onChoose={setChosen}
            onBack={() => setStep('connection')}
            onChosen={(next) => {
              setChoices(next)
              setStep('orders')
            }}
          />
        )}
        {step === 'preview' && saved !== null && (
          <PreviewStep
            integrationId={saved.id}
            onConfirmed={() => {
              showToast(t('setup.done'))
              onClose(true)
            }}
            onLater={() => onClose(true)}
          />
        )}
        {step === 'orders' && (
          <form
            noValidate
            className={classes['form']}
            onSubmit={(event) => {
              event.preventDefault()
              void finish()
            }}
          >
            <SelectField
              name="type"
              label={t('orders.type')}
              help={t(`orders.help.${TYPES.find((one) => one === values.type) ?? 'UPDATE'}`)}
              value={values.type}
              options={TYPES.map((value) => ({ value, label: t(`orders.types.${value}`) }))}
              onChange={(type) => set({ type: TYPES.find((one) => one === type) ?? 'UPDATE' })}
            />
            <CheckField
              name="hasDrafts"
              label={t('orders.drafts')}
              isChecked={values.hasDrafts}
              onChange={(hasDrafts) => set({ hasDrafts })}
            />
            <DateField name="startDay" label={t('orders.startDay')} value={values.startDay} onChange={(startDay) => set({ startDay })} />
            <NumberField
              name="everyMinutes"
              label={t('orders.every')}
              value={values.everyMinutes}
              error={errorOf('everyMinutes')}
              onChange={(everyMinutes) => set({ everyMinutes })}
            />
            <p className={classes['muted']}>{t('orders.schedule')}</p>
            {saved !== null && choosable(saved).length > 0 && (
              <fieldset className={classes['sends']}>
                <legend>{t('sends.title')}</legend>
                {choosable(saved).map((act) => (
                  <CheckField
                    key={act}
                    name={act}
                    label={elsewhere.t(`acts.${act}`)}
                    isChecked={sends.has(act)}
                    onChange={(isChecked) => {
                      setTyped(true)
                      setSends(new Set([...sends, act].filter((one) => one !== act || isChecked)))
                    }}
                  />
                ))}
              </fieldset>
            )}
            {others.map((problem) => (
              <Alert key={`${problem.code} ${problem.field ?? ''}`} className={classes['problem']}>
                {problemText(t, problem)}
              </Alert>
            ))}
            <DialogActions>
              <ActionButton onClick={() => setStep('match')}>{t('back')}</ActionButton>
              <ActionButton isMain isSubmit isBusy={setUp.isBusy}>
                {t('setup.finish')}
              </ActionButton>
            </DialogActions>
          </form>
        )}
      </Dialog>
      <LeaveGuard isDirty={step !== 'preview' && (isTyped || chosen.size > 0)} isLeaving={leavesSetup} />
    </>
  )
}
