import { LOSS_SOURCES } from '#engine/facts.ts'
import { DateField } from '#web/parts/field/DateField.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { APPROVALS, LOSS_CATEGORIES, LOSS_KINDS, LOSS_LENGTHS, LOSS_RANGES, type LossesSearch } from './lossesSearch.ts'
import classes from './LossesPage.module.css'

type LossFiltersProps = {
  readonly search: LossesSearch
  readonly workCenters: readonly { readonly id: number; readonly name: string }[]
  readonly onChange: (next: Partial<LossesSearch>) => void
}

/** Returns the filters of the losses: shifts and work center at once, the others behind a button. */
export function LossFilters({ search, workCenters, onChange }: LossFiltersProps) {
  const { t } = useTexts('loss')
  const isInvalid = search.tab === 'invalid'
  const further = [search.source, search.category, search.plan, search.length, search.approval].filter((one) => one !== '').length
  const places = [
    { value: '', label: t('filter.allWorkCenters') },
    ...workCenters.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  const place = (
    <SelectField
      name="wc"
      label={t('column.workCenter')}
      value={search.wc.length === 1 ? String(search.wc[0]) : ''}
      options={places}
      onChange={(value) => onChange({ wc: value === '' ? [] : [Number(value)] })}
    />
  )
  if (isInvalid) return <div className={classes['filters']}>{place}</div>
  return (
    <div className={classes['filters']} role="search">
      <SelectField
        name="range"
        label={t('filter.shifts')}
        value={search.range}
        options={LOSS_RANGES.map((value) => ({ value, label: t(`range.${value}`) }))}
        onChange={(value) => onChange({ range: LOSS_RANGES.find((range) => range === value) ?? 'currentShift' })}
      />
      {search.range === 'dates' && (
        <>
          <DateField name="from" label={t('filter.from')} value={search.from} onChange={(from) => onChange({ from })} />
          <DateField name="to" label={t('filter.to')} value={search.to} onChange={(to) => onChange({ to })} />
        </>
      )}
      {place}
      <details className={classes['further']} open={further > 0 || search.critical || undefined}>
        <summary>{further === 0 ? t('filter.more') : t('filter.moreOn', { count: further })}</summary>
        <div className={classes['filters']}>
          {search.tab !== 'quality' && (
            <Choice
              name="source"
              value={search.source}
              values={LOSS_SOURCES}
              textOf={(value) => t(`source.${value}`)}
              onChange={(source) => onChange({ source })}
            />
          )}
          <Choice
            name="category"
            value={search.category}
            values={LOSS_CATEGORIES}
            textOf={(value) => t(`category.${value}`)}
            onChange={(category) => onChange({ category })}
          />
          <Choice
            name="plan"
            value={search.plan}
            values={LOSS_KINDS}
            textOf={(value) => t(`plan.${value}`)}
            onChange={(plan) => onChange({ plan })}
          />
          <Choice
            name="length"
            value={search.length}
            values={LOSS_LENGTHS}
            textOf={(value) => t(`length.${value}`)}
            onChange={(length) => onChange({ length })}
          />
          <Choice
            name="approval"
            value={search.approval}
            values={APPROVALS}
            textOf={(value) => t(`approval.${value}`)}
            onChange={(approval) => onChange({ approval })}
          />
          <label className={classes['check']}>
            <input type="checkbox" checked={search.critical} onChange={(event) => onChange({ critical: event.target.checked })} />
            {t('filter.critical')}
          </label>
        </div>
      </details>
      <div className={classes['search']}>
        <SearchField label={t('filter.comment')} value={search.q} onChange={(q) => onChange({ q })} />
      </div>
    </div>
  )
}

type ChoiceProps<Value extends string> = {
  readonly name: 'source' | 'category' | 'plan' | 'length' | 'approval'
  readonly value: Value | ''
  readonly values: readonly Value[]
  readonly textOf: (value: Value) => string
  readonly onChange: (value: Value | '') => void
}

function Choice<Value extends string>({ name, value, values, textOf, onChange }: ChoiceProps<Value>) {
  const { t } = useTexts('loss')
  return (
    <SelectField
      name={name}
      label={t(`filter.${name}`)}
      value={value}
      options={[{ value: '', label: t('filter.any') }, ...values.map((one) => ({ value: one, label: textOf(one) }))]}
      onChange={(chosen) => onChange(values.find((one) => one === chosen) ?? '')}
    />
  )
}
