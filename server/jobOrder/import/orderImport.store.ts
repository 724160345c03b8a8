import { sql } from 'kysely'
import type { ImportMapping, ImportScope, ImportType } from '#engine/jobOrder/import/importField.ts'
import type { EndedOrder, ImportCounts } from '#engine/jobOrder/import/importPlan.ts'
import type { ColumnQuestion } from '#engine/jobOrder/import/suggestMapping.ts'
import type { KeptCause } from '#engine/jobOrder/import/undoImport.ts'
import type { JobOrderId, UserId, WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'

export const IMPORT_STATES = ['APPLIED', 'APPLYING', 'CHECKED', 'EXPIRED', 'FAILED', 'MAPPED', 'UNDONE', 'UPLOADED'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/** What an import does at a work center. */
export type ImportedPlace = {
  readonly workCenterId: WorkCenterId
  readonly importType: ImportType
  readonly cancelled: number
  readonly closed: number
  readonly rows: number
}

/** What stayed when an import was taken back. */
export type KeptOrder = { readonly orderId: JobOrderId; readonly orderCode: string; readonly cause: KeptCause }

/** A file of job orders, from its upload until it is taken back. */
export type OrderImport = {
  readonly id: number
  readonly fileName: string
  readonly fileHash: string
  readonly source: 'API' | 'INTEGRATION' | 'SCREEN'
  readonly encoding: string | null
  readonly delimiter: string | null
  readonly sheet: string | null
  readonly sheets: readonly string[]
  readonly headers: readonly string[]
  readonly rowCount: number
  readonly state: ImportState
  readonly mapping: ImportMapping
  readonly questions: readonly ColumnQuestion[]
  /** null = what each work center is set to. */
  readonly importType: ImportType | null
  readonly scope: ImportScope
  readonly mayCreateItems: boolean
  readonly skipsRefused: boolean
  /** Of the last check; null = there was none. */
  readonly counts: ImportCounts | null
  readonly ended: readonly EndedOrder[]
  readonly places: readonly ImportedPlace[]
  readonly checkToken: string | null
  readonly done: number
  /** null = a program that nobody told to. */
  readonly createdBy: UserId | null
  readonly createdOn: Date
  readonly appliedBy: UserId | null
  readonly appliedOn: Date | null
  readonly undoUntil: Date | null
  readonly undoneBy: UserId | null
  readonly undoneOn: Date | null
  readonly kept: readonly KeptOrder[]
  readonly act: string | null
  readonly itemIds: readonly number[]
}

/** What can be changed of an import; what is left out stays. */
export type ImportChanges = Partial<Omit<OrderImport, 'createdBy' | 'createdOn' | 'fileName' | 'id' | 'source'>>

/** How long a file that nobody applied is kept. */
const KEPT = '7 days'
/** More of the orders that give way are not listed. */
const MOST_ENDED = 1000

const COLUMNS = sql`id, file_name as "fileName", file_hash as "fileHash", source, encoding, delimiter, sheet, sheets, headers, row_count as "rowCount",
  state, mapping, questions, import_type as "importType", scope, may_create_items as "mayCreateItems", skips_refused as "skipsRefused", counts, ended,
  places, check_token as "checkToken", done, created_by as "createdBy", created_on as "createdOn", applied_by as "appliedBy",
  applied_on as "appliedOn", undo_until as "undoUntil", undone_by as "undoneBy", undone_on as "undoneOn", kept, act, item_ids as "itemIds"`

/** Returns the id of the stored import, of which no row is stored yet. Files of a week ago that nobody applied go. */
export async function insertImport(
  tenant: Tenant,
  file: Pick<
    OrderImport,
    | 'createdBy'
    | 'createdOn'
    | 'delimiter'
    | 'encoding'
    | 'fileHash'
    | 'fileName'
    | 'headers'
    | 'mapping'
    | 'questions'
    | 'rowCount'
    | 'sheet'
    | 'sheets'
    | 'source'
    | 'state'
  >,
): Promise<number> {
  await sql`with old as (update job_orders_import set state = 'EXPIRED' where company_id = ${tenant.companyId}
      and state in ('UPLOADED', 'MAPPED', 'CHECKED', 'FAILED') and created_on < ${file.createdOn}::timestamptz - ${KEPT}::interval returning id),
      uploads as (delete from import_upload u using old where u.company_id = ${tenant.companyId} and u.import_id = old.id)
    delete from job_orders_import_row r using old where r.company_id = ${tenant.companyId} and r.import_id = old.id`.execute(tenant.tx)
  const { rows } = await sql<{
    readonly id: number
  }>`insert into job_orders_import (company_id, file_name, file_hash, source, encoding, delimiter, sheet,
      sheets, headers, row_count, state, mapping, questions, created_by, created_on)
    values (${tenant.companyId}, ${file.fileName}, ${file.fileHash}, ${file.source}, ${file.encoding}, ${file.delimiter}, ${file.sheet},
      ${file.sheets}::text[], ${file.headers}::text[], ${file.rowCount}, ${file.state}, ${JSON.stringify(file.mapping)}::jsonb,
      ${JSON.stringify(file.questions)}::jsonb, ${file.createdBy}, ${file.createdOn}) returning id`.execute(tenant.tx)
  return rows[0]?.id ?? 0
}

/** Returns the import of the company, null when there is none. */
export async function findImport(tenant: Tenant, id: number): Promise<OrderImport | null> {
  const { rows } =
    await sql<OrderImport>`select ${COLUMNS} from job_orders_import where company_id = ${tenant.companyId} and id = ${id}::int`.execute(
      tenant.tx,
    )
  return rows[0] ?? null
}

/** Returns the imports of the page, the newest first, and how many there are. */
export async function pageImports(
  tenant: Tenant,
  { page, size }: { readonly page: number; readonly size: number },
): Promise<{ readonly items: readonly OrderImport[]; readonly totalItems: number }> {
  const { rows } = await sql<OrderImport>`select ${COLUMNS} from job_orders_import where company_id = ${tenant.companyId}
    order by created_on desc, id desc limit ${size} offset ${(page - 1) * size}`.execute(tenant.tx)
  const counted = await sql<{
    readonly count: number
  }>`select count(*)::int as count from job_orders_import where company_id = ${tenant.companyId}`.execute(tenant.tx)
  return { items: rows, totalItems: counted.rows[0]?.count ?? 0 }
}

/** Returns the last import of the same file that was applied and holds; null for none. */
export async function findSameFile(tenant: Tenant, { id, fileHash }: Pick<OrderImport, 'fileHash' | 'id'>): Promise<OrderImport | null> {
  const { rows } =
    await sql<OrderImport>`select ${COLUMNS} from job_orders_import where company_id = ${tenant.companyId} and file_hash = ${fileHash}
    and id <> ${id} and state = 'APPLIED' order by applied_on desc limit 1`.execute(tenant.tx)
  return rows[0] ?? null
}

/** Stores what changed of the import. */
export async function updateImport(tenant: Tenant, id: number, changes: ImportChanges): Promise<void> {
  const json = (value: unknown) => sql<string>`${JSON.stringify(value)}::jsonb`
  const { mapping, questions, counts, ended, places, kept } = changes
  await tenant.tx
    .updateTable('job_orders_import')
    .set({
      ...(changes.state !== undefined && { state: changes.state }),
      ...(changes.sheet !== undefined && { sheet: changes.sheet }),
      ...(changes.headers !== undefined && { headers: [...changes.headers] }),
      ...(changes.rowCount !== undefined && { row_count: changes.rowCount }),
      ...(changes.fileHash !== undefined && { file_hash: changes.fileHash }),
      ...(mapping !== undefined && { mapping: json(mapping) }),
      ...(questions !== undefined && { questions: json(questions) }),
      ...(changes.importType !== undefined && { import_type: changes.importType }),
      ...(changes.scope !== undefined && { scope: changes.scope }),
      ...(changes.mayCreateItems !== undefined && { may_create_items: changes.mayCreateItems }),
      ...(changes.skipsRefused !== undefined && { skips_refused: changes.skipsRefused }),
      ...(counts !== undefined && { counts: counts === null ? null : json(counts) }),
      ...(ended !== undefined && { ended: json(ended.slice(0, MOST_ENDED)) }),
      ...(places !== undefined && { places: json(places) }),
      ...(changes.checkToken !== undefined && { check_token: changes.checkToken }),
      ...(changes.done !== undefined && { done: changes.done }),
      ...(changes.appliedBy !== undefined && { applied_by: changes.appliedBy }),
      ...(changes.appliedOn !== undefined && { applied_on: changes.appliedOn }),
      ...(changes.undoUntil !== undefined && { undo_until: changes.undoUntil }),
      ...(changes.undoneBy !== undefined && { undone_by: changes.undoneBy }),
      ...(changes.undoneOn !== undefined && { undone_on: changes.undoneOn }),
      ...(kept !== undefined && { kept: json(kept) }),
      ...(changes.act !== undefined && { act: changes.act }),
      ...(changes.itemIds !== undefined && { item_ids: [...changes.itemIds] }),
    })
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', id)
    .execute()
}

/** Waits until nobody else changes the import, and keeps others away until the transaction ends. */
export async function claimImport(tenant: Tenant, id: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${lockName(tenant, id)}, 0))`.execute(tenant.tx)
}

/** Returns whether nobody changes the import now; then nobody does until the transaction ends. */
export async function isImportIdle(tenant: Tenant, id: number): Promise<boolean> {
  const { rows } = await sql<{
    readonly free: boolean
  }>`select pg_try_advisory_xact_lock(hashtextextended(${lockName(tenant, id)}, 0)) as free`.execute(tenant.tx)
  return rows[0]?.free === true
}

function lockName({ companyId }: Tenant, id: number): string {
  return `job orders import ${companyId} ${id}`
}
