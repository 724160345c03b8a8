import type { CompanyId, UserId, WorkCenterId } from '#engine/ids.ts'
import type { Database } from '#server/db/database.ts'

/** What services of statuses need of the server. */
export type StatusDeps = {
  readonly database: Pick<Database, 'inTenant'>
  readonly now: () => number
  readonly setupChanged: (companyId: CompanyId, workCenterId: WorkCenterId) => void
  /** Awaited after a commit with marks: the records follow from the change. */
  readonly recalculate: (companyId: CompanyId, workCenterId: WorkCenterId) => Promise<void>
}

/** Who changes something. */
export type Editor = { readonly companyId: CompanyId; readonly userId: UserId }
