import type { Chip } from '#web/parts/list/table/Chips.tsx'
import type { ListUrl } from '#web/parts/list/useListSearch.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import type { OrdersSearch } from './jobOrdersSearch.ts'

/** Returns the filters that are on, in words. */
export function useOrderChips(
  { search, change }: ListUrl<OrdersSearch>,
  places: readonly { readonly id: number; readonly name: string }[],
): readonly Chip[] {
  const { t } = useTexts('jobOrder')
  return [
    ...search.wc.map((id) => ({
      key: `wc${id}`,
      text: places.find((place) => place.id === id)?.name ?? `#${id}`,
      onRemove: () => change({ page: 1, wc: search.wc.filter((one) => one !== id) }),
    })),
    ...search.late.map((choice) => ({
      key: choice,
      text: t(`late.${choice}`),
      onRemove: () => change({ page: 1, late: search.late.filter((one) => one !== choice) }),
    })),
    ...(search.q === '' ? [] : [{ key: 'q', text: `“${search.q}”`, onRemove: () => change({ page: 1, q: '' }) }]),
  ]
}
