import { CompiledQuery, sql } from 'kysely'
import type { WorkCenterId } from '#engine/ids.ts'
import type { ShiftTargets } from '#engine/output/targetsOfShift.ts'
import { LONGEST_SHIFT_MS } from '#engine/time/durations.ts'
import { SCHEDULED_ORDERS } from '#server/ingest/setup/targetSetups.ts'
import type { ScheduledRow } from '#server/ingest/setup/targetSetups.ts'
import type { Tenant } from '#server/db/database.ts'

/** Planned production time in one output segment; `orders` 0 = idle. */
export type PlannedSegment = {
  readonly workCenterId: WorkCenterId
  readonly shiftStart: number
  readonly plannedMs: number
  readonly idealCycleMs: number | null
  readonly orders: number
}

/** Returns the targets that were kept with the confirmation of the shifts, each with its revision; nothing of confirmations of before that kept none. */
export async function listKeptTargets(
  tenant: Tenant,
  shifts: readonly { readonly workCenterId: WorkCenterId; readonly start: number; readonly revision: number }[],
): Promise<readonly { readonly workCenterId: WorkCenterId; readonly shiftStart: number; readonly targets: ShiftTargets }[]> {
  if (shifts.length === 0) return []
  const [ids, starts, revisions] = [
    shifts.map((one) => one.workCenterId),
    shifts.map((one) => one.start),
    shifts.map((one) => one.revision),
  ]
  const { rows } = await sql<{ readonly workCenterId: WorkCenterId; readonly shiftStart: number; readonly targets: ShiftTargets }>`
    select r.work_center_id as "workCenterId", r.shift_start_at as "shiftStart", r.record -> 'targets' as targets
    from unnest(${ids}::int[], ${starts}::int8[], ${revisions}::int[]) as wanted (id, start_at, revision)
    join shift_revision r on r.company_id = ${tenant.companyId} and r.work_center_id = wanted.id and r.shift_start_at = wanted.start_at
      and r.revision = wanted.revision
    where r.record ? 'targets'`.execute(tenant.tx)
  return rows
}

/** Returns the output segments of the shifts with their planned production time, ascending within each. */
export async function listPlannedSegments(
  tenant: Tenant,
  shifts: readonly { readonly workCenterId: WorkCenterId; readonly start: number }[],
): Promise<readonly PlannedSegment[]> {
  const starts = shifts.map((shift) => shift.start)
  const rows =
    await sql<PlannedSegment>`select s.work_center_id as "workCenterId", s.shift_start_at as "shiftStart", s.planned_ms as "plannedMs",
      s.ideal_cycle_ms as "idealCycleMs", cardinality(s.job_order_ids) as orders
    from unnest(${shifts.map((shift) => shift.workCenterId)}::int[], ${starts}::int8[], ${starts.map((start) => start + LONGEST_SHIFT_MS)}::int8[])
      as wanted (id, start_at, until)
    join output_segment s on s.company_id = ${tenant.companyId} and s.work_center_id = wanted.id and s.shift_start_at = wanted.start_at
      and s.start_at >= wanted.start_at and s.start_at < wanted.until
    order by s.work_center_id, s.start_at`.execute(tenant.tx)
  return rows.rows
}

/** Returns the orders of the work centers whose plan window did not end before each one's instant (domain.md E-72). */
export async function listScheduledOrders(
  tenant: Tenant,
  asked: readonly { readonly workCenterId: WorkCenterId; readonly since: number }[],
): Promise<readonly ScheduledRow[]> {
  const values = [asked.map(() => tenant.companyId), asked.map((one) => one.workCenterId), asked.map((one) => one.since)]
  return (await tenant.tx.executeQuery<ScheduledRow>(CompiledQuery.raw(SCHEDULED_ORDERS, values))).rows
}
