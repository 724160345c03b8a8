import type { WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { listShifts } from '#server/shift/shift.store.ts'
import type { StoredShift } from '#server/shift/shift.store.ts'

/** A year of three shifts a day, and room. */
const MAX_RECORDS = 10_000

/** Returns the OEE records of the work center's shifts that overlap the period, ascending. */
export async function listOeeRecords(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  period: { readonly start: number; readonly end: number },
): Promise<readonly StoredShift[]> {
  const shifts = await listShifts(tenant, { ids: null, workCenterIds: [workCenterId], ...period }, MAX_RECORDS)
  return shifts.toReversed()
}
