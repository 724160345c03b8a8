import { sql } from 'kysely'
import type { EnergyBucket, EnergySource } from '#engine/energy/energyBuckets.ts'
import { ENERGY_SOURCES } from '#engine/energy/energyBuckets.ts'
import type { EnergyHour } from '#engine/energy/energyHours.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import type { Interval } from '#engine/time/interval.ts'
import type { Tenant } from '#server/db/database.ts'
import { oneOf } from '#server/db/oneOf.ts'

/** Up to where the energy of a work center is kept. */
export type EnergyProgress = {
  readonly derivedUntil: number
  readonly zone: string
  readonly marginMs: number
  readonly reachMs: number
  readonly rewinds: number
}

/** A stored hour without its quarters. Its `end` follows from the next hour of the clock. */
export type KeptEnergy = Omit<EnergyBucket, 'end' | 'averageKw'>
/** Its quarters, in the order of the clock. */
export type KeptQuarters = { readonly start: number; readonly isAssumedBalanced: boolean } & {
  readonly kwh: readonly (number | null)[]
  readonly coveredMs: readonly number[]
  readonly maxKw: readonly (number | null)[]
  readonly sources: readonly (EnergySource | null)[]
}

/** Returns up to where the work center's energy is kept, null when nothing is. */
export async function findEnergyProgress(tenant: Tenant, workCenterId: WorkCenterId): Promise<EnergyProgress | null> {
  const row = await tenant.tx
    .selectFrom('energy_progress')
    .select(['derived_until', 'zone', 'margin_ms', 'reach_ms', 'rewinds'])
    .where('company_id', '=', tenant.companyId)
    .where('work_center_id', '=', workCenterId)
    .executeTakeFirst()
  return row
    ? { derivedUntil: row.derived_until, zone: row.zone, marginMs: row.margin_ms, reachMs: row.reach_ms, rewinds: row.rewinds }
    : null
}

/** Returns those of the work centers of which a kept hour in `[start, end)` was measured, in no order. */
export async function listKeptIn(tenant: Tenant, ids: readonly WorkCenterId[], { start, end }: Interval): Promise<readonly WorkCenterId[]> {
  const { rows } = await sql<{ id: WorkCenterId }>`select asked.id from unnest(${ids}::int[]) as asked (id)
    where exists (select from energy_hour where company_id = ${tenant.companyId} and work_center_id = asked.id
      and hour_at > ${start - HOUR_MS}::int8 and hour_at < ${end}::int8 and kwh is not null)`.execute(tenant.tx)
  return rows.map(({ id }) => id)
}

/** Returns the kept hours that begin in `[start, end)`, ascending. */
export async function listEnergyHours(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  start: number,
  end: number,
): Promise<readonly KeptEnergy[]> {
  const { rows } = await sql<HourRow>`select hour_at, kwh, covered_ms, max_kw, source, is_assumed_balanced from energy_hour
    where company_id = ${tenant.companyId} and work_center_id = ${workCenterId} and hour_at >= ${start}::int8 and hour_at < ${end}::int8
    order by hour_at`.execute(tenant.tx)
  return rows.map((row) => ({
    start: row.hour_at,
    kwh: row.kwh,
    coveredMs: row.covered_ms,
    maxKw: row.max_kw,
    source: toSource(row.source),
    isAssumedBalanced: row.is_assumed_balanced,
  }))
}

/** Returns the quarters of the kept hours that begin in `[start, end)`, ascending. */
export async function listEnergyQuarters(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  start: number,
  end: number,
): Promise<readonly KeptQuarters[]> {
  const { rows } =
    await sql<QuarterRow>`select hour_at, quarter_kwh, quarter_covered_ms, quarter_max_kw, quarter_source, is_assumed_balanced
    from energy_hour
    where company_id = ${tenant.companyId} and work_center_id = ${workCenterId} and hour_at >= ${start}::int8 and hour_at < ${end}::int8
    order by hour_at`.execute(tenant.tx)
  return rows.map((row) => ({
    start: row.hour_at,
    isAssumedBalanced: row.is_assumed_balanced,
    kwh: row.quarter_kwh,
    coveredMs: row.quarter_covered_ms,
    maxKw: row.quarter_max_kw,
    sources: row.quarter_source.map(toSource),
  }))
}

/**
 * Returns whether the hours were kept: they replace those of `[from, until)`, and energy is final up to `until` unless it was rewound since `seen`
 * was read.
 */
export async function keepEnergyHours(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  hours: readonly EnergyHour[],
  progress: {
    readonly from: number
    readonly until: number
    readonly zone: string
    readonly marginMs: number
    readonly reachMs: number
    readonly seen: EnergyProgress | null
  },
): Promise<boolean> {
  const { from, until, zone, marginMs, reachMs, seen } = progress
  const moved = await sql`insert into energy_progress (company_id, work_center_id, derived_until, zone, margin_ms, reach_ms)
    values (${tenant.companyId}, ${workCenterId}, ${until}, ${zone}, ${marginMs}, ${reachMs})
    on conflict (company_id, work_center_id) do update
    set derived_until = excluded.derived_until, zone = excluded.zone, margin_ms = excluded.margin_ms, reach_ms = excluded.reach_ms
    where energy_progress.rewinds = ${seen?.rewinds ?? -1}`.execute(tenant.tx)
  if (moved.numAffectedRows !== 1n) return false
  await tenant.tx
    .deleteFrom('energy_hour')
    .where('company_id', '=', tenant.companyId)
    .where('work_center_id', '=', workCenterId)
    .where('hour_at', '>=', from)
    .where('hour_at', '<', until)
    .execute()
  if (hours.length === 0) return true
  await tenant.tx
    .insertInto('energy_hour')
    .values(
      hours.map((hour) => ({
        company_id: tenant.companyId,
        work_center_id: workCenterId,
        hour_at: hour.start,
        kwh: hour.kwh,
        covered_ms: Math.round(hour.coveredMs),
        max_kw: hour.maxKw,
        source: hour.source,
        is_assumed_balanced: hour.isAssumedBalanced,
        quarter_kwh: sql<number[]>`${hour.quarters.map((quarter) => quarter.kwh)}::float8[]`,
        quarter_covered_ms: sql<number[]>`${hour.quarters.map((quarter) => Math.round(quarter.coveredMs))}::int[]`,
        quarter_max_kw: sql<number[]>`${hour.quarters.map((quarter) => quarter.maxKw)}::float8[]`,
        quarter_source: sql<string[]>`${hour.quarters.map((quarter) => quarter.source)}::text[]`,
      })),
    )
    .execute()
  return true
}

function toSource(source: string | null): EnergySource | null {
  return source === null ? null : oneOf(ENERGY_SOURCES, source)
}

type HourRow = {
  readonly hour_at: number
  readonly kwh: number | null
  readonly covered_ms: number
  readonly max_kw: number | null
  readonly source: string | null
  readonly is_assumed_balanced: boolean
}

type QuarterRow = {
  readonly hour_at: number
  readonly is_assumed_balanced: boolean
  readonly quarter_kwh: readonly (number | null)[]
  readonly quarter_covered_ms: readonly number[]
  readonly quarter_max_kw: readonly (number | null)[]
  readonly quarter_source: readonly (string | null)[]
}
