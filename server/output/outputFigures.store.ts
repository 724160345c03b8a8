import { sql } from 'kysely'
import type { JobOrderId, WorkCenterId } from '#engine/ids.ts'
import type { OrderQuantity } from '#engine/jobOrder/orderOutput.ts'
import type { SaidOfSegment } from '#engine/output/orderParts.ts'
import { HOUR_MS, LONGEST_SHIFT_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'

/** Output of a work center in a bucket, by the index of the bucket, and how much of it was planned for production. */
export type BucketSum = OrderQuantity & {
  readonly workCenterId: WorkCenterId
  readonly bucket: number
  readonly total: number
  readonly plannedMs: number
}

/** Returns what the work centers made in each of the buckets, which touch and consist of whole hours; nothing of buckets without records. */
export async function listBucketSums(
  tenant: Tenant,
  workCenterIds: readonly WorkCenterId[],
  buckets: readonly { readonly start: number; readonly end: number }[],
): Promise<readonly BucketSum[]> {
  const [from, to] = [buckets[0]?.start ?? 0, buckets.at(-1)?.end ?? 0]
  await tenant.settle?.(workCenterIds, to + HOUR_MS)
  const { rows } = await sql<BucketSum>`
    select work_center_id as "workCenterId", width_bucket(start_at, ${buckets.map(({ start }) => start)}::int8[]) - 1 as bucket,
      sum(total_output) as total, sum(accepted_output) as accepted, sum(rejected_output) as rejected,
      sum(case when shift_start_at > 0 then elapsed_ms - excluded_ms - no_data_ms else 0 end) as "plannedMs"
    from hour_record where company_id = ${tenant.companyId} and work_center_id = any(${workCenterIds}::int[])
      and start_at >= ${from}::int8 and start_at < ${to}::int8
    group by 1, 2 order by 2, 1`.execute(tenant.tx)
  return rows
}

/** What stands of a clock hour, clipped to one shift; `shiftStart` 0 = out of schedule. */
export type HourPiece = OrderQuantity & {
  readonly workCenterId: WorkCenterId
  readonly start: number
  readonly shiftStart: number
  readonly plannedMs: number
}

/** Returns the hours of the work centers that begin in `[start, end)`, by work center, ascending. */
export async function listHourPieces(
  tenant: Tenant,
  workCenterIds: readonly WorkCenterId[],
  { start, end }: { readonly start: number; readonly end: number },
): Promise<readonly HourPiece[]> {
  const { rows } = await sql<HourPiece>`
    select work_center_id as "workCenterId", start_at as start, shift_start_at as "shiftStart", accepted_output as accepted, rejected_output as rejected,
      case when shift_start_at > 0 then elapsed_ms - excluded_ms - no_data_ms else 0 end as "plannedMs"
    from hour_record where company_id = ${tenant.companyId} and work_center_id = any(${workCenterIds}::int[])
      and start_at >= ${start}::int8 and start_at < ${end}::int8
    order by work_center_id, start_at`.execute(tenant.tx)
  return rows
}

/** An output segment with what decides figures by order. */
export type FigureSegment = {
  readonly workCenterId: WorkCenterId
  readonly start: number
  readonly end: number | null
  /** 0 = out of schedule. */
  readonly shiftStart: number
  readonly jobOrderIds: readonly JobOrderId[]
  readonly strokes: number | null
  readonly accepted: number
  readonly rejected: number
  readonly plannedMs: number
  readonly uncountedAccepted: number
  readonly uncountedRejected: number
  readonly runMs: number
  readonly idealCycleMs: number | null
  /** Ideal time of its counted output and of its rejects; null = no reference speed. */
  readonly netOperatingMs: number | null
  readonly qualityLossMs: number | null
}

const SEGMENT = sql`s.work_center_id as "workCenterId", s.start_at as start, s.end_at as "end", coalesce(s.shift_start_at, 0) as "shiftStart",
  s.job_order_ids as "jobOrderIds", s.strokes, s.effective_accepted as accepted, s.effective_rejected as rejected, s.planned_ms as "plannedMs",
  s.uncounted_accepted as "uncountedAccepted", s.uncounted_rejected as "uncountedRejected", s.run_ms as "runMs", s.ideal_cycle_ms as "idealCycleMs", s.net_operating_ms as "netOperatingMs", s.quality_loss_ms as "qualityLossMs"`

/** Returns up to so many segments of the work centers that overlap `[start, end)`, by work center, ascending. */
export async function listFigureSegments(
  tenant: Tenant,
  workCenterIds: readonly WorkCenterId[],
  { start, end }: { readonly start: number; readonly end: number },
  limit: number,
): Promise<readonly FigureSegment[]> {
  const { rows } = await sql<FigureSegment>`select ${SEGMENT} from output_segment s
    where s.company_id = ${tenant.companyId} and s.work_center_id = any(${workCenterIds}::int[])
      and s.start_at < ${end}::int8 and s.start_at > ${start - LONGEST_SHIFT_MS}::int8 and coalesce(s.end_at, 9007199254740991) > ${start}::int8
    order by s.work_center_id, s.start_at limit ${limit}`.execute(tenant.tx)
  return rows
}

/** Returns the segments of the shifts, by work center, ascending. */
export async function listSegmentsOfShifts(
  tenant: Tenant,
  shifts: readonly { readonly workCenterId: WorkCenterId; readonly start: number }[],
): Promise<readonly FigureSegment[]> {
  const starts = shifts.map(({ start }) => start)
  // Ends are given: a bound that is worked out in the join is no bound of an index under row level security.
  const { rows } = await sql<FigureSegment>`select ${SEGMENT}
    from unnest(${shifts.map(({ workCenterId }) => workCenterId)}::int[], ${starts}::int8[], ${starts.map((start) => start + LONGEST_SHIFT_MS)}::int8[])
      as wanted (id, start_at, until)
    join output_segment s on s.company_id = ${tenant.companyId} and s.work_center_id = wanted.id and s.shift_start_at = wanted.start_at
      and s.start_at >= wanted.start_at and s.start_at < wanted.until
    order by s.work_center_id, s.start_at`.execute(tenant.tx)
  return rows
}

/** A live confirmation of a work center and its range. */
export type FigureConfirmation = SaidOfSegment & {
  readonly workCenterId: WorkCenterId
  readonly start: number
  readonly end: number | null
}

/** Returns the live confirmations of the work centers that may lie in a segment of `[start, end)`, by work center and their middle. */
export async function listFigureConfirmations(
  tenant: Tenant,
  workCenterIds: readonly WorkCenterId[],
  { start, end }: { readonly start: number; readonly end: number },
): Promise<readonly FigureConfirmation[]> {
  const { rows } = await sql<FigureConfirmation>`
    select work_center_id as "workCenterId", start_at as start, end_at as "end", job_order_id as "jobOrderId", accepted, rejected, is_closing as "isClosing"
    from output_confirmation where company_id = ${tenant.companyId} and work_center_id = any(${workCenterIds}::int[]) and type <> 'CANCELED'
      and start_at > ${start - LONGEST_SHIFT_MS}::int8 and start_at < ${end}::int8
    order by work_center_id, (start_at + coalesce(end_at, start_at)) / 2`.execute(tenant.tx)
  return rows
}
