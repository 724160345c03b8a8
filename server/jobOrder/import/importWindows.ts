import { endOfScheduledTime, planDurationOf } from '#engine/jobOrder/planWindow.ts'
import type { ImportContent } from '#engine/jobOrder/import/importPlan.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import type { ShiftTimes } from '../orderDeps.ts'
import type { StoredPlace } from './importedOrder.store.ts'

/** How far ahead the end of a window is looked for. */
const HORIZON_MS = 400 * DAY_MS

/**
 * Returns the function that tells when each order ends, as entered, else when so much scheduled time has passed as it takes (domain.md J-9). The shifts of
 * all work centers are read at once.
 */
export async function planEnds(
  tenant: Tenant,
  shiftTimes: ShiftTimes,
  orders: readonly ImportContent[],
  placeOf: ReadonlyMap<WorkCenterId, StoredPlace>,
): Promise<(order: ImportContent) => number | null> {
  const ends = new Map<ImportContent, number | null>()
  const open = orders.filter(({ isPlanEndEntered, planStart }) => !isPlanEndEntered && planStart !== null)
  const atPlaces = Map.groupBy(open, (order) => order.workCenterId)
  const shiftsOf = await shiftTimes(tenant, [...atPlaces.keys()])
  for (const [workCenterId, those] of atPlaces) {
    const starts = those.map(({ planStart }) => planStart ?? 0)
    const interval = { start: Math.min(...starts), end: Math.max(...starts) + HORIZON_MS }
    const shifts = shiftsOf(workCenterId, interval)
    for (const order of those) {
      const durationMs = planDurationOf(order, placeOf.get(workCenterId)?.cycleMs ?? null)
      const isShort = durationMs !== null && durationMs <= HORIZON_MS
      ends.set(order, isShort && order.planStart !== null ? endOfScheduledTime(order.planStart, durationMs, shifts) : null)
    }
  }
  return (order) => (order.isPlanEndEntered ? order.planEnd : (ends.get(order) ?? null))
}
