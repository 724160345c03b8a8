import { roundUnits } from '#engine/output/outputCount.ts'
import type { JobOrderId, WorkCenterId } from '#engine/ids.ts'
import { tenantLoader } from '#server/graphql/loader.ts'
import { listLaterOfOrders, listLaterOfSegments, listLaterOfShifts } from './lateOutput.store.ts'
import type { CountedLater } from './lateOutput.store.ts'

/** Units that came in after a segment was confirmed. */
export const lateOfSegment = tenantLoader(async (tenant, ids: readonly number[]) => sums(ids, await listLaterOfSegments(tenant, ids)))

/** Units that came in after segments of an order were confirmed. */
export const lateOfOrder = tenantLoader(async (tenant, ids: readonly JobOrderId[]) => sums(ids, await listLaterOfOrders(tenant, ids)))

/** Units that came in after segments of a shift were confirmed. */
export const lateOfShift = tenantLoader(
  async (tenant, shifts: readonly { readonly workCenterId: WorkCenterId; readonly start: number }[]) =>
    sums([...shifts.keys()], await listLaterOfShifts(tenant, shifts)),
)

function sums<Key>(keys: readonly Key[], found: readonly CountedLater<Key>[]): readonly number[] {
  return keys.map((key) => roundUnits(found.reduce((sum, one) => (one.key === key ? sum + one.total - one.before : sum), 0)))
}
