import type { PastChangeover } from '#engine/jobOrder/forecast/changeover.ts'
import { withoutChangeover } from '#engine/jobOrder/forecast/orderPace.ts'
import type { OrderCourse } from '#engine/jobOrder/forecast/orderPace.ts'
import type { ItemId, WorkCenterId } from '#engine/ids.ts'
import type { Interval } from '#engine/time/interval.ts'
import { calendarOf, instancesBetween } from '#engine/time/calendar.ts'
import { DAY_MS, MINUTE_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'
import { scheduleInForce } from '#server/shift/scheduleInForce.service.ts'
import type { ScheduleOwner } from '#server/shift/shiftSchedule.store.ts'
import { listChangeovers } from './changeover.store.ts'
import { listFinished, listPastShifts, listPlacesWithOwnShifts } from './forecast.store.ts'
import type { PastShifts } from './forecast.store.ts'

/** What finished orders and shifts of a work center say of those to come. It changes with each finished order: slowly. */
export type PlaceEvidence = {
  readonly finished: readonly { readonly itemId: ItemId | null; readonly course: OrderCourse }[]
  readonly past: readonly PastShifts[]
  readonly changeovers: readonly PastChangeover[]
  readonly shifts: readonly (Interval & { readonly shiftId: number })[]
}

/** So many finished orders of a work center are looked at, of all products. */
const MOST_OF_PLACE = 200
const MOST_CHANGEOVERS = 200
const SHARES_OF_MS = 28 * DAY_MS
const RECENT_MS = 14 * DAY_MS
const HORIZON_MS = 60 * DAY_MS
/** So long what was read is believed. */
const KEPT_MS = 2 * MINUTE_MS
const MOST_KEPT = 5_000

type Kept = { readonly at: number; readonly evidence: PlaceEvidence }

/** What is remembered of the work centers of one database. */
export type EvidenceMemory = Map<string, Kept>

const memories = new WeakMap<object, EvidenceMemory>()

/** Returns what this process remembers of the database. */
export function memoryOf(database: object): EvidenceMemory {
  const known = memories.get(database) ?? new Map<string, Kept>()
  memories.set(database, known)
  return known
}

/** Returns the evidence of the work centers: what was read two minutes ago or later, else it is read for all of them at once. */
export async function evidenceOf(
  tenant: Tenant,
  places: readonly WorkCenterId[],
  now: number,
  memory: EvidenceMemory,
): Promise<ReadonlyMap<WorkCenterId, PlaceEvidence>> {
  const keyOf = (place: ScheduleOwner) => `${tenant.companyId} ${place}`
  const isFresh = (kept: Kept | undefined) => kept !== undefined && now >= kept.at && now - kept.at < KEPT_MS
  const missing = places.filter((place) => !isFresh(memory.get(keyOf(place))))
  if (missing.length > 0) {
    const courses = (await listFinished(tenant, missing, MOST_OF_PLACE)).map(({ course, changeoverMs, ...order }) => ({
      ...order,
      course: withoutChangeover(course, changeoverMs),
    }))
    const finished = Map.groupBy(courses, ({ workCenterId }) => workCenterId)
    const changed = Map.groupBy(await listChangeovers(tenant, missing, MOST_CHANGEOVERS), ({ workCenterId }) => workCenterId)
    const past = Map.groupBy(
      await listPastShifts(tenant, missing, { shares: now - SHARES_OF_MS, recent: now - RECENT_MS }),
      ({ workCenterId }) => workCenterId,
    )
    if (memory.size + missing.length > MOST_KEPT) memory.clear()
    const withOwn = new Set(await listPlacesWithOwnShifts(tenant, missing))
    // Those without shifts of their own have the company's: one calendar for all of them.
    const known = memory.get(keyOf(0))
    const isKnown = withOwn.size === missing.length || isFresh(known)
    const ofCompany = isKnown ? (known?.evidence.shifts ?? []) : await shiftsOf(tenant, 0, now)
    if (!isKnown) memory.set(keyOf(0), { at: now, evidence: { ...NOTHING, shifts: ofCompany } })
    for (const place of missing) {
      const shifts = withOwn.has(place) ? await shiftsOf(tenant, place, now) : ofCompany
      const evidence = { finished: finished.get(place) ?? [], past: past.get(place) ?? [], changeovers: changed.get(place) ?? [], shifts }
      memory.set(keyOf(place), { at: now, evidence })
    }
  }
  return new Map(
    places.flatMap((place) => (memory.has(keyOf(place)) ? [[place, memory.get(keyOf(place))?.evidence ?? NOTHING] as const] : [])),
  )
}

const NOTHING: PlaceEvidence = { finished: [], past: [], changeovers: [], shifts: [] }

async function shiftsOf(tenant: Tenant, place: ScheduleOwner, now: number): Promise<PlaceEvidence['shifts']> {
  const { versions } = await scheduleInForce(tenant, place)
  return instancesBetween(calendarOf(versions), now, now + HORIZON_MS).map(({ start, end, shiftId }) => ({ start, end, shiftId }))
}
