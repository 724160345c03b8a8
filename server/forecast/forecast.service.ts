import {
  checkpointAt,
  MOST_FINISHED,
  neededMs,
  paceOf,
  rangeOf,
  rangeRecord,
  restErrors,
  runningPace,
  startingPace,
  sumOf,
} from '#engine/jobOrder/forecast/orderPace.ts'
import type { OrderCourse, OrderTimes, PaceGroup, PaceRange, StartingPace } from '#engine/jobOrder/forecast/orderPace.ts'
import { forecastQueue } from '#engine/jobOrder/forecast/queueForecast.ts'
import type { OrderForecast, PlannedShift, QueuedOrder } from '#engine/jobOrder/forecast/queueForecast.ts'
import { idealCycleOf } from '#engine/fold/compiledSetup.ts'
import { orderCycleOf } from '#engine/jobOrder/orderCycle.ts'
import { madeOutput } from '#engine/jobOrder/orderOutput.ts'
import type { ItemId, JobOrderId, WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { listOrderOutput } from '#server/jobOrder/jobOrderOutput.store.ts'
import type { OrderOutput } from '#server/jobOrder/jobOrderOutput.store.ts'
import { evidenceOf } from './evidence.ts'
import type { EvidenceMemory, PlaceEvidence } from './evidence.ts'
import { listOpenOrders, listTimesSoFar } from './forecast.store.ts'
import type { OpenOrder, PastShifts } from './forecast.store.ts'

/** When an order will be made, and what says so. */
export type ForecastOfOrder = OrderForecast<JobOrderId> & {
  readonly basis: PaceGroup | null
  /** So many finished orders it is from. */
  readonly cases: number
  /** How often the range of the orders before held at the work center, and of how many. */
  readonly record: { readonly held: number; readonly of: number }
}

/** Returns the forecast of everything that is worked on or waits at the work centers (domain.md F-1), by order. `memory`: of the database that is asked. */
export async function forecastPlaces(
  tenant: Tenant,
  places: readonly WorkCenterId[],
  now: number,
  memory: EvidenceMemory,
): Promise<ReadonlyMap<JobOrderId, ForecastOfOrder>> {
  const open = await listOpenOrders(tenant, places)
  const begun = open.filter(({ status }) => status !== 'PLANNED').map(({ id }) => id)
  const output = await listOrderOutput(tenant, begun)
  const soFar = await listTimesSoFar(tenant, begun)
  const queues = Map.groupBy(open, ({ workCenterId }) => workCenterId)
  const evidence = await evidenceOf(tenant, [...queues.keys()], now, memory)
  const forecasts = new Map<JobOrderId, ForecastOfOrder>()
  for (const [workCenterId, orders] of queues) {
    const known = evidence.get(workCenterId)
    if (known === undefined) continue
    for (const one of forecastPlace(orders, { ...known, output, soFar, recent: recentOf(known.past) }, now)) forecasts.set(one.id, one)
  }
  return forecasts
}

type Known = PlaceEvidence & {
  readonly output: ReadonlyMap<JobOrderId, OrderOutput>
  readonly soFar: ReadonlyMap<JobOrderId, OrderTimes>
  readonly recent: OrderTimes
}

function forecastPlace(orders: readonly OpenOrder[], known: Known, now: number): readonly ForecastOfOrder[] {
  const groupOf = groupsOf(known)
  const judged = orders.map((order) => judge(order, known, groupOf(order.itemId)))
  const isParallel = orders.filter(({ status }) => status === 'PROGRESS').length > 1
  const queue = judged.map(({ queued }): QueuedOrder<JobOrderId> =>
    // Orders in progress at once share the pace by turns: only roughly known.
    isParallel && queued.isRunning ? { ...queued, range: null } : queued,
  )
  const shares = new Map(known.past.map(({ shiftId, plannedShare }) => [shiftId, plannedShare]))
  const shifts = known.shifts.map(({ start, end, shiftId }): PlannedShift => ({ start, end, plannedShare: shares.get(shiftId) ?? 1 }))
  return forecastQueue(queue, now, shifts).map((forecast, index) => ({ ...forecast, ...(judged[index]?.told ?? NOTHING_TOLD) }))
}

type Told = Pick<ForecastOfOrder, 'basis' | 'cases' | 'record'>
type Judged = { readonly queued: QueuedOrder<JobOrderId>; readonly told: Told }

const NOTHING_TOLD: Told = { basis: null, cases: 0, record: { held: 0, of: 0 } }

/** What is known before an order of a product begins. */
type Group = { readonly start: StartingPace | null; readonly courses: readonly OrderCourse[]; readonly record: ForecastOfOrder['record'] }

/** Returns how the group of a product is found: worked out once for all orders of it. */
function groupsOf({ finished, recent }: Known): (itemId: ItemId | null) => Group {
  const coursesOfPlace = finished.map(({ course }) => course)
  const ofPlace = pacesOf(coursesOfPlace)
  const recordOfPlace = rangeRecord(ofPlace)
  const groups = new Map<ItemId | null, Group>()
  return (itemId) => {
    const known = groups.get(itemId)
    if (known !== undefined) return known
    const courses = itemId === null ? [] : finished.filter((one) => one.itemId === itemId).map(({ course }) => course)
    const ofItem = pacesOf(courses)
    const start = startingPace({ ofItem, ofPlace, recent })
    const group =
      start?.group === 'ITEM' ? { start, courses, record: rangeRecord(ofItem) } : { start, courses: coursesOfPlace, record: recordOfPlace }
    groups.set(itemId, group)
    return group
  }
}

function judge(order: OpenOrder, { output, soFar }: Known, { start, courses, record }: Group): Judged {
  const cycleMs = orderCycleOf(order) ?? idealCycleOf(order.placeSpeed)
  const queued = { id: order.id, changeoverMs: 0, isRunning: order.status === 'PROGRESS' }
  const made = output.get(order.id)
  const accepted = made === undefined ? 0 : madeOutput(made.alone, made.elsewhere).accepted
  if (order.planOutput === null || cycleMs === null) return { queued: { ...queued, neededMs: null, range: null }, told: NOTHING_TOLD }
  const madeShare = accepted / order.planOutput
  const pace = runningPace(soFar.get(order.id) ?? { plannedMs: 0, valuableMs: 0 }, start?.pace ?? null, madeShare)
  if (pace === null) return { queued: { ...queued, neededMs: null, range: null }, told: NOTHING_TOLD }
  const checkpoint = checkpointAt(madeShare)
  return {
    queued: {
      ...queued,
      neededMs: neededMs({ plan: order.planOutput, madeAccepted: accepted, cycleMs }, pace),
      range: start === null ? null : rangeFrom(start, checkpoint, courses),
    },
    told: {
      basis: start?.group ?? null,
      cases: start?.values.length ?? 0,
      // The record speaks of the ranges that are shown: of orders that begin.
      record: checkpoint === null ? record : NOTHING_TOLD.record,
    },
  }
}

function rangeFrom(start: StartingPace, checkpoint: number | null, courses: readonly OrderCourse[]): PaceRange | null {
  if (checkpoint === null) return rangeOf(start.values, start.pace)
  return rangeOf(restErrors(courses.slice(0, MOST_FINISHED), checkpoint, start.pace), 1)
}

function pacesOf(courses: readonly OrderCourse[]): readonly number[] {
  return courses.flatMap((course) => paceOf(sumOf(course)) ?? [])
}

function recentOf(past: readonly PastShifts[]): OrderTimes {
  return sumOf(past.map(({ recentPlannedMs, recentValuableMs }) => ({ plannedMs: recentPlannedMs, valuableMs: recentValuableMs })))
}
