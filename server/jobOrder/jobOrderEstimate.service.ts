import { madeOutput } from '#engine/jobOrder/orderOutput.ts'
import { estimateQueue, neededTimeOf } from '#engine/jobOrder/queueEstimate.ts'
import type { NeededTime } from '#engine/jobOrder/queueEstimate.ts'
import type { JobOrderId } from '#engine/ids.ts'
import type { Interval } from '#engine/time/interval.ts'
import { DAY_MS, MINUTE_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'
import { listWaitingBeside } from './jobOrderEstimate.store.ts'
import type { WaitingOrder } from './jobOrderEstimate.store.ts'
import { listOrderOutput } from './jobOrderOutput.store.ts'
import type { ShiftTimes } from './orderDeps.ts'

/** What ends later than this is not estimated. */
const HORIZON_MS = 60 * DAY_MS

/** Returns from when to when each of the orders is worked on by scheduled time alone (domain.md J-44); null where that is not known. */
export async function estimateOrders(
  tenant: Tenant,
  ids: readonly JobOrderId[],
  { shiftTimes, now }: { readonly shiftTimes: ShiftTimes; readonly now: number },
): Promise<readonly (Interval | null)[]> {
  const waiting = await listWaitingBeside(tenant, ids)
  const output = await listOrderOutput(
    tenant,
    waiting.filter(({ status }) => status !== 'PLANNED').map(({ id }) => id),
  )
  const needOf = (order: WaitingOrder): NeededTime => {
    const found = output.get(order.id)
    const made = found === undefined ? 0 : madeOutput(found.alone, found.elsewhere).accepted
    const cycleMs = order.placeSpeed === null || order.placeSpeed <= 0 ? null : MINUTE_MS / order.placeSpeed
    return { id: order.id, neededMs: neededTimeOf(order, made, cycleMs) }
  }
  const estimates = new Map<number, Interval>()
  const queues = Map.groupBy(waiting, (order) => order.workCenterId)
  const shiftsOf = await shiftTimes(tenant, [...queues.keys()])
  for (const [workCenterId, orders] of queues) {
    const shifts = shiftsOf(workCenterId, { start: now, end: now + HORIZON_MS })
    const isRunning = ({ status }: WaitingOrder) => status === 'PROGRESS'
    const queue = {
      running: orders.filter(isRunning).map(needOf),
      queued: orders.filter((order) => !isRunning(order)).map(needOf),
    }
    for (const [id, interval] of estimateQueue(queue, now, shifts)) estimates.set(id, interval)
  }
  return ids.map((id) => estimates.get(id) ?? null)
}
