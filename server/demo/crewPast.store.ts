import { sql } from 'kysely'
import type { JobOrderId, UserId, WorkCenterId } from '#engine/ids.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import type { Interval } from '#engine/time/interval.ts'
import type { Tenant } from '#server/db/database.ts'

/** A shift of a machine with the code of who works in it. */
export type WorkedShift = Interval & { readonly code: string; readonly isConfirmed: boolean }

/** Returns the shifts of the work center that overlap the interval, ascending. */
export async function listWorkedShifts({ tx, companyId }: Tenant, place: WorkCenterId, { start, end }: Interval): Promise<WorkedShift[]> {
  const { rows } = await sql<WorkedShift>`select start_at as start, end_at as "end", code, status = 'CONFIRMED' as "isConfirmed" from shift
    where company_id = ${companyId} and work_center_id = ${place} and end_at > ${start}::int8 and start_at < ${end}::int8
    order by start_at`.execute(tx)
  return rows
}

/** Returns when the machine was set up for `atLeast` ms or longer in the interval, ascending. */
export async function listSetups(
  { tx, companyId }: Tenant,
  place: WorkCenterId,
  { start, end }: Interval,
  atLeast: number,
): Promise<readonly Interval[]> {
  const { rows } = await sql<Interval>`select l.start_at as start, l.end_at as "end" from loss l
    join status_rule r on r.company_id = l.company_id and r.id = l.status_rule_id and r.name = 'Setup'
    where l.company_id = ${companyId} and l.work_center_id = ${place} and l.source = 'STATUS' and l.is_valid
      and l.start_at >= ${start}::int8 and l.end_at <= ${end}::int8 and l.end_at - l.start_at >= ${atLeast} order by l.start_at`.execute(tx)
  return rows
}

/** Returns what the work center made in each hour that overlaps the interval. */
export async function listHourOutput(
  { tx, companyId }: Tenant,
  place: WorkCenterId,
  { start, end }: Interval,
): Promise<readonly (Interval & { readonly accepted: number })[]> {
  const { rows } = await sql<
    Interval & { readonly accepted: number }
  >`select start_at as start, start_at + elapsed_ms as "end", accepted_output as accepted
    from hour_record where company_id = ${companyId} and work_center_id = ${place} and start_at > ${start - HOUR_MS}::int8
      and start_at < ${end}::int8 and elapsed_ms > 0 order by start_at`.execute(tx)
  return rows
}

/** Returns whether an order was ever worked on at the work center. */
export async function hasRuns({ tx, companyId }: Tenant, place: WorkCenterId): Promise<boolean> {
  const { rows } = await sql`select 1 from job_order_run where company_id = ${companyId} and work_center_id = ${place} limit 1`.execute(tx)
  return rows.length > 0
}

/** An order that gave way to the next one and is not finished yet. */
export type EndedOrder = {
  readonly id: JobOrderId
  readonly orderCode: string
  readonly planOutput: number | null
  /** Units that were confirmed. */
  readonly confirmed: number
  readonly start: number
  readonly end: number
}

/** Returns the orders of the work center that one of the people paused, by when they did, with the stretch of their work. */
export async function listPaused(
  { tx, companyId }: Tenant,
  place: WorkCenterId,
  people: readonly UserId[],
): Promise<readonly EndedOrder[]> {
  const { rows } = await sql<EndedOrder>`select j.id, j.order_code as "orderCode", j.plan_output as "planOutput",
      j.accepted_output + j.rejected_output as confirmed, min(r.start_at) as start, max(r.end_at) as "end"
    from job_order j join job_order_run r on r.company_id = j.company_id and r.job_order_id = j.id
    where j.company_id = ${companyId} and j.work_center_id = ${place} and j.status = 'ON_HOLD'
    group by j.company_id, j.id having bool_and(r.ended_by = any(${people}::uuid[])) order by max(r.end_at)`.execute(tx)
  return rows
}
