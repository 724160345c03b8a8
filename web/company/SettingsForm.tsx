import { COMPANY_FIELDS } from '#engine/company/companyFields.ts'
import { SHIFT_DATE_RULES } from '#engine/shift/shiftSchedule.ts'
import { NO_DATA_POLICIES } from '#engine/workCenter/workCenterSetup.ts'
import { SaveCompanyDocument, SaveOeePolicyDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { useCompanyChoices } from '#web/base/newCompany/useCompanyChoices.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { ComboField } from '#web/parts/field/ComboField.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import { fieldOf } from '#web/ui/form/fieldOf.ts'
import { Beside, FormSection, Note } from '#web/ui/form/FormLayout.tsx'
import { SelectField, type SelectOption } from '#web/ui/form/SelectField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useForm, type FieldProblem } from '#web/ui/form/useForm.ts'
import { LOCALE_NAMES, LOCALES } from '#web/ui/locale.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { SaveBar } from '#web/ui/SaveBar.tsx'
import classes from './GeneralSettings.module.css'
import { changesOf, policyChangesOf, settingsProblems, type CompanySettings, type GeneralSettings } from './generalSettings.view.ts'
import { LeaveGuard } from '#web/parts/LeaveGuard.tsx'
import { useMemo } from 'react'
import { isTimeZone } from '#engine/company/timeZone.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { useCoarseNow } from '#web/ui/clock.ts'
import { createFormat } from '#web/ui/format.ts'
import { useFormat } from '#web/ui/formatContext.ts'

type SettingsFormProps = { readonly companyId: string; readonly saved: GeneralSettings; readonly isReadOnly: boolean }

/** Returns the settings as a form. The effect of a new time zone or date rule is explained before saving (domain.md E-32). */
export function SettingsForm({ companyId, saved, isReadOnly }: SettingsFormProps) {
  const { t } = useTexts('company')
  const { run: save } = useChange(SaveCompanyDocument)
  const { run: savePolicy } = useChange(SaveOeePolicyDocument)
  const form = useForm<GeneralSettings>({
    initial: saved,
    check: (values) => settingsProblems(saved, values),
    save: async (values) => {
      const [company, policy] = [changesOf(saved, values), policyChangesOf(saved, values)]
      const problems = [
        ...(isSome(company) ? (await save({ id: companyId, ...company })).problems : []),
        ...(isSome(policy) ? (await savePolicy({ input: policy })).problems : []),
      ]
      showToast(t(problems.length === 0 ? 'saved' : 'message.saveFailed'))
      return problems
    },
  })
  const choices = useCompanyChoices(form.values.timeZone)
  const changed = { ...changesOf(saved, form.values), ...policyChangesOf(saved, form.values) }
  const count = form.isDirty ? Object.keys(changed).length : 0
  const tell = (problem: FieldProblem) => problemText(t, problem.field === 'name' ? { ...problem, field: 'companyName' } : problem)
  const field = <Name extends keyof CompanySettings | 'noDataPolicy'>(name: Name) => ({
    ...fieldOf(form, name, tell),
    label: t(`field.${name}`),
  })
  const select = (name: 'country' | 'language' | 'timeZone', options: readonly SelectOption[]) => ({
    ...field(name),
    options,
    isDisabled: isReadOnly,
    ...(options.length === 0 && { placeholder: t('state.loading') }),
  })
  const isPolicyChanged = changed.noDataPolicy !== undefined || changed.capPerformance !== undefined
  const isClockChanged = changed.timeZone !== undefined || changed.shiftDateRule !== undefined
  return (
    <form className={classes['form']} noValidate onSubmit={form.submit}>
      {choices.isFailed && <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={choices.retry} />}
      <FormSection title={t('section.company')}>
        <TextField {...field('name')} maxLength={COMPANY_FIELDS.name.rule.length.max} autoComplete="organization" isReadOnly={isReadOnly} />
        <TextField
          {...field('email')}
          onChange={(email) => form.set('email', email.replace(/\s/g, ''))}
          type="email"
          inputMode="email"
          autoComplete="email"
          isReadOnly={isReadOnly}
        />
      </FormSection>
      <FormSection title={t('section.region')}>
        <Beside>
          <ComboField {...select('country', choices.countries)} />
          <SelectField
            {...select(
              'language',
              LOCALES.map((one) => ({ value: one, label: LOCALE_NAMES[one] })),
            )}
            help={t('help.language')}
          />
        </Beside>
        <ComboField {...select('timeZone', choices.timeZones)} help={<ZoneClock timeZone={form.values.timeZone} />} />
        <SelectField
          {...field('shiftDateRule')}
          options={SHIFT_DATE_RULES.map((value) => ({ value, label: t(`shiftDateRule.${value}`) }))}
          onChange={(value) => form.set('shiftDateRule', SHIFT_DATE_RULES.find((rule) => rule === value) ?? saved.shiftDateRule)}
          isDisabled={isReadOnly}
          help={t('help.shiftDateRule')}
        />
        <div role="status">{isClockChanged && <Note>{t('clockNote')}</Note>}</div>
        <CheckField
          name="operatorsMayConfirm"
          label={t('field.operatorsMayConfirm')}
          isChecked={form.values.operatorsMayConfirm}
          onChange={(isChecked) => form.set('operatorsMayConfirm', isChecked)}
          isDisabled={isReadOnly}
        />
        <CheckField
          name="operatorsMayCreateOrders"
          label={t('field.operatorsMayCreateOrders')}
          isChecked={form.values.operatorsMayCreateOrders}
          onChange={(isChecked) => form.set('operatorsMayCreateOrders', isChecked)}
          isDisabled={isReadOnly}
        />
        <CheckField
          name="externalReports"
          label={t('field.externalReports')}
          isChecked={form.values.externalReports}
          onChange={(isChecked) => form.set('externalReports', isChecked)}
          isDisabled={isReadOnly}
        />
      </FormSection>
      <FormSection title={t('section.oee')} help={t('help.oee')}>
        <SelectField
          {...field('noDataPolicy')}
          options={NO_DATA_POLICIES.map((value) => ({ value, label: t(`noDataPolicy.${value}`) }))}
          onChange={(value) => form.set('noDataPolicy', NO_DATA_POLICIES.find((policy) => policy === value) ?? saved.noDataPolicy)}
          isDisabled={isReadOnly}
          help={t(`noDataHelp.${form.values.noDataPolicy}`)}
        />
        <CheckField
          name="capPerformance"
          label={t('field.capPerformance')}
          isChecked={form.values.capPerformance}
          onChange={(isChecked) => form.set('capPerformance', isChecked)}
          isDisabled={isReadOnly}
        />
        <div role="status">{isPolicyChanged && <Note>{t('policyNote')}</Note>}</div>
      </FormSection>
      <FormSection title={t('section.stations')} help={t('help.stations')}>
        <CheckField
          name="stationPins"
          label={t('field.stationPins')}
          isChecked={form.values.stationPins}
          onChange={(isChecked) => form.set('stationPins', isChecked)}
          isDisabled={isReadOnly}
        />
        <div role="status">{changed.stationPins === true && <Note>{t('pinNote')}</Note>}</div>
      </FormSection>
      {count > 0 && (
        <SaveBar
          labels={{ count: t('changes', { count }), discard: t('discard'), save: t('save') }}
          errors={form.others.map(tell)}
          isSaving={form.isSaving}
          onDiscard={() => form.reset(saved)}
        />
      )}
      <LeaveGuard isDirty={count > 0} />
    </form>
  )
}

function isSome(changes: object): boolean {
  return Object.keys(changes).length > 0
}

/** Returns what clocks show in the zone, so that a wrong one is seen at once (U-27). */
function ZoneClock({ timeZone }: { readonly timeZone: string }) {
  const { t } = useTexts('company')
  const { locale } = useFormat()
  const now = useCoarseNow(MINUTE_MS)
  const format = useMemo(() => createFormat(locale, isTimeZone(timeZone) ? timeZone : 'UTC'), [locale, timeZone])
  return <>{t('now', { time: format.time(now) })}</>
}
