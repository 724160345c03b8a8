import { sql } from 'kysely'
import type { WorkCenterId } from '#engine/ids.ts'
import type { ShiftScope } from '#engine/time/statPeriod.ts'
import type { Tenant } from '#server/db/database.ts'

/** Shifts of work centers, only those of the numbers unless that is null. */
export type AskedShifts = {
  readonly taken: readonly { readonly workCenterId: WorkCenterId; readonly shifts: ShiftScope }[]
  readonly shiftIds: readonly number[] | null
}

/** Kept energy of shifts; `kwh` null = nothing was measured. */
export type KeptShiftEnergy = {
  readonly kwh: number | null
  /** Of the work centers that made good units in the shifts with energy alone, those that `accepted` took. */
  readonly madeWithKwh: number | null
  /** Accepted units of the shifts with energy alone. */
  readonly accepted: number
  /** Work centers with energy in at least one of the shifts. */
  readonly measured: number
  readonly coveredMs: number
  readonly elapsedMs: number
}

/** How many work centers have shifts, and in how many of them energy was measured. */
export type MeasuredPlaces = { readonly measured: number; readonly total: number }

const NOTHING: KeptShiftEnergy = { kwh: null, madeWithKwh: null, accepted: 0, measured: 0, coveredMs: 0, elapsedMs: 0 }

/**
 * Returns the stored energy of the shifts of each question, in order: whole hours inside a shift, and of an hour across a shift border the quarters
 * that begin in the shift.
 */
export async function sumShiftEnergy(tenant: Tenant, questions: readonly AskedShifts[]): Promise<readonly KeptShiftEnergy[]> {
  const asked = questions.flatMap(({ taken, shiftIds }, index) =>
    taken.map(({ workCenterId, shifts }) => ({ ...shifts, index, id: workCenterId, shiftIds: shiftIds?.join() ?? null })),
  )
  const { rows } = await sql<KeptShiftEnergy & { readonly index: number }>`
    with shifts as (
      select asked.index, s.work_center_id, s.start_at, s.end_at, s.elapsed_ms, s.accepted_output
      from unnest(${asked.map((one) => one.index)}::int[], ${asked.map((one) => one.id)}::int[], ${asked.map((one) => one.from)}::date[],
        ${asked.map((one) => one.to)}::date[], ${asked.map((one) => one.startsFrom)}::int8[], ${asked.map((one) => one.startsBefore)}::int8[],
        ${asked.map((one) => one.shiftIds)}::text[]) as asked (index, id, first, past, starts_from, starts_before, shift_ids)
      join shift s on s.company_id = ${tenant.companyId} and s.work_center_id = asked.id and s.shift_date >= asked.first and s.shift_date < asked.past
        and (asked.starts_from is null or s.shift_date > asked.first or s.start_at >= asked.starts_from)
        and (asked.starts_before is null or s.shift_date < asked.past - 1 or s.start_at < asked.starts_before)
        and (asked.shift_ids is null or s.shift_id = any(string_to_array(asked.shift_ids, ',')::int[]))
    ), made as (
      select s.index, s.work_center_id, s.start_at, s.accepted_output, sum(e.kwh) as kwh, sum(e.covered_ms) as covered_ms
      from shifts s
      cross join lateral (
        select h.kwh, h.covered_ms from energy_hour h
        where h.company_id = ${tenant.companyId} and h.work_center_id = s.work_center_id and h.hour_at >= s.start_at and h.hour_at <= s.end_at - 3600000
        union all
        select q.kwh, q.covered_ms from energy_hour h
        cross join lateral (
          select kwh, covered_ms, h.hour_at + (number - 1) * 900000 as start_at
          from unnest(h.quarter_kwh, h.quarter_covered_ms) with ordinality as quarter (kwh, covered_ms, number)) q
        where h.company_id = ${tenant.companyId} and h.work_center_id = s.work_center_id
          and (h.hour_at > s.start_at - 3600000 and h.hour_at < s.start_at or h.hour_at > s.end_at - 3600000 and h.hour_at < s.end_at)
          and q.start_at >= s.start_at and q.start_at < s.end_at
      ) e
      group by 1, 2, 3, 4
    ), places as (
      select index, work_center_id, sum(kwh) as kwh, sum(covered_ms) as covered_ms, sum(accepted_output) filter (where kwh is not null) as accepted
      from made group by 1, 2
    ), added as (
      select index, sum(kwh) as kwh, sum(covered_ms) as covered_ms, sum(accepted) as accepted, sum(kwh) filter (where accepted > 0) as made_with,
        count(*) filter (where kwh is not null) as measured
      from places group by index)
    select s.index, added.kwh, added.made_with as "madeWithKwh", coalesce(added.accepted, 0)::double precision as accepted, coalesce(added.measured, 0)::int as measured,
      coalesce(added.covered_ms, 0)::double precision as "coveredMs", s.elapsed_ms as "elapsedMs"
    from (select index, sum(elapsed_ms)::double precision as elapsed_ms from shifts group by index) s left join added using (index)`.execute(
    tenant.tx,
  )
  const found = new Map(rows.map((row) => [row.index, row]))
  return questions.map((_, index) => found.get(index) ?? NOTHING)
}
