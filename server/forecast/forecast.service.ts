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
import type { OrderTimes, PaceGroup } from '#engine/jobOrder/forecast/orderPace.ts'
import { forecastQueue } from '#engine/jobOrder/forecast/queueForecast.ts'
import type { OrderForecast, PlannedShift, QueuedOrder } from '#engine/jobOrder/forecast/queueForecast.ts'
import { idealCycleOf } from '#engine/fold/compiledSetup.ts'
import { orderCycleOf } from '#engine/jobOrder/orderCycle.ts'
import { madeOutput } from '#engine/jobOrder/orderOutput.ts'
import type { JobOrderId, WorkCenterId } from '#engine/ids.ts'
import { calendarOf, instancesBetween } from '#engine/time/calendar.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'
import { listOrderOutput } from '#server/jobOrder/jobOrderOutput.store.ts'
import type { OrderOutput } from '#server/jobOrder/jobOrderOutput.store.ts'
import { scheduleInForce } from '#server/shift/scheduleInForce.service.ts'
import { listFinished, listOpenOrders, listPastShifts, listTimesSoFar } from './forecast.store.ts'
import type { FinishedOrder, OpenOrder, PastShifts } from './forecast.store.ts'

const SHARES_OF_MS = 28 * DAY_MS
const RECENT_MS = 14 * DAY_MS
const HORIZON_MS = 60 * DAY_MS

/** When an order will be made, and what says so. */
export type ForecastOfOrder = OrderForecast<JobOrderId> & {
  readonly basis: PaceGroup | null
  /** So many finished orders it is from. */
  readonly cases: number
  /** How often the range of the orders before held at the work center, and of how many. */
  readonly record: { readonly held: number; readonly of: number }
}

/** Returns the forecast of everything that is worked on or waits at the work centers (domain.md F-1), by order. */
export async function forecastPlaces(
  tenant: Tenant,
  places: readonly WorkCenterId[],
  now: number,
): Promise<ReadonlyMap<JobOrderId, ForecastOfOrder>> {
  const open = await listOpenOrders(tenant, places)
  const begun = open.filter(({ status }) => status !== 'PLANNED').map(({ id }) => id)
  const output = await listOrderOutput(tenant, begun)
  const soFar = await listTimesSoFar(tenant, begun)
  const queues = Map.groupBy(open, ({ workCenterId }) => workCenterId)
  const asked = [...queues].flatMap(([workCenterId, orders]) =>
    [null, ...new Set(orders.flatMap(({ itemId }) => itemId ?? []))].map((itemId) => ({ workCenterId, itemId })),
  )
  // As many again, so that the oldest of the last fifty is judged by fifty before it.
  const finished = await listFinished(tenant, asked, 2 * MOST_FINISHED)
  const past = await listPastShifts(tenant, [...queues.keys()], { shares: now - SHARES_OF_MS, recent: now - RECENT_MS })
  const forecasts = new Map<JobOrderId, ForecastOfOrder>()
  for (const [workCenterId, orders] of queues) {
    const known: Known = {
      output,
      soFar,
      finished: finished.filter((one) => one.workCenterId === workCenterId),
      recent: recentOf(past.filter((one) => one.workCenterId === workCenterId)),
    }
    const shifts = await shiftsOf(tenant, workCenterId, past, now)
    for (const one of forecastPlace(orders, known, now, shifts)) forecasts.set(one.id, one)
  }
  return forecasts
}

type Known = {
  readonly output: ReadonlyMap<JobOrderId, OrderOutput>
  readonly soFar: ReadonlyMap<JobOrderId, OrderTimes>
  readonly finished: readonly FinishedOrder[]
  readonly recent: OrderTimes
}

function forecastPlace(
  orders: readonly OpenOrder[],
  known: Known,
  now: number,
  shifts: readonly PlannedShift[],
): readonly ForecastOfOrder[] {
  const ofPlace = pacesOf(known.finished.filter(({ itemId }) => itemId === null))
  const record = rangeRecord(ofPlace)
  const judged = orders.map((order) => judge(order, known, ofPlace))
  const isParallel = orders.filter(({ status }) => status === 'PROGRESS').length > 1
  const queue = judged.map(({ queued }, index): QueuedOrder<JobOrderId> =>
    // Orders in progress at once share the pace by turns: only roughly known.
    isParallel && orders[index]?.status === 'PROGRESS' ? { ...queued, range: null } : queued,
  )
  return forecastQueue(queue, now, shifts).map((forecast, index) => ({
    ...forecast,
    basis: judged[index]?.basis ?? null,
    cases: judged[index]?.cases ?? 0,
    record,
  }))
}

type Judged = { readonly queued: QueuedOrder<JobOrderId>; readonly basis: PaceGroup | null; readonly cases: number }

function judge(order: OpenOrder, { output, soFar, finished, recent }: Known, ofPlace: readonly number[]): Judged {
  const ofItem = finished.filter(({ itemId }) => itemId !== null && itemId === order.itemId)
  const start = startingPace({ ofItem: pacesOf(ofItem), ofPlace, recent })
  const cycleMs = orderCycleOf(order) ?? idealCycleOf(order.placeSpeed)
  const made = output.get(order.id)
  const accepted = made === undefined ? 0 : madeOutput(made.alone, made.elsewhere).accepted
  const nothing: Judged = { queued: { id: order.id, neededMs: null, changeoverMs: 0, range: null }, basis: null, cases: 0 }
  if (order.planOutput === null || cycleMs === null) return nothing
  const madeShare = accepted / order.planOutput
  const times = soFar.get(order.id) ?? { plannedMs: 0, valuableMs: 0 }
  const pace = runningPace(times, start?.pace ?? null, madeShare)
  if (pace === null) return nothing
  const checkpoint = checkpointAt(madeShare)
  const group = start?.group === 'ITEM' ? ofItem : finished.filter(({ itemId }) => itemId === null)
  const range =
    start === null
      ? null
      : checkpoint === null
        ? rangeOf(start.values, start.pace)
        : rangeOf(
            restErrors(
              group.map(({ course }) => course),
              checkpoint,
              start.pace,
            ),
            1,
          )
  const needed = neededMs({ plan: order.planOutput, madeAccepted: accepted, cycleMs }, pace)
  return {
    queued: { id: order.id, neededMs: needed, changeoverMs: 0, range },
    basis: start?.group ?? null,
    cases: start?.values.length ?? 0,
  }
}

function pacesOf(orders: readonly FinishedOrder[]): readonly number[] {
  return orders.flatMap(({ course }) => paceOf(sumOf(course)) ?? [])
}

function recentOf(past: readonly PastShifts[]): OrderTimes {
  return sumOf(past.map(({ recentPlannedMs, recentValuableMs }) => ({ plannedMs: recentPlannedMs, valuableMs: recentValuableMs })))
}

async function shiftsOf(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  past: readonly PastShifts[],
  now: number,
): Promise<readonly PlannedShift[]> {
  const { versions } = await scheduleInForce(tenant, workCenterId)
  const shares = new Map(past.filter((one) => one.workCenterId === workCenterId).map((one) => [one.shiftId, one.plannedShare]))
  return instancesBetween(calendarOf(versions), now, now + HORIZON_MS).map(({ start, end, shiftId }) => ({
    start,
    end,
    plannedShare: shares.get(shiftId) ?? 1,
  }))
}
