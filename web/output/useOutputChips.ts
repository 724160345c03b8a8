import { useQuery } from 'urql'
import { OrderOfChipDocument } from '#web/api/generated/graphql.ts'
import type { Chip } from '#web/parts/list/table/Chips.tsx'
import type { ListUrl } from '#web/parts/list/useListSearch.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useCoarseNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { daysAsked } from './output.view.ts'
import type { Place } from './OutputFilters.tsx'
import type { OutputSearch } from './outputSearch.ts'

const CLOCK_MS = 3_600_000

type ChipOptions = {
  readonly places: readonly Place[]
  readonly zone: string
  /** Orders of the rows, of which the chosen ones are called by their codes. */
  /** People of the rows, of whom the chosen one is called by name. */
  readonly people?: readonly ({ readonly id: string; readonly fullName: string } | null)[] | undefined
  readonly orders?: readonly ({ readonly id: number; readonly orderCode: string } | null)[] | undefined
}

/** Returns the filters that are on, in words. */
export function useOutputChips(
  { search, change }: ListUrl<OutputSearch>,
  { places, zone, orders = [], people = [] }: ChipOptions,
): readonly Chip[] {
  const { t } = useTexts('output')
  const format = useFormat()
  const { wc, order, q, hour, issues, cancelled, type, code, who, tab } = search
  const isConfirmed = tab === 'confirmations'
  const { from, to } = daysAsked(search, zone, useCoarseNow(CLOCK_MS))
  const listed = (id: number) => orders.find((one) => one?.id === id)?.orderCode
  // What no row names is asked: ids look like codes of other orders.
  const [unlisted] = (tab === 'check' ? [] : order).filter((id) => listed(id) === undefined)
  const [{ data: asked }] = useQuery({ query: OrderOfChipDocument, variables: { id: unlisted ?? 0 }, pause: unlisted === undefined })
  const codeOf = (id: number) => listed(id) ?? (asked?.jobOrder.id === id ? asked.jobOrder.orderCode : undefined)
  const chip = (key: string, text: string, next: Partial<OutputSearch>): Chip => ({
    key,
    text,
    onRemove: () => change({ page: 1, ...next }),
  })
  const day = (date: string) => (date === '' ? '' : format.date(Date.parse(`${date}T12:00:00Z`)))
  return [
    ...wc.map((id) => chip(`wc${id}`, places.find((place) => place.id === id)?.name ?? `#${id}`, { wc: wc.filter((one) => one !== id) })),
    ...(tab === 'check' ? [] : order).map((id) =>
      chip(`order${id}`, codeOf(id) ?? t('filter.oneOrder'), { order: order.filter((one) => one !== id) }),
    ),
    ...(tab === 'device' && issues !== '' ? [chip('issues', t(`issues.${issues}`), { issues: '' })] : []),
    ...(Number.isNaN(Date.parse(hour)) ? [] : [chip('hour', format.dateTime(Date.parse(hour)), { hour: '' })]),
    ...(from === '' && to === '' ? [] : [chip('days', `${day(from)}–${day(to)}`, { from: '', to: '' })]),
    ...(isConfirmed && type !== '' ? [chip('type', t(`type.${type}`), { type: '' })] : []),
    ...(isConfirmed && code.trim() !== '' ? [chip('code', `“${code.trim()}”`, { code: '' })] : []),
    ...(isConfirmed && who !== ''
      ? [chip('who', people.find((one) => one?.id === who)?.fullName ?? t('filter.onePerson'), { who: '' })]
      : []),
    ...(isConfirmed && cancelled ? [chip('cancelled', t('filter.cancelled'), { cancelled: false })] : []),
    ...(q.trim() === '' || tab === 'check' ? [] : [chip('q', `“${q.trim()}”`, { q: '' })]),
  ]
}
