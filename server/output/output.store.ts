import { sql } from 'kysely'
import type { OutputCount } from '#engine/facts.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import type { ShiftScope } from '#engine/time/statPeriod.ts'
import { DAY_MS, HOUR_MS, LONGEST_SHIFT_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'

/** Output of one clock hour and how much of the hour was planned for production. */
export type HourOutput = OutputCount & { readonly start: number; readonly plannedMs: number }

/** Returns the output of the hours of the work center that begin in `[start, end)`, ascending; an hour in two shifts is one. */
export async function listHourOutputs(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  start: number,
  end: number,
): Promise<readonly HourOutput[]> {
  await tenant.settle?.([workCenterId], end + HOUR_MS)
  const rows = await sql<HourOutput>`
    select start_at as start, sum(total_output) as total, sum(accepted_output) as accepted, sum(rejected_output) as rejected,
      sum(case when shift_start_at > 0 then elapsed_ms - excluded_ms - no_data_ms else 0 end) as "plannedMs"
    from hour_record
    where company_id = ${tenant.companyId} and work_center_id = ${workCenterId} and start_at >= ${start}::int8 and start_at < ${end}::int8
    group by start_at order by start_at`.execute(tenant.tx)
  return rows.rows
}

/** Good units of one clock hour in one shift, from where the shift, or the time after one, begins in it; `shiftStart` null = out of shifts. */
export type HourUnits = { readonly start: number; readonly shiftStart: number | null; readonly accepted: number }

/**
 * Returns the good units of the hours of the work center, of each shift in the hour, of which the time begins in `[start, end)`, ascending: an hour that a
 * shift border divides is two, so that the hours of a shift are those of its record.
 */
export async function listHourUnits(tenant: Tenant, workCenterId: WorkCenterId, start: number, end: number): Promise<readonly HourUnits[]> {
  await tenant.settle?.([workCenterId], end + HOUR_MS)
  const rows = await sql<HourUnits>`
    select greatest(begun.at, h.start_at) as start, nullif(h.shift_start_at, 0) as "shiftStart", h.accepted_output as accepted from hour_record h
    cross join lateral (select case when h.shift_start_at > 0 then h.shift_start_at else (select max(s.end_at) from shift s
      where s.company_id = h.company_id and s.work_center_id = h.work_center_id and s.start_at <= h.start_at and s.start_at > h.start_at - ${LONGEST_SHIFT_MS}::int8
        and s.end_at > h.start_at and s.end_at < h.start_at + ${HOUR_MS}::int8) end as at) begun
    where h.company_id = ${tenant.companyId} and h.work_center_id = ${workCenterId}
      and h.start_at > ${start - HOUR_MS}::int8 and h.start_at < ${end}::int8
      and greatest(begun.at, h.start_at) >= ${start}::int8 and greatest(begun.at, h.start_at) < ${end}::int8
    order by 1, h.shift_start_at`.execute(tenant.tx)
  return rows.rows
}

/** Output of one shift instance. */
export type ShiftOutput = OutputCount & {
  readonly workCenterId: WorkCenterId
  readonly start: number
  readonly shiftId: number
  readonly shiftDate: string
}

/** Returns the output of the work center's shifts that the scope takes, ascending. */
export async function listShiftOutputs(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  { from, to, startsFrom, startsBefore }: ShiftScope,
): Promise<readonly ShiftOutput[]> {
  // A shift may end on the date after its own, in the zone farthest west.
  await tenant.settle?.([workCenterId], Date.parse(to) + 2 * DAY_MS)
  const rows = await sql<ShiftOutput>`
    select work_center_id as "workCenterId", start_at as start, shift_id as "shiftId", shift_date as "shiftDate", total_output as total, accepted_output as accepted, rejected_output as rejected
    from shift where company_id = ${tenant.companyId} and work_center_id = ${workCenterId} and shift_date >= ${from}::date and shift_date < ${to}::date
      and (${startsFrom}::int8 is null or shift_date > ${from}::date or start_at >= ${startsFrom}::int8)
      and (${startsBefore}::int8 is null or shift_date < ${to}::date - 1 or start_at < ${startsBefore}::int8)
    order by start_at`.execute(tenant.tx)
  return rows.rows
}

/** Returns when the shifts of the work center that overlap `[start, end)` begin and end, ascending. */
export async function listShiftTimes(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  start: number,
  end: number,
): Promise<readonly { readonly start: number; readonly end: number }[]> {
  const rows = await sql<{ start: number; end: number }>`select start_at as start, end_at as end from shift
    where company_id = ${tenant.companyId} and work_center_id = ${workCenterId} and end_at > ${start}::int8 and start_at < ${end}::int8
    order by start_at`.execute(tenant.tx)
  return rows.rows
}
