import type {
  ConfirmationsListQueryVariables,
  ListedConfirmationFragment,
  ListedOutputFragment,
  OutputListQueryVariables,
} from '#web/api/generated/graphql.ts'
import { dayAt, startOfDay } from '#web/parts/period/zoneDay.ts'
import { DAY_MS, HOUR_MS, MAX_PERIOD_DAYS } from '#engine/time/durations.ts'
import { isArchived } from '#web/parts/posting/posting.view.ts'
import type { OutputSearch } from './outputSearch.ts'

/** From here on a confirmation is told to differ from the counter: 2 %. */
const ATTENTION = 0.02

/** Returns what to ask for counted output; days are those of the zone of the company. */
export function outputFilter(search: OutputSearch, zone: string, now: number): NonNullable<OutputListQueryVariables['filter']> {
  const { wc, q, order, issues } = search
  const period = periodOf(search, zone, now)
  return {
    enabledForConfirmation: false,
    ...(wc.length > 0 && { workCenterIds: [...wc] }),
    ...(order.length > 0 && { jobOrderIds: [...order] }),
    ...(q.trim() !== '' && { orderLike: q.trim() }),
    ...(issues !== '' && { issues }),
    ...(period !== null && { period }),
  }
}

/** Returns what to ask for confirmations. */
export function confirmationsFilter(
  search: OutputSearch,
  zone: string,
  now: number,
): NonNullable<ConfirmationsListQueryVariables['filter']> {
  const { wc, q, order, cancelled, type, code, who } = search
  const period = periodOf(search, zone, now)
  return {
    // Null asks for all of them.
    ...(cancelled && { confirmationTypes: null }),
    ...(wc.length > 0 && { workCenterIds: [...wc] }),
    ...(order.length > 0 && { jobOrderIds: [...order] }),
    ...(q.trim() !== '' && { orderLike: q.trim() }),
    ...(type !== '' && { outputType: type }),
    ...(code.trim() !== '' && { codeLike: code.trim() }),
    ...(who !== '' && { userIds: [who] }),
    ...(period !== null && { period }),
  }
}

/** An open start is as far back as the server takes, also where clocks change. */
const LONGEST_MS = (MAX_PERIOD_DAYS - 1) * DAY_MS

/** Returns the days of the address as instants, both days included and in either order; null where none is chosen. */
export function periodOf(
  { from, to, hour }: Pick<OutputSearch, 'from' | 'hour' | 'to'>,
  zone: string,
  now: number,
): { readonly start: string; readonly end: string } | null {
  const begun = Date.parse(hour)
  if (!Number.isNaN(begun)) return { start: new Date(begun).toISOString(), end: new Date(begun + HOUR_MS).toISOString() }
  if (from === '' && to === '') return null
  const [first, last] = inOrder(from, to)
  const day = (date: string) => Date.parse(date) / DAY_MS
  const begin = first === '' ? -Infinity : startOfDay(zone, day(first))
  const end = last === '' ? Math.max(begin, now) + DAY_MS : startOfDay(zone, day(last) + 1)
  const isOpen = first === '' || last === ''
  const start = isOpen && end - begin > LONGEST_MS ? startOfDay(zone, dayAt(zone, end - LONGEST_MS) + 1) : begin
  return { start: new Date(start).toISOString(), end: new Date(end).toISOString() }
}

function inOrder(from: string, to: string): readonly [string, string] {
  return from !== '' && to !== '' && to < from ? [to, from] : [from, to]
}

/** Returns the days that are really asked for: of an open stretch that is longer than the server takes, the last ones. */
export function daysAsked(
  search: Pick<OutputSearch, 'from' | 'to'>,
  zone: string,
  now: number,
): { readonly from: string; readonly to: string } {
  const [first, to] = inOrder(search.from, search.to)
  const period = periodOf({ ...search, hour: '' }, zone, now)
  if (period === null) return { from: '', to: '' }
  const start = new Date(dayAt(zone, Date.parse(period.start)) * DAY_MS).toISOString().slice(0, 10)
  return { from: start > first ? start : first, to }
}

/** Returns whether output that lacks something is looked for at any time: then none of it means that all is well, at the chosen work centers. */
export function isIssueAlone({ q, order, from, to, hour, issues }: OutputSearch): boolean {
  return issues !== '' && order.length === 0 && [q.trim(), from, to, hour].every((text) => text === '')
}

/** Why output cannot be given to an order. */
type NotAssigned = 'ARCHIVED' | 'COUNTING' | 'SEVERAL_PLACES' | 'SHIFT_CONFIRMED'

/** Returns why the outputs cannot be given to one order, null when they can: its sentence says what to do instead. */
export function whyNotAssigned(outputs: readonly ListedOutputFragment[]): NotAssigned | null {
  if (onePlaceOf(outputs) === null) return 'SEVERAL_PLACES'
  if (outputs.some(isArchived)) return 'ARCHIVED'
  if (!outputs.every(isOpenToEdits)) return 'SHIFT_CONFIRMED'
  return outputs.some(({ timeEnd }) => timeEnd === null) ? 'COUNTING' : null
}

/** Returns whether its orders and its count may still be put right: its shift is not confirmed, and its work center not archived. */
export function isOpenToEdits(output: ListedOutputFragment): boolean {
  return output.shift?.status !== 'CONFIRMED' && !isArchived(output)
}

/** Returns whether it was made without an order and waits for one. */
export function lacksOrder({ productionOrders, totalOutput }: ListedOutputFragment): boolean {
  return productionOrders.length === 0 && totalOutput > 0
}

/** Returns how many stops it had, and for how long together (ms). */
export function stopsOf({ activities }: ListedOutputFragment): { readonly count: number; readonly ms: number } {
  return {
    count: activities.reduce((sum, { count }) => sum + count, 0),
    ms: activities.reduce((sum, { duration }) => sum + duration * 1000, 0),
  }
}

/** Returns whether the confirmation differs from the counter by more than 2 %. */
export function differsMuch({ difference, sensorValue }: Pick<ListedConfirmationFragment, 'difference' | 'sensorValue'>): boolean {
  return difference !== 0 && Math.abs(difference) > ATTENTION * sensorValue
}

/** Returns the work center of all of them, null where they are of several. */
export function onePlaceOf(outputs: readonly Pick<ListedOutputFragment, 'workCenterId'>[]): number | null {
  const [first] = outputs
  return first !== undefined && outputs.every(({ workCenterId }) => workCenterId === first.workCenterId) ? first.workCenterId : null
}

/** Returns the stretch in which what was confirmed of the output was made: its end belongs to it, its start to what came before. */
export function postingsPeriod({ timeStart, timeEnd }: Pick<ListedOutputFragment, 'timeEnd' | 'timeStart'>): {
  readonly start: string
  readonly end: string
} {
  const after = (instant: string) => new Date(Date.parse(instant) + 1).toISOString()
  const open = new Date(Date.parse(timeStart) + 2 * DAY_MS).toISOString()
  return { start: after(timeStart), end: timeEnd === null ? open : after(timeEnd) }
}
