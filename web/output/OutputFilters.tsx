import { DateField } from '#web/parts/field/DateField.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import classes from './OutputPage.module.css'
import { OUTPUT_ISSUES, OUTPUT_TYPES, type OutputSearch } from './outputSearch.ts'

/** Stands for the work centers of the address, which one choice cannot say. */
const SEVERAL = 'several'

/** A work center that can be chosen. */
export type Place = { readonly id: number; readonly name: string; readonly timeZone: string }

type OutputFiltersProps = {
  readonly search: OutputSearch
  readonly places: readonly Place[]
  readonly onChange: (next: Partial<OutputSearch>) => void
}

/** Returns the filters of counted output and of confirmations. */
export function OutputFilters({ search, places, onChange }: OutputFiltersProps) {
  const { t } = useTexts('output')
  return (
    <div className={classes['filters']} role="search">
      {search.tab !== 'check' && <SearchField label={t('filter.order')} value={search.q} onChange={(q) => onChange({ q })} />}
      {search.tab === 'confirmations' && (
        <SearchField label={t('filter.code')} value={search.code} onChange={(code) => onChange({ code })} />
      )}
      {search.tab === 'device' && (
        <SelectField
          name="issues"
          label={t('filter.state')}
          value={search.issues}
          options={[{ value: '', label: t('issues.none') }, ...OUTPUT_ISSUES.map((value) => ({ value, label: t(`issues.${value}`) }))]}
          onChange={(value) => onChange({ issues: OUTPUT_ISSUES.find((one) => one === value) ?? '' })}
        />
      )}
      <SelectField
        name="wc"
        label={t('column.place')}
        value={search.wc.length > 1 ? SEVERAL : String(search.wc[0] ?? '')}
        options={[
          { value: '', label: t('filter.allPlaces') },
          ...(search.wc.length > 1 ? [{ value: SEVERAL, label: t('filter.several', { count: search.wc.length }) }] : []),
          ...places.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={(value) => value !== SEVERAL && onChange({ wc: value === '' ? [] : [Number(value)] })}
      />
      <DateField name="from" label={t('filter.from')} value={search.from} onChange={(from) => onChange({ from })} />
      <DateField name="to" label={t('filter.to')} value={search.to} onChange={(to) => onChange({ to })} />
      {search.tab === 'confirmations' && (
        <SelectField
          name="type"
          label={t('column.type')}
          value={search.type}
          options={[{ value: '', label: t('filter.allTypes') }, ...OUTPUT_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))]}
          onChange={(value) => onChange({ type: OUTPUT_TYPES.find((one) => one === value) ?? '' })}
        />
      )}
      {search.tab === 'confirmations' && (
        <CheckField
          name="cancelled"
          label={t('filter.cancelled')}
          isChecked={search.cancelled}
          onChange={(cancelled) => onChange({ cancelled })}
        />
      )}
    </div>
  )
}
