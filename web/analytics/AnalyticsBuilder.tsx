import { useState } from 'react'
import { useQuery } from 'urql'
import { DIMENSIONS, isOfLosses, isOfStops, mayDivide, mayDivideAll, mayHaveHours, MEASURES } from '#engine/analytics/dimensions.ts'
import { COMPARISONS } from '#engine/analytics/comparedDates.ts'
import { LOSS_TYPES } from '#engine/loss/lossKind.ts'
import { ACTIVITY_TYPES, LOSS_CATEGORIES } from '#engine/loss/lossReason.ts'
import { maySeeSchedules } from '#engine/shift/mayEditShift.ts'
import { AnalyticsShiftsDocument } from '#web/api/generated/graphql.ts'
import { useViewer } from '#web/api/viewer.ts'
import { DateField } from '#web/parts/field/DateField.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { SeveralField } from '#web/ui/form/SeveralField.tsx'
import { ToggleGroup } from '#web/ui/ToggleGroup.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { dimensionsOf, furtherMeasuresOf, hasUnit } from './analytics.view.ts'
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

const COMPARED = [...COMPARISONS, 'DATES', 'NONE'] as const

/** Returns the choices that make a question: what is measured, by what it is divided, compared with what, of which days and what. */
export function AnalyticsBuilder({ search, names, units, onChange }: AnalyticsBuilderProps) {
  const { t } = useTexts('analytics')
  const { m, and, range, cmp } = search
  const by = dimensionsOf(search)
  const [first, second = ''] = by
  const several = useSeveralTexts()
  const divisible = DIMENSIONS.filter((dimension) => mayDivide(m, dimension))
  const options = divisible.map((value) => ({ value, label: t(`by.${value}`) }))
  const measureTo = (value: string) => {
    const measure = MEASURES.find((one) => one === value) ?? 'DURATION'
    onChange({ m: measure, by: mayDivide(measure, search.by) ? search.by : 'DAY', and: and !== '' && mayDivide(measure, and) ? and : '' })
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
      <SeveralField
        label={t('measure.also')}
        options={MEASURES.filter((value) => value !== m && mayDivideAll(value, by)).map((value) => ({
          value,
          label: t(`measure.${value}`),
        }))}
        chosen={furtherMeasuresOf(search)}
        most={2}
        onChange={(chosen) => onChange({ also: MEASURES.filter((one) => chosen.includes(one)) })}
        texts={{ ...several, any: t('measure.nothingElse') }}
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
      {cmp === 'DATES' && (
        <>
          <DateField name="cmpFrom" label={t('cmp.from')} value={search.cmpFrom} onChange={(cmpFrom) => onChange({ cmpFrom })} />
          <DateField
            name="cmpTo"
            label={t('cmp.to')}
            optional={t('cmp.asMany')}
            value={search.cmpTo}
            onChange={(cmpTo) => onChange({ cmpTo })}
          />
        </>
      )}
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
  const viewer = useViewer()
  const [isOpen, setOpen] = useState(false)
  const { m, kind, category, type, activity, weekday, hour, shift, wc } = search
  const [{ data }] = useQuery({
    query: AnalyticsShiftsDocument,
    variables: { workCenterId: wc.length === 1 ? (wc[0] ?? 0) : 0 },
    pause: !isOpen || !maySeeSchedules(viewer),
  })
  const shifts = new Map((data?.shiftSchedules ?? []).map(({ code, name }) => [code, code === name ? name : `${code} · ${name}`]))
  const several = useSeveralTexts()
  return (
    <details className={classes['further']} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary aria-keyshortcuts="f">{t('filter.more')}</summary>
      <div className={classes['builder']}>
        <Several name="wc" rows={names.data?.workCenters} {...{ search, onChange }} />
        <Several name="wcGroup" rows={names.data?.workCenterGroups} {...{ search, onChange }} />
        {(shifts.size > 0 || shift.length > 0) && (
          <SeveralField
            label={t('by.SHIFT')}
            options={[...new Set([...shifts.keys(), ...shift])].map((value) => ({ value, label: shifts.get(value) ?? value }))}
            chosen={shift}
            onChange={(chosen) => onChange({ shift: chosen })}
            texts={several}
          />
        )}
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
            <SeveralField
              label={t('by.CATEGORY')}
              options={LOSS_CATEGORIES.map((value) => ({ value, label: t(`category.${value}`) }))}
              chosen={category}
              onChange={(chosen) => onChange({ category: LOSS_CATEGORIES.filter((one) => chosen.includes(one)) })}
              texts={several}
            />
            <SeveralField
              label={t('by.TYPE')}
              options={LOSS_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
              chosen={type}
              onChange={(chosen) => onChange({ type: LOSS_TYPES.filter((one) => chosen.includes(one)) })}
              texts={several}
            />
            <SeveralField
              label={t('by.ACTIVITY')}
              options={ACTIVITY_TYPES.map((value) => ({ value, label: t(`activity.${value}`) }))}
              chosen={activity}
              onChange={(chosen) => onChange({ activity: ACTIVITY_TYPES.filter((one) => chosen.includes(one)) })}
              texts={several}
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
        {mayHaveHours(m, dimensionsOf(search)) && (
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

const LABEL = { reason: 'REASON', reasonGroup: 'REASON_GROUP', wc: 'WORK_CENTER', wcGroup: 'GROUP' } as const

/** A choice of what the company named. */
function Several({ name, rows = [], search, onChange }: SeveralProps) {
  const { t } = useTexts('analytics')
  const format = useFormat()
  const texts = useSeveralTexts()
  const chosen = search[name].map(String)
  if (rows.length === 0 && chosen.length === 0) return null
  return (
    <SeveralField
      label={t(`by.${LABEL[name]}`)}
      options={rows.map(({ id, name: label }) => ({ value: String(id), label })).toSorted((a, b) => format.compare(a.label, b.label))}
      chosen={chosen}
      onChange={(next) => onChange({ [name]: next.map(Number) })}
      texts={texts}
    />
  )
}

function useSeveralTexts() {
  const { t } = useTexts('analytics')
  return {
    any: t('filter.any'),
    several: (count: number) => t('filter.several', { count }),
    find: t('filter.find'),
    clear: t('filter.clear'),
    none: t('filter.none'),
  }
}
