import type { CompanyId } from '#engine/ids.ts'
import { isAssigned } from '#server/access/access.ts'
import type { Caller } from '#server/access/caller.ts'
import type { Database } from '#server/db/database.ts'
import { listAssignedWorkCenterIds } from '#server/workCenter/workCenter.store.ts'
import { findDeliveredScope } from './delivery.store.ts'

/** Returns the check of who reads the file of a subscription: one whom it was made for, and who sees all of its work centers now. */
export function reportFileCheck(
  database: Pick<Database, 'inTenant'>,
): (caller: Caller, companyId: CompanyId, fileId: string) => Promise<boolean> {
  return async ({ principal: { userId }, membership }, companyId, fileId) =>
    await database.inTenant(companyId, async (tenant) => {
      const scope = await findDeliveredScope(tenant, { companyId, fileId, userId })
      if (scope === undefined || membership === null) return false
      if (!isAssigned(membership)) return true
      const visible = await listAssignedWorkCenterIds(tenant, userId)
      return scope !== null && scope.every((id) => visible.has(id))
    })
}
