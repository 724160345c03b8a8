import { sql } from 'kysely'
import type { Cell } from '#engine/jobOrder/import/importField.ts'
import type { FieldChange, RowOutcome } from '#engine/jobOrder/import/importPlan.ts'
import type { CellProblem, RawRow } from '#engine/jobOrder/import/readRow.ts'
import type { Tenant } from '#server/db/database.ts'

/** A row of an import with what the last check said of it; `outcome` null = it was not checked. */
export type ImportRow = RawRow & {
  readonly outcome: RowOutcome | null
  readonly jobOrderId: number | null
  readonly orderCode: string | null
  readonly changes: readonly FieldChange[]
  readonly problems: readonly CellProblem[]
}
export type RowResult = Omit<ImportRow, 'cells' | 'isLeftOut'>

/** So many rows travel in a statement. */
const AT_ONCE = 2000
const COLUMNS = sql`no, cells, is_left_out as "isLeftOut", outcome, job_order_id as "jobOrderId", order_code as "orderCode", changes, problems`

/** Stores the rows of a file. */
export async function insertRows(
  tenant: Tenant,
  importId: number,
  rows: readonly { readonly no: number; readonly cells: readonly Cell[] }[],
): Promise<void> {
  for (const some of inParts(rows))
    await sql`insert into job_orders_import_row (company_id, import_id, no, cells)
      select ${tenant.companyId}, ${importId}, no, cells from jsonb_to_recordset(${JSON.stringify(some)}::jsonb) as given (no int, cells jsonb)`.execute(
      tenant.tx,
    )
}

/** Stores the rows of another table in the place of those of the import. */
export async function replaceRows(
  tenant: Tenant,
  importId: number,
  rows: readonly { readonly no: number; readonly cells: readonly Cell[] }[],
): Promise<void> {
  await sql`delete from job_orders_import_row where company_id = ${tenant.companyId} and import_id = ${importId}`.execute(tenant.tx)
  await insertRows(tenant, importId, rows)
}

/** Returns all rows of the import as the file has them, by their lines. */
export async function listRows(tenant: Tenant, importId: number): Promise<readonly RawRow[]> {
  const { rows } = await sql<RawRow>`select no, cells, is_left_out as "isLeftOut" from job_orders_import_row
    where company_id = ${tenant.companyId} and import_id = ${importId} order by no`.execute(tenant.tx)
  return rows
}

/** Returns the first rows of the import that say something, to show what columns hold. */
export async function listFirstRows(tenant: Tenant, importId: number, limit: number): Promise<readonly RawRow[]> {
  const { rows } = await sql<RawRow>`select no, cells, is_left_out as "isLeftOut" from job_orders_import_row
    where company_id = ${tenant.companyId} and import_id = ${importId} order by no limit ${limit}`.execute(tenant.tx)
  return rows
}

/** Returns in how many rows each column of the import says something. */
export async function countFilled(tenant: Tenant, importId: number): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ readonly column: number; readonly count: number }>`select (place - 1)::int as column, count(*)::int as count
    from job_orders_import_row r cross join lateral jsonb_array_elements_text(r.cells) with ordinality as cell (value, place)
    where r.company_id = ${tenant.companyId} and r.import_id = ${importId} and cell.value is not null group by place`.execute(tenant.tx)
  return new Map(rows.map(({ column, count }) => [column, count]))
}

/** Returns the rows of the page, of all outcomes or of some, and how many there are. */
export async function pageRows(
  tenant: Tenant,
  importId: number,
  { outcomes, page, size }: { readonly outcomes: readonly RowOutcome[] | null; readonly page: number; readonly size: number },
): Promise<{ readonly items: readonly ImportRow[]; readonly totalItems: number }> {
  const wanted = sql`from job_orders_import_row where company_id = ${tenant.companyId} and import_id = ${importId}
    and (${outcomes}::text[] is null or outcome = any(${outcomes}::text[]))`
  const { rows } = await sql<ImportRow>`select ${COLUMNS} ${wanted} order by no limit ${size} offset ${(page - 1) * size}`.execute(
    tenant.tx,
  )
  const counted = await sql<{ readonly count: number }>`select count(*)::int as count ${wanted}`.execute(tenant.tx)
  return { items: rows, totalItems: counted.rows[0]?.count ?? 0 }
}

/** Stores what a check said of the rows. */
export async function writeResults(tenant: Tenant, importId: number, results: readonly RowResult[]): Promise<void> {
  for (const some of inParts(results))
    await sql`update job_orders_import_row r set outcome = said.outcome, job_order_id = said."jobOrderId", order_code = said."orderCode",
        changes = said.changes, problems = said.problems
      from jsonb_to_recordset(${JSON.stringify(some)}::jsonb)
        as said (no int, outcome text, "jobOrderId" int, "orderCode" text, changes jsonb, problems jsonb)
      where r.company_id = ${tenant.companyId} and r.import_id = ${importId} and r.no = said.no
        and (r.outcome, r.job_order_id, r.order_code, r.changes, r.problems)
          is distinct from (said.outcome, said."jobOrderId", said."orderCode", said.changes, said.problems)`.execute(tenant.tx)
}

/** Stores what a person typed into cells of the rows, and which rows are left out. Returns how many there were. */
export async function editRows(
  tenant: Tenant,
  importId: number,
  rows: readonly { readonly no: number; readonly cells: readonly Cell[] | null; readonly isLeftOut: boolean | null }[],
): Promise<number> {
  const { rows: edited } =
    await sql`update job_orders_import_row r set cells = case when jsonb_typeof(given.cells) = 'array' then given.cells else r.cells end,
      is_left_out = coalesce(given."isLeftOut", r.is_left_out)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (no int, cells jsonb, "isLeftOut" boolean)
    where r.company_id = ${tenant.companyId} and r.import_id = ${importId} and r.no = given.no returning r.no`.execute(tenant.tx)
  return edited.length
}

/** Returns the rows of the import with the lines. */
export async function findRows(tenant: Tenant, importId: number, lines: readonly number[]): Promise<readonly RawRow[]> {
  const { rows } = await sql<RawRow>`select no, cells, is_left_out as "isLeftOut" from job_orders_import_row
    where company_id = ${tenant.companyId} and import_id = ${importId} and no = any(${lines}::int[])`.execute(tenant.tx)
  return rows
}

function inParts<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / AT_ONCE) }, (_none, at) => items.slice(at * AT_ONCE, (at + 1) * AT_ONCE))
}
