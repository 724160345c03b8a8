import { WITHOUT_REASON } from '#engine/analytics/lossFact.ts'
import { LOSS_SOURCES } from '#engine/facts.ts'
import { STATUS_KINDS } from '#engine/status/statusRule.ts'
import type { LossesFilter, LossesListQueryVariables } from '#web/api/generated/graphql.ts'
import { columnOf, isDescending } from '#web/parts/list/sort.ts'
import type { Stop } from '#web/parts/classify/stops.view.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import type { LossRow } from './lossRow.ts'
import type { LossesSearch } from './lossesSearch.ts'

const HOUR_S = 3600
const MOST_ID = 0x7f_ff_ff_ff

/** Returns what to ask the server for the URL state; `today` is the date of the company, whose days count. */
export function lossesQuery(search: LossesSearch, today: string): Omit<LossesListQueryVariables, 'page' | 'size'> {
  const isByDate = columnOf(search.sort) === 'date'
  return {
    filter: lossFilter(search, today),
    orderBy: isByDate ? 'DATE' : 'DURATION',
    sort: isDescending(search.sort) ? 'DESC' : 'ASC',
    unclassifiedFirst: search.tab === 'all' && search.sort === '-date',
    // Sums of all years would be added up anew with every loss that comes.
    // What rejects come to is said where rejects alone are listed.
    hasRejects: search.tab === 'quality',
    hasTotals: search.tab !== 'invalid' && search.range !== 'all' && (search.range !== 'dates' || search.from !== ''),
  }
}

function lossFilter(search: LossesSearch, today: string): LossesFilter {
  const { tab, source, category, plan, length, approval, critical, q, wc, wcGroup, reason, reasonGroup, activity, order } = search
  const places = wc.length > 0 ? { workCenterIds: [...wc] } : {}
  // Only work centers narrow what is left of losses that are no longer there.
  if (tab === 'invalid') return { isValid: false, ...places }
  return {
    ...places,
    ...shiftsOf(search, today),
    ...(tab === 'unexplained' && { classification: 'UNCLASSIFIED' }),
    ...(tab === 'quality' ? { source: 'OUTPUT' } : source !== '' && { source }),
    ...(category.length > 0 && { categories: [...category] }),
    ...(plan.length > 0 && { lossTypes: plan.map((one) => (one === 'UNPLANNED' ? 'ACTUAL' : one)) }),
    ...(search.noReason !== '' && { isWithoutReason: true, ...(tab !== 'unexplained' && { classification: search.noReason }) }),
    ...(search.why.length > 0 && { anyReason: anyReasonOf(search.why) }),
    ...(search.status.length > 0 && { anyStatus: anyStatusOf(search.status) }),
    ...(wcGroup.length > 0 && { workCenterGroupIds: [...wcGroup] }),
    ...(reason.length > 0 && { reasonIds: [...reason] }),
    ...(reasonGroup.length > 0 && { reasonGroupIds: [...reasonGroup] }),
    ...(activity.length > 0 && { activityTypes: [...activity] }),
    ...(search.weekday.length > 0 && { weekdays: search.weekday.map(Number) }),
    ...(search.hour.length > 0 && { hoursOfDay: search.hour.map(Number) }),
    ...(search.shift.length > 0 && { shiftCodes: [...search.shift] }),
    ...(order.length > 0 && { jobOrderIds: [...order] }),
    ...(search.person.length > 0 && { personIds: [...search.person] }),
    ...(length === 'hour' && { durationFilterTo: HOUR_S }),
    ...(length === 'overHour' && { durationFilterFrom: HOUR_S }),
    ...(approval !== '' && { aproveness: approval }),
    ...(critical && { criticalness: 'CRITICAL' }),
    ...(search.oee && { lowersOee: true }),
    ...(q.trim() !== '' && { text: q.trim().slice(0, 200) }),
  }
}

function anyReasonOf(keys: readonly string[]): NonNullable<LossesFilter['anyReason']> {
  return {
    reasonIds: idsOf(keys),
    without: WITHOUT_REASON.filter((cause) => keys.includes(cause)),
  }
}

function anyStatusOf(keys: readonly string[]): NonNullable<LossesFilter['anyStatus']> {
  return {
    statusRuleIds: idsOf(keys),
    kinds: STATUS_KINDS.filter((kind) => keys.includes(kind)),
    sources: LOSS_SOURCES.filter((source) => source !== 'STATUS' && keys.includes(source)),
  }
}

function idsOf(keys: readonly string[]): number[] {
  return keys.map(Number).filter((id) => Number.isInteger(id) && id > 0 && id <= MOST_ID)
}

/** Returns the shifts of the range: the latest of each work center, or those of dates, both included. */
function shiftsOf({ range, from, to }: LossesSearch, today: string): LossesFilter {
  switch (range) {
    case 'currentShift':
      return { isOfLatestShift: true }
    case 'unclosed':
      return { isOfUnconfirmedShift: true }
    case 'today':
      return { shiftDateFrom: today, shiftDateTo: today }
    case 'yesterday':
      return { shiftDateFrom: dayBack(today, 1), shiftDateTo: dayBack(today, 1) }
    case 'last7':
      return { shiftDateFrom: dayBack(today, 6) }
    case 'last30':
      return { shiftDateFrom: dayBack(today, 29) }
    case 'dates': {
      const isReversed = from !== '' && to !== '' && to < from
      const [first, last] = isReversed ? [to, from] : [from, to]
      return { ...(first !== '' && { shiftDateFrom: first }), ...(last !== '' && { shiftDateTo: last }) }
    }
    case 'all':
      return {}
  }
}

/** Returns whether somebody with the right to may approve the loss now: it is over, has a settled reason, and is not approved (domain.md S-27). */
export function mayBeApproved({ loss, stop }: LossRow): boolean {
  return loss.isValid && stop.refusal === null && !stop.isApproved && stop.reasonId !== null && stop.end !== null && !stop.isProvisional
}

const DAYS_BACK = { today: [0, 0], yesterday: [1, 1], last7: [6, 0], last30: [29, 0] } as const

/** Returns the dates before or after those of the range, as long as it; null where the range has no two dates. `today` is the date of the company. */
export function rangeBeside(
  { range, from, to }: Pick<LossesSearch, 'from' | 'range' | 'to'>,
  today: string,
  by: 1 | -1,
): Pick<LossesSearch, 'from' | 'range' | 'to'> | null {
  if (range === 'all' || range === 'unclosed' || (range === 'dates' && (from === '' || to === ''))) return null
  const [first, last] =
    range === 'dates' ? [from, to].toSorted() : DAYS_BACK[range === 'currentShift' ? 'today' : range].map((days) => dayBack(today, days))
  if (first === undefined || last === undefined) return null
  const days = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1
  return { range: 'dates', from: dayBack(first, -by * days), to: dayBack(last, -by * days) }
}

/** Dates alone: a day of a clock change is a day. */
function dayBack(date: string, days: number): string {
  return new Date(Date.parse(date) - days * DAY_MS).toISOString().slice(0, 10)
}

/** Returns how many of the filters behind the button are on. */
export function furtherCount(search: LossesSearch): number {
  const { source, category, plan, length, approval, critical, reason, reasonGroup, activity, wcGroup, shift, order, weekday, hour } = search
  const lists = [category, plan, reason, reasonGroup, activity, wcGroup, shift, order, weekday, hour].filter((one) => one.length > 0)
  return [source, length, approval].filter((one) => one !== '').length + lists.length + Number(critical) + Number(search.oee)
}

/** Returns the hours as stretches of the clock, `[from, to)`: neighbours are one. */
export function hourStretches(hours: readonly number[]): readonly (readonly [from: number, to: number])[] {
  const stretches: [number, number][] = []
  for (const hour of hours) {
    const last = stretches.at(-1)
    if (last?.[1] === hour) last[1] = hour + 1
    else stretches.push([hour, hour + 1])
  }
  return stretches
}

/** What saying the same of many losses will do: to how many, for how long, and how many stay as they are and why. */
export type BulkPlan = {
  readonly changed: readonly Stop[]
  /** What they come to. */
  readonly ms: number
  /** Of the changed ones, those that have a reason of a person, which is replaced. */
  readonly saidCount: number
  readonly approvedCount: number
  readonly confirmedCount: number
  readonly otherCount: number
}

/** Returns the source of most of what can be changed: reasons are offered for one. */
function sourceOf(stops: readonly Stop[]): Stop['source'] {
  const counts = Map.groupBy(
    stops.filter(({ refusal }) => refusal === null),
    ({ source }) => source,
  )
  return [...counts].toSorted(([, left], [, right]) => right.length - left.length)[0]?.[0] ?? 'STATUS'
}

/** Returns what saying the same of the losses will do: what cannot be changed now, was approved, or is lost otherwise than most stays. */
export function bulkPlan(stops: readonly Stop[], msOf: (stop: Stop) => number): BulkPlan {
  const source = sourceOf(stops)
  const isApproved = (stop: Stop) => stop.refusal === 'LOSS_APPROVED' || (stop.refusal === null && stop.isApproved)
  const changed = stops.filter((stop) => stop.refusal === null && !stop.isApproved && stop.source === source)
  const approvedCount = stops.filter(isApproved).length
  const confirmedCount = stops.filter(({ refusal }) => refusal === 'SHIFT_CONFIRMED').length
  return {
    changed,
    saidCount: changed.filter(({ reasonSource }) => reasonSource === 'MANUAL').length,
    ms: changed.reduce((sum, stop) => sum + msOf(stop), 0),
    approvedCount,
    confirmedCount,
    otherCount: stops.length - changed.length - approvedCount - confirmedCount,
  }
}

/** Returns the items in parts of so many at most, in their order. */
export function inBatches<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))
}

/** Returns the reasons that all of the lists have. */
export function commonChoices<One extends { readonly id: number }>(offered: readonly (readonly One[])[]): readonly One[] {
  const [first = [], ...others] = offered
  return first.filter(({ id }) => others.every((list) => list.some((choice) => choice.id === id)))
}

/** Returns the reasons that the pieces have, each once. */
export function reasonsOf(stops: readonly Pick<Stop, 'reason' | 'reasonId'>[]): readonly { readonly id: number; readonly name: string }[] {
  const named = stops.flatMap(({ reason, reasonId }) => (reason === null || reasonId === null ? [] : [[reasonId, reason] as const]))
  return [...new Map(named)].map(([id, name]) => ({ id, name }))
}

type Neighbour = {
  readonly workCenterId: number
  readonly chainStart: string
  readonly timeStart: string
  readonly timeEnd?: string | null
  readonly source: string
}

/**
 * Returns the losses in runs that could each become one: pieces of one stop, each beginning where another ends. Null where one of them has no
 * neighbour among them. The server also asks for one shift.
 */
export function mergeRuns<Row extends Neighbour>(losses: readonly Row[]): readonly (readonly Row[])[] | null {
  const placeOf = ({ workCenterId, chainStart, timeStart }: Row) => `${workCenterId} ${chainStart} ${timeStart}`
  const sorted = losses.toSorted((left, right) => (placeOf(left) < placeOf(right) ? -1 : 1))
  const runs: Row[][] = []
  for (const loss of sorted) {
    const run = runs.at(-1)
    const before = run?.at(-1)
    if (run !== undefined && before !== undefined && isNext(before, loss)) run.push(loss)
    else runs.push([loss])
  }
  const isWhole = runs.length > 0 && runs.every((run) => run.length > 1 && run.every(({ source }) => source === 'STATUS'))
  return isWhole ? runs : null
}

function isNext(before: Neighbour, loss: Neighbour): boolean {
  return before.workCenterId === loss.workCenterId && before.chainStart === loss.chainStart && before.timeEnd === loss.timeStart
}

/** Returns how long each of the losses lasts by `now`: a stop that goes on until then, rejects and lost speed the time that they are worth. */
export function lastingBy(rows: readonly LossRow[], now: number): (stop: Pick<Stop, 'id'>) => number {
  const lasting = new Map(
    rows.map(({ stop, loss }) => [stop.id, stop.end === null && loss.source === 'STATUS' ? now - stop.start : loss.duration * 1000]),
  )
  return ({ id }) => lasting.get(id) ?? 0
}

/** Returns how long the loss lasts in ms; null for rejects and lost speed that are no longer valid, of which only the units are known. */
export function knownDuration({ isValid, source, duration }: Pick<LossRow['loss'], 'isValid' | 'source' | 'duration'>): number | null {
  return !isValid && source !== 'STATUS' && duration === 0 ? null : duration * 1000
}

/** Returns how much of the bar of the longest loss a loss fills, 0 to 1; one that is there at all can be seen. */
export function barShare(ms: number | null, longestMs: number): number {
  return ms === null || ms <= 0 ? 0 : Math.min(1, Math.max(LEAST_BAR, ms / longestMs))
}

const LEAST_BAR = 0.02
