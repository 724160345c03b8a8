import { sql } from 'kysely'
import type { JobOrderStatus } from '#engine/jobOrder/jobOrderStatus.ts'
import { QUEUED_STATUSES } from '#engine/jobOrder/orderActions.ts'
import { RANK_GAP } from '#engine/jobOrder/queueRank.ts'
import { asId } from '#engine/ids.ts'
import type { JobOrderId, UserId, WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import type { JobOrder } from './jobOrder.store.ts'

/** What people say of an order; the rest follows from what they do with it. */
export type OrderContent = Pick<
  JobOrder,
  | 'description'
  | 'dueDate'
  | 'externalCode'
  | 'isPlanEndEntered'
  | 'itemId'
  | 'notes'
  | 'orderCode'
  | 'performanceBy'
  | 'planCycleTimeMs'
  | 'planCycleTimeUnit'
  | 'planDurationMs'
  | 'planDurationUnit'
  | 'planEnd'
  | 'planOutput'
  | 'planStart'
  | 'targetSpeedQuantity'
  | 'targetSpeedTimeMs'
  | 'targetSpeedTimeUnit'
  | 'workCenterId'
>

/** Locks the orders until the transaction ends, in one order. Returns those that the company has. */
export async function lockOrders(tenant: Tenant, ids: readonly JobOrderId[]): Promise<readonly JobOrderId[]> {
  const { rows } = await sql<{ readonly id: JobOrderId }>`select id from job_order where company_id = ${tenant.companyId}
    and id = any(${ids}::int[]) order by id for no key update`.execute(tenant.tx)
  return rows.map(({ id }) => id)
}

/** Returns the next number that the product gives an order of the company. */
export async function nextOrderNumber(tenant: Tenant): Promise<number> {
  const { rows } = await sql<{ readonly last: number }>`insert into job_order_number (company_id, last) values (${tenant.companyId}, 1)
    on conflict (company_id) do update set last = job_order_number.last + 1 returning last`.execute(tenant.tx)
  return rows[0]?.last ?? 1
}

/** Returns the order that has the code, without regard to case; null for none. */
export async function findByCode(tenant: Tenant, orderCode: string): Promise<JobOrderId | null> {
  const { rows } = await sql<{ readonly id: JobOrderId }>`select id from job_order
    where company_id = ${tenant.companyId} and code_key = lower(${orderCode})`.execute(tenant.tx)
  return rows[0]?.id ?? null
}

/** Returns the open order of the work center that has the external code; null for none. */
export async function findOpenByExternalCode(
  tenant: Tenant,
  workCenterId: WorkCenterId | null,
  externalCode: string,
): Promise<JobOrderId | null> {
  const { rows } = await sql<{ readonly id: JobOrderId }>`select id from job_order
    where company_id = ${tenant.companyId} and work_center_id is not distinct from ${workCenterId}::int and external_code_key = lower(${externalCode})
      and status in ('DRAFT', 'PLANNED', 'ON_HOLD', 'PROGRESS') limit 1`.execute(tenant.tx)
  return rows[0]?.id ?? null
}

/** Returns the id of the stored order. */
export async function insertOrder(
  tenant: Tenant,
  order: OrderContent & Pick<JobOrder, 'rank' | 'source' | 'status'>,
  by: { readonly userId: UserId; readonly at: Date },
): Promise<JobOrderId> {
  const row = await tenant.tx
    .insertInto('job_order')
    .values({
      company_id: tenant.companyId,
      ...columnsOf(order),
      status: order.status,
      source: order.source,
      queue_rank: order.rank,
      created_by: by.userId,
      created_on: by.at,
      updated_by: by.userId,
      updated_on: by.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return asId<JobOrderId>(row.id)
}

/** Stores what people say of the order and raises its version. */
export async function updateOrder(
  tenant: Tenant,
  id: JobOrderId,
  order: OrderContent & Pick<JobOrder, 'rank' | 'status'>,
  by: { readonly userId: UserId; readonly at: Date },
): Promise<void> {
  await tenant.tx
    .updateTable('job_order')
    .set({
      ...columnsOf(order),
      status: order.status,
      queue_rank: order.rank,
      version: sql<number>`version + 1`,
      updated_by: by.userId,
      updated_on: by.at,
    })
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', id)
    .execute()
}

/** What an action writes of an order besides its runs. */
export type OrderState = {
  readonly status: JobOrderStatus
  readonly rank: number | null
  readonly canceledBy: UserId | null
  readonly canceledOn: Date | null
  readonly closedOn: Date | null
}

/** Stores the state of an order, raises its version and returns it. */
export async function writeState(
  tenant: Tenant,
  id: JobOrderId,
  state: OrderState,
  by: { readonly userId: UserId | null; readonly at: Date },
): Promise<number> {
  const row = await tenant.tx
    .updateTable('job_order')
    .set({
      status: state.status,
      queue_rank: state.rank,
      canceled_by: state.canceledBy,
      canceled_on: state.canceledOn,
      closed_on: state.closedOn,
      version: sql<number>`version + 1`,
      updated_by: by.userId,
      updated_on: by.at,
    })
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return row.version
}

/** Returns the states of the orders as they are. */
export async function listStates(tenant: Tenant, ids: readonly JobOrderId[]): Promise<ReadonlyMap<JobOrderId, OrderState>> {
  const { rows } = await sql<OrderState & { readonly id: JobOrderId }>`select id, status, queue_rank as rank, canceled_by as "canceledBy",
      canceled_on as "canceledOn", closed_on as "closedOn"
    from job_order where company_id = ${tenant.companyId} and id = any(${ids}::int[])`.execute(tenant.tx)
  return new Map(rows.map(({ id, ...state }) => [id, state]))
}

/** Removes an order that was never worked on, with its links and its history. */
export async function deleteOrder(tenant: Tenant, id: JobOrderId): Promise<void> {
  await tenant.tx.deleteFrom('job_order').where('company_id', '=', tenant.companyId).where('id', '=', id).execute()
}

/** An order of a queue and its rank. */
export type Ranked = { readonly id: JobOrderId; readonly rank: number }
export type Queued = Ranked & { readonly status: JobOrderStatus }

/** By an index: "is not distinct from" uses none. */
const standsAt = (workCenterId: WorkCenterId | null) =>
  workCenterId === null ? sql<boolean>`work_center_id is null` : sql<boolean>`work_center_id = ${workCenterId}::int`

/** Returns the queue of the work center in its sequence; null = the orders of none. */
export async function listQueue(tenant: Tenant, workCenterId: WorkCenterId | null): Promise<readonly Queued[]> {
  const { rows } = await sql<Queued>`select id, status, coalesce(queue_rank, 0) as rank from job_order
    where company_id = ${tenant.companyId} and ${standsAt(workCenterId)}
      and status = any(${QUEUED_STATUSES}::text[]) order by queue_rank, id`.execute(tenant.tx)
  return rows
}

/** Returns the rank at the end of the queue of the work center. */
export async function lastRank(tenant: Tenant, workCenterId: WorkCenterId | null): Promise<number> {
  const { rows } = await sql<{ readonly last: number | null }>`select max(queue_rank) as last from job_order
    where company_id = ${tenant.companyId} and ${standsAt(workCenterId)}
      and status in ('DRAFT', 'PLANNED', 'ON_HOLD')`.execute(tenant.tx)
  return (rows[0]?.last ?? 0) + RANK_GAP
}

/** Gives the orders these ranks; no version rises, for nothing else of them changes. */
export async function writeRanks(tenant: Tenant, ranks: readonly Ranked[]): Promise<void> {
  await sql`update job_order j set queue_rank = wanted.rank
    from unnest(${ranks.map(({ id }) => id)}::int[], ${ranks.map(({ rank }) => rank)}::int8[]) as wanted (id, rank)
    where j.company_id = ${tenant.companyId} and j.id = wanted.id and j.queue_rank is distinct from wanted.rank`.execute(tenant.tx)
}

function columnsOf(order: OrderContent) {
  return {
    order_code: order.orderCode,
    external_code: order.externalCode,
    description: order.description,
    notes: order.notes,
    item_id: order.itemId,
    work_center_id: order.workCenterId,
    plan_output: order.planOutput,
    plan_start: order.planStart,
    plan_end: order.planEnd,
    is_plan_end_entered: order.isPlanEndEntered,
    due_date: order.dueDate,
    plan_duration_ms: order.planDurationMs,
    plan_duration_unit: order.planDurationUnit,
    performance_by: order.performanceBy,
    plan_cycle_time_ms: order.planCycleTimeMs,
    plan_cycle_time_unit: order.planCycleTimeUnit,
    target_speed_quantity: order.targetSpeedQuantity,
    target_speed_time_ms: order.targetSpeedTimeMs,
    target_speed_time_unit: order.targetSpeedTimeUnit,
  }
}
