import {
  checkpointAt,
  MOST_FINISHED,
  neededMs,
  paceOf,
  rangeOf,
  rangeRecord,
  restErrors,
  restRecord,
  runningPace,
  startingPace,
  sumOf,
  withoutChangeover,
} from '#engine/jobOrder/forecast/orderPace.ts'
import type { OrderCourse, OrderTimes, PaceGroup, PaceRange, RangeRecord, StartingPace } from '#engine/jobOrder/forecast/orderPace.ts'
import { forecastPlaceQueue } from '#engine/jobOrder/forecast/placeQueue.ts'
import type { MadeProduct, PlaceQueue, QueueForecast, SequencedOrder } from '#engine/jobOrder/forecast/placeQueue.ts'
import type { PlannedShift } from '#engine/jobOrder/forecast/queueForecast.ts'
import { idealCycleOf } from '#engine/fold/compiledSetup.ts'
import { orderCycleOf } from '#engine/jobOrder/orderCycle.ts'
import { madeOutput } from '#engine/jobOrder/orderOutput.ts'
import type { ItemId, JobOrderId, WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { listOrderOutput } from '#server/jobOrder/jobOrderOutput.store.ts'
import type { OrderOutput } from '#server/jobOrder/jobOrderOutput.store.ts'
import { listLastProducts } from './changeover.store.ts'
import { evidenceOf } from './evidence.ts'
import type { EvidenceMemory, PlaceEvidence } from './evidence.ts'
import { listOpenOrders, listTimesSoFar } from './forecast.store.ts'
import type { LooseOrder, OpenOrder, PastShifts, TimesSoFar } from './forecast.store.ts'

/** When an order will be made, and what says so. */
export type ForecastOfOrder = QueueForecast<JobOrderId> & {
  readonly basis: PaceGroup | null
  /** So many finished orders it is from. */
  readonly cases: number
  /** How often such a range of the orders before held at the work center: of those that begin, or that were as far. */
  readonly record: RangeRecord
  /** The shifts to come of the work center. */
  readonly shifts: readonly PlannedShift[]
}

/** What is worked on and waits at a work center in its sequence, and what its forecast follows from. */
export type KnownQueue = {
  readonly orders: readonly OpenOrder[]
  /** Returns the queue of these orders, of those that it consists of and the one that comes, with what is told beside the forecast of each. */
  sequence(orders: readonly OpenOrder[]): { readonly queue: PlaceQueue<JobOrderId>; readonly told: readonly Told[] }
}

/** Returns the queues of the work centers. `memory`: of the database that is asked; `coming`: an order that may be moved to one of them. */
export async function knownQueues(
  tenant: Tenant,
  places: readonly WorkCenterId[],
  now: number,
  memory: EvidenceMemory,
  coming: LooseOrder | null = null,
): Promise<ReadonlyMap<WorkCenterId, KnownQueue>> {
  const open = await listOpenOrders(tenant, places)
  const begun = [...open, ...(coming === null ? [] : [coming])].filter(({ status }) => status !== 'PLANNED').map(({ id }) => id)
  const output = await listOrderOutput(tenant, begun)
  const soFar = await listTimesSoFar(tenant, begun)
  const lastProducts = await listLastProducts(tenant, places)
  const queues = Map.groupBy(open, ({ workCenterId }) => workCenterId)
  const evidence = await evidenceOf(tenant, places, now, memory)
  return new Map(
    places.flatMap((place) => {
      const known = evidence.get(place)
      if (known === undefined) return []
      const all = { ...known, output, soFar, recent: recentOf(known.past), lastProduct: lastProducts.get(place) ?? null }
      return [[place, queueOf(queues.get(place) ?? [], all)] as const]
    }),
  )
}

/** Returns the forecast of everything that is worked on or waits at the work centers (domain.md F-1), by order. `memory`: of the database that is asked. */
export async function forecastPlaces(
  tenant: Tenant,
  places: readonly WorkCenterId[],
  now: number,
  memory: EvidenceMemory,
): Promise<ReadonlyMap<JobOrderId, ForecastOfOrder>> {
  const forecasts = new Map<JobOrderId, ForecastOfOrder>()
  for (const known of (await knownQueues(tenant, places, now, memory)).values()) {
    const { queue, told } = known.sequence(known.orders)
    for (const [index, forecast] of forecastPlaceQueue(queue, now).entries())
      forecasts.set(forecast.id, { ...forecast, ...(told[index] ?? NOTHING_TOLD), shifts: queue.shifts })
  }
  return forecasts
}

type Known = PlaceEvidence & {
  readonly output: ReadonlyMap<JobOrderId, OrderOutput>
  readonly soFar: ReadonlyMap<JobOrderId, TimesSoFar>
  readonly recent: OrderTimes
  readonly lastProduct: MadeProduct | null
}

function queueOf(orders: readonly OpenOrder[], known: Known): KnownQueue {
  const groupOf = groupsOf(known)
  const shares = new Map(known.past.map(({ shiftId, plannedShare }) => [shiftId, plannedShare]))
  const shifts = known.shifts.map(({ start, end, shiftId }): PlannedShift => ({ start, end, plannedShare: shares.get(shiftId) ?? 1 }))
  const { lastProduct, changeovers } = known
  return {
    orders,
    sequence: (sequenced) => {
      const judged = sequenced.map((order) => judge(order, known, groupOf(order.itemId)))
      const isParallel = sequenced.filter(({ status }) => status === 'PROGRESS').length > 1
      const queue = judged.map(({ queued }) =>
        // Orders in progress at once share the pace by turns: only roughly known.
        isParallel && queued.isRunning ? { ...queued, range: null } : queued,
      )
      return { queue: { orders: queue, lastProduct, changeovers, shifts }, told: judged.map(({ told }) => told) }
    },
  }
}

type Told = Pick<ForecastOfOrder, 'basis' | 'cases' | 'record'>
type Judged = { readonly queued: SequencedOrder<JobOrderId>; readonly told: Told }

const NOTHING_TOLD: Told = { basis: null, cases: 0, record: { held: 0, of: 0 } }

/** What is known before an order of a product begins. */
type Group = {
  readonly start: StartingPace | null
  /** Of an order that has not begun. */
  readonly range: PaceRange | null
  readonly courses: readonly OrderCourse[]
  readonly record: RangeRecord
  /** The same of the ranges that orders had when so much of them was made. */
  readonly recordAt: (share: number) => RangeRecord
}

/** Returns how the group of a product is found: worked out once for all orders of it, and what is from all products once for all of them. */
function groupsOf({ finished, recent }: Known): (itemId: ItemId | null) => Group {
  const coursesOfPlace = finished.map(({ course }) => course)
  const ofPlace = pacesOf(coursesOfPlace)
  const coursesOfItems = Map.groupBy(finished, ({ itemId }) => itemId)
  const groupOfPlace = groupFrom(startingPace({ ofItem: [], ofPlace, recent }), coursesOfPlace, ofPlace)
  const groups = new Map<ItemId | null, Group>([[null, groupOfPlace]])
  return (itemId) => {
    const known = groups.get(itemId)
    if (known !== undefined) return known
    const courses = (coursesOfItems.get(itemId) ?? []).map(({ course }) => course)
    const ofItem = pacesOf(courses)
    const start = courses.length === 0 ? null : startingPace({ ofItem, ofPlace, recent })
    const group = start?.group === 'ITEM' ? groupFrom(start, courses, ofItem) : groupOfPlace
    groups.set(itemId, group)
    return group
  }
}

function groupFrom(start: StartingPace | null, courses: readonly OrderCourse[], paces: readonly number[]): Group {
  const records = new Map<number, RangeRecord>()
  return {
    start,
    range: start === null ? null : rangeOf(start.values, start.pace),
    courses,
    record: rangeRecord(paces),
    recordAt: (share) => {
      const record = records.get(share) ?? restRecord(courses, share)
      records.set(share, record)
      return record
    },
  }
}

function judge(order: OpenOrder, { output, soFar }: Known, { start, range, courses, record, recordAt }: Group): Judged {
  const cycleMs = orderCycleOf(order) ?? idealCycleOf(order.placeSpeed)
  const product = order.itemId === null ? null : { item: Number(order.itemId), family: order.family }
  const queued = { id: order.id, product, dueDate: order.dueDate, isRunning: order.status === 'PROGRESS' }
  const made = output.get(order.id)
  const accepted = made === undefined ? 0 : madeOutput(made.alone, made.elsewhere).accepted
  if (order.planOutput === null || cycleMs === null) return { queued: { ...queued, neededMs: null, range: null }, told: NOTHING_TOLD }
  const madeShare = accepted / order.planOutput
  const past = soFar.get(order.id) ?? { plannedMs: 0, valuableMs: 0, changeoverMs: 0 }
  const pace = runningPace(sumOf(withoutChangeover([past], past.changeoverMs)), start?.pace ?? null, madeShare)
  if (pace === null) return { queued: { ...queued, neededMs: null, range: null }, told: NOTHING_TOLD }
  const checkpoint = checkpointAt(madeShare)
  return {
    queued: {
      ...queued,
      neededMs: neededMs({ plan: order.planOutput, madeAccepted: accepted, cycleMs }, pace),
      range:
        checkpoint === null || start === null ? range : rangeOf(restErrors(courses.slice(0, MOST_FINISHED), checkpoint, start.pace), 1),
    },
    told: {
      basis: start?.group ?? null,
      cases: start?.values.length ?? 0,
      // The record speaks of the ranges that are shown: of orders that begin, or of the rest of those that are as far.
      record: checkpoint === null ? record : recordAt(checkpoint),
    },
  }
}

function pacesOf(courses: readonly OrderCourse[]): readonly number[] {
  return courses.flatMap((course) => paceOf(sumOf(course)) ?? [])
}

function recentOf(past: readonly PastShifts[]): OrderTimes {
  return sumOf(past.map(({ recentPlannedMs, recentValuableMs }) => ({ plannedMs: recentPlannedMs, valuableMs: recentValuableMs })))
}
