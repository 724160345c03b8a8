import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { LossSource } from '#engine/facts.ts'
import type { LossReasonId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { toLoss } from './lossRow.ts'
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
  readonly isClassified: boolean | null
  readonly isScheduledLoss: boolean | null
  /** A loss is shown when it is in all of the sets. */
  readonly sets: readonly ReasonSet[]
  readonly statusRuleIds: readonly number[] | null
  readonly durationFromMs: number | null
  readonly durationToMs: number | null
  /** Those that overlap `[periodFrom, periodTo)`. */
  readonly periodFrom: number | null
  readonly periodTo: number | null
}

export type LossOrder = { readonly field: LossOrderField; readonly isDescending: boolean }

type PageOptions = { readonly order: LossOrder; readonly limit: number; readonly offset: number; readonly now: number }
type Page = { readonly items: readonly Loss[]; readonly totalItems: number }

/** One row of a Pareto chart; `reasonId` null = without a reason. */
export type LossTotal = {
  readonly reasonId: LossReasonId | null
  readonly count: number
  readonly durationMs: number
  readonly quantity: number
}

/** A loss lies in one shift, and a shift lasts a day at most, 25 hours where a clock goes back: what overlaps an instant began since then. */
const LONGEST_LOSS_MS = 26 * 3_600_000

/** Returns a page of the company's valid losses and how many there are in all; `now` is where an open loss ends. */
export async function pageLosses(tenant: Tenant, filter: LossFilter, options: PageOptions): Promise<Page> {
  const where = sql`l.company_id = ${tenant.companyId} and l.is_valid ${conditions(filter, options.now)}`
  const rows = options.order.field === 'DATE' ? byDate(where, options) : byDuration(where, options)
  const [page, count] = await Promise.all([
    rows.execute(tenant.tx),
    sql<{ count: number }>`select count(*) as count from loss l where ${where}`.execute(tenant.tx),
  ])
  return { items: page.rows.map(toLoss), totalItems: count.rows[0]?.count ?? 0 }
}

/** Returns how many valid losses there are of each reason, how long they lasted and how many units they cost. */
export async function totalLosses(tenant: Tenant, filter: LossFilter, now: number): Promise<readonly LossTotal[]> {
  const rows = await sql<{ reason_id: number | null; count: number; duration_ms: number; quantity: number }>`
    select l.reason_id, count(*) as count, sum(coalesce(l.duration_ms, coalesce(l.end_at, ${now}::int8) - l.start_at))::int8 as duration_ms,
      coalesce(sum(l.quantity), 0) as quantity
    from loss l where l.company_id = ${tenant.companyId} and l.is_valid ${conditions(filter, now)} group by l.reason_id`.execute(tenant.tx)
  return rows.rows.map((row) => ({
    reasonId: row.reason_id === null ? null : asId<LossReasonId>(row.reason_id),
    count: row.count,
    durationMs: row.duration_ms,
    quantity: row.quantity,
  }))
}

function byDate(where: RawBuilder<unknown>, { order, limit, offset }: PageOptions): RawBuilder<LossRow> {
  const direction = order.isDescending ? sql`desc` : sql`asc`
  return sql<LossRow>`select l.* from loss l where ${where} order by l.start_at ${direction}, l.id ${direction} limit ${limit} offset ${offset}`
}

/** Losses that go on last until now, so they are sorted apart from the rest, which an index holds in order. */
function byDuration(where: RawBuilder<unknown>, { order, limit, offset, now }: PageOptions): RawBuilder<LossRow> {
  const direction = order.isDescending ? sql`desc` : sql`asc`
  const duration = sql`coalesce(l.duration_ms, l.end_at - l.start_at)`
  return sql<LossRow>`select l.* from (
      (select l.id, ${now}::int8 - l.start_at as length from loss l where ${where} and l.end_at is null)
      union all
      (select l.id, ${duration} as length from loss l where ${where} and l.end_at is not null
        order by ${duration} ${direction}, l.id ${direction} limit ${limit + offset})
      order by length ${direction}, id ${direction} limit ${limit} offset ${offset}
    ) as wanted join loss l on l.id = wanted.id and ${where} order by wanted.length ${direction}, l.id ${direction}`
}

function conditions(filter: LossFilter, now: number): RawBuilder<unknown> {
  const parts = [
    filter.ids && sql`l.id = any(${filter.ids}::int8[])`,
    filter.workCenterIds && sql`l.work_center_id = any(${filter.workCenterIds}::int[])`,
    filter.source && sql`l.source = ${filter.source}`,
    filter.isApproved !== null && (filter.isApproved ? sql`l.is_approved` : sql`not l.is_approved`),
    filter.isClassified !== null && (filter.isClassified ? sql`l.reason_id is not null` : sql`l.reason_id is null`),
    filter.isScheduledLoss !== null && (filter.isScheduledLoss ? sql`l.is_scheduled_loss` : sql`not l.is_scheduled_loss`),
    ...filter.sets.map(inSet),
    filter.statusRuleIds && sql`l.status_rule_id = any(${filter.statusRuleIds}::int[])`,
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

/** Written so that the index over the lengths of closed losses serves it. */
function longerThan(ms: number | null, now: number): RawBuilder<unknown>[] {
  if (ms === null) return []
  return [
    sql`(coalesce(l.duration_ms, l.end_at - l.start_at) >= ${ms}::int8 or (l.end_at is null and ${now}::int8 - l.start_at >= ${ms}::int8))`,
  ]
}

function shorterThan(ms: number | null, now: number): RawBuilder<unknown>[] {
  if (ms === null) return []
  return [
    sql`(coalesce(l.duration_ms, l.end_at - l.start_at) < ${ms}::int8 or (l.end_at is null and ${now}::int8 - l.start_at < ${ms}::int8))`,
  ]
}
