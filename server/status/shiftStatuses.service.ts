import type { Tenant } from '#server/db/database.ts'
import { listShiftWindows } from './shiftWindow.store.ts'
import { listStatusesIn } from './statusInterval.store.ts'
import type { StoredStatus, Window } from './statusInterval.store.ts'

/** Returns the statuses in the window, clipped to it, ascending; with shifts given only their parts in those shifts. */
export async function statusesIn(
  tenant: Tenant,
  window: Window,
  shiftIds: readonly number[] | null | undefined,
): Promise<readonly StoredStatus[]> {
  if (shiftIds == null) return listStatusesIn(tenant, [window])
  const windows = await listShiftWindows(tenant, window.workCenterId, window, shiftIds)
  if (windows.length === 0) return []
  const found = await listStatusesIn(
    tenant,
    windows.map((one) => ({ ...window, ...one })),
  )
  // One that goes on is in each of the windows, and ends with each.
  return found.map((status) => ({ ...status, end: status.end ?? windows.find((one) => status.start < one.end)?.end ?? window.end }))
}
