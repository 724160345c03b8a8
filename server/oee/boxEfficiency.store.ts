import { sql } from 'kysely'
import type { WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import type { Interval } from '#engine/time/interval.ts'
import type { ShiftScope } from '#engine/time/statPeriod.ts'
import type { Tenant } from '#server/db/database.ts'
import { toShift } from '#server/shift/shift.store.ts'
import type { ShiftRow, StoredShift } from '#server/shift/shift.store.ts'

/** Time of a period out of schedule, as far as the work center is known. */
export type OutOfSchedule = { readonly workCenterId: WorkCenterId; readonly outOfScheduleMs: number }

type Asked = { readonly workCenterIds: readonly WorkCenterId[] | null; readonly period: Interval }

/** No shift starts further from its date than this, in whichever zone it was laid out. */
const DATE_MARGIN_DAYS = 2

/**
 * Returns for each work center with a record the ms of the period, up to now, in which no shift was. It counts from the first record on: before that
 * nothing is known of the work center.
 */
export async function listOutOfSchedule(
  tenant: Tenant,
  { workCenterIds, period, now }: Asked & { readonly now: number },
): Promise<readonly OutOfSchedule[]> {
  const end = Math.min(period.end, now)
  const { rows } = await sql<{ id: number; ms: number }>`
    select w.id, greatest(0, ${end}::int8 - known.start_at - coalesce(shifts.ms, 0))::int8 as ms
    from work_center w
    join lateral (select greatest(s.start_at, ${period.start}::int8) as start_at from shift s
      where s.company_id = w.company_id and s.work_center_id = w.id order by s.start_at limit 1) known on true
    left join lateral (select sum(least(s.end_at, ${end}::int8) - greatest(s.start_at, known.start_at)) as ms from shift s
      where s.company_id = w.company_id and s.work_center_id = w.id and s.end_at > known.start_at and s.start_at < ${end}::int8
        and s.start_at > known.start_at - 172800000) shifts on true
    where w.company_id = ${tenant.companyId} and (${workCenterIds}::int[] is null or w.id = any(${workCenterIds}::int[]))`.execute(
    tenant.tx,
  )
  return rows.map(({ id, ms }) => ({ workCenterId: asId<WorkCenterId>(id), outOfScheduleMs: Number(ms) }))
}

/** Returns the shifts whose time in the period is not what the scope takes: those that the period cuts, and those that are dated elsewhere. */
export async function listCutShifts(
  tenant: Tenant,
  { workCenterIds, period: { start, end }, shifts }: Asked & { readonly shifts: ShiftScope },
): Promise<readonly StoredShift[]> {
  const near = (date: string) =>
    sql`shift_date between ${date}::date - ${DATE_MARGIN_DAYS}::int and ${date}::date + ${DATE_MARGIN_DAYS}::int`
  const { rows } = await sql<ShiftRow>`select * from shift where company_id = ${tenant.companyId}
      and (${workCenterIds}::int[] is null or work_center_id = any(${workCenterIds}::int[]))
      and (${near(shifts.from)} or ${near(shifts.to)})
      and ((start_at < ${start}::int8 and end_at > ${start}::int8) or (start_at < ${end}::int8 and end_at > ${end}::int8)
        or (start_at >= ${start}::int8 and end_at <= ${end}::int8) <> (shift_date >= ${shifts.from}::date and shift_date < ${shifts.to}::date))
    order by work_center_id, start_at`.execute(tenant.tx)
  return rows.map(toShift)
}
