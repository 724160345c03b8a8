import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Cell } from '#engine/analytics/cells.ts'
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

/** Returns in which units the shifts of the dates made anything, the one of most output segments first. */
export async function listUnits(tenant: Tenant, filter: RecordFilter, dates: DateRange): Promise<readonly string[]> {
  await settleOutput(tenant, filter, dates)
  const { rows } = await sql<{ unit: string }>`select ${UNIT} as unit ${fromSegments(tenant, filter, dates)}
    and o.effective_total > 0 group by 1 order by count(*) desc, 1`.execute(tenant.tx)
  return rows.map(({ unit }) => unit)
}

/** Returns the accepted units in the unit that the shifts of the dates made, by the dimensions. */
export async function readOutput(
  tenant: Tenant,
  by: readonly Dimension[],
  filter: RecordFilter,
  { dates, unit }: { readonly dates: DateRange; readonly unit: string },
): Promise<readonly Cell[]> {
  await settleOutput(tenant, filter, dates)
  const { rows } = await sql<{
    keys: readonly string[]
    part: number
  }>`select ${keysOf(by)} as keys, sum(o.effective_accepted)::float8 as part
    ${fromSegments(tenant, filter, dates)} and ${UNIT} = ${unit} group by 1`.execute(tenant.tx)
  return rows.map(({ keys, part }) => ({ keys, part, base: null }))
}

/** Segments of before work centers had versions of their unit have the present one. */
const UNIT = sql`coalesce(o.unit, w.measurement_unit)`

function fromSegments(tenant: Tenant, filter: RecordFilter, dates: DateRange): RawBuilder<unknown> {
  return sql`from shift join work_center w on w.company_id = shift.company_id and w.id = shift.work_center_id
    join output_segment o on o.company_id = shift.company_id and o.work_center_id = shift.work_center_id and o.shift_start_at = shift.start_at
    where ${ofShifts(tenant, filter, dates)}`
}

/** A shift may end on the date after its own, in the zone farthest west. */
async function settleOutput(tenant: Tenant, { workCenterIds }: RecordFilter, { to }: DateRange): Promise<void> {
  await tenant.settle?.(workCenterIds, Date.parse(to) + 2 * DAY_MS)
}

function keysOf(by: readonly Dimension[]): RawBuilder<unknown> {
  return sql`array[${sql.join(by.map((dimension) => KEYS[dimension] ?? sql`''`))}]::text[]`
}

function ofShifts(
  tenant: Tenant,
  { workCenterIds, workCenterGroupIds, shiftCodes, weekdays }: RecordFilter,
  dates: DateRange,
): RawBuilder<unknown> {
  return sql`shift.company_id = ${tenant.companyId} and shift.shift_date >= ${dates.from}::date and shift.shift_date < ${dates.to}::date
    and (${workCenterIds}::int[] is null or shift.work_center_id = any(${workCenterIds}::int[]))
    and (${workCenterGroupIds}::int[] is null or w.group_id = any(${workCenterGroupIds}::int[]))
    and (${shiftCodes}::text[] is null or shift.code = any(${shiftCodes}::text[]))
    and (${weekdays}::int[] is null or extract(isodow from shift.shift_date) = any(${weekdays}::int[]))`
}

/** Returns the sums of the shift records of the dates by the dimensions and the switches of their work centers. */
export async function readRecords(
  tenant: Tenant,
  by: readonly Dimension[],
  filter: RecordFilter,
  dates: DateRange,
): Promise<readonly SummedRecords[]> {
  await settleOutput(tenant, filter, dates)
  const { rows } = await sql<Row>`select ${keysOf(by)} as keys,
      w.calculate_availability as "calculateAvailability", w.calculate_performance as "calculatePerformance", w.calculate_quality as "calculateQuality",
      0 as work_center_id, '' as date, null::int as shift_id, ${AGGREGATES}
    from shift join work_center w on w.company_id = shift.company_id and w.id = shift.work_center_id
    where ${ofShifts(tenant, filter, dates)}
    group by 1, 2, 3, 4`.execute(tenant.tx)
  return rows.map(({ keys: own, calculateAvailability, calculatePerformance, calculateQuality, ...sums }) => ({
    keys: own,
    sums: toSums(sums).sums,
    switches: { calculateAvailability, calculatePerformance, calculateQuality },
  }))
}

type Row = SumsColumns & FactorSwitches & { readonly keys: readonly string[] }
