import { DAY_MS } from '#engine/time/durations.ts'
import type { Chip } from '#web/parts/list/table/Chips.tsx'
import type { ListUrl } from '#web/parts/list/useListSearch.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useZoneFormat } from '#web/ui/useZoneFormat.ts'
import { daysAsked } from '#web/parts/period/chosenDays.ts'
import type { OrdersSearch } from './jobOrdersSearch.ts'

type Names = {
  readonly places: readonly { readonly id: number; readonly name: string }[]
  /** Of the products that are chosen, by their ids. */
  readonly products: ReadonlyMap<number, string>
}

/** Returns the filters that are on, in words. */
export function useOrderChips({ search, change }: ListUrl<OrdersSearch>, { places, products }: Names): readonly Chip[] {
  const { t } = useTexts('jobOrder')
  // A day of the address is the same day in every zone.
  const format = useZoneFormat('UTC')
  const days = daysAsked(search)
  return [
    ...search.wc.map((id) => ({
      key: `wc${id}`,
      text: places.find((place) => place.id === id)?.name ?? `#${id}`,
      onRemove: () => change({ page: 1, wc: search.wc.filter((one) => one !== id) }),
    })),
    ...search.product.map((id) => ({
      key: `product${id}`,
      text: products.get(id) ?? `#${id}`,
      onRemove: () => change({ page: 1, product: search.product.filter((one) => one !== id) }),
    })),
    ...(days === null
      ? []
      : [
          {
            key: 'period',
            text: `${format.date(days.first * DAY_MS)} – ${format.date(days.last * DAY_MS)}`,
            onRemove: () => change({ page: 1, from: '', to: '' }),
          },
        ]),
    ...(search.source === ''
      ? []
      : [{ key: 'source', text: t(`source.${search.source}`), onRemove: () => change({ page: 1, source: '' }) }]),
    ...search.imported.map((id) => ({
      key: 'imported',
      text: [t('filter.imported', { id }), ...search.did.map((deed) => t(`deed.${deed}`))].join(' · '),
      onRemove: () => change({ page: 1, imported: [], did: [] }),
    })),
    ...search.late.map((choice) => ({
      key: choice,
      text: t(`late.${choice}`),
      onRemove: () => change({ page: 1, late: search.late.filter((one) => one !== choice) }),
    })),
    ...(search.q === '' ? [] : [{ key: 'q', text: `“${search.q}”`, onRemove: () => change({ page: 1, q: '' }) }]),
  ]
}
