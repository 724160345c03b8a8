import { useTexts } from '#web/texts/useTexts.ts'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import classes from './JobOrdersPage.module.css'
import type { OrdersSearch } from './jobOrdersSearch.ts'

type JobOrderFiltersProps = {
  readonly search: OrdersSearch
  readonly workCenters: readonly { readonly id: number; readonly name: string }[]
  readonly onChange: (next: Partial<OrdersSearch>) => void
}

/** Returns the filters of the job orders. */
export function JobOrderFilters({ search, workCenters, onChange }: JobOrderFiltersProps) {
  const { t } = useTexts('jobOrder')
  return (
    <div className={classes['filters']} role="search">
      <SearchField label={t('filter.search')} value={search.q} onChange={(q) => onChange({ q })} />
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
      <CheckField name="late" label={t('filter.late')} isChecked={search.late} onChange={(late) => onChange({ late })} />
    </div>
  )
}
