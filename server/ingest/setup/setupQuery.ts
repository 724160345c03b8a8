import type { QueryResult, QueryResultRow } from 'pg'
import type { CompanyId, WorkCenterId } from '#engine/ids.ts'

/** A connection, or a pool of them, that answers statements. */
export type Queries = { query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<Pick<QueryResult<Row>, 'rows'>> }

/** Names a work center across companies. */
export type WorkCenterRef = { readonly companyId: CompanyId; readonly workCenterId: WorkCenterId }

/** A row of one of the asked work centers. */
export type OwnedRow = { company_id: string; work_center_id: number }

/** A work center whose setup is requested, without annotations, runs and manual statuses that ended before `since`. */
export type AskedSetup = WorkCenterRef & { readonly since: number }

/** The requested work centers, as rows `asked (company_id, id)` of a statement whose first two values are `askedValues`. */
export const ASKED = `unnest($1::text[], $2::integer[]) as asked (company_id, id)`

/** The same with the instant `asked.since`, for the values of `sinceValues`. */
export const ASKED_SINCE = `unnest($1::text[], $2::integer[], $3::bigint[]) as asked (company_id, id, since)`

/** Returns the first two values of a statement with `ASKED`. */
export function askedValues(asked: readonly WorkCenterRef[]): [string[], number[]] {
  return [asked.map((one) => one.companyId), asked.map((one) => one.workCenterId)]
}

/** Returns the three values of a statement with `ASKED_SINCE`. */
export function sinceValues(asked: readonly AskedSetup[]): [string[], number[], number[]] {
  return [...askedValues(asked), asked.map((one) => one.since)]
}

/** Returns the key of a work center for maps. */
export function workCenterKey({ companyId, workCenterId }: WorkCenterRef): string {
  return `${companyId}/${workCenterId}`
}

/** Returns the rows of a statement by the key of their work center, in their order. */
export async function rowsByWorkCenter<Row extends OwnedRow>(
  queries: Queries,
  text: string,
  values: readonly unknown[],
): Promise<Map<string, Row[]>> {
  const { rows } = await queries.query<Row>(text, [...values])
  return Map.groupBy(rows, (row) => `${row.company_id}/${row.work_center_id}`)
}
