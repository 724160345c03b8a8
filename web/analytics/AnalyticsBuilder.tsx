import { DIMENSIONS, isOfLosses, isOfStops, mayDivide, mayDivideAll, MEASURES } from '#engine/analytics/dimensions.ts'
import { COMPARISONS } from '#engine/analytics/comparedDates.ts'
import { LOSS_TYPES } from '#engine/loss/lossKind.ts'
import { LOSS_CATEGORIES } from '#engine/loss/lossReason.ts'
import { DateField } from '#web/parts/field/DateField.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { ToggleGroup } from '#web/ui/ToggleGroup.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { dimensionsOf, hasUnit } from './analytics.view.ts'
import classes from './AnalyticsPage.module.css'
import { ANALYTICS_RANGES, HOURS, LOSS_KINDS, WEEKDAYS, type AnalyticsSearch } from './analyticsSearch.ts'
import type { Names } from './useNames.ts'

type AnalyticsBuilderProps = {
  readonly search: AnalyticsSearch
  readonly names: Names
  /** In which anything was made, where output is asked for. */
  readonly units: readonly string[]
  readonly onChange: (next: Partial<AnalyticsSearch>) => void
}

const COMPARED = [...COMPARISONS, 'NONE'] as const

/** Returns the choices that make a question: what is measured, by what it is divided, compared with what, of which days and what. */
export function AnalyticsBuilder({ search, names, units, onChange }: AnalyticsBuilderProps) {
  const { t } = useTexts('analytics')
  const { m, and, range, cmp } = search
  const [first, second = ''] = dimensionsOf(search)
  const divisible = DIMENSIONS.filter((dimension) => mayDivide(m, dimension))
  const options = divisible.map((value) => ({ value, label: t(`by.${value}`) }))
  const measureTo = (value: string) => {
    const measure = MEASURES.find((one) => one === value) ?? 'DURATION'
    const by = mayDivide(measure, search.by) ? search.by : 'DAY'
    onChange({ m: measure, by, and: and !== '' && mayDivide(measure, and) ? and : '' })
  }
  return (
    <div className={classes['builder']} role="search">
      <SelectField
        name="m"
        label={t('measure.label')}
        value={m}
        options={MEASURES.map((value) => ({ value, label: t(`measure.${value}`) }))}
        onChange={measureTo}
      />
      <SelectField
        name="by"
        label={t('by.label')}
        value={first ?? 'REASON'}
        options={options}
        onChange={(value) => onChange({ by: divisible.find((one) => one === value) ?? 'WORK_CENTER' })}
      />
      <SelectField
        name="and"
        label={t('by.and')}
        value={second}
        options={[
          { value: '', label: t('by.none') },
          ...options.filter(({ value }) => value !== first && mayDivideAll(m, [first ?? 'REASON', value])),
        ]}
        onChange={(value) => onChange({ and: divisible.find((one) => one === value) ?? '' })}
      />
      <SelectField
        name="range"
        label={t('range.label')}
        value={range}
        options={ANALYTICS_RANGES.map((value) => ({ value, label: t(`range.${value}`) }))}
        onChange={(value) => onChange({ range: ANALYTICS_RANGES.find((one) => one === value) ?? 'last7' })}
      />
      {range === 'dates' && (
        <>
          <DateField name="from" label={t('range.from')} value={search.from} onChange={(from) => onChange({ from })} />
          <DateField name="to" label={t('range.to')} value={search.to} onChange={(to) => onChange({ to })} />
        </>
      )}
      <SelectField
        name="cmp"
        label={t('cmp.label')}
        value={cmp}
        options={COMPARED.map((value) => ({ value, label: t(`cmp.${value}`) }))}
        onChange={(value) => onChange({ cmp: COMPARED.find((one) => one === value) ?? 'PREVIOUS' })}
      />
      {hasUnit(m) && (units.length > 1 || search.unit !== '') && (
        <SelectField
          name="unit"
          label={m === 'ENERGY_COST' ? t('currency') : t('unit')}
          value={search.unit === '' ? (units[0] ?? '') : search.unit}
          options={[...new Set([...units, ...(search.unit === '' ? [] : [search.unit])])].map((value) => ({ value, label: value }))}
          onChange={(unit) => onChange({ unit: unit === units[0] ? '' : unit })}
        />
      )}
      <Filters search={search} names={names} onChange={onChange} />
    </div>
  )
}

function Filters({ search, names, onChange }: Omit<AnalyticsBuilderProps, 'units'>) {
  const { t } = useTexts('analytics')
  const { m, kind, category, type, weekday, hour } = search
  return (
    <details className={classes['further']}>
      <summary aria-keyshortcuts="f">{t('filter.more')}</summary>
      <div className={classes['builder']}>
        <Several name="wc" rows={names.data?.workCenters} {...{ search, onChange }} />
        <Several name="wcGroup" rows={names.data?.workCenterGroups} {...{ search, onChange }} />
        {isOfLosses(m) && (
          <>
            {!isOfStops(m, dimensionsOf(search), hour) && (
              <SelectField
                name="kind"
                label={t('kind.label')}
                value={kind}
                options={LOSS_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
                onChange={(value) => onChange({ kind: LOSS_KINDS.find((one) => one === value) ?? 'STATUS' })}
              />
            )}
            <Several name="reason" rows={names.data?.lossReasons} {...{ search, onChange }} />
            <Several name="reasonGroup" rows={names.data?.lossReasonGroups} {...{ search, onChange }} />
            <SelectField
              name="category"
              label={t('by.CATEGORY')}
              value={category}
              options={[
                { value: '', label: t('filter.any') },
                ...LOSS_CATEGORIES.map((value) => ({ value, label: t(`category.${value}`) })),
              ]}
              onChange={(value) => onChange({ category: LOSS_CATEGORIES.find((one) => one === value) ?? '' })}
            />
            <SelectField
              name="type"
              label={t('by.TYPE')}
              value={type}
              options={[{ value: '', label: t('filter.any') }, ...LOSS_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))]}
              onChange={(value) => onChange({ type: LOSS_TYPES.find((one) => one === value) ?? '' })}
            />
          </>
        )}
        <ToggleGroup
          label={t('by.WEEKDAY')}
          values={WEEKDAYS}
          chosen={weekday}
          textOf={(day) => t(`weekdayShort.${day}`)}
          onChange={(chosen) => onChange({ weekday: chosen })}
        />
        {isOfLosses(m) && <CheckField name="oee" label={t('filter.oee')} isChecked={search.oee} onChange={(oee) => onChange({ oee })} />}
        {isOfLosses(m) && (
          <ToggleGroup
            label={t('by.HOUR')}
            values={HOURS}
            chosen={hour}
            textOf={String}
            onChange={(chosen) => onChange({ hour: chosen })}
          />
        )}
      </div>
    </details>
  )
}

type SeveralProps = Pick<AnalyticsBuilderProps, 'onChange' | 'search'> & {
  readonly name: 'reason' | 'reasonGroup' | 'wc' | 'wcGroup'
  readonly rows: readonly { readonly id: number; readonly name: string }[] | undefined
}

const SEVERAL = '*'
const LABEL = { reason: 'REASON', reasonGroup: 'REASON_GROUP', wc: 'WORK_CENTER', wcGroup: 'GROUP' } as const

/** A choice of one; several, which an address may name, are shown as their number. */
function Several({ name, rows = [], search, onChange }: SeveralProps) {
  const { t } = useTexts('analytics')
  const format = useFormat()
  const chosen = search[name]
  if (rows.length === 0 && chosen.length === 0) return null
  const named = rows.map(({ id, name: label }) => ({ value: String(id), label })).toSorted((a, b) => format.compare(a.label, b.label))
  return (
    <SelectField
      name={name}
      label={t(`by.${LABEL[name]}`)}
      value={chosen.length > 1 ? SEVERAL : String(chosen[0] ?? '')}
      options={[
        { value: '', label: t('filter.any') },
        ...(chosen.length > 1 ? [{ value: SEVERAL, label: t('filter.several', { count: chosen.length }) }] : []),
        ...named,
      ]}
      onChange={(value) => value !== SEVERAL && onChange({ [name]: value === '' ? [] : [Number(value)] })}
    />
  )
}
