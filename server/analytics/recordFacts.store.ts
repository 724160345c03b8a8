import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Cell } from '#engine/analytics/cells.ts'
import type { Dimension, Measure } from '#engine/analytics/dimensions.ts'
import type { JobOrderId, WorkCenterId } from '#engine/ids.ts'
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

/** Which pieces of the shifts, as keys of cells; null or left out does not narrow them. */
export type PieceFilter = RecordFilter & {
  /** Of the plant's clock. */
  readonly hoursOfDay?: readonly number[] | null
  readonly orders?: readonly string[] | null
  readonly products?: readonly string[] | null
}

/** Returns whether records cannot answer, since the filter asks for what was made. */
export function isOfMade({ orders, products }: PieceFilter): boolean {
  return orders != null || products != null
}

/** Records of work centers with the same switches and target, with their keys. */
export type SummedRecords = {
  readonly keys: readonly string[]
  readonly sums: RecordSums
  readonly switches: FactorSwitches
  readonly target: number | null
}

/** The closed list of what records are divided by; hours and orders are columns of pieces of shifts. */
const KEYS: Partial<Record<Dimension, RawBuilder<unknown>>> = {
  HOUR: sql`shift.hour::text`,
  ORDER: sql`shift.order_key`,
  PRODUCT: sql`shift.product_key`,
  DAY: sql`shift.shift_date::text`,
  GROUP: sql`coalesce(w.group_id::text, '')`,
  MONTH: sql`date_trunc('month', shift.shift_date)::date::text`,
  SHIFT: sql`shift.code`,
  WEEK: sql`date_trunc('week', shift.shift_date)::date::text`,
  WEEKDAY: sql`extract(isodow from shift.shift_date)::int::text`,
  WORK_CENTER: sql`shift.work_center_id::text`,
}

/** Returns in which units the shifts of the dates made anything, first those of most output segments of the orders, where some are given, then of most of all. */
export async function listUnits(
  tenant: Tenant,
  filter: RecordFilter,
  dates: DateRange,
  orderIds: readonly JobOrderId[] | null = null,
): Promise<readonly string[]> {
  await settleOutput(tenant, filter, dates)
  const ofOrders = orderIds === null ? sql`0` : sql`count(*) filter (where o.job_order_ids && ${[...orderIds]}::int[])`
  const { rows } = await sql<{ unit: string }>`select made.unit ${fromMade(tenant, filter, dates, ofOrders)}
    group by 1 order by sum(made.own) desc, sum(made.segments) desc, 1`.execute(tenant.tx)
  return rows.map(({ unit }) => unit)
}

/** Which units of output are added. */
export type MadeKind = 'ACCEPTED' | 'REJECTED'

/** Returns the accepted or rejected units in the unit that the shifts of the dates made, by the dimensions; of those shifts alone of which `only` is true. */
export async function readOutput(
  tenant: Tenant,
  by: readonly Dimension[],
  filter: RecordFilter,
  {
    dates,
    unit,
    made = 'ACCEPTED',
    only,
  }: { readonly dates: DateRange; readonly unit: string; readonly made?: MadeKind; readonly only?: RawBuilder<unknown> },
): Promise<readonly Cell[]> {
  await settleOutput(tenant, filter, dates)
  const units = made === 'ACCEPTED' ? sql`o.effective_accepted` : sql`o.effective_rejected`
  // Added shift by shift: the keys of a shift are made and sorted once, not once a segment.
  const { rows } = await sql<{ keys: readonly string[]; part: number }>`select ${keysOf(by)} as keys, sum(made.part)::float8 as part
    from shift join work_center w on w.company_id = shift.company_id and w.id = shift.work_center_id
    cross join lateral (select sum(${units}) as part from output_segment o where ${OF_SHIFT} and ${UNIT} = ${unit}) made
    where ${ofShifts(tenant, filter, dates)} and made.part is not null ${only === undefined ? sql`` : sql`and ${only}`} group by 1`.execute(
    tenant.tx,
  )
  return rows.map(({ keys, part }) => ({ keys, part, base: null }))
}

/** Returns the work centers that made anything in the shifts of the dates, each with the units that it did. */
export async function listUnitsOfPlaces(
  tenant: Tenant,
  filter: RecordFilter,
  dates: DateRange,
): Promise<readonly { readonly workCenterId: WorkCenterId; readonly units: readonly string[] }[]> {
  await settleOutput(tenant, filter, dates)
  const { rows } = await sql<{ workCenterId: WorkCenterId; units: readonly string[] }>`
    select shift.work_center_id as "workCenterId", array_agg(distinct made.unit) as units ${fromMade(tenant, filter, dates)} group by 1`.execute(
    tenant.tx,
  )
  return rows
}

/** Segments of before work centers had versions of their unit have the present one. */
export const UNIT = sql`coalesce(o.unit, w.measurement_unit)`

/**
 * The output segments `o` of a shift, within bounds that are its columns: so they are found whatever the planner expects. A bound that is worked out in a join
 * is none under row level security.
 */
const OF_SHIFT = sql`o.company_id = shift.company_id and o.work_center_id = shift.work_center_id
  and o.start_at >= shift.start_at and o.start_at < shift.end_at and o.shift_start_at = shift.start_at`

/** Returns the part of a statement that finds the output segments `o` of the shifts of the dates, shift by shift; `offset 0` keeps it so. */
export function fromSegments(tenant: Tenant, filter: RecordFilter, dates: DateRange): RawBuilder<unknown> {
  return sql`from shift join work_center w on w.company_id = shift.company_id and w.id = shift.work_center_id
    cross join lateral (select * from output_segment o where ${OF_SHIFT} offset 0) o
    where ${ofShifts(tenant, filter, dates)}`
}

/** The part of a statement that finds in which units `made` each shift of the dates made anything, of how many segments, and how many of these are `own`. */
function fromMade(tenant: Tenant, filter: RecordFilter, dates: DateRange, own: RawBuilder<unknown> = sql`0`): RawBuilder<unknown> {
  return sql`from shift join work_center w on w.company_id = shift.company_id and w.id = shift.work_center_id
    cross join lateral (select ${UNIT} as unit, count(*) as segments, ${own} as own from output_segment o
      where ${OF_SHIFT} and o.effective_total > 0 group by 1) made
    where ${ofShifts(tenant, filter, dates)}`
}

/** Writes what grows: a shift may end on the date after its own, in the zone farthest west. */
export async function settleOutput(tenant: Tenant, { workCenterIds }: RecordFilter, { to }: DateRange): Promise<void> {
  await tenant.settle?.(workCenterIds, Date.parse(to) + 2 * DAY_MS)
}

/** Returns the keys of a shift by the dimensions, as an array of texts. */
export function keysOf(by: readonly Dimension[]): RawBuilder<unknown> {
  return sql`array[${sql.join(by.map((dimension) => KEYS[dimension] ?? sql`''`))}]::text[]`
}

/** Returns the condition that `shift` with its work center `w` is of the dates and the filter. */
export function ofShifts(
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

/** What records are asked for: by what, which, and of which factor the targets. */
export type RecordsAsked = {
  readonly by: readonly Dimension[]
  readonly filter: PieceFilter
  readonly measure: Measure
}

/** Returns the sums of the shift records of the dates by the dimensions, the switches and the targets of their work centers. */
export async function readRecords(
  tenant: Tenant,
  { by, filter, measure }: RecordsAsked,
  dates: DateRange,
): Promise<readonly SummedRecords[]> {
  await settleOutput(tenant, filter, dates)
  const { rows } =
    await sql<SummedRow>`select ${keysOf(by)} as keys, ${ofPlace(measure)}, 0 as work_center_id, '' as date, null::int as shift_id, ${AGGREGATES}
    from shift join work_center w on w.company_id = shift.company_id and w.id = shift.work_center_id
    where ${ofShifts(tenant, filter, dates)}
    group by 1, 2, 3, 4, 5`.execute(tenant.tx)
  return rows.map(toSummed)
}

/** Returns the first of the shift dates of which a shift goes on; null where none does. */
export async function firstOpenDate(
  tenant: Tenant,
  filter: RecordFilter,
  { dates, now }: { readonly dates: DateRange; readonly now: number },
): Promise<string | null> {
  const { rows } = await sql<{ date: string | null }>`select min(shift.shift_date)::text as date
    from shift join work_center w on w.company_id = shift.company_id and w.id = shift.work_center_id
    where ${ofShifts(tenant, filter, dates)} and shift.end_at > ${now}`.execute(tenant.tx)
  return rows[0]?.date ?? null
}

/** Returns how many work centers have shifts of the dates, and how many of these a target of the factor. */
export async function countTargets(
  tenant: Tenant,
  { filter, measure }: Omit<RecordsAsked, 'by'>,
  dates: DateRange,
): Promise<{ readonly withTarget: number; readonly total: number }> {
  const { rows } = await sql<{ withTarget: number; total: number }>`
    select count(*) filter (where ${TARGETS[measure] ?? sql`null`} is not null)::int as "withTarget", count(*)::int as total
    from work_center w where w.company_id = ${tenant.companyId}
      and exists (select from shift where shift.work_center_id = w.id and ${ofShifts(tenant, filter, dates)})`.execute(tenant.tx)
  return rows[0] ?? { withTarget: 0, total: 0 }
}

/** Returns the four columns of a work center that decide what its records come to. */
export function ofPlace(measure: Measure): RawBuilder<unknown> {
  return sql`w.calculate_availability as "calculateAvailability", w.calculate_performance as "calculatePerformance",
    w.calculate_quality as "calculateQuality", (${TARGETS[measure] ?? sql`null`})::float8 / 100 as target`
}

const TARGETS: Partial<Record<Measure, RawBuilder<unknown>>> = {
  AVAILABILITY: sql`w.target_availability`,
  OEE: sql`w.target_oee`,
  PERFORMANCE: sql`w.target_performance`,
  QUALITY: sql`w.target_quality`,
}

/** Sums as they are read, with what their work center decides. */
export type SummedRow = SumsColumns & FactorSwitches & { readonly keys: readonly string[]; readonly target: number | null }

/** Returns the sums of a row under its keys. */
export function toSummed(row: SummedRow): SummedRecords {
  const { keys, target, calculateAvailability, calculatePerformance, calculateQuality, ...sums } = row
  return { keys, target, sums: toSums(sums).sums, switches: { calculateAvailability, calculatePerformance, calculateQuality } }
}
