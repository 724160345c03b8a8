import type { CompanyId } from '#engine/ids.ts'
import { isAssigned } from '#server/access/access.ts'
import type { Caller } from '#server/access/caller.ts'
import type { Database } from '#server/db/database.ts'
import { listAssignedWorkCenterIds } from '#server/workCenter/workCenter.store.ts'
import type { StoredFile } from '#server/file/file.store.ts'
import { findReportScope } from './delivery.store.ts'

/** Returns the check of who reads the file of a report: one whom it was made for, and who sees all of its work centers now. What else is printed for a person is theirs. */
export function reportFileCheck(
  database: Pick<Database, 'inTenant'>,
): (caller: Caller, companyId: CompanyId, file: Pick<StoredFile, 'id' | 'kind'>) => Promise<boolean> {
  return async ({ principal: { userId }, membership }, companyId, { id: fileId, kind }) =>
    await database.inTenant(companyId, async (tenant) => {
      const scope = await findReportScope(tenant, { companyId, fileId, userId })
      if (scope === undefined || membership === null) return kind === 'PRINT' && membership !== null
      if (!isAssigned(membership)) return true
      const visible = await listAssignedWorkCenterIds(tenant, userId)
      return scope !== null && scope.every((id) => visible.has(id))
    })
}
