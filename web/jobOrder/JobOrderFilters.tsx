import { useState } from 'react'
import { useTexts } from '#web/texts/useTexts.ts'
import type { JobOrderLateness } from '#web/api/generated/graphql.ts'
import { PHONE, useMedia } from '#web/parts/list/table/useMedia.ts'
import { DateField } from '#web/parts/field/DateField.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { SearchField } from '#web/ui/SearchField.tsx'
import { ToggleGroup } from '#web/ui/ToggleGroup.tsx'
import { useZoneFormat } from '#web/ui/useZoneFormat.ts'
import { tooLongOf } from '#web/parts/period/chosenDays.ts'
import { LATENESS_OF } from './jobOrders.view.ts'
import classes from './JobOrdersPage.module.css'
import { LATE_CHOICES, ORDER_SOURCES } from './jobOrdersSearch.ts'
import type { OrdersSearch } from './jobOrdersSearch.ts'
import { ProductFilter } from './ProductFilter.tsx'

type JobOrderFiltersProps = {
  readonly search: OrdersSearch
  readonly workCenters: readonly { readonly id: number; readonly name: string }[]
  /** Undefined while they are not known: nobody waits for them. */
  readonly late: readonly { readonly lateness: JobOrderLateness; readonly count: number }[] | undefined
  readonly onChange: (next: Partial<OrdersSearch>) => void
}

/** Returns the filters of the job orders. */
export function JobOrderFilters({ search, workCenters, late, onChange }: JobOrderFiltersProps) {
  const { t } = useTexts('jobOrder')
  const format = useFormat()
  // A day of the address is the same day in every zone.
  const dayFormat = useZoneFormat('UTC')
  const isPhone = useMedia(PHONE)
  const tooLong = tooLongOf(search)
  const errorOf = (field: 'from' | 'to') =>
    tooLong?.field === field ? t('filter.tooLong', { days: tooLong.days, until: dayFormat.date(tooLong.until) }) : null
  const others = (
    <>
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
      <ProductFilter chosen={search.product} onChange={(product) => onChange({ product })} />
      <SelectField
        name="source"
        label={t('filter.source')}
        value={search.source}
        options={[
          { value: '', label: t('filter.anySource') },
          ...ORDER_SOURCES.map((source) => ({ value: source, label: t(`source.${source}`) })),
        ]}
        onChange={(value) => onChange({ source: ORDER_SOURCES.find((source) => source === value) ?? '' })}
      />
      <DateField name="from" label={t('filter.from')} value={search.from} error={errorOf('from')} onChange={(from) => onChange({ from })} />
      <DateField name="to" label={t('filter.to')} value={search.to} error={errorOf('to')} onChange={(to) => onChange({ to })} />
      <ToggleGroup
        label={t('filter.late')}
        values={LATE_CHOICES}
        chosen={search.late}
        textOf={(choice) => {
          const count = late?.find(({ lateness }) => lateness === LATENESS_OF[choice])?.count
          return count === undefined ? t(`late.${choice}`) : `${t(`late.${choice}`)} ${format.number(count)}`
        }}
        onChange={(chosen) => onChange({ late: chosen })}
      />
    </>
  )
  // Open at first where one is set; then a hand opens and closes it.
  const [isOpen, setOpen] = useState(
    [search.wc, search.product, search.source, search.late, search.from, search.to].some((chosen) => chosen.length > 0),
  )
  return (
    <div className={classes['filters']} role="search">
      <SearchField label={t('filter.search')} value={search.q} onChange={(q) => onChange({ q })} />
      {isPhone ? (
        // On a phone the orders begin on the first screen.
        <details className={classes['further']} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>{t('filter.others')}</summary>
          <div className={classes['filters']}>{others}</div>
        </details>
      ) : (
        others
      )}
    </div>
  )
}
