import { LOSS_SOURCES } from '#engine/facts.ts'
import { ACTIVITY_TYPES } from '#engine/loss/lossReason.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { ToggleGroup } from '#web/ui/ToggleGroup.tsx'
import { APPROVALS, HOURS, LOSS_CATEGORIES, LOSS_KINDS, LOSS_LENGTHS, type LossesSearch, WEEKDAYS } from './lossesSearch.ts'
import classes from './LossesPage.module.css'
import type { FilterChoice, LossFilterChoices } from './useLossFilterChoices.ts'

type FurtherFiltersProps = {
  readonly search: LossesSearch
  readonly choices: LossFilterChoices
  readonly onChange: (next: Partial<LossesSearch>) => void
}

/** What one select of the address's several values shows for more than one. */
const SEVERAL = '*'

/** Returns the filters of the losses that stand behind a button. */
export function FurtherFilters({ search, choices, onChange }: FurtherFiltersProps) {
  const { t } = useTexts('loss')
  const idsOf = (chosen: readonly string[]) => chosen.map(Number)
  const texts = (ids: readonly number[]) => ids.map(String)
  return (
    <div className={classes['filters']}>
      <Choice
        name="reason"
        chosen={texts(search.reason)}
        choices={choices.reasons}
        onChange={(reason) => onChange({ reason: idsOf(reason) })}
      />
      <Choice
        name="reasonGroup"
        chosen={texts(search.reasonGroup)}
        choices={choices.reasonGroups}
        onChange={(group) => onChange({ reasonGroup: idsOf(group) })}
      />
      <Choice
        name="activity"
        chosen={search.activity}
        choices={ACTIVITY_TYPES.map((value) => ({ value, label: t(`activity.${value}`) }))}
        onChange={(activity) => onChange({ activity: ACTIVITY_TYPES.filter((one) => activity.includes(one)) })}
      />
      {search.tab !== 'quality' && (
        <Choice
          name="source"
          chosen={chosenOf(search.source)}
          choices={LOSS_SOURCES.map((value) => ({ value, label: t(`source.${value}`) }))}
          onChange={([source]) => onChange({ source: LOSS_SOURCES.find((one) => one === source) ?? '' })}
        />
      )}
      <Choice
        name="category"
        chosen={search.category}
        choices={LOSS_CATEGORIES.map((value) => ({ value, label: t(`category.${value}`) }))}
        onChange={(category) => onChange({ category: LOSS_CATEGORIES.filter((one) => category.includes(one)) })}
      />
      <Choice
        name="plan"
        chosen={search.plan}
        choices={LOSS_KINDS.map((value) => ({ value, label: t(`plan.${value}`) }))}
        onChange={(plan) => onChange({ plan: LOSS_KINDS.filter((one) => plan.includes(one)) })}
      />
      <Choice
        name="length"
        chosen={chosenOf(search.length)}
        choices={LOSS_LENGTHS.map((value) => ({ value, label: t(`length.${value}`) }))}
        onChange={([length]) => onChange({ length: LOSS_LENGTHS.find((one) => one === length) ?? '' })}
      />
      <Choice
        name="approval"
        chosen={chosenOf(search.approval)}
        choices={APPROVALS.map((value) => ({ value, label: t(`approval.${value}`) }))}
        onChange={([approval]) => onChange({ approval: APPROVALS.find((one) => one === approval) ?? '' })}
      />
      {(choices.groups.length > 0 || search.wcGroup.length > 0) && (
        <Choice
          name="wcGroup"
          chosen={texts(search.wcGroup)}
          choices={choices.groups}
          onChange={(wcGroup) => onChange({ wcGroup: idsOf(wcGroup) })}
        />
      )}
      {(choices.shifts.length > 0 || search.shift.length > 0) && (
        <Choice name="shift" chosen={search.shift} choices={choices.shifts} onChange={(shift) => onChange({ shift })} />
      )}
      {(choices.orders.length > 0 || search.order.length > 0) && (
        <Choice
          name="order"
          chosen={texts(search.order)}
          choices={choices.orders}
          onChange={(order) => onChange({ order: idsOf(order) })}
        />
      )}
      <CheckField
        name="critical"
        label={t('filter.critical')}
        isChecked={search.critical}
        onChange={(critical) => onChange({ critical })}
      />
      <CheckField name="oee" label={t('filter.oee')} isChecked={search.oee} onChange={(oee) => onChange({ oee })} />
      <ToggleGroup
        label={t('filter.weekday')}
        values={WEEKDAYS}
        chosen={search.weekday}
        textOf={(day) => t(`weekday.${day}`)}
        onChange={(weekday) => onChange({ weekday })}
      />
      <ToggleGroup label={t('filter.hour')} values={HOURS} chosen={search.hour} textOf={String} onChange={(hour) => onChange({ hour })} />
    </div>
  )
}

function chosenOf(value: string): readonly string[] {
  return value === '' ? [] : [value]
}

type ChoiceProps = {
  readonly name:
    | 'activity'
    | 'approval'
    | 'category'
    | 'length'
    | 'order'
    | 'plan'
    | 'reason'
    | 'reasonGroup'
    | 'shift'
    | 'source'
    | 'wcGroup'
  readonly chosen: readonly string[]
  readonly choices: readonly FilterChoice[]
  readonly onChange: (chosen: readonly string[]) => void
}

/** A choice of one; several, which an address may name, are shown as their number. */
function Choice({ name, chosen, choices, onChange }: ChoiceProps) {
  const { t } = useTexts('loss')
  const [first] = chosen
  const value = chosen.length > 1 ? SEVERAL : (first ?? '')
  const isUnknown = value !== '' && value !== SEVERAL && choices.every((one) => one.value !== value)
  return (
    <SelectField
      name={name}
      label={t(`filter.${name}`)}
      value={value}
      options={[
        { value: '', label: t('filter.any') },
        ...(value === SEVERAL || isUnknown ? [{ value, label: t('filter.chosen', { count: chosen.length }) }] : []),
        ...choices,
      ]}
      onChange={(next) => onChange(next === SEVERAL ? chosen : chosenOf(next))}
    />
  )
}
