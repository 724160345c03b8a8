import { advance, initialState, project } from '#engine/advance.ts'
import type { Facts } from '#engine/facts.ts'
import type { Sample } from '#engine/sensor/sensorType.ts'
import type { WorkCenterSetup } from '#engine/workCenter/workCenterSetup.ts'
import type { Database } from '#server/db/database.ts'
import { replaceTail } from '#server/ingest/derive/tail.ts'
import { hourRows, lossRows, outputRows, shiftRows, statusRows } from '#server/ingest/facts/factRows.ts'
import type { FactRow } from '#server/ingest/facts/factRows.ts'
import { bySampleOrder } from '#server/ingest/samples/sampleStore.ts'

/** Rows of each derived table by its name, in order. */
export type DerivedTables = Readonly<Record<string, readonly FactRow[]>>

const ORDER = ['start_at', 'source', 'part', 'shift_start_at']
/** Columns that depend on the time of writing, or on people. */
const NOT_DERIVED = ['as_of', 'status']

/** Returns the facts of one fold over all samples, with the clock's part: the required result of any history of edits and late samples. */
export function foldFromScratch(samples: readonly Sample[], setup: WorkCenterSetup, now: number): Facts {
  const { state, facts } = advance(initialState(), samples.toSorted(bySampleOrder), setup)
  return replaceTail(facts, project(state, now, setup))
}

/** Returns the rows that the facts become. */
export function derivedRows(facts: Facts, setup: WorkCenterSetup, now: number): DerivedTables {
  const owned = { setup, facts }
  return {
    status_interval: ordered(statusRows(owned)),
    loss: ordered(lossRows(owned)),
    output_segment: ordered(outputRows(owned)),
    shift: ordered(shiftRows(owned, now)),
    hour_record: ordered(hourRows(owned)),
  }
}

/** Returns the stored rows of a work center in the same form; derived columns only. */
export async function storedRows({ pool }: Pick<Database, 'pool'>, like: DerivedTables, setup: WorkCenterSetup): Promise<DerivedTables> {
  const tables: Record<string, FactRow[]> = {}
  for (const [table, rows] of Object.entries(like)) {
    const [first] = rows
    // A table that should be empty is: any column shows that.
    const columns = first === undefined ? ['start_at'] : Object.keys(first)
    const result = await pool.query<FactRow>(`select ${columns.join(', ')} from ${table} where company_id = $1 and work_center_id = $2`, [
      setup.companyId,
      setup.workCenterId,
    ])
    tables[table] = ordered(result.rows)
  }
  return tables
}

function ordered(rows: readonly FactRow[]): FactRow[] {
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !NOT_DERIVED.includes(name)))).toSorted(inRowOrder)
}

/** Orders rows of one table by when they start, and by their kind where several start together. */
export function inRowOrder(a: FactRow, b: FactRow): number {
  for (const column of ORDER) {
    const left = a[column] ?? 0
    const right = b[column] ?? 0
    if (left !== right) return left < right ? -1 : 1
  }
  return 0
}
