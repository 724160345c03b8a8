import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Cell } from '#engine/analytics/cells.ts'
import type { Dimension } from '#engine/analytics/dimensions.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import type { IdleSums } from '#engine/analytics/pieceSums.ts'
import type { DateRange } from '#engine/time/statPeriod.ts'
import type { Tenant } from '#server/db/database.ts'
import { AGGREGATES } from '#server/oee/recordSumColumns.ts'
import { keysOf, ofPlace, ofShifts, settleOutput, toSummed } from './recordFacts.store.ts'
import type { MadeKind, PieceFilter, RecordsAsked, SummedRecords, SummedRow } from './recordFacts.store.ts'

/** Shifts are divided by hours of the clock of each plant, or by their output segments. */
export type PieceKind = { readonly kind: 'HOURS'; readonly zones: ReadonlyMap<WorkCenterId, string> } | { readonly kind: 'SEGMENTS' }

/** Sums of pieces, and what of them stood without a reference speed. */
export type SummedPieces = SummedRecords & { readonly idle: IdleSums }

/** Returns the sums of the hours or the output segments of the shifts of the dates, one row more than `most` at most. */
export async function readPieces(
  tenant: Tenant,
  { by, filter, measure, most }: RecordsAsked & { readonly most: number },
  dates: DateRange,
  pieces: PieceKind,
): Promise<readonly SummedPieces[]> {
  await settleOutput(tenant, filter, dates)
  const source = pieces.kind === 'HOURS' ? hoursOf(pieces.zones) : SEGMENTS
  const { rows } = await sql<
    SummedRow & IdleSums
  >`select ${keysOf(by)} as keys, ${ofPlace(measure)}, shift.work_center_id, '' as date, null::int as shift_id,
      ${AGGREGATES}, ${IDLE_SUMS}
    from ${source} shift join work_center w on w.company_id = shift.company_id and w.id = shift.work_center_id
    where ${ofShifts(tenant, filter, dates)} ${ofPieces(filter, pieces.kind)}
    group by 1, 2, 3, 4, 5, 6 limit ${most + 1}`.execute(tenant.tx)
  return rows.map(({ idleRecords, idleMs, netMs, qualityMs, ...row }) => {
    return { ...toSummed(row), idle: { idleRecords, idleMs, netMs, qualityMs } }
  })
}

/** Returns the accepted or rejected units of the hours of the clock in the shifts of the dates by the dimensions; the work centers of the filter count in one unit. */
export async function readHourOutput(
  tenant: Tenant,
  by: readonly Dimension[],
  filter: PieceFilter,
  { dates, zones, made }: { readonly dates: DateRange; readonly zones: ReadonlyMap<WorkCenterId, string>; readonly made: MadeKind },
): Promise<readonly Cell[]> {
  const units = made === 'ACCEPTED' ? sql`shift.accepted_output` : sql`shift.rejected_output`
  const { rows } = await sql<{
    keys: readonly string[]
    part: number
  }>`select ${keysOf(by)} as keys, sum(${units})::float8 as part
    from ${hoursOf(zones)} shift join work_center w on w.company_id = shift.company_id and w.id = shift.work_center_id
    where ${ofShifts(tenant, filter, dates)} ${ofPieces(filter, 'HOURS')} group by 1 having sum(${units}) <> 0`.execute(tenant.tx)
  return rows.map(({ keys, part }) => ({ keys, part, base: null }))
}

function ofPieces({ hoursOfDay = null, orders = null, products = null }: PieceFilter, kind: PieceKind['kind']): RawBuilder<unknown> {
  if (kind === 'HOURS') return hoursOfDay === null ? sql`` : sql`and shift.hour = any(${hoursOfDay}::int[])`
  return sql`and (${orders}::text[] is null or shift.order_key = any(${orders}::text[]))
    and (${products}::text[] is null or shift.product_key = any(${products}::text[]))`
}

/** Of pieces that stood without a reference speed: how many and how long; and what was made at all, also in time that is not planned (E-6). */
const STOOD = sql`shift.net_operating_ms is null and shift.elapsed_ms - shift.excluded_ms - shift.no_data_ms - shift.availability_loss_ms <= 0
  and shift.total_output - shift.uncounted_total = 0`
const IDLE_SUMS = sql`(count(*) filter (where ${STOOD}))::int as "idleRecords",
  coalesce(sum((shift.elapsed_ms - shift.excluded_ms - shift.no_data_ms)::float8) filter (where ${STOOD}), 0)::float8 as "idleMs",
  coalesce(sum(shift.net_operating_ms), 0)::float8 as "netMs", coalesce(sum(shift.quality_loss_ms), 0)::float8 as "qualityMs"`

/** What both kinds have of their shift. */
const OF_SHIFT = sql`s.company_id, s.work_center_id, s.shift_date, s.code, s.status, null::int8 as end_at, null::int8 as as_of, '{}'::text[] as issues`

/** Hours of the clock, cut at the edges of shifts; found as `fromSegments` finds its segments. */
function hoursOf(zones: ReadonlyMap<WorkCenterId, string>): RawBuilder<unknown> {
  return sql`(select ${OF_SHIFT}, h.start_at as id, extract(hour from to_timestamp(h.start_at / 1000) at time zone clock.zone)::int as hour,
      h.elapsed_ms, h.excluded_ms, h.no_data_ms, h.availability_loss_ms, h.small_stop_ms, h.planned_downtime_ms, h.unplanned_downtime_ms,
      h.unclassified_downtime_ms, h.planned_included_ms, h.unplanned_included_ms, h.order_loss_ms, h.setup_ms, h.failure_ms, h.failure_count,
      h.net_operating_ms, h.quality_loss_ms, h.total_output, h.accepted_output, h.rejected_output, h.uncounted_total, h.uncounted_accepted, h.uncounted_rejected
    from shift s cross join lateral (select s.start_at - ${HOUR_MS}::int8 as since offset 0) bound
    cross join lateral (select * from hour_record one where one.company_id = s.company_id and one.work_center_id = s.work_center_id
      and one.start_at > bound.since and one.start_at < s.end_at and one.shift_start_at = s.start_at offset 0) h
    join unnest(${[...zones.keys()]}::int[], ${[...zones.values()]}::text[]) as clock (work_center_id, zone) on clock.work_center_id = s.work_center_id)`
}

/** A segment of several orders belongs to none of them; of several orders of one product, to that product. */
const SEGMENTS = sql`(select ${OF_SHIFT}, o.start_at as id,
    case cardinality(o.job_order_ids) when 0 then '' when 1 then o.job_order_ids[1]::text else 'SEVERAL' end as order_key,
    case cardinality(o.job_order_ids) when 0 then '' else (select case when count(distinct coalesce(j.item_id, -1)) > 1 then 'SEVERAL'
      else coalesce(min(j.item_id)::text, '') end from job_order j where j.company_id = o.company_id and j.id = any(o.job_order_ids)) end as product_key,
    o.planned_ms as elapsed_ms, 0 as excluded_ms, 0 as no_data_ms, o.planned_ms - o.run_ms as availability_loss_ms, 0 as small_stop_ms,
    0 as planned_downtime_ms, 0 as unplanned_downtime_ms, 0 as unclassified_downtime_ms, 0 as planned_included_ms, 0 as unplanned_included_ms,
    0 as order_loss_ms, 0 as setup_ms, 0 as failure_ms, 0 as failure_count, o.net_operating_ms, o.quality_loss_ms,
    o.effective_accepted + o.effective_rejected as total_output, o.effective_accepted as accepted_output, o.effective_rejected as rejected_output,
    o.uncounted_accepted + o.uncounted_rejected as uncounted_total, o.uncounted_accepted, o.uncounted_rejected
  from shift s cross join lateral (select * from output_segment one where one.company_id = s.company_id and one.work_center_id = s.work_center_id
    and one.start_at >= s.start_at and one.start_at < s.end_at and one.shift_start_at = s.start_at offset 0) o)`
