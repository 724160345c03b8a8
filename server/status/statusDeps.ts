import type { CompanyId, UserId } from '#engine/ids.ts'
import type { Database } from '#server/db/database.ts'
import type { IngestPort } from '#server/recalculation/ingestPort.ts'

/** What services of statuses need of the server. */
export type StatusDeps = {
  readonly database: Pick<Database, 'inTenant'>
  readonly now: () => number
  readonly ingest: Pick<IngestPort, 'reload'>
}

/** Who changes something. */
export type Editor = { readonly companyId: CompanyId; readonly userId: UserId }
