import { sql } from 'kysely'
import type { Dimension } from '#engine/analytics/dimensions.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import type { DateRange } from '#engine/time/statPeriod.ts'
import type { Tenant } from '#server/db/database.ts'
import { keysOf, ofShifts, settleOutput, UNIT, type RecordFilter } from './recordFacts.store.ts'

/** Of the shifts of a work center under the same keys: their planned time, how many with planned time, of the running one the share, and accepted units. */
export type PlannedFact = {
  readonly keys: readonly string[]
  readonly workCenterId: WorkCenterId
  readonly plannedMs: number
  readonly shifts: number
  readonly accepted: number
}

type Asked = { readonly dates: DateRange; readonly unit: string; readonly now: number }

/**
 * Returns what the targets of the shifts of the dates follow from, by the dimensions and the work center, with the accepted units beside it: of work centers
 * that have a target or a reference speed and make the unit now, and of those of their shifts in which they made it all the time (domain.md N-21).
 */
export async function readPlanned(
  tenant: Tenant,
  by: readonly Dimension[],
  filter: RecordFilter,
  { dates, unit, now }: Asked,
): Promise<readonly PlannedFact[]> {
  await settleOutput(tenant, filter, dates)
  const { rows } =
    await sql<PlannedFact>`select ${keysOf(by)} as keys, shift.work_center_id as "workCenterId", sum(time.planned)::float8 as "plannedMs",
      coalesce(sum(time.planned / (time.planned + time.remaining)) filter (where time.planned > 0), 0)::float8 as shifts, sum(made.accepted)::float8 as accepted
    from shift join work_center w on w.company_id = shift.company_id and w.id = shift.work_center_id
    cross join lateral (select greatest(0, shift.elapsed_ms - shift.excluded_ms - shift.no_data_ms)::float8 as planned,
      case when shift.end_at > ${now} then greatest(0, shift.end_at - shift.as_of)::float8 else 0 end as remaining) time
    cross join lateral (select coalesce(sum(o.effective_accepted), 0)::float8 as accepted, coalesce(bool_or(${UNIT} <> ${unit}), false) as has_other
      from output_segment o where o.company_id = shift.company_id and o.work_center_id = shift.work_center_id
        and o.start_at >= shift.start_at and o.start_at < shift.end_at and o.shift_start_at = shift.start_at) made
    where ${ofShifts(tenant, filter, dates)} and w.measurement_unit = ${unit} and (w.target_output is not null or w.target_speed > 0)
      and not made.has_other
    group by 1, 2`.execute(tenant.tx)
  return rows
}

/** Returns the work centers with shifts of the dates that make the unit now. */
export async function listPlacesOfUnit(
  tenant: Tenant,
  filter: RecordFilter,
  { dates, unit }: Omit<Asked, 'now'>,
): Promise<readonly WorkCenterId[]> {
  const { rows } = await sql<{ id: WorkCenterId }>`select w.id from work_center w where w.company_id = ${tenant.companyId}
    and w.measurement_unit = ${unit}
    and exists (select from shift where shift.work_center_id = w.id and ${ofShifts(tenant, filter, dates)})`.execute(tenant.tx)
  return rows.map(({ id }) => id)
}
