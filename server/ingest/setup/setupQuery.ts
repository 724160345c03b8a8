import type { QueryResult, QueryResultRow } from 'pg'
import type { CompanyId, WorkCenterId } from '#engine/ids.ts'

/** A connection, or a pool of them, that answers statements. */
export type Queries = { query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<QueryResult<Row>> }

/** Names a work center across companies. */
export type WorkCenterRef = { readonly companyId: CompanyId; readonly workCenterId: WorkCenterId }

/** A row of one of the asked work centers. */
export type OwnedRow = { company_id: string; work_center_id: number }

/** The work centers that are asked for, as rows `asked (company_id, id)` of a statement whose first two values are `askedValues`. */
export const ASKED = `unnest($1::text[], $2::integer[]) as asked (company_id, id)`

/** Returns the first two values of a statement with `ASKED`. */
export function askedValues(asked: readonly WorkCenterRef[]): [string[], number[]] {
  return [asked.map((one) => one.companyId), asked.map((one) => one.workCenterId)]
}

/** Returns the key of a work center for maps. */
export function workCenterKey({ companyId, workCenterId }: WorkCenterRef): string {
  return `${companyId}/${workCenterId}`
}

/** Returns the rows of the asked work centers by the key of the work center, in their order. */
export async function rowsByWorkCenter<Row extends OwnedRow>(
  queries: Queries,
  text: string,
  asked: readonly WorkCenterRef[],
  ...more: readonly unknown[]
): Promise<Map<string, Row[]>> {
  const { rows } = await queries.query<Row>(text, [...askedValues(asked), ...more])
  return Map.groupBy(rows, (row) => `${row.company_id}/${row.work_center_id}`)
}
