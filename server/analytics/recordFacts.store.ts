import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Dimension } from '#engine/analytics/dimensions.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import type { FactorSwitches } from '#engine/oee/kpis.ts'
import type { RecordSums } from '#engine/oee/recordSums.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import type { DateRange } from '#engine/time/statPeriod.ts'
import type { Tenant } from '#server/db/database.ts'
import { AGGREGATES } from '#server/oee/recordSumColumns.ts'
import { toSums, type SumsColumns } from '#server/oee/recordSums.store.ts'

/** Which shift records; null does not narrow them. */
export type RecordFilter = {
  readonly workCenterIds: readonly WorkCenterId[] | null
  readonly workCenterGroupIds: readonly number[] | null
  readonly shiftCodes: readonly string[] | null
  readonly weekdays: readonly number[] | null
}

/** Records of work centers with the same switches, with their keys. */
export type SummedRecords = { readonly keys: readonly string[]; readonly sums: RecordSums; readonly switches: FactorSwitches }

/** The closed list of what records are divided by. */
const KEYS: Partial<Record<Dimension, RawBuilder<unknown>>> = {
  DAY: sql`shift.shift_date::text`,
  GROUP: sql`coalesce(w.group_id::text, '')`,
  MONTH: sql`date_trunc('month', shift.shift_date)::date::text`,
  SHIFT: sql`shift.code`,
  WEEK: sql`date_trunc('week', shift.shift_date)::date::text`,
  WEEKDAY: sql`extract(isodow from shift.shift_date)::int::text`,
  WORK_CENTER: sql`shift.work_center_id::text`,
}

/** Returns the sums of the shift records of the dates by the dimensions and the switches of their work centers. */
export async function readRecords(
  tenant: Tenant,
  by: readonly Dimension[],
  filter: RecordFilter,
  dates: DateRange,
): Promise<readonly SummedRecords[]> {
  const { workCenterIds, workCenterGroupIds, shiftCodes, weekdays } = filter
  // A shift may end on the date after its own, in the zone farthest west.
  await tenant.settle?.(workCenterIds, Date.parse(dates.to) + 2 * DAY_MS)
  const keys = by.map((dimension) => KEYS[dimension] ?? sql`''`)
  const { rows } = await sql<Row>`select array[${sql.join(keys)}]::text[] as keys,
      w.calculate_availability as "calculateAvailability", w.calculate_performance as "calculatePerformance", w.calculate_quality as "calculateQuality",
      0 as work_center_id, '' as date, null::int as shift_id, ${AGGREGATES}
    from shift join work_center w on w.company_id = shift.company_id and w.id = shift.work_center_id
    where shift.company_id = ${tenant.companyId} and shift.shift_date >= ${dates.from}::date and shift.shift_date < ${dates.to}::date
      and (${workCenterIds}::int[] is null or shift.work_center_id = any(${workCenterIds}::int[]))
      and (${workCenterGroupIds}::int[] is null or w.group_id = any(${workCenterGroupIds}::int[]))
      and (${shiftCodes}::text[] is null or shift.code = any(${shiftCodes}::text[]))
      and (${weekdays}::int[] is null or extract(isodow from shift.shift_date) = any(${weekdays}::int[]))
    group by 1, 2, 3, 4`.execute(tenant.tx)
  return rows.map(({ keys: own, calculateAvailability, calculatePerformance, calculateQuality, ...sums }) => ({
    keys: own,
    sums: toSums(sums).sums,
    switches: { calculateAvailability, calculatePerformance, calculateQuality },
  }))
}

type Row = SumsColumns & FactorSwitches & { readonly keys: readonly string[] }
