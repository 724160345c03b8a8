import { useTexts } from '#web/texts/useTexts.ts'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { WORK_REQUEST_STATUSES } from '#engine/workRequest/workRequestStatus.ts'
import type { RequestsSearch } from './requestsSearch.ts'
import classes from './WorkRequestsPage.module.css'

type RequestFiltersProps = {
  readonly search: RequestsSearch
  readonly places: readonly { readonly id: number; readonly name: string }[]
  readonly onChange: (next: Partial<RequestsSearch>) => void
}

/** Returns the filters of the work requests. */
export function RequestFilters({ search, places, onChange }: RequestFiltersProps) {
  const { t } = useTexts('workRequest')
  return (
    <div className={classes['filters']} role="search">
      <SearchField label={t('filter.search')} value={search.q} onChange={(q) => onChange({ q })} />
      <SelectField
        name="wc"
        label={t('column.workCenter')}
        value={search.wc.length === 1 ? String(search.wc[0]) : ''}
        options={[{ value: '', label: t('filter.allPlaces') }, ...places.map(({ id, name }) => ({ value: String(id), label: name }))]}
        onChange={(value) => onChange({ wc: value === '' ? [] : [Number(value)] })}
      />
      <SelectField
        name="status"
        label={t('column.status')}
        value={search.status.length === 1 ? (search.status[0] ?? '') : ''}
        options={[
          { value: '', label: t('filter.shown') },
          ...WORK_REQUEST_STATUSES.toReversed().map((status) => ({ value: status, label: t(`status.${status}`) })),
        ]}
        onChange={(value) => onChange({ status: WORK_REQUEST_STATUSES.filter((one) => one === value) })}
      />
      <CheckField name="mine" label={t('filter.mine')} isChecked={search.mine} onChange={(mine) => onChange({ mine })} />
      <CheckField name="late" label={t('filter.late')} isChecked={search.late} onChange={(late) => onChange({ late })} />
    </div>
  )
}
