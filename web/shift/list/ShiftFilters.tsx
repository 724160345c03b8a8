import { DateField } from '#web/parts/field/DateField.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { OUTPUT_GAPS, SHIFT_RANGES, type ShiftsSearch } from '../shiftsSearch.ts'
import classes from './ShiftsPage.module.css'

type ShiftFiltersProps = {
  readonly search: ShiftsSearch
  readonly workCenters: readonly { readonly id: number; readonly name: string }[]
  readonly onChange: (next: Partial<ShiftsSearch>) => void
}

/** Returns the filters of the shifts: dates and work center at once, what they lack behind a button. */
export function ShiftFilters({ search, workCenters, onChange }: ShiftFiltersProps) {
  const { t } = useTexts('shift')
  const further = Number(search.unexplained) + Number(search.output !== '')
  return (
    <div className={classes['filters']} role="search">
      <SelectField
        name="range"
        label={t('filter.dates')}
        value={search.range}
        options={SHIFT_RANGES.map((value) => ({ value, label: t(`range.${value}`) }))}
        onChange={(value) => onChange({ range: SHIFT_RANGES.find((range) => range === value) ?? 'last7' })}
      />
      {search.range === 'dates' && (
        <>
          <DateField name="from" label={t('filter.from')} value={search.from} onChange={(from) => onChange({ from })} />
          <DateField name="to" label={t('filter.to')} value={search.to} onChange={(to) => onChange({ to })} />
        </>
      )}
      <SelectField
        name="wc"
        label={t('column.workCenter')}
        value={search.wc.length === 1 ? String(search.wc[0]) : ''}
        options={[
          { value: '', label: t('filter.allWorkCenters') },
          ...workCenters.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={(value) => onChange({ wc: value === '' ? [] : [Number(value)] })}
      />
      <details className={classes['further']} open={further > 0 || undefined}>
        <summary>{further === 0 ? t('filter.more') : t('filter.moreOn', { count: further })}</summary>
        <div className={classes['filters']}>
          <SelectField
            name="output"
            label={t('filter.output')}
            value={search.output}
            options={[{ value: '', label: t('filter.any') }, ...OUTPUT_GAPS.map((value) => ({ value, label: t(`gap.${value}`) }))]}
            onChange={(value) => onChange({ output: OUTPUT_GAPS.find((gap) => gap === value) ?? '' })}
          />
          <CheckField
            name="unexplained"
            label={t('filter.unexplained')}
            isChecked={search.unexplained}
            onChange={(unexplained) => onChange({ unexplained })}
          />
        </div>
      </details>
    </div>
  )
}
