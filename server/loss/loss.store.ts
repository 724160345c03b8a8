import { sql } from 'kysely'
import type { LossSource } from '#engine/facts.ts'
import { LOSS_SOURCES } from '#engine/facts.ts'
import type { LossReasonId, StatusRuleId, UserId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import { STATUS_KINDS } from '#engine/status/statusRule.ts'
import type { StatusKind } from '#engine/status/statusRule.ts'
import type { Tenant } from '#server/db/database.ts'
import { oneOf } from '#server/db/oneOf.ts'
import type { LossCategory } from './lossReason.store.ts'

export const LOSS_ORDER_FIELDS = ['DATE', 'DURATION'] as const
export type LossOrderField = (typeof LOSS_ORDER_FIELDS)[number]

/** A piece of a stop with what people said about it; instants are ms UTC, `end` null = still open. */
export type Loss = {
  readonly id: number
  readonly workCenterId: WorkCenterId
  readonly source: LossSource
  readonly start: number
  readonly end: number | null
  readonly chainStart: number
  readonly shiftStart: number
  readonly kind: StatusKind
  readonly statusRuleId: StatusRuleId | null
  readonly isScheduledLoss: boolean
  readonly reasonId: LossReasonId | null
  readonly comment: string | null
  readonly isApproved: boolean
  readonly isValid: boolean
  readonly quantity: number | null
  readonly version: number
  readonly updatedBy: UserId | null
  readonly updatedOn: Date | null
}

/** Which losses a list shows; null does not narrow it. */
export type LossFilter = {
  readonly ids: readonly number[] | null
  readonly workCenterIds: readonly WorkCenterId[] | null
  readonly source: LossSource | null
  readonly categories: readonly LossCategory[] | null
  readonly isApproved: boolean | null
  readonly isClassified: boolean | null
  readonly isCritical: boolean | null
  readonly planType: 'PLANNED' | 'UNPLANNED' | null
  readonly durationFromMs: number | null
  readonly durationToMs: number | null
  /** Those that overlap `[periodFrom, periodTo)`. */
  readonly periodFrom: number | null
  readonly periodTo: number | null
}

export type LossOrder = { readonly field: LossOrderField; readonly isDescending: boolean }

/** Returns a page of the company's losses and how many there are in all; `now` is where an open loss ends. */
export async function pageLosses(
  tenant: Tenant,
  filter: LossFilter,
  options: { readonly order: LossOrder; readonly limit: number; readonly offset: number; readonly now: number },
): Promise<{ readonly items: readonly Loss[]; readonly totalItems: number }> {
  const from = sql`from loss l left join loss_reason r on r.company_id = l.company_id and r.id = l.reason_id
    where l.company_id = ${tenant.companyId} ${conditions(filter, options.now)}`
  const direction = options.order.isDescending ? sql`desc` : sql`asc`
  const key = options.order.field === 'DATE' ? sql`l.start_at` : sql`coalesce(l.end_at, ${options.now}::int8) - l.start_at`
  const [rows, count] = await Promise.all([
    sql<Row>`select l.* ${from} order by ${key} ${direction}, l.id ${direction} limit ${options.limit} offset ${options.offset}`.execute(
      tenant.tx,
    ),
    sql<{ count: number }>`select count(*) as count ${from}`.execute(tenant.tx),
  ])
  return { items: rows.rows.map(toLoss), totalItems: count.rows[0]?.count ?? 0 }
}

/** Returns the losses of the shifts that start at the instants, ascending by work center and start. */
export async function listLossesOfShift(tenant: Tenant, workCenterId: WorkCenterId, shiftStart: number): Promise<readonly Loss[]> {
  const rows = await sql<Row>`select * from loss where company_id = ${tenant.companyId} and work_center_id = ${workCenterId}
    and shift_start_at = ${shiftStart} and is_valid order by start_at`.execute(tenant.tx)
  return rows.rows.map(toLoss)
}

/** Returns the loss, locked until the transaction ends, or null when the company has none of this id. */
export async function lockLoss(tenant: Tenant, id: number): Promise<Loss | null> {
  const rows = await sql<Row>`select * from loss where company_id = ${tenant.companyId} and id = ${id} for update`.execute(tenant.tx)
  return rows.rows[0] ? toLoss(rows.rows[0]) : null
}

/** Returns the loss with what a person said about it, its version raised by 1. */
export async function annotateLoss(
  tenant: Tenant,
  id: number,
  said: { readonly reasonId: LossReasonId | null; readonly comment: string | null; readonly isApproved: boolean; readonly userId: UserId },
): Promise<Loss> {
  const rows = await sql<Row>`update loss set reason_id = ${said.reasonId}, comment = ${said.comment}, is_approved = ${said.isApproved},
      updated_by = ${said.userId}, updated_on = now(), version = version + 1
    where company_id = ${tenant.companyId} and id = ${id} returning *`.execute(tenant.tx)
  const row = rows.rows[0]
  if (row === undefined) throw new Error(`loss ${id} vanished while it was locked`)
  return toLoss(row)
}

/** Copies the reason to the later pieces of the same stop that have none (domain.md S-22). */
export async function copyReasonAlongChain(tenant: Tenant, loss: Loss, userId: UserId): Promise<void> {
  await sql`update loss set reason_id = ${loss.reasonId}, updated_by = ${userId}, updated_on = now(), version = version + 1
    where company_id = ${tenant.companyId} and work_center_id = ${loss.workCenterId} and source = ${loss.source}
      and chain_start_at = ${loss.chainStart} and start_at > ${loss.start} and reason_id is null`.execute(tenant.tx)
}

function conditions(filter: LossFilter, now: number) {
  const duration = sql`coalesce(l.end_at, ${now}::int8) - l.start_at`
  const parts = [
    filter.ids && sql`l.id = any(${filter.ids}::int8[])`,
    filter.workCenterIds && sql`l.work_center_id = any(${filter.workCenterIds}::int[])`,
    filter.source && sql`l.source = ${filter.source}`,
    filter.categories && sql`${CATEGORY} = any(${filter.categories}::text[])`,
    filter.isApproved !== null && sql`l.is_approved = ${filter.isApproved}`,
    filter.isClassified !== null && sql`(l.reason_id is not null) = ${filter.isClassified}`,
    filter.isCritical !== null && sql`${IS_CRITICAL} = ${filter.isCritical}`,
    filter.planType === 'PLANNED' && sql`(r.type = 'PLANNED' or (r.id is null and l.is_scheduled_loss))`,
    filter.planType === 'UNPLANNED' && sql`(r.type = 'UNPLANNED' or (r.id is null and not l.is_scheduled_loss))`,
    filter.durationFromMs !== null && sql`${duration} >= ${filter.durationFromMs}::int8`,
    filter.durationToMs !== null && sql`${duration} < ${filter.durationToMs}::int8`,
    filter.periodFrom !== null && sql`coalesce(l.end_at, 9007199254740991) > ${filter.periodFrom}::int8`,
    filter.periodTo !== null && sql`l.start_at < ${filter.periodTo}::int8`,
  ].filter((part) => part !== false && part !== null)
  return parts.length === 0 ? sql`` : sql`and ${sql.join(parts, sql` and `)}`
}

/** Without a reason a loss is one of its source (engine/loss/lossKind.ts says the same of one row). */
const CATEGORY = sql`coalesce(r.category, case l.source when 'STATUS' then 'AVAILABILITY' when 'SPEED' then 'PERFORMANCE' else 'QUALITY' end)`
const IS_CRITICAL = sql`(not l.is_scheduled_loss and (r.id is null or (not r.is_small_stop and 'BREAKDOWN_TIME' = any(r.activity_types))))`

type Row = {
  readonly id: number
  readonly work_center_id: number
  readonly source: string
  readonly start_at: number
  readonly end_at: number | null
  readonly chain_start_at: number
  readonly shift_start_at: number
  readonly kind: string
  readonly status_rule_id: number | null
  readonly is_scheduled_loss: boolean
  readonly reason_id: number | null
  readonly comment: string | null
  readonly is_approved: boolean
  readonly is_valid: boolean
  readonly quantity: number | null
  readonly version: number
  readonly updated_by: string | null
  readonly updated_on: Date | null
}

function toLoss(row: Row): Loss {
  return {
    id: row.id,
    workCenterId: asId<WorkCenterId>(row.work_center_id),
    source: oneOf(LOSS_SOURCES, row.source),
    start: row.start_at,
    end: row.end_at,
    chainStart: row.chain_start_at,
    shiftStart: row.shift_start_at,
    kind: oneOf(STATUS_KINDS, row.kind),
    statusRuleId: row.status_rule_id === null ? null : asId<StatusRuleId>(row.status_rule_id),
    isScheduledLoss: row.is_scheduled_loss,
    reasonId: row.reason_id === null ? null : asId<LossReasonId>(row.reason_id),
    comment: row.comment,
    isApproved: row.is_approved,
    isValid: row.is_valid,
    quantity: row.quantity,
    version: row.version,
    updatedBy: row.updated_by === null ? null : asId<UserId>(row.updated_by),
    updatedOn: row.updated_on,
  }
}

/** Returns whether the loss lies in a confirmed shift, where nothing changes (domain.md S-46). */
export async function isInConfirmedShift(tenant: Tenant, loss: Loss): Promise<boolean> {
  const rows = await sql<{ id: number }>`select id from shift where company_id = ${tenant.companyId}
    and work_center_id = ${loss.workCenterId} and start_at = ${loss.shiftStart} and status = 'CONFIRMED'`.execute(tenant.tx)
  return rows.rows.length > 0
}
