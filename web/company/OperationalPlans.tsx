import { mayEditCompany } from '#engine/company/mayEditCompany.ts'
import { MAX_DELAY_SECONDS } from '#engine/task/taskForm.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { OperationalPlansDocument, type PlanFieldsFragment, SaveOperationalPlanDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { useViewer } from '#web/api/viewer.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import { fieldOf } from '#web/ui/form/fieldOf.ts'
import { FormSection } from '#web/ui/form/FormLayout.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useForm } from '#web/ui/form/useForm.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import classes from './OperationalPlans.module.css'

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
        <PlanForm key={`${plan.event}/${plan.version}`} plan={plan} mayChange={mayChange} onSaved={ask} />
      ))}
    </FormSection>
  )
}

type PlanFormProps = { readonly plan: PlanFieldsFragment; readonly mayChange: boolean; readonly onSaved: () => void }

function PlanForm({ plan, mayChange, onSaved }: PlanFormProps) {
  const { t } = useTexts('company')
  const save = useChange(SaveOperationalPlanDocument)
  const form = useForm({
    initial: { isActive: plan.isActive, delaySeconds: String(plan.delaySeconds), blocksShift: plan.blocksShift },
    check: ({ delaySeconds }) =>
      /^\d{1,4}$/.test(delaySeconds.trim()) && Number(delaySeconds) <= MAX_DELAY_SECONDS
        ? []
        : [{ code: 'VALUE_OUT_OF_RANGE', field: 'delaySeconds', params: { value: delaySeconds, min: 0, max: MAX_DELAY_SECONDS } }],
    save: async ({ isActive, delaySeconds, blocksShift }) => {
      const { event, version } = plan
      const { problems } = await save.run({ event, version, isActive, delaySeconds: Number(delaySeconds), blocksShift })
      if (problems.length === 0) showToast(t('plan.saved'))
      onSaved()
      return problems
    },
  })
  const { values } = form
  const [other] = form.others
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
            <CheckField
              name="blocksShift"
              label={t('plan.blocksShift')}
              isChecked={values.blocksShift}
              onChange={(blocksShift) => form.set('blocksShift', blocksShift)}
            />
          </div>
        )}
        {other && <p role="alert">{problemText(t, other)}</p>}
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
