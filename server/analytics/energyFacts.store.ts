import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Dimension } from '#engine/analytics/dimensions.ts'
import type { PricedStretch } from '#engine/energy/tariff.ts'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import type { DateRange } from '#engine/time/statPeriod.ts'
import type { Tenant } from '#server/db/database.ts'
import type { MeasuredPlaces } from '#server/energy/statEnergy.store.ts'
import { keysOf, ofShifts, type PieceFilter } from './recordFacts.store.ts'

const QUARTER_MS = 15 * MINUTE_MS

/** The condition that a `shift` has kept energy in its own time, of which its pieces may be told (domain.md D-34). */
export const HAS_ENERGY = sql`exists (select from energy_hour h
  cross join lateral unnest(h.quarter_kwh) with ordinality as quarter (kwh, number)
  where h.company_id = shift.company_id and h.work_center_id = shift.work_center_id and quarter.kwh is not null
    and h.hour_at > shift.start_at - ${HOUR_MS}::int8 and h.hour_at < shift.end_at
    and h.hour_at + (quarter.number - 1) * ${QUARTER_MS}::int8 >= shift.start_at
    and h.hour_at + (quarter.number - 1) * ${QUARTER_MS}::int8 < shift.end_at)`

/** Returns how many work centers have shifts of the dates, and of how many the energy of at least one of these is known. */
export async function countMeasured(tenant: Tenant, filter: PieceFilter, dates: DateRange): Promise<MeasuredPlaces> {
  const { rows } = await sql<MeasuredPlaces>`
    select count(*) filter (where exists (select from shift where shift.work_center_id = w.id and ${ofShifts(tenant, filter, dates)}
        and ${HAS_ENERGY}))::int as measured, count(*)::int as total
    from work_center w where w.company_id = ${tenant.companyId}
      and exists (select from shift where shift.work_center_id = w.id and ${ofShifts(tenant, filter, dates)})`.execute(tenant.tx)
  return rows[0] ?? { measured: 0, total: 0 }
}

/** Energy of shifts under its keys, what it cost in the currency, and how much of it has no price in it; null = nothing was measured. */
export type EnergyFact = {
  readonly keys: readonly string[]
  readonly kwh: number
  readonly cost: number | null
  readonly unpricedKwh: number
}

/** Which energy: of work centers by one clock, at the prices of their time in one currency; null = the price is of no interest. */
export type EnergyAsked = {
  readonly by: readonly Dimension[]
  readonly filter: PieceFilter
  readonly zone: string
  readonly priced: { readonly stretches: readonly PricedStretch[]; readonly currency: string } | null
}

/**
 * Returns the kept energy of the shifts of the dates: whole hours inside a shift, and quarters where a shift, a price or, by hour, an hour of the
 * clock begins within it (domain.md D-34, S-14). Hours that are not over are not kept yet.
 */
export async function readEnergy(
  tenant: Tenant,
  { by, filter, zone, priced }: EnergyAsked,
  dates: DateRange,
): Promise<readonly EnergyFact[]> {
  const starts = sql`${priced?.stretches.map(({ start }) => start) ?? [0]}::int8[]`
  const prices = sql`${priced?.stretches.map(({ price, currency }) => (currency === priced.currency ? price : null)) ?? [null]}::float8[]`
  const stretchAt = (at: RawBuilder<unknown>) => sql`width_bucket(${at}, ${starts})`
  // Hours that were kept by another clock, half an hour apart, lie in two hours of this one.
  const { hoursOfDay = null } = filter
  const isOfHours = by.includes('HOUR') || hoursOfDay !== null
  const isOfOneHour = isOfHours ? sql`and extract(minute from to_timestamp(h.hour_at / 1000) at time zone ${zone}::text) = 0` : sql``
  const isWhole = sql`h.hour_at >= s.start_at and h.hour_at <= s.end_at - ${HOUR_MS}::int8
    and ${stretchAt(sql`h.hour_at`)} = ${stretchAt(sql`h.hour_at + ${HOUR_MS - 1}::int8`)} ${isOfOneHour}`
  const hour = isOfHours ? sql`extract(hour from to_timestamp(e.at / 1000) at time zone ${zone}::text)::int` : sql`null::int`
  const { rows } = await sql<EnergyFact>`
    select ${keysOf(by)} as keys, sum(shift.kwh)::float8 as kwh, sum(shift.kwh * shift.price)::float8 as cost,
      coalesce(sum(shift.kwh) filter (where shift.price is null), 0)::float8 as "unpricedKwh"
    from (select s.company_id, s.work_center_id, s.shift_date, s.code, ${hour} as hour, e.kwh, (${prices})[${stretchAt(sql`e.at`)}] as price
      from shift s cross join lateral (
        select h.hour_at as at, h.kwh from energy_hour h where h.company_id = s.company_id and h.work_center_id = s.work_center_id
          and h.hour_at > s.start_at - ${HOUR_MS}::int8 and h.hour_at < s.end_at and ${isWhole}
        union all
        select h.hour_at + (quarter.number - 1) * ${QUARTER_MS}::int8, quarter.kwh from energy_hour h
          cross join lateral unnest(h.quarter_kwh) with ordinality as quarter (kwh, number)
          where h.company_id = s.company_id and h.work_center_id = s.work_center_id
            and h.hour_at > s.start_at - ${HOUR_MS}::int8 and h.hour_at < s.end_at and not (${isWhole})
            and h.hour_at + (quarter.number - 1) * ${QUARTER_MS}::int8 >= s.start_at and h.hour_at + (quarter.number - 1) * ${QUARTER_MS}::int8 < s.end_at
      ) e where e.kwh is not null) shift
    join work_center w on w.company_id = shift.company_id and w.id = shift.work_center_id
    where ${ofShifts(tenant, filter, dates)} and (${hoursOfDay}::int[] is null or shift.hour = any(${hoursOfDay}::int[])) group by 1`.execute(
    tenant.tx,
  )
  return rows
}
