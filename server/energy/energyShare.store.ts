import { sql } from 'kysely'
import type { EnergyShare, OrderTime, StatusTime } from '#engine/energy/energyShares.ts'
import type { PricedStretch } from '#engine/energy/tariff.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { HOUR_MS, LONGEST_SHIFT_MS } from '#engine/time/durations.ts'
import type { Interval } from '#engine/time/interval.ts'
import type { Tenant } from '#server/db/database.ts'

/** Up to where the energy of a work center is kept by hour, and up to where also by status and orders. */
export type ShareProgress = {
  readonly sharedUntil: number
  readonly derivedUntil: number
  /** The zone of the hours. */
  readonly zone: string
  readonly marginMs: number
  readonly reachMs: number
  readonly rewinds: number
}

/** How the energy of a work center is kept. */
export type ShareClock = {
  /** The clock that it goes by. */
  readonly zone: string
  /** Null = nothing is kept, or by another clock. */
  readonly progress: ShareProgress | null
  /** Where nothing is kept, the first instant with a status. */
  readonly firstAt: number | null
}

/** Returns the clock of each work center and how far its energy is kept. */
export async function listShareProgress(
  tenant: Tenant,
  workCenterIds: readonly WorkCenterId[],
): Promise<ReadonlyMap<WorkCenterId, ShareClock>> {
  type Row = Omit<ShareProgress, 'zone'> & {
    readonly id: WorkCenterId
    readonly zone: string
    readonly keptZone: string | null
    readonly firstAt: number | null
  }
  const { rows } = await sql<Row>`
    select w.id, coalesce(w.time_zone, c.time_zone) as zone, p.zone as "keptZone", p.shared_until as "sharedUntil", p.derived_until as "derivedUntil",
      p.margin_ms as "marginMs", p.reach_ms as "reachMs", p.share_rewinds as rewinds,
      case when p.zone is distinct from coalesce(w.time_zone, c.time_zone) then (select min(s.start_at) from status_interval s
        where s.company_id = w.company_id and s.work_center_id = w.id) end as "firstAt"
    from work_center w join company c on c.id = w.company_id
    left join energy_progress p on p.company_id = w.company_id and p.work_center_id = w.id
    where w.company_id = ${tenant.companyId} and w.id = any(${[...workCenterIds]}::int[])`.execute(tenant.tx)
  return new Map(
    rows.map(({ id, zone, keptZone, firstAt, ...progress }) => [
      id,
      { zone, firstAt, progress: keptZone === zone ? { zone, ...progress } : null },
    ]),
  )
}

/** Time of a work center. */
type PlaceTime = Interval & { readonly workCenterId: WorkCenterId }

/** Returns the statuses of each of the times, clipped to it, ascending. */
export async function listStatusTimes(tenant: Tenant, asked: readonly PlaceTime[]): Promise<readonly (readonly StatusTime[])[]> {
  const { rows } = await sql<StatusTime & At>`
    select asked.at::int, one.* from ${timesOf(asked)} cross join lateral (
      select greatest(s.start_at, asked.start) as start, least(coalesce(s.end_at, asked.past), asked.past) as "end",
        s.kind, s.status_rule_id as "statusRuleId", s.kind = 'RULE' and coalesce(version.is_effective, false) as "isEffective"
      from status_interval s
      left join lateral (select v.is_effective from status_rule_version v
        where v.company_id = s.company_id and v.status_rule_id = s.status_rule_id and v.valid_from <= s.start_at
        order by v.valid_from desc limit 1) version on true
      where s.company_id = ${tenant.companyId} and s.work_center_id = asked.id and s.start_at < asked.past
        and s.start_at >= (select coalesce(max(i.start_at), asked.start) from status_interval i
          where i.company_id = ${tenant.companyId} and i.work_center_id = asked.id and i.start_at <= asked.start)
        and coalesce(s.end_at, asked.past) > asked.start offset 0) one
    order by asked.at, one.start`.execute(tenant.tx)
  return byTime(asked, rows)
}

/** Returns the segments of output of each of the times with their orders, clipped to it, ascending. */
export async function listOrderTimes(tenant: Tenant, asked: readonly PlaceTime[]): Promise<readonly (readonly OrderTime[])[]> {
  const { rows } = await sql<OrderTime & At>`
    select asked.at::int, one.* from ${timesOf(asked)} cross join lateral (
      select greatest(s.start_at, asked.start) as start, least(coalesce(s.end_at, asked.past), asked.past) as "end", s.job_order_ids as "jobOrderIds"
      from output_segment s
      where s.company_id = ${tenant.companyId} and s.work_center_id = asked.id and s.start_at > asked.since and s.start_at < asked.past
        and coalesce(s.end_at, asked.past) > asked.start offset 0) one
    order by asked.at, one.start`.execute(tenant.tx)
  return byTime(asked, rows)
}

type At = { readonly at: number }

/** Row level security keeps computed expressions out of index conditions, so bounds are plain columns. */
function timesOf(asked: readonly PlaceTime[]) {
  return sql`unnest(${asked.map(({ workCenterId }) => workCenterId)}::int[], ${asked.map(({ start }) => start)}::int8[],
    ${asked.map(({ end }) => end)}::int8[], ${asked.map(({ start }) => start - LONGEST_SHIFT_MS)}::int8[])
    with ordinality as asked (id, start, past, since, at)`
}

function byTime<Row extends At>(asked: readonly PlaceTime[], rows: readonly Row[]): readonly (readonly Omit<Row, 'at'>[])[] {
  const found: readonly Omit<Row, 'at'>[][] = asked.map(() => [])
  for (const { at, ...row } of rows) found[at - 1]?.push(row)
  return found
}

/** Returns the first instant with a status or a segment, null for none. */
export async function findFirstOwned(tenant: Tenant, workCenterId: WorkCenterId): Promise<number | null> {
  const { rows } = await sql<{ first: number | null }>`select least(
      (select min(start_at) from status_interval where company_id = ${tenant.companyId} and work_center_id = ${workCenterId}),
      (select min(start_at) from output_segment where company_id = ${tenant.companyId} and work_center_id = ${workCenterId})) as first`.execute(
    tenant.tx,
  )
  return rows[0]?.first ?? null
}

/**
 * Returns whether the shares were kept: they replace those of `[replacedFrom, until)`, and shares are final up to `until` unless they were moved back, or kept by
 * another process, since `seen` was read.
 */
export async function keepShares(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  shares: readonly EnergyShare[],
  { replacedFrom, until, seen }: { readonly replacedFrom: number; readonly until: number; readonly seen: ShareProgress },
): Promise<boolean> {
  const moved = await sql`update energy_progress set shared_until = ${until}
    where company_id = ${tenant.companyId} and work_center_id = ${workCenterId} and share_rewinds = ${seen.rewinds}
      and shared_until = ${seen.sharedUntil}`.execute(tenant.tx)
  if (moved.numAffectedRows !== 1n) return false
  await tenant.tx
    .deleteFrom('energy_share')
    .where('company_id', '=', tenant.companyId)
    .where('work_center_id', '=', workCenterId)
    .where('hour_at', '>=', replacedFrom)
    .where('hour_at', '<', until)
    .execute()
  const numbers = new Map<number, number>()
  const rows = shares.map(({ hourStart, status, jobOrderIds, ...share }) => {
    const number = (numbers.get(hourStart) ?? 0) + 1
    numbers.set(hourStart, number)
    return {
      company_id: tenant.companyId,
      work_center_id: workCenterId,
      hour_at: hourStart,
      number,
      status_kind: status?.kind ?? null,
      status_rule_id: status?.statusRuleId ?? null,
      is_effective: status?.isEffective ?? null,
      job_order_ids: jobOrderIds,
      start_at: share.start,
      end_at: share.end,
      elapsed_ms: share.elapsedMs,
      covered_ms: Math.round(share.coveredMs),
      kwh: share.kwh,
      quarter_kwh: share.kwh === null ? null : share.quarters,
      is_assumed_balanced: share.isAssumedBalanced,
    }
  })
  if (rows.length === 0) return true
  await sql`insert into energy_share select given.* from jsonb_populate_recordset(null::energy_share, ${JSON.stringify(rows)}::jsonb) as given`.execute(
    tenant.tx,
  )
  return true
}

/** What energy is added up by: the status of the machine, or the orders that ran. */
export type ShareKey = 'JOB_ORDER' | 'STATUS'

/** Energy under one key of a work center at one price. */
export type ShareSum = {
  readonly workCenterId: WorkCenterId
  readonly key: string
  readonly statusRuleId: number | null
  readonly isEffective: boolean | null
  readonly jobOrderIds: readonly number[] | null
  /** Index of the first of the priced stretches that have this price. */
  readonly priceAt: number
  readonly start: number
  readonly end: number
  readonly elapsedMs: number
  readonly coveredMs: number
  readonly kwh: number | null
  readonly isAssumedBalanced: boolean
}

/** Returns the kept energy of the work centers, each in its hours, by key and price; the stretches cover all of these hours. */
export async function sumShares(
  tenant: Tenant,
  asked: readonly (Interval & { readonly workCenterId: WorkCenterId })[],
  { by, priced }: { readonly by: ShareKey; readonly priced: readonly PricedStretch[] },
): Promise<readonly ShareSum[]> {
  if (asked.length === 0) return []
  const starts = sql`${priced.map(({ start }) => start)}::int8[]`
  const classes = sql`${classesOf(priced)}::int[]`
  const key = by === 'STATUS' ? sql`coalesce(e.status_rule_id::text, e.status_kind)` : sql`array_to_string(e.job_order_ids, ',')`
  const { rows } = await sql<ShareSum>`
    with shares as (
      select e.work_center_id, ${key} as key, e.status_rule_id, e.is_effective, e.job_order_ids, e.hour_at, e.start_at, e.end_at, e.elapsed_ms,
        e.covered_ms, e.kwh, e.quarter_kwh, e.is_assumed_balanced,
        width_bucket(e.hour_at, ${starts}) as first, width_bucket(e.hour_at + ${HOUR_MS - 1}::int8, ${starts}) as last
      from unnest(${asked.map(({ workCenterId }) => workCenterId)}::int[], ${asked.map(({ start }) => start)}::int8[],
        ${asked.map(({ end }) => end)}::int8[]) as asked (id, start, past)
      join energy_share e on e.company_id = ${tenant.companyId} and e.work_center_id = asked.id and e.hour_at >= asked.start and e.hour_at < asked.past
      where ${key} is not null
    ), priced as (
      select work_center_id, key, status_rule_id, is_effective, job_order_ids, start_at, end_at, elapsed_ms, covered_ms, kwh, is_assumed_balanced,
        (${classes})[first] as price_at
      from shares where first = last or quarter_kwh is null
      union all
      select s.work_center_id, s.key, s.status_rule_id, s.is_effective, s.job_order_ids, s.start_at, s.end_at, case when number = 1 then s.elapsed_ms else 0 end,
        case when number = 1 then s.covered_ms else 0 end, quarter.kwh, s.is_assumed_balanced,
        (${classes})[width_bucket(s.hour_at + (number - 1) * ${HOUR_MS / 4}::int8, ${starts})]
      from shares s cross join lateral unnest(s.quarter_kwh) with ordinality as quarter (kwh, number)
      where s.first <> s.last and s.quarter_kwh is not null
    )
    select work_center_id as "workCenterId", key, price_at as "priceAt", min(status_rule_id) as "statusRuleId",
      (array_agg(is_effective order by start_at))[1] as "isEffective", min(job_order_ids) as "jobOrderIds", min(start_at) as start,
      max(end_at) as "end", sum(elapsed_ms)::float8 as "elapsedMs", sum(covered_ms)::float8 as "coveredMs", sum(kwh) as kwh,
      bool_or(is_assumed_balanced) as "isAssumedBalanced"
    from priced group by work_center_id, key, price_at`.execute(tenant.tx)
  return rows
}

/** The index of the first stretch of the same price, for each. */
function classesOf(priced: readonly PricedStretch[]): readonly number[] {
  const first = new Map<string, number>()
  return priced.map(({ price, currency }, at) => {
    const key = JSON.stringify([price, currency])
    const known = first.get(key)
    if (known === undefined) first.set(key, at)
    return known ?? at
  })
}

/** Returns the names of the keys: of status rules, and the codes of orders. */
export async function listShareNames(
  tenant: Tenant,
  { rules, orders }: { readonly rules: readonly number[]; readonly orders: readonly number[] },
): Promise<{ readonly rules: ReadonlyMap<number, string>; readonly orders: ReadonlyMap<number, string> }> {
  type Row = { readonly id: number; readonly name: string }
  const named =
    await sql<Row>`select id, name from status_rule where company_id = ${tenant.companyId} and id = any(${rules}::int[])`.execute(tenant.tx)
  const coded =
    await sql<Row>`select id, order_code as name from job_order where company_id = ${tenant.companyId} and id = any(${orders}::int[])`.execute(
      tenant.tx,
    )
  const byId = (rows: readonly Row[]) => new Map(rows.map(({ id, name }) => [id, name]))
  return { rules: byId(named.rows), orders: byId(coded.rows) }
}

/** Good units of the segments of one set of orders; null where the time holds only a part of one. */
export type OrderUnits = { readonly workCenterId: WorkCenterId; readonly key: string; readonly accepted: number | null }

/** Returns the good units of the orders of the work centers in the time; what runs ends `now`. */
export async function listOrderUnits(
  tenant: Tenant,
  workCenterIds: readonly WorkCenterId[],
  { start, end }: Interval,
  now: number,
): Promise<readonly OrderUnits[]> {
  const { rows } = await sql<OrderUnits>`
    select s.work_center_id as "workCenterId", array_to_string(s.job_order_ids, ',') as key,
      case when not bool_or(s.start_at < ${start}::int8 or coalesce(s.end_at, ${now}::int8) > ${end}::int8) then sum(s.accepted) end as accepted
    from output_segment s
    where s.company_id = ${tenant.companyId} and s.work_center_id = any(${[...workCenterIds]}::int[])
      and s.start_at > ${start}::int8 - ${LONGEST_SHIFT_MS}::int8 and s.start_at < ${end}::int8
      and coalesce(s.end_at, ${end}::int8) > ${start}::int8
    group by 1, 2`.execute(tenant.tx)
  return rows
}
