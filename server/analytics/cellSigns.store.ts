import { sql } from 'kysely'
import type { Dimension } from '#engine/analytics/dimensions.ts'
import type { DateRange } from '#engine/time/statPeriod.ts'
import type { Tenant } from '#server/db/database.ts'
import { keysOf, ofShifts, type RecordFilter } from './recordFacts.store.ts'

/** Shifts under some keys whose figures may still change, and those that were confirmed again with others. */
export type CellSign = {
  /** One a dimension of the question; null = shifts do not know it. */
  readonly keys: readonly (string | null)[]
  readonly running: number
  readonly restated: number
}

/** What shifts themselves are of; what is in them, such as hours, reasons and orders, is more than one of a shift. */
const OF_SHIFTS: readonly Dimension[] = ['DAY', 'GROUP', 'MONTH', 'SHIFT', 'WEEK', 'WEEKDAY', 'WORK_CENTER']

/** Returns where figures by the dimensions are made of shifts that are running or were confirmed more than once; both are few, and found by their indexes. */
export async function listSigns(
  tenant: Tenant,
  by: readonly Dimension[],
  filter: RecordFilter,
  { dates, now }: { readonly dates: DateRange; readonly now: number },
): Promise<readonly CellSign[]> {
  const own = by.filter((dimension) => OF_SHIFTS.includes(dimension))
  const found = (
    is: ReturnType<typeof sql>,
  ) => sql`select ${keysOf(own)} as keys, (shift.status <> 'CONFIRMED' and shift.end_at > ${now})::int as running,
      (shift.revision > 1)::int as restated
    from shift join work_center w on w.company_id = shift.company_id and w.id = shift.work_center_id
    where ${ofShifts(tenant, filter, dates)} and ${is}`
  const { rows } = await sql<{ keys: readonly string[]; running: number; restated: number }>`
    select keys, sum(running)::int as running, sum(restated)::int as restated from (
      ${found(sql`shift.status <> 'CONFIRMED' and shift.end_at > ${now}`)}
      union all ${found(sql`shift.revision > 1 and not (shift.status <> 'CONFIRMED' and shift.end_at > ${now})`)}) as one
    group by keys order by keys`.execute(tenant.tx)
  return rows.map(({ keys, ...sign }) => ({ ...sign, keys: by.map((dimension) => keys[own.indexOf(dimension)] ?? null) }))
}
