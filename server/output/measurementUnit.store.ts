import { sql } from 'kysely'
import type { OutputCount } from '#engine/facts.ts'
import { asId } from '#engine/ids.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { LONGEST_SHIFT_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'

/** Stores that the work center counts in the unit from the instant (ms UTC) on, and in `before` until its first version (domain.md E-55). */
export async function recordUnit(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  change: { readonly before: string; readonly unit: string; readonly from: number },
): Promise<void> {
  const key = { company_id: tenant.companyId, work_center_id: workCenterId }
  await tenant.tx
    .insertInto('measurement_unit_version')
    .columns(['company_id', 'work_center_id', 'valid_from', 'unit'])
    .values({ ...key, valid_from: 0, unit: change.before })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tenant.tx
    .insertInto('measurement_unit_version')
    .values({ ...key, valid_from: Math.max(1, change.from), unit: change.unit })
    .onConflict((conflict) => conflict.columns(['company_id', 'work_center_id', 'valid_from']).doUpdateSet({ unit: change.unit }))
    .execute()
}

/** A stretch in which a work center made something in a unit; `end` null = it goes on. */
export type UnitSpan = { readonly start: number; readonly end: number | null; readonly unit: string }

/** Returns in which stretches of the period a work center that ever changed its unit made anything in another one than the present, ascending. */
export async function listOtherUnits(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  { start, end }: { readonly start: number; readonly end: number },
): Promise<readonly UnitSpan[]> {
  const { rows } = await sql<UnitSpan>`select o.start_at as start, o.end_at as "end", o.unit from output_segment o
    join work_center w on w.company_id = o.company_id and w.id = o.work_center_id
    where o.company_id = ${tenant.companyId} and o.work_center_id = ${workCenterId} and o.start_at < ${end}::int8
      and o.start_at > ${start - LONGEST_SHIFT_MS}::int8 and (o.end_at is null or o.end_at > ${start}::int8) and o.unit <> w.measurement_unit
      and o.effective_total > 0
      and exists (select from measurement_unit_version v where v.company_id = o.company_id and v.work_center_id = o.work_center_id)
    order by o.start_at`.execute(tenant.tx)
  return rows
}

/** What a work center made in one unit in one of its shifts. */
export type UnitCount = OutputCount & {
  readonly workCenterId: WorkCenterId
  readonly shiftDate: string
  readonly shiftId: number
  /** When the shift starts. */
  readonly start: number
  readonly unit: string
}

/** Returns the output by unit of those work centers that ever changed theirs, in the shifts of the dates `[from, to)`; the others have one unit. */
export async function listUnitCounts(
  tenant: Tenant,
  workCenterIds: readonly WorkCenterId[],
  dates: { readonly from: string; readonly to: string },
): Promise<readonly UnitCount[]> {
  const changed = await tenant.tx
    .selectFrom('measurement_unit_version')
    .select('work_center_id')
    .distinct()
    .where('company_id', '=', tenant.companyId)
    .where('work_center_id', 'in', workCenterIds.length > 0 ? [...workCenterIds] : [asId<WorkCenterId>(0)])
    .execute()
  if (changed.length === 0) return []
  const rows = await sql<UnitCount>`
    select o.work_center_id as "workCenterId", s.shift_date as "shiftDate", s.shift_id as "shiftId", s.start_at as start, o.unit, sum(o.effective_total) as total,
      sum(o.effective_accepted) as accepted, sum(o.effective_rejected) as rejected
    from output_segment o
    join shift s on s.company_id = o.company_id and s.work_center_id = o.work_center_id and s.start_at = o.shift_start_at
    where o.company_id = ${tenant.companyId} and o.work_center_id = any(${changed.map((row) => row.work_center_id)}::int[])
      and o.unit is not null
      and s.shift_date >= ${dates.from}::date and s.shift_date < ${dates.to}::date
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`.execute(tenant.tx)
  return rows.rows
}
