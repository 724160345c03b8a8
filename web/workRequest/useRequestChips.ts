import type { Chip } from '#web/parts/list/table/Chips.tsx'
import type { ListUrl } from '#web/parts/list/useListSearch.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import type { RequestsSearch } from './requestsSearch.ts'

/** Returns the filters that are on, in words. */
export function useRequestChips(
  { search, change }: ListUrl<RequestsSearch>,
  places: readonly { readonly id: number; readonly name: string }[],
): readonly Chip[] {
  const { t } = useTexts('workRequest')
  return [
    ...search.wc.map((id) => ({
      key: `wc${id}`,
      text: places.find((place) => place.id === id)?.name ?? `#${id}`,
      onRemove: () => change({ page: 1, wc: search.wc.filter((one) => one !== id) }),
    })),
    ...search.status.map((status) => ({
      key: status,
      text: t(`status.${status}`),
      onRemove: () => change({ page: 1, status: search.status.filter((one) => one !== status) }),
    })),
    ...(search.mine ? [{ key: 'mine', text: t('filter.mine'), onRemove: () => change({ page: 1, mine: false }) }] : []),
    ...(search.late ? [{ key: 'late', text: t('filter.late'), onRemove: () => change({ page: 1, late: false }) }] : []),
    ...(search.q === '' ? [] : [{ key: 'q', text: `“${search.q}”`, onRemove: () => change({ page: 1, q: '' }) }]),
  ]
}
