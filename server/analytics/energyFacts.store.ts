import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Dimension } from '#engine/analytics/dimensions.ts'
import type { PricedStretch } from '#engine/energy/tariff.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import type { DateRange } from '#engine/time/statPeriod.ts'
import type { Tenant } from '#server/db/database.ts'
import type { MeasuredPlaces } from '#server/energy/statEnergy.store.ts'
import { keysOf, ofShifts, type PieceFilter } from './recordFacts.store.ts'

const QUARTER_MS = 15 * MINUTE_MS

/**
 * The condition that a `shift` has kept energy in its own time, of which its pieces may be told (domain.md D-34). Its hours are found within bounds that are
 * columns (`offset 0` keeps it so): a bound that is worked out is none under row level security, and all hours of the work center would be read for each shift.
 */
export const HAS_ENERGY = sql`exists (select from (select shift.start_at - ${HOUR_MS}::int8 as since offset 0) begun
  cross join lateral (select one.hour_at, one.quarter_kwh from energy_hour one where one.company_id = shift.company_id
    and one.work_center_id = shift.work_center_id and one.hour_at > begun.since and one.hour_at < shift.end_at offset 0) h
  cross join lateral unnest(h.quarter_kwh) with ordinality as quarter (kwh, number)
  where quarter.kwh is not null
    and h.hour_at + (quarter.number - 1) * ${QUARTER_MS}::int8 >= shift.start_at
    and h.hour_at + (quarter.number - 1) * ${QUARTER_MS}::int8 < shift.end_at)`

/** Returns the work centers with energy in at least one of the shifts of the dates. */
export async function listMeasured(tenant: Tenant, filter: PieceFilter, dates: DateRange): Promise<readonly WorkCenterId[]> {
  // Those that never had any are left out before their shifts are looked through.
  const [from, until] = [Date.parse(dates.from) - DAY_MS, Date.parse(dates.to) + 2 * DAY_MS]
  const { rows } = await sql<{ id: WorkCenterId }>`select w.id from work_center w where w.company_id = ${tenant.companyId}
    and exists (select from energy_hour one where one.company_id = w.company_id and one.work_center_id = w.id
      and one.hour_at >= ${from}::int8 and one.hour_at < ${until}::int8 and one.kwh is not null)
    and exists (select from shift where shift.work_center_id = w.id and ${ofShifts(tenant, filter, dates)} and ${HAS_ENERGY})`.execute(
    tenant.tx,
  )
  return rows.map(({ id }) => id)
}

/** Returns how many work centers have shifts of the dates, and of how many the energy of at least one of these is known. */
export async function countMeasured(tenant: Tenant, filter: PieceFilter, dates: DateRange): Promise<MeasuredPlaces> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from work_center w where w.company_id = ${tenant.companyId}
    and exists (select from shift where shift.work_center_id = w.id and ${ofShifts(tenant, filter, dates)})`.execute(tenant.tx)
  return { measured: (await listMeasured(tenant, filter, dates)).length, total: rows[0]?.total ?? 0 }
}

/** Energy of shifts under its keys, of how much time, what it cost in the currency, and how much of it has no price in it; null = none has one. */
export type EnergyFact = {
  readonly keys: readonly string[]
  readonly kwh: number
  readonly coveredMs: number
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
    select ${keysOf(by)} as keys, sum(shift.kwh)::float8 as kwh, sum(shift.covered_ms)::float8 as "coveredMs", sum(shift.kwh * shift.price)::float8 as cost,
      coalesce(sum(shift.kwh) filter (where shift.price is null), 0)::float8 as "unpricedKwh"
    from (select s.company_id, s.work_center_id, s.shift_date, s.code, ${hour} as hour, e.kwh, e.covered_ms, (${prices})[${stretchAt(sql`e.at`)}] as price
      from shift s cross join lateral (
        select h.hour_at as at, h.kwh, h.covered_ms from energy_hour h where h.company_id = s.company_id and h.work_center_id = s.work_center_id
          and h.hour_at > s.start_at - ${HOUR_MS}::int8 and h.hour_at < s.end_at and ${isWhole}
        union all
        select h.hour_at + (quarter.number - 1) * ${QUARTER_MS}::int8, quarter.kwh, quarter.covered_ms from energy_hour h
          cross join lateral unnest(h.quarter_kwh, h.quarter_covered_ms) with ordinality as quarter (kwh, covered_ms, number)
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

/** Returns the time of the shifts of the dates under the keys, in ms until now: of it the energy could be known. By hours it is that of the plant's clock. */
export async function readAskedTime(
  tenant: Tenant,
  { by, filter, zone }: Omit<EnergyAsked, 'priced'>,
  dates: DateRange,
): Promise<readonly { readonly keys: readonly string[]; readonly ms: number }[]> {
  const { hoursOfDay = null } = filter
  const inZone = (at: RawBuilder<unknown>) => sql`to_timestamp(${at} / 1000) at time zone ${zone}::text`
  const end = sql`s.start_at + s.elapsed_ms`
  // The hour of the clock in which the shift begins, and all that begin in it.
  const first = sql`s.start_at - s.start_at % ${MINUTE_MS}::int8 - extract(minute from ${inZone(sql`s.start_at`)})::int8 * ${MINUTE_MS}::int8`
  const pieces =
    by.includes('HOUR') || hoursOfDay !== null
      ? sql`select s.company_id, s.work_center_id, s.shift_date, s.code, extract(hour from ${inZone(sql`slot.at`)})::int as hour,
          least(slot.at + ${HOUR_MS}::int8, ${end}) - greatest(slot.at, s.start_at) as ms
          from shift s cross join lateral generate_series(${first}, ${end} - 1, ${HOUR_MS}::int8) as slot (at)`
      : sql`select s.company_id, s.work_center_id, s.shift_date, s.code, null::int as hour, s.elapsed_ms as ms from shift s`
  const { rows } = await sql<{ keys: readonly string[]; ms: number }>`
    select ${keysOf(by)} as keys, sum(shift.ms)::float8 as ms from (${pieces}) shift
    join work_center w on w.company_id = shift.company_id and w.id = shift.work_center_id
    where ${ofShifts(tenant, filter, dates)} and (${hoursOfDay}::int[] is null or shift.hour = any(${hoursOfDay}::int[])) group by 1`.execute(
    tenant.tx,
  )
  return rows
}
