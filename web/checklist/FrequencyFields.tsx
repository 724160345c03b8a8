import { CHECKLIST_SOURCES } from '#engine/checklist/checklist.ts'
import type { ChecklistsPageQuery } from '#web/api/generated/graphql.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import { Beside } from '#web/ui/form/FormLayout.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import type { Form } from '#web/ui/form/useForm.ts'
import classes from './ChecklistForm.module.css'
import { type ChecklistValues, statusChoices } from './checklistForm.view.ts'
import { FrequencyPreview } from './FrequencyPreview.tsx'

type FrequencyFieldsProps = { readonly form: Form<ChecklistValues>; readonly data: ChecklistsPageQuery }

/** Returns when a checklist is asked, with when it would have come yesterday. */
export function FrequencyFields({ form, data }: FrequencyFieldsProps) {
  const { t } = useTexts('checklist')
  const { values } = form
  const { source } = values
  const isCounted = source === 'REGULAR_INTERVALS' || source === 'QUANTITY_PRODUCED'
  const errorOf = (name: keyof ChecklistValues): string | null => {
    const problem = form.problem(name)
    return problem === null ? null : problemText(t, problem)
  }
  const text = (name: 'after' | 'every' | 'times' | 'within') => ({
    name,
    label: t(`field.${name}`),
    value: values[name],
    onChange: (value: string) => form.set(name, value),
    error: errorOf(name),
  })
  const unit = (name: 'afterUnit' | 'everyUnit') => (
    <SelectField
      name={name}
      label={t('field.unit')}
      value={values[name]}
      options={(['min', 'h'] as const).map((value) => ({ value, label: t(`unit.${value}`) }))}
      onChange={(value) => form.set(name, value === 'h' ? 'h' : 'min')}
    />
  )
  const flag = (name: 'allowManualActivation' | 'pauseDuringDowntime' | 'resetAtProductChangeover' | 'resetAtShiftStart') => (
    <CheckField name={name} label={t(`field.${name}`)} isChecked={values[name]} onChange={(isChecked) => form.set(name, isChecked)} />
  )
  const places = data.workCenters.filter(({ id }) => values.workCenterIds.length === 0 || values.workCenterIds.includes(id))
  const [only] = places
  return (
    <section className={classes['section']}>
      <h3>{t('section.when')}</h3>
      <SelectField
        name="source"
        label={t('field.source')}
        value={source}
        options={CHECKLIST_SOURCES.map((value) => ({ value, label: t(`source.${value}`) }))}
        onChange={(value) => form.set('source', CHECKLIST_SOURCES.find((one) => one === value) ?? 'REGULAR_INTERVALS')}
      />
      {source === 'REGULAR_INTERVALS' && (
        <Beside>
          <TextField {...text('every')} inputMode="decimal" />
          {unit('everyUnit')}
        </Beside>
      )}
      {source === 'QUANTITY_PRODUCED' && <TextField {...text('every')} label={t('field.everyUnits')} inputMode="numeric" />}
      {source === 'DAILY_SCHEDULE' && <TextField {...text('times')} help={t('field.timesHelp')} placeholder="06:00 14:00" />}
      {source === 'STATUS' && (
        <SelectField
          name="statusId"
          label={t('field.statusId')}
          value={values.statusId}
          options={[
            { value: '', label: t('when.anyStop') },
            ...statusChoices(values, data.workCenters).map(({ id, name, isEverywhere }) => ({
              value: id,
              label: isEverywhere ? name : t('when.notEverywhere', { name }),
            })),
          ]}
          error={errorOf('statusId')}
          onChange={(statusId) => form.set('statusId', statusId)}
        />
      )}
      {(source === 'REASON' || source === 'LOSS_REASON') && (
        <SelectField
          name="reasonId"
          label={t('field.reasonId')}
          value={values.reasonId}
          options={[
            { value: '', label: t('when.anyReason') },
            ...data.lossReasons.filter(({ isHidden }) => !isHidden).map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(reasonId) => form.set('reasonId', reasonId)}
        />
      )}
      {(source === 'STATUS' || source === 'REASON') && (
        <Beside>
          <TextField {...text('after')} inputMode="decimal" />
          {unit('afterUnit')}
        </Beside>
      )}
      {isCounted && flag('resetAtShiftStart')}
      {isCounted && flag('resetAtProductChangeover')}
      {(source === 'REGULAR_INTERVALS' || source === 'STATUS' || source === 'REASON') && flag('pauseDuringDowntime')}
      {flag('allowManualActivation')}
      <TextField {...text('within')} optional={t('optional')} help={t('field.withinHelp')} inputMode="numeric" />
      {only !== undefined && <FrequencyPreview values={values} place={only} />}
    </section>
  )
}
