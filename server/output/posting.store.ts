import { sql } from 'kysely'
import { asId } from '#engine/ids.ts'
import type { BatchId, JobOrderId, UserId, WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'

export const CONFIRMATION_TYPES = ['CANCELED', 'CONFIRMED', 'PROCESSING'] as const
export type ConfirmationType = (typeof CONFIRMATION_TYPES)[number]

export const OUTPUT_TYPES = ['ACCEPTED', 'REJECTED'] as const
export type OutputType = (typeof OUTPUT_TYPES)[number]

/** An act of confirming as it is written; instants are ms UTC. */
export type NewPosting = {
  readonly workCenterId: WorkCenterId
  readonly jobOrderId: JobOrderId | null
  readonly at: number
  readonly comment: string | null
  readonly isAutomatic: boolean
  readonly isClosing: boolean
  readonly runMs: number
  readonly sensorTotal: number
  readonly warnings: readonly string[]
  /** By how many units the order has more accepted than planned from then on; null = by none. */
  readonly overPlanBy: number | null
  readonly createdBy: UserId | null
  readonly createdVia: UserId | null
  readonly createdOn: Date
  /** The posting that it stands for. */
  readonly corrects: number | null
}

/** A row of a posting: units of one type in one segment, or at an instant. */
export type NewConfirmation = {
  readonly start: number
  readonly end: number | null
  readonly hasSegment: boolean
  readonly type: OutputType
  readonly units: number
  readonly sensorValue: number
  /** What the device had counted in its segment then; null = it is of none. */
  readonly segmentTotal: number | null
  readonly batchTime: number
  readonly batchCode: string | null
  /** null = it goes into none that is here. */
  readonly batchId: BatchId | null
  readonly containerCode: string | null
}

/** A posting that was written, with the ids of its rows in their order. */
export type WrittenPosting = { readonly id: number; readonly rowIds: readonly number[] }

/** Returns the posting and the ids of its rows in their order, written in one statement. */
export async function insertPosting(tenant: Tenant, posting: NewPosting, rows: readonly NewConfirmation[]): Promise<WrittenPosting> {
  const { companyId } = tenant
  const unitsOf = (type: OutputType) => rows.map((row) => (row.type === type ? row.units : 0))
  const written = await sql<{ readonly postingId: number; readonly id: number }>`with posting as (
      insert into output_posting (company_id, work_center_id, job_order_id, at, comment, is_automatic, is_closing, run_ms, sensor_total, warnings,
        over_plan_by, created_by, created_via, created_on, corrects)
      values (${companyId}, ${posting.workCenterId}, ${posting.jobOrderId}, ${posting.at}::int8, ${posting.comment}, ${posting.isAutomatic},
        ${posting.isClosing}, ${posting.runMs}::int8, ${posting.sensorTotal}, ${posting.warnings}::text[], ${posting.overPlanBy}::numeric,
        ${posting.createdBy}, ${posting.createdVia}, ${posting.createdOn}, ${posting.corrects}) returning *),
    corrected as (update output_posting set corrected_by = posting.id from posting
      where output_posting.company_id = ${companyId} and output_posting.id = ${posting.corrects}::int)
    insert into output_confirmation (company_id, posting_id, work_center_id, job_order_id, start_at, end_at, has_segment, accepted, rejected,
      sensor_value, segment_total, batch_time, batch_code, batch_id, container_code, is_closing, comment, created_by, created_on)
    select ${companyId}, p.id, p.work_center_id, p.job_order_id, r.start_at, r.end_at, r.has_segment, r.accepted, r.rejected, r.sensor_value,
      r.segment_total, r.batch_time, r.batch_code, r.batch_id, r.container_code, p.is_closing, p.comment, p.created_by, p.created_on
    from posting p cross join unnest(${rows.map(({ start }) => start)}::int8[], ${rows.map(({ end }) => end)}::int8[],
      ${rows.map(({ hasSegment }) => hasSegment)}::boolean[], ${unitsOf('ACCEPTED')}::numeric[], ${unitsOf('REJECTED')}::numeric[],
      ${rows.map(({ sensorValue }) => sensorValue)}::numeric[],
      ${rows.map(({ segmentTotal }) => segmentTotal)}::numeric[], ${rows.map(({ batchTime }) => batchTime)}::int8[],
      ${rows.map(({ batchCode }) => batchCode)}::text[], ${rows.map(({ batchId }) => batchId)}::int[],
      ${rows.map(({ containerCode }) => containerCode)}::text[]) with ordinality
      as r (start_at, end_at, has_segment, accepted, rejected, sensor_value, segment_total, batch_time, batch_code, batch_id, container_code, place)
    order by r.place
    returning posting_id as "postingId", id`.execute(tenant.tx)
  return { id: written.rows[0]?.postingId ?? 0, rowIds: written.rows.map(({ id }) => id) }
}

/** Adds units to what is confirmed of the order; a cancelled posting adds fewer than none. */
export async function addToOrder(
  tenant: Tenant,
  id: JobOrderId,
  units: { readonly accepted: number; readonly rejected: number },
): Promise<void> {
  await sql`update job_order set accepted_output = accepted_output + ${units.accepted}::numeric, rejected_output = rejected_output + ${units.rejected}::numeric
    where company_id = ${tenant.companyId} and id = ${id}`.execute(tenant.tx)
}

/** A posting as far as its cancellation needs it. */
export type StoredPosting = {
  readonly id: number
  readonly workCenterId: WorkCenterId
  readonly jobOrderId: JobOrderId | null
  readonly at: number
  readonly isClosing: boolean
  readonly isCanceled: boolean
  readonly createdBy: UserId | null
  readonly accepted: number
  readonly rejected: number
  /** Its rows' ranges, ascending. */
  readonly ranges: readonly { readonly start: number; readonly end: number | null; readonly hasSegment: boolean }[]
}

/** Returns the posting that the confirmation belongs to; null when the company has no such confirmation. */
export async function findPostingOf(tenant: Tenant, confirmationId: number): Promise<StoredPosting | null> {
  const { rows } = await sql<
    Omit<StoredPosting, 'ranges'> & { readonly ranges: StoredPosting['ranges'] }
  >`select p.id, p.work_center_id as "workCenterId",
      p.job_order_id as "jobOrderId", p.at, p.is_closing as "isClosing", p.canceled_on is not null as "isCanceled", p.created_by as "createdBy",
      sum(c.accepted) as accepted, sum(c.rejected) as rejected,
      json_agg(json_build_object('start', c.start_at, 'end', c.end_at, 'hasSegment', c.has_segment) order by c.start_at) as ranges
    from output_posting p join output_confirmation c on c.company_id = p.company_id and c.posting_id = p.id
    where p.company_id = ${tenant.companyId} and p.id = (select posting_id from output_confirmation
      where company_id = ${tenant.companyId} and id = ${confirmationId}::int8)
    group by p.company_id, p.id`.execute(tenant.tx)
  const [row] = rows
  return row === undefined ? null : { ...row, workCenterId: asId<WorkCenterId>(row.workCenterId) }
}

/** Without an order, output of so long before is looked for only by its id. */
const LOOK_BACK_MS = 31 * 86_400_000

/** Returns from when on output is looked for that waits at the instant: of an order all of it, of none that of the last weeks. */
export function waitingSince(jobOrderId: JobOrderId | null, at: number): number {
  return jobOrderId === null ? at - LOOK_BACK_MS : 0
}

/** Which postings of an order, or of what has none, at a work center are asked for. */
export type LastPostingQuery = {
  readonly workCenterId: WorkCenterId
  readonly jobOrderId: JobOrderId | null
  /** Written after the instant (ms UTC). */
  readonly createdAfter: number
  /** Leaves out what this person confirmed there before the instant; where `sentAfter` is given, of that only what came after it (ms UTC). */
  readonly knownTo?: { readonly userId: UserId | null; readonly viaStation: UserId | null; readonly sentAfter?: number }
}

/** Returns when the newest live posting that is asked for was made and by whom; null for none. */
export async function findLastPosting(
  tenant: Tenant,
  { workCenterId, jobOrderId, createdAfter, knownTo }: LastPostingQuery,
): Promise<{ readonly at: number; readonly by: UserId | null } | null> {
  const since = createdAfter
  const ofOrder =
    jobOrderId === null
      ? sql`p.job_order_id is null and p.id in (select c.posting_id from output_confirmation c where c.company_id = ${tenant.companyId}
          and c.work_center_id = ${workCenterId} and c.job_order_id is null and c.start_at > ${since - LOOK_BACK_MS}::int8)`
      : sql`p.job_order_id = ${jobOrderId}::int`
  const others =
    knownTo === undefined
      ? sql`true`
      : sql`not (p.at < ${since}::int8 and p.created_by is not distinct from ${knownTo.userId} and p.created_via is not distinct from ${knownTo.viaStation}
          and p.created_on > to_timestamp(${knownTo.sentAfter ?? 0}::int8 / 1000.0))`
  const { rows } = await sql<{ readonly at: number; readonly by: UserId | null }>`select p.at, p.created_by as by from output_posting p
    where p.company_id = ${tenant.companyId} and p.work_center_id = ${workCenterId} and ${ofOrder}
      and p.canceled_on is null and p.created_on > to_timestamp(${since}::int8 / 1000.0) and ${others}
    order by p.id desc limit 1`.execute(tenant.tx)
  return rows[0] ?? null
}

/** Takes the posting and its rows out of all sums; what it said of rejects is removed elsewhere. */
export async function cancelRows(
  tenant: Tenant,
  postingId: number,
  by: { readonly userId: UserId | null; readonly viaStation: UserId | null; readonly at: Date; readonly comment: string },
): Promise<void> {
  await sql`update output_posting set canceled_by = ${by.userId}, canceled_via = ${by.viaStation}, canceled_on = ${by.at}, cancel_comment = ${by.comment}
    where company_id = ${tenant.companyId} and id = ${postingId}`.execute(tenant.tx)
  await sql`update output_confirmation set type = 'CANCELED' where company_id = ${tenant.companyId} and posting_id = ${postingId}`.execute(
    tenant.tx,
  )
}
