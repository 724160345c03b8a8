import { useRef, useState } from 'react'
import { useClient } from 'urql'
import {
  CheckIntegrationConnectionDocument,
  SaveIntegrationDocument,
  type CheckIntegrationConnectionQuery,
  type IntegrationCardFragment,
} from '#web/api/generated/graphql.ts'
import { problemsOf, type ApiProblem } from '#web/api/problems.ts'
import { useChange } from '#web/api/useChange.ts'
import { DateField } from '#web/parts/field/DateField.tsx'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { DialogActions } from '#web/ui/Dialog.tsx'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import { PasswordField } from '#web/ui/form/PasswordField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { failureProblem } from './integration.view.ts'
import classes from './Integrations.module.css'

type ConnectionStepProps = {
  readonly integration: IntegrationCardFragment | null
  readonly onCancel: () => void
  readonly onSaved: (integration: IntegrationCardFragment) => void
}
type Check = CheckIntegrationConnectionQuery['checkIntegrationConnection']
const CAPABILITIES = ['WORK_CENTERS', 'ORDERS', 'WORK_ORDERS', 'PLANNED_TIMES', 'CYCLE_TIMES', 'QUANTITIES', 'CLOSING'] as const

/** Of which a problem is said beside them. */
const FIELDS = ['name', 'serviceUrl', 'database', 'login', 'apiKey'] as const

/** Returns the connection as a form, and what its check finds: what can be done, and what cannot. A stored key is never shown. */
export function ConnectionStep({ integration, onCancel, onSaved }: ConnectionStepProps) {
  const { t } = useTexts('integration')
  const format = useFormat()
  const client = useClient()
  const save = useChange(SaveIntegrationDocument)
  const [isChecking, setChecking] = useState(false)
  const [check, setCheck] = useState<Check | null>(integration?.probe == null ? null : { probe: integration.probe, failure: null })
  const [refused, setRefused] = useState<readonly ApiProblem[]>([])
  const [values, setValues] = useState({
    name: integration?.name ?? 'Odoo',
    serviceUrl: integration?.serviceUrl ?? '',
    database: integration?.database ?? '',
    login: integration?.login ?? '',
    apiKey: '',
    keyEndsOn: integration?.keyEndsOn ?? '',
    closesOrders: integration?.closesOrders ?? false,
  })
  /** Of the values as they are now: an answer about others says nothing of them. */
  const edition = useRef(0)
  const set = (next: Partial<typeof values>) => {
    edition.current += 1
    setValues((before) => ({ ...before, ...next }))
    setCheck(null)
    setRefused([])
  }
  const stored = integration?.secretsSet.find(({ name }) => name === 'apiKey')
  const { apiKey, keyEndsOn, ...rest } = values
  const input = {
    ...rest,
    ...(integration && { id: integration.id }),
    service: 'ODOO' as const,
    keyEndsOn: keyEndsOn === '' ? null : keyEndsOn,
    secrets: [{ name: 'apiKey' as const, value: apiKey }],
  }
  const errorOf = (field: string) => {
    const problem = save.problemOf(field) ?? refused.find((one) => one.field === field) ?? null
    return problem === null ? null : problemText(t, problem)
  }
  const look = async () => {
    setChecking(true)
    save.forget()
    const asked = edition.current
    const { data, error } = await client.query(CheckIntegrationConnectionDocument, { input }, { requestPolicy: 'network-only' }).toPromise()
    setChecking(false)
    if (edition.current !== asked) return
    setRefused(problemsOf(error))
    setCheck(data?.checkIntegrationConnection ?? null)
  }
  const submit = async (ignoreConnectionCheck: boolean) => {
    setRefused([])
    const { data } = await save.run({ input, ignoreConnectionCheck })
    if (data != null) onSaved(data.createOrUpdateIntegration)
  }
  const others = [...save.problems, ...refused].filter(({ field }) => !FIELDS.some((one) => one === field))
  const probe = check?.probe
  const hasFailed = check?.failure != null || save.problems.some(({ code }) => code.startsWith('INTEGRATION_'))
  return (
    <form
      noValidate
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault()
        void submit(false)
      }}
    >
      <TextField name="name" label={t('field.name')} value={values.name} error={errorOf('name')} onChange={(name) => set({ name })} />
      <TextField
        name="serviceUrl"
        label={t('field.serviceUrl')}
        help={t('field.serviceUrlHelp')}
        value={values.serviceUrl}
        error={errorOf('serviceUrl')}
        onChange={(serviceUrl) => set({ serviceUrl })}
      />
      <TextField
        name="database"
        label={t('field.database')}
        value={values.database}
        error={errorOf('database')}
        onChange={(database) => set({ database })}
      />
      <TextField
        name="login"
        label={t('field.login')}
        help={t('field.loginHelp')}
        value={values.login}
        error={errorOf('login')}
        onChange={(login) => set({ login })}
      />
      <PasswordField
        name="apiKey"
        label={t('field.apiKey')}
        help={stored === undefined ? undefined : t('field.keySet', { date: format.date(Date.parse(stored.setOn)) })}
        value={values.apiKey}
        isNew
        showLabel={t('field.show')}
        hideLabel={t('field.hide')}
        error={errorOf('apiKey')}
        onChange={(next) => set({ apiKey: next })}
      />
      <DateField name="keyEndsOn" label={t('field.keyEndsOn')} value={values.keyEndsOn} onChange={(next) => set({ keyEndsOn: next })} />
      <CheckField
        name="closesOrders"
        label={t('field.closes')}
        isChecked={values.closesOrders}
        onChange={(closesOrders) => set({ closesOrders })}
      />
      <div role="status" className={classes['check']}>
        {probe != null && (
          <>
            <b>
              {t(probe === integration?.probe ? 'check.stored' : 'check.reached', {
                ms: probe.milliseconds,
                system: `${probe.system} ${probe.version}`,
              })}
            </b>
            <ul>
              {CAPABILITIES.map((one) => (
                <li key={one} data-can={probe.capabilities.includes(one) || undefined}>
                  <span aria-hidden>{probe.capabilities.includes(one) ? '✓' : '–'}</span> {t(`can.${one}`)}
                  {!probe.capabilities.includes(one) && <span className={classes['muted']}> {t('check.cannot')}</span>}
                </li>
              ))}
            </ul>
          </>
        )}
        {check?.failure != null && <p className={classes['problem']}>{problemText(t, failureProblem(check.failure))}</p>}
      </div>
      {others.map((problem) => (
        <p key={`${problem.code} ${problem.field ?? ''}`} role="alert" className={classes['problem']}>
          {problemText(t, problem)}
        </p>
      ))}
      {hasFailed && (
        <div>
          <ActionButton isBusy={save.isBusy} onClick={() => void submit(true)}>
            {t('check.ignore')}
          </ActionButton>
        </div>
      )}
      <DialogActions>
        <ActionButton onClick={onCancel}>{t('cancel')}</ActionButton>
        <ActionButton isBusy={isChecking} onClick={() => void look()}>
          {t('check.act')}
        </ActionButton>
        <ActionButton isMain isSubmit isBusy={save.isBusy}>
          {t('next')}
        </ActionButton>
      </DialogActions>
    </form>
  )
}
