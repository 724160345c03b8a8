import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { LossReasonId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import type { Classification } from '#engine/loss/lossKind.ts'
import { MAX_COUNTED } from '#server/boundedCount.ts'
import type { Tenant } from '#server/db/database.ts'
import { selectedFrom } from '#server/db/selection.ts'
import { CLASSIFIED_AS } from './classification.ts'
import { conditions, LONGEST_LOSS_MS } from './lossFilter.store.ts'
import type { LossFilter } from './lossFilter.store.ts'
import { LOSS_COLUMNS, toLoss } from './lossRow.ts'
import type { Loss, LossRow } from './lossRow.ts'

export const LOSS_ORDER_FIELDS = ['DATE', 'DURATION'] as const
export type LossOrderField = (typeof LOSS_ORDER_FIELDS)[number]

export type LossOrder = {
  readonly field: LossOrderField
  readonly isDescending: boolean
  /** Those that wait for a reason come before all others. */
  readonly isUnclassifiedFirst?: boolean
}

type PageOptions = { readonly order: LossOrder; readonly limit: number; readonly offset: number; readonly now: number }
type Page = { readonly items: readonly Loss[]; readonly totalItems: number; readonly hasNext: boolean }

/** One row of a Pareto chart; `reasonId` null = without a reason, by whether one is needed. */
export type LossTotal = {
  readonly reasonId: LossReasonId | null
  readonly classification: Classification
  readonly count: number
  readonly durationMs: number
  readonly quantity: number
}

/**
 * Returns a page of the company's valid losses and their number, at most MAX_COUNTED + 1. `now` ends an open loss. Counted in display order, so one
 * walk along an index does both.
 */
export async function pageLosses(tenant: Tenant, filter: LossFilter, options: PageOptions): Promise<Page> {
  const { order, limit, offset, now } = options
  await settleLosses(tenant, filter)
  const where = sql`l.company_id = ${tenant.companyId} and l.is_valid ${conditions(filter, now)}`
  // One more than the page tells whether there is another.
  const reach = Math.max(MAX_COUNTED + 1, offset + limit + 1)
  const found = foundIn(where, order, reach, now)
  const direction = order.isDescending ? sql`desc` : sql`asc`
  const byOrder = (name: string) =>
    sql`${sql.ref(`${name}.rank`)}, ${sql.ref(`${name}.key`)} ${direction}, ${sql.ref(`${name}.id`)} ${direction}`
  const rows = await sql<{ total: number; id: number | null } & Omit<LossRow, 'id'>>`with found as materialized (${found})
    select counted.total, ${selectedFrom('l', LOSS_COLUMNS)} from (select count(*) as total from found) as counted
    left join (select id, rank, key from found order by ${byOrder('found')} limit ${limit + 1} offset ${offset}) as wanted on true
    left join loss l on l.company_id = ${tenant.companyId} and l.id = wanted.id
    order by ${byOrder('wanted')}`.execute(tenant.tx)
  const items = rows.rows.flatMap(({ total: _total, id, ...row }) => (id === null ? [] : [toLoss({ ...row, id })]))
  const totalItems = Math.min(rows.rows[0]?.total ?? 0, MAX_COUNTED + 1)
  return { items: items.slice(0, limit), totalItems, hasNext: items.length > limit }
}

/**
 * Returns number, duration and units of the valid losses by reason, those without one by how they are classified. Clipped to the filter's period, so that totals of neighbouring periods add up.
 */
export async function totalLosses(tenant: Tenant, filter: LossFilter, now: number, isClipped = false): Promise<readonly LossTotal[]> {
  await settleLosses(tenant, filter)
  const { CLASSIFIED, UNCLASSIFIED } = CLASSIFIED_AS
  const rows = await sql<{
    reason_id: number | null
    classification: Classification
    count: number
    duration_ms: number
    quantity: number
  }>`
    select l.reason_id, case when ${CLASSIFIED} then 'CLASSIFIED' when ${UNCLASSIFIED} then 'UNCLASSIFIED' else 'NOT_NEEDED' end as classification,
      count(*) as count, sum(${isClipped ? lengthInPeriod(filter, now) : wholeLength(now)})::int8 as duration_ms,
      coalesce(sum(${isClipped ? sql`round(l.quantity * ${shareInPeriod(filter, now)}, 3)` : sql`l.quantity`}), 0) as quantity
    from loss l where l.company_id = ${tenant.companyId} and l.is_valid ${conditions(filter, now)} group by 1, 2`.execute(tenant.tx)
  return rows.rows.map((row) => ({
    reasonId: row.reason_id === null ? null : asId<LossReasonId>(row.reason_id),
    classification: row.classification,
    count: row.count,
    durationMs: row.duration_ms,
    quantity: row.quantity,
  }))
}

/** What the losses of a list come to; times in ms. */
export type LossSums = {
  readonly count: number
  readonly unclassifiedCount: number
  /** Of stops. */
  readonly stoppedMs: number
  /** Of stops with a reason, or that their status explains. */
  readonly explainedMs: number
}

/** Returns what the valid losses of the filter come to. `now` ends an open one. */
export async function sumLosses(tenant: Tenant, filter: LossFilter, now: number): Promise<LossSums> {
  await settleLosses(tenant, filter)
  const { CLASSIFIED, UNCLASSIFIED } = CLASSIFIED_AS
  const timeOf = (which: RawBuilder<unknown>) =>
    sql`coalesce(sum(${wholeLength(now)}) filter (where l.source = 'STATUS' and ${which}), 0)::int8`
  const { rows } = await sql<LossSums>`select count(*) as count, count(*) filter (where ${UNCLASSIFIED}) as "unclassifiedCount",
      ${timeOf(sql`true`)} as "stoppedMs", ${timeOf(CLASSIFIED)} as "explainedMs"
    from loss l where l.company_id = ${tenant.companyId} and l.is_valid ${conditions(filter, now)}`.execute(tenant.tx)
  return rows[0] ?? { count: 0, unclassifiedCount: 0, stoppedMs: 0, explainedMs: 0 }
}

/** Rejected units of one measurement unit, by its code. */
export type RejectedSum = { readonly unit: string; readonly quantity: number }

/** Returns how much the valid losses of the filter rejected, by the unit in which output was counted then (domain.md S-30); units are never added up. */
export async function sumRejected(tenant: Tenant, filter: LossFilter, now: number): Promise<readonly RejectedSum[]> {
  await settleLosses(tenant, filter)
  const { rows } = await sql<RejectedSum>`select coalesce(counted.unit, w.measurement_unit) as unit, sum(l.quantity) as quantity
    from loss l
    join work_center w on w.company_id = l.company_id and w.id = l.work_center_id
    left join lateral (
      select s.unit from output_segment s where s.company_id = l.company_id and s.work_center_id = l.work_center_id and s.start_at <= l.start_at
      order by s.start_at desc limit 1
    ) counted on true
    where l.company_id = ${tenant.companyId} and l.is_valid and l.source = 'OUTPUT' ${conditions(filter, now)}
    group by 1 order by 1`.execute(tenant.tx)
  return rows
}

/** Has what a running segment lost by speed and rejects written, which grows with it, where the filter asks for any of it. */
export async function settleLosses(
  tenant: Tenant,
  { workCenterIds, periodTo, source, classification }: Pick<LossFilter, 'classification' | 'periodTo' | 'source' | 'workCenterIds'>,
): Promise<void> {
  if (source === 'STATUS' || classification === 'UNCLASSIFIED') return
  await tenant.settle?.(workCenterIds, periodTo === null ? Infinity : periodTo + LONGEST_LOSS_MS)
}

/** Returns how long a loss `l` lasts or is worth, in ms; `now` ends an open one. */
export function wholeLength(now: number): RawBuilder<unknown> {
  return sql`coalesce(l.length_ms, ${now}::int8 - l.start_at)`
}

/** Of a stop the part in the period; of lost speed and output, which are worth time, the share of the worth (domain.md C22). */
function lengthInPeriod(filter: LossFilter, now: number): RawBuilder<unknown> {
  return sql`case when l.source = 'STATUS' then ${partInPeriod(filter, now)} else round(${wholeLength(now)}::numeric * ${shareInPeriod(filter, now)}) end`
}

/** The share that the part has of the time in which it was lost. */
function shareInPeriod(filter: LossFilter, now: number): RawBuilder<unknown> {
  const end = endOf(now)
  return sql`case when ${end} <= l.start_at then 1 else ${partInPeriod(filter, now)}::numeric / (${end} - l.start_at) end`
}

function partInPeriod({ periodFrom, periodTo }: LossFilter, now: number): RawBuilder<unknown> {
  return sql`greatest(0, least(${endOf(now)}, coalesce(${periodTo}::int8, 9007199254740991)) - greatest(l.start_at, coalesce(${periodFrom}::int8, 0)))`
}

function endOf(now: number): RawBuilder<unknown> {
  return sql`coalesce(l.end_at, ${now}::int8)`
}

/** Ids and keys of the first losses in order; those that wait for a reason apart from the others where they come first, each along its index. */
function foundIn(where: RawBuilder<unknown>, order: LossOrder, reach: number, now: number): RawBuilder<unknown> {
  const of = (part: RawBuilder<unknown>, rank: number, most: RawBuilder<unknown>) =>
    order.field === 'DATE' ? byDate(part, order, most, rank) : byDuration(part, order, most, now, rank)
  const all = sql`${reach}::int8`
  if (order.isUnclassifiedFirst !== true) return of(where, 0, all)
  const { UNCLASSIFIED } = CLASSIFIED_AS
  // The others only fill what those that wait leave of the reach.
  const rest = sql`greatest(0, ${all} - (select count(*) from waiting))`
  return sql`with waiting as materialized (${of(sql`${where} and ${UNCLASSIFIED}`, 0, all)})
    select id, rank, key from waiting union all (${of(sql`${where} and not ${UNCLASSIFIED}`, 1, rest)})`
}

function byDate(where: RawBuilder<unknown>, order: LossOrder, reach: RawBuilder<unknown>, rank: number): RawBuilder<unknown> {
  const direction = order.isDescending ? sql`desc` : sql`asc`
  return sql`select l.id, ${rank}::int as rank, l.start_at as key from loss l where ${where}
    order by l.start_at ${direction}, l.id ${direction} limit ${reach}`
}

/** Losses that go on last until now, so they are sorted apart from the rest, which an index holds in order. */
function byDuration(
  where: RawBuilder<unknown>,
  order: LossOrder,
  reach: RawBuilder<unknown>,
  now: number,
  rank: number,
): RawBuilder<unknown> {
  const direction = order.isDescending ? sql`desc` : sql`asc`
  return sql`(select l.id, ${rank}::int as rank, ${now}::int8 - l.start_at as key from loss l where ${where} and l.length_ms is null)
    union all
    (select l.id, ${rank}::int as rank, l.length_ms as key from loss l where ${where} and l.length_ms is not null
      order by l.length_ms ${direction}, l.id ${direction} limit ${reach})`
}
