import type { PieceRow, ShiftRow, StatusRow, TimeRow } from '#engine/event/factEvents.ts'
import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'

/** The rows of a fact table that a statement replaced, as the database returns them. */
export type ChangedRow<Row> = {
  readonly company_id: string
  readonly work_center_id: number
  /** null = there was none. */
  readonly before: Row | null
  /** null = there is none any more. */
  readonly after: Row | null
}

/** Rows by their keys, before and after all statements of a transaction. */
export type Replaced<Row> = Map<string, { readonly before: Row | null; after: Row | null }>

type RowOf = {
  status: StatusRow
  /** Pieces of stops. */
  piece: PieceRow
  shift: ShiftRow
  /** Losses of speed and output that people said something about. */
  saidLoss: TimeRow
  /** Closed segments. */
  output: TimeRow
}
type ChangedTable = keyof RowOf
type Tables = { readonly [Table in ChangedTable]: Replaced<RowOf[Table]> }

/** What a transaction replaced of one work center. */
export type WorkCenterChanges = { readonly companyId: CompanyId; readonly workCenterId: WorkCenterId } & Tables

/** Gathers what the statements of one transaction replace. */
export class ChangedRows {
  readonly #workCenters = new Map<string, WorkCenterChanges>()

  /** Adds what a statement returned; of a row that several statements touch the first state and the last one count. */
  add<Table extends ChangedTable>(table: Table, rows: readonly ChangedRow<RowOf[Table]>[]): void {
    for (const { company_id, work_center_id, before, after } of rows) {
      const tables: Tables = this.#of(company_id, work_center_id)
      const replaced: Replaced<RowOf[Table]> = tables[table]
      if (before !== null) put(replaced, before, before, null)
      if (after !== null) put(replaced, after, null, after)
    }
  }

  /** Returns the work centers of which something was replaced. */
  all(): readonly WorkCenterChanges[] {
    return [...this.#workCenters.values()]
  }

  #of(companyId: string, workCenterId: number): WorkCenterChanges {
    const key = `${companyId}/${workCenterId}`
    const known = this.#workCenters.get(key)
    if (known !== undefined) return known
    const made: WorkCenterChanges = {
      companyId: asId<CompanyId>(companyId),
      workCenterId: asId<WorkCenterId>(workCenterId),
      status: new Map(),
      piece: new Map(),
      shift: new Map(),
      saidLoss: new Map(),
      output: new Map(),
    }
    this.#workCenters.set(key, made)
    return made
  }
}

/** Returns the key of a row within its table. */
export function rowKey(row: { readonly start: number; readonly part?: number; readonly source?: string }): string {
  return `${row.source ?? ''}/${row.start}/${row.part ?? 0}`
}

function put<Row extends TimeRow>(replaced: Replaced<Row>, row: Row, before: Row | null, after: Row | null): void {
  const key = rowKey(row)
  const known = replaced.get(key)
  if (known === undefined) replaced.set(key, { before, after })
  else known.after = after
}
