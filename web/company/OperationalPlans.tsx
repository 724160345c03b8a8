import { useState } from 'react'
import { mayEditCompany } from '#engine/company/mayEditCompany.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { OperationalPlansDocument, type PlanFieldsFragment, SaveOperationalPlanDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { useViewer } from '#web/api/viewer.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import { fieldOf } from '#web/ui/form/fieldOf.ts'
import { FormSection } from '#web/ui/form/FormLayout.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useForm } from '#web/ui/form/useForm.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { idsOf, mergedValues, problemsOfValues, textOfIds, valuesOf } from './operationalPlan.view.ts'
import classes from './OperationalPlans.module.css'

const PLAN_FIELDS = ['isActive', 'delaySeconds', 'workCenters', 'teamId', 'blocksShift', 'remindAfter'] as const

const INTEREST = { workCenterIds: null, kinds: ['company'] } as const
const NOTHING = {}

/** Returns which tasks follow from what happens at machines, to be changed by who may (domain.md T-1). */
export function OperationalPlans() {
  const { t } = useTexts('company')
  const mayChange = mayEditCompany(useViewer())
  const [result, ask] = useFreshQuery(OperationalPlansDocument, NOTHING, INTEREST)
  // What is on at first stands first.
  const plans = (result.data?.operationalPlans ?? []).toSorted((left, right) => right.event.localeCompare(left.event))
  return (
    <FormSection title={t('plan.title')} help={t('plan.help')}>
      {result.error !== undefined && result.data === undefined && (
        <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={ask} />
      )}
      {plans.map((plan) => (
        <PlanForm key={plan.event} plan={plan} known={result.data ?? NO_NAMES} mayChange={mayChange} onSaved={ask} />
      ))}
    </FormSection>
  )
}

type Named<Id> = { readonly id: Id; readonly name: string }
type Names = { readonly teams: readonly Named<string>[]; readonly workCenters: readonly Named<number>[] }
const NO_NAMES: Names = { teams: [], workCenters: [] }

type PlanFormProps = {
  readonly plan: PlanFieldsFragment
  readonly known: Names
  readonly mayChange: boolean
  readonly onSaved: () => void
}

function PlanForm({ plan, known, mayChange, onSaved }: PlanFormProps) {
  const { t } = useTexts('company')
  const save = useChange(SaveOperationalPlanDocument)
  // The version that the form was filled with: what others store meanwhile is taken over beside what was typed.
  const [base, setBase] = useState(plan)
  const [isMerged, setMerged] = useState(false)
  const form = useForm({
    initial: valuesOf(plan),
    check: problemsOfValues,
    save: async ({ isActive, delaySeconds, workCenters, teamId, blocksShift, remindAfter }) => {
      const { event, version } = base
      const { data, problems } = await save.run({
        event,
        version,
        isActive,
        delaySeconds: Number(delaySeconds),
        workCenterIds: [...idsOf(workCenters)],
        teamId: teamId === '' ? null : teamId,
        blocksShift,
        remindAfterMinutes: remindAfter.trim() === '' ? null : Number(remindAfter),
      })
      if (data !== null && problems.length === 0) {
        showToast(t('plan.saved'))
        setBase(data.updateOperationalPlan)
        setMerged(false)
      }
      onSaved()
      return problems
    },
  })
  if (plan.version > base.version && !form.isSaving) {
    const merged = mergedValues(form.values, valuesOf(base), valuesOf(plan))
    setBase(plan)
    setMerged(form.isDirty)
    form.reset(valuesOf(plan))
    for (const name of PLAN_FIELDS) form.set(name, merged[name])
  }
  const { values } = form
  const [other] = form.others
  const chosen = idsOf(values.workCenters)
  return (
    <form noValidate onSubmit={form.submit}>
      <fieldset className={classes['plan']} disabled={!mayChange}>
        <legend className="hidden-text">{t(`plan.event.${plan.event}`)}</legend>
        <CheckField
          name="isActive"
          label={t(`plan.event.${plan.event}`)}
          isChecked={values.isActive}
          onChange={(isActive) => form.set('isActive', isActive)}
        />
        {values.isActive && (
          <div className={classes['how']}>
            <TextField
              {...fieldOf(form, 'delaySeconds', (problem) => problemText(t, problem))}
              label={t('plan.delay')}
              inputMode="numeric"
              maxLength={4}
            />
            <SelectField
              name="teamId"
              label={t('plan.team')}
              value={values.teamId}
              options={[{ value: '', label: t('plan.anybody') }, ...known.teams.map(({ id, name }) => ({ value: id, label: name }))]}
              onChange={(teamId) => form.set('teamId', teamId)}
            />
            <fieldset className={classes['places']}>
              <legend>{t('plan.where')}</legend>
              <p className={classes['help']}>{chosen.length === 0 ? t('plan.everywhere') : t('plan.some', { number: chosen.length })}</p>
              <div className={classes['list']}>
                {known.workCenters.map(({ id, name }) => (
                  <CheckField
                    key={id}
                    name={`plan-${plan.event}-${id}`}
                    label={name}
                    isChecked={chosen.includes(id)}
                    onChange={(isChecked) =>
                      form.set('workCenters', textOfIds(isChecked ? [...chosen, id] : chosen.filter((one) => one !== id)))
                    }
                  />
                ))}
              </div>
            </fieldset>
            <TextField
              {...fieldOf(form, 'remindAfter', (problem) => problemText(t, problem))}
              label={t('plan.remindAfter')}
              help={t('plan.remindHelp')}
              optional={t('plan.optional')}
              inputMode="numeric"
              maxLength={4}
            />
            <CheckField
              name="blocksShift"
              label={t('plan.blocksShift')}
              isChecked={values.blocksShift}
              onChange={(blocksShift) => form.set('blocksShift', blocksShift)}
            />
          </div>
        )}
        {isMerged && <p role="status">{t('plan.merged')}</p>}
        {other && <Alert>{problemText(t, other)}</Alert>}
        {mayChange && form.isDirty && (
          <div>
            <ActionButton isMain isSubmit isBusy={form.isSaving}>
              {t('save')}
            </ActionButton>
          </div>
        )}
      </fieldset>
    </form>
  )
}
