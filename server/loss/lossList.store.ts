import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { LossSource } from '#engine/facts.ts'
import type { LossReasonId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import type { Classification } from '#engine/loss/lossKind.ts'
import { MAX_COUNTED } from '#server/boundedCount.ts'
import type { Tenant } from '#server/db/database.ts'
import { selectedFrom } from '#server/db/selection.ts'
import { CLASSIFIED_AS } from './classification.ts'
import { LOSS_COLUMNS, toLoss } from './lossRow.ts'
import type { Loss, LossRow } from './lossRow.ts'

export const LOSS_ORDER_FIELDS = ['DATE', 'DURATION'] as const
export type LossOrderField = (typeof LOSS_ORDER_FIELDS)[number]

/** Losses of the reasons, and of those without a reason the ones that it says. */
export type ReasonSet = {
  readonly reasonIds: readonly LossReasonId[]
  readonly unclassified: { readonly sources: readonly LossSource[]; readonly isScheduledLoss: boolean | null }
  /** Whether scheduled losses belong to it whatever their reason. */
  readonly isScheduledIncluded: boolean
}

/** Which losses a list shows; null does not narrow it. */
export type LossFilter = {
  readonly ids: readonly number[] | null
  readonly workCenterIds: readonly WorkCenterId[] | null
  readonly source: LossSource | null
  readonly isApproved: boolean | null
  readonly classification: Classification | null
  readonly isScheduledLoss: boolean | null
  /** A loss is shown when it is in all of the sets. */
  readonly sets: readonly ReasonSet[]
  readonly statusRuleIds: readonly number[] | null
  /** Numbers of shifts of the schedule. */
  readonly shiftIds: readonly number[] | null
  /** Single shifts. */
  readonly shiftInstanceIds: readonly number[] | null
  /** Dates of shifts, both included. */
  readonly shiftDateFrom: string | null
  readonly shiftDateTo: string | null
  /** Only those of the running shift of each work center, or of its last one. */
  readonly isOfLatestShift: boolean
  /** Only those of shifts that nobody confirmed. */
  readonly isOfUnconfirmedShift: boolean
  readonly workCenterGroupIds: readonly number[] | null
  /** Part of a comment, upper and lower case alike. */
  readonly text: string | null
  readonly durationFromMs: number | null
  readonly durationToMs: number | null
  /** Those that overlap `[periodFrom, periodTo)`. */
  readonly periodFrom: number | null
  readonly periodTo: number | null
}

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

/** A loss lies in one shift, and a shift lasts a day at most, 25 hours where a clock goes back: what overlaps an instant began since then. */
const LONGEST_LOSS_MS = 26 * 3_600_000
/** A date of any zone, and the longest shift that starts on it. */
const DATE_REACH_MS = 2 * 86_400_000

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

/** Has what a running segment lost by speed and rejects written, which grows with it. */
export async function settleLosses(tenant: Tenant, { workCenterIds, periodTo }: LossFilter): Promise<void> {
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

/** Returns the conditions of the filter on a loss `l`, each after an `and`. */
export function conditions(filter: LossFilter, now: number): RawBuilder<unknown> {
  const parts = [
    filter.ids && sql`l.id = any(${filter.ids}::int8[])`,
    filter.workCenterIds && sql`l.work_center_id = any(${filter.workCenterIds}::int[])`,
    filter.source && sql`l.source = ${filter.source}`,
    filter.isApproved !== null && (filter.isApproved ? sql`l.is_approved` : sql`not l.is_approved`),
    filter.classification && CLASSIFIED_AS[filter.classification],
    filter.isScheduledLoss !== null && (filter.isScheduledLoss ? sql`l.is_scheduled_loss` : sql`not l.is_scheduled_loss`),
    ...filter.sets.map(inSet),
    filter.statusRuleIds && sql`l.status_rule_id = any(${filter.statusRuleIds}::int[])`,
    filter.shiftIds && inShifts(sql`s.shift_id = any(${filter.shiftIds}::int[])`),
    filter.shiftInstanceIds && inShifts(sql`s.id = any(${filter.shiftInstanceIds}::int8[])`),
    ...ofShiftDates(filter),
    filter.isOfLatestShift && IN_LATEST_SHIFT,
    filter.isOfUnconfirmedShift && inShifts(sql`s.status <> 'CONFIRMED'`),
    filter.workCenterGroupIds &&
      sql`l.work_center_id in (select w.id from work_center w where w.company_id = l.company_id
        and w.group_id = any(${filter.workCenterGroupIds}::int[]))`,
    filter.text !== null && sql`l.comment is not null and l.comment ilike ${`%${filter.text.replace(/[\\%_]/g, String.raw`\$&`)}%`}`,
    ...longerThan(filter.durationFromMs, now),
    ...shorterThan(filter.durationToMs, now),
    filter.periodFrom !== null &&
      sql`coalesce(l.end_at, 9007199254740991) > ${filter.periodFrom}::int8 and l.start_at > ${filter.periodFrom - LONGEST_LOSS_MS}::int8`,
    filter.periodTo !== null && sql`l.start_at < ${filter.periodTo}::int8`,
  ].filter((part) => part !== false && part !== null)
  return parts.length === 0 ? sql`` : sql`and ${sql.join(parts, sql` and `)}`
}

function inSet({ reasonIds, unclassified, isScheduledIncluded }: ReasonSet): RawBuilder<unknown> {
  const { sources, isScheduledLoss } = unclassified
  const scheduled = isScheduledLoss === null ? sql`` : isScheduledLoss ? sql`and l.is_scheduled_loss` : sql`and not l.is_scheduled_loss`
  const without = sql`l.reason_id is null and l.source = any(${sources}::text[]) ${scheduled}`
  if (sources.length === 0) return sql`l.reason_id = any(${reasonIds}::int[])`
  const always = isScheduledIncluded ? sql`or l.is_scheduled_loss` : sql``
  return sql`(l.reason_id = any(${reasonIds}::int[]) or (${without}) ${always})`
}

function inShifts(which: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`exists (select from shift s where s.company_id = l.company_id and s.work_center_id = l.work_center_id
    and s.start_at = l.shift_start_at and ${which})`
}

/** The dates of shifts, and the instants between which their losses begin, which an index knows. */
function ofShiftDates({ shiftDateFrom, shiftDateTo }: LossFilter): RawBuilder<unknown>[] {
  if (shiftDateFrom === null && shiftDateTo === null) return []
  const dates = inShifts(
    sql`s.shift_date between coalesce(${shiftDateFrom}::date, '-infinity') and coalesce(${shiftDateTo}::date, 'infinity')`,
  )
  return [
    dates,
    ...(shiftDateFrom === null ? [] : [sql`l.start_at >= ${Date.parse(shiftDateFrom) - DATE_REACH_MS}::int8`]),
    ...(shiftDateTo === null ? [] : [sql`l.start_at < ${Date.parse(shiftDateTo) + 2 * DATE_REACH_MS}::int8`]),
  ]
}

const IN_LATEST_SHIFT = sql`(l.work_center_id, l.shift_start_at) in (select w.id, newest.start_at from work_center w
  cross join lateral (select s.start_at from shift s where s.company_id = w.company_id and s.work_center_id = w.id
    order by s.start_at desc limit 1) newest where w.company_id = l.company_id)`

/** Written so that the index over the lengths of closed losses serves it. */
function longerThan(ms: number | null, now: number): RawBuilder<unknown>[] {
  if (ms === null) return []
  return [sql`(l.length_ms >= ${ms}::int8 or (l.length_ms is null and l.start_at <= ${now - ms}::int8))`]
}

function shorterThan(ms: number | null, now: number): RawBuilder<unknown>[] {
  if (ms === null) return []
  return [sql`(l.length_ms < ${ms}::int8 or (l.length_ms is null and l.start_at > ${now - ms}::int8))`]
}
