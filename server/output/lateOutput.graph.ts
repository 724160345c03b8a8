import { roundUnits } from '#engine/output/outputCount.ts'
import type { JobOrderId, WorkCenterId } from '#engine/ids.ts'
import { tenantLoader } from '#server/graphql/loader.ts'
import { listLaterOfOrders, listLaterOfSegments, listLaterOfShifts } from './lateOutput.store.ts'
import type { CountedLater } from './lateOutput.store.ts'

/** Units that a segment, an order or a shift waits with again: that came in late, and that it has since its bounds were moved. */
type LaterUnits = { readonly late: number; readonly moved: number }

/** Units that a segment has more than when it was confirmed. */
export const lateOfSegment = tenantLoader(async (tenant, ids: readonly number[]) => sums(ids, await listLaterOfSegments(tenant, ids)))

/** Units that segments of an order have more than when they were confirmed. */
export const lateOfOrder = tenantLoader(async (tenant, ids: readonly JobOrderId[]) => sums(ids, await listLaterOfOrders(tenant, ids)))

/** Units that segments of a shift have more than when they were confirmed; those of a moved border came from another segment. */
export const lateOfShift = tenantLoader(
  async (tenant, shifts: readonly { readonly workCenterId: WorkCenterId; readonly start: number }[]) =>
    sums([...shifts.keys()], await listLaterOfShifts(tenant, shifts)),
)

function sums<Key>(keys: readonly Key[], found: readonly CountedLater<Key>[]): readonly LaterUnits[] {
  const sumOf = (list: readonly CountedLater<Key>[]) => roundUnits(list.reduce((sum, one) => sum + one.total - one.before, 0))
  return keys.map((key) => {
    const own = found.filter((one) => one.key === key)
    return { late: sumOf(own.filter(({ isMoved }) => !isMoved)), moved: sumOf(own.filter(({ isMoved }) => isMoved)) }
  })
}
