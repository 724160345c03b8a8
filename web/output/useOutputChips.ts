import type { Chip } from '#web/parts/list/table/Chips.tsx'
import type { ListUrl } from '#web/parts/list/useListSearch.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import type { Place } from './OutputFilters.tsx'
import type { OutputSearch } from './outputSearch.ts'

/** Returns the filters that are on, in words. */
export function useOutputChips({ search, change }: ListUrl<OutputSearch>, places: readonly Place[]): readonly Chip[] {
  const { t } = useTexts('output')
  const format = useFormat()
  const { wc, order, q, from, to, hour, issues, cancelled, tab } = search
  const chip = (key: string, text: string, next: Partial<OutputSearch>): Chip => ({
    key,
    text,
    onRemove: () => change({ page: 1, ...next }),
  })
  const day = (date: string) => (date === '' ? '' : format.date(Date.parse(`${date}T12:00:00Z`)))
  return [
    ...wc.map((id) => chip(`wc${id}`, places.find((place) => place.id === id)?.name ?? `#${id}`, { wc: wc.filter((one) => one !== id) })),
    ...(tab === 'check' ? [] : order).map((id) =>
      chip(`order${id}`, t('filter.oneOrder', { id }), { order: order.filter((one) => one !== id) }),
    ),
    ...(tab === 'device' && issues !== '' ? [chip('issues', t(`issues.${issues}`), { issues: '' })] : []),
    ...(Number.isNaN(Date.parse(hour)) ? [] : [chip('hour', format.dateTime(Date.parse(hour)), { hour: '' })]),
    ...(from === '' && to === '' ? [] : [chip('days', `${day(from)}–${day(to)}`, { from: '', to: '' })]),
    ...(tab === 'confirmations' && cancelled ? [chip('cancelled', t('filter.cancelled'), { cancelled: false })] : []),
    ...(q.trim() === '' || tab === 'check' ? [] : [chip('q', `“${q.trim()}”`, { q: '' })]),
  ]
}
