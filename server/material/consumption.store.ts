import { sql } from 'kysely'
import type { BatchId, ItemId, JobOrderId, UserId, WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'

/** What a confirmation of output took of a material. */
export type NewConsumption = {
  readonly confirmationId: number
  readonly jobOrderId: JobOrderId | null
  readonly workCenterId: WorkCenterId
  readonly itemId: ItemId
  readonly batchId: BatchId | null
  /** In the unit of the item. */
  readonly quantity: number
  readonly isUncovered: boolean
}

/** A consumption as it was stored. */
export type MaterialConsumption = NewConsumption & { readonly id: number; readonly at: Date }

/** Scrap that a confirmation of output names. */
export type ScrapConfirmation = {
  readonly id: number
  readonly confirmationId: number
  readonly jobOrderId: JobOrderId | null
  readonly itemId: ItemId
  readonly quantity: number
}

export const CONSUMPTION_COLUMNS = sql`c.id, c.output_confirmation_id as "confirmationId", c.job_order_id as "jobOrderId",
  c.work_center_id as "workCenterId", c.item_id as "itemId", c.batch_id as "batchId", c.quantity, c.is_uncovered as "isUncovered", c.at`

/** Stores what confirmations took. */
export async function insertConsumptions(tenant: Tenant, consumptions: readonly NewConsumption[], at: Date): Promise<void> {
  if (consumptions.length === 0) return
  await tenant.tx
    .insertInto('material_consumption')
    .values(
      consumptions.map((one) => ({
        company_id: tenant.companyId,
        output_confirmation_id: one.confirmationId,
        job_order_id: one.jobOrderId,
        work_center_id: one.workCenterId,
        item_id: one.itemId,
        batch_id: one.batchId,
        quantity: one.quantity,
        is_uncovered: one.isUncovered,
        at,
      })),
    )
    .execute()
}

/** Stores the scrap that confirmations name. */
export async function insertScraps(tenant: Tenant, scraps: readonly Omit<ScrapConfirmation, 'id'>[]): Promise<void> {
  if (scraps.length === 0) return
  await tenant.tx
    .insertInto('scrap_confirmation')
    .values(
      scraps.map((one) => ({
        company_id: tenant.companyId,
        output_confirmation_id: one.confirmationId,
        job_order_id: one.jobOrderId,
        item_id: one.itemId,
        quantity: one.quantity,
      })),
    )
    .execute()
}

/** Marks what the confirmations took and scrapped as given back. */
export async function markReturned(tenant: Tenant, confirmationIds: readonly number[]): Promise<void> {
  for (const table of ['material_consumption', 'scrap_confirmation'] as const)
    await tenant.tx
      .updateTable(table)
      .set({ is_returned: true })
      .where('company_id', '=', tenant.companyId)
      .where('output_confirmation_id', 'in', confirmationIds)
      .execute()
}

/** Returns the codes of the orders that consumed of the batches, confirmations of other postings alone; '' of output without an order. */
export async function listConsumers(
  tenant: Tenant,
  batchIds: readonly BatchId[],
  exceptConfirmations: readonly number[],
): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly code: string }>`select distinct coalesce(j.order_code, '') as code from material_consumption c
    left join job_order j on j.company_id = c.company_id and j.id = c.job_order_id
    where c.company_id = ${tenant.companyId} and not c.is_returned and c.batch_id = any(${batchIds}::int[])
      and c.output_confirmation_id <> all(${exceptConfirmations}::int[]) order by 1`.execute(tenant.tx)
  return rows.map(({ code }) => code)
}

/** Returns where the consumption took place; null for none. */
export async function placeOfConsumption(tenant: Tenant, id: number): Promise<WorkCenterId | null> {
  const { rows } = await sql<{ readonly place: WorkCenterId }>`select work_center_id as place from material_consumption
    where company_id = ${tenant.companyId} and id = ${id}`.execute(tenant.tx)
  return rows[0]?.place ?? null
}

/** Returns the uncovered consumption of the id, locked until the transaction ends; null for none. */
export async function lockUncovered(tenant: Tenant, id: number): Promise<MaterialConsumption | null> {
  const { rows } = await sql<MaterialConsumption>`select ${CONSUMPTION_COLUMNS} from material_consumption c
    where c.company_id = ${tenant.companyId} and c.id = ${id} and c.is_uncovered and not c.is_returned for update`.execute(tenant.tx)
  return rows[0] ?? null
}

/** Stores that a batch covers a part of the consumption; the rest stays uncovered. */
export async function coverWith(
  tenant: Tenant,
  consumption: MaterialConsumption,
  { batchId, covered, left }: { readonly batchId: BatchId; readonly covered: number; readonly left: number },
  by: { readonly userId: UserId | null; readonly at: Date },
): Promise<void> {
  await tenant.tx
    .updateTable('material_consumption')
    .set({ batch_id: batchId, quantity: covered, is_uncovered: false, covered_by: by.userId, covered_on: by.at })
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', consumption.id)
    .execute()
  if (left > 0) await insertConsumptions(tenant, [{ ...consumption, quantity: left }], consumption.at)
}

/** Returns what the confirmations took, in the order in which it was said. */
export async function listConsumptionsOf(tenant: Tenant, confirmationIds: readonly number[]): Promise<readonly MaterialConsumption[]> {
  const { rows } = await sql<MaterialConsumption>`select ${CONSUMPTION_COLUMNS} from material_consumption c
    where c.company_id = ${tenant.companyId} and c.output_confirmation_id = any(${confirmationIds}::int[]) order by c.id`.execute(tenant.tx)
  return rows
}

/** Returns the scrap that the confirmations name. */
export async function listScrapsOf(tenant: Tenant, confirmationIds: readonly number[]): Promise<readonly ScrapConfirmation[]> {
  const { rows } = await sql<ScrapConfirmation>`select id, output_confirmation_id as "confirmationId", job_order_id as "jobOrderId",
      item_id as "itemId", quantity
    from scrap_confirmation where company_id = ${tenant.companyId} and output_confirmation_id = any(${confirmationIds}::int[]) order by id`.execute(
    tenant.tx,
  )
  return rows
}

/** What an order took of a material, and how much of it no batch covers; what it scrapped of an item. */
export type OrderUse = {
  readonly jobOrderId: JobOrderId
  readonly itemId: ItemId
  readonly consumed: number
  readonly uncovered: number
  readonly scrapped: number
}

/** Returns what the orders took and scrapped, by item; what was given back does not count. */
export async function listOrderUse(tenant: Tenant, orderIds: readonly JobOrderId[]): Promise<readonly OrderUse[]> {
  if (orderIds.length === 0) return []
  const { rows } = await sql<OrderUse>`select job_order_id as "jobOrderId", item_id as "itemId", sum(consumed) as consumed,
      sum(uncovered) as uncovered, sum(scrapped) as scrapped
    from (
      select job_order_id, item_id, quantity as consumed, case when is_uncovered then quantity else 0 end as uncovered, 0 as scrapped
      from material_consumption where company_id = ${tenant.companyId} and job_order_id = any(${orderIds}::int[]) and not is_returned
      union all
      select job_order_id, item_id, 0, 0, quantity
      from scrap_confirmation where company_id = ${tenant.companyId} and job_order_id = any(${orderIds}::int[]) and not is_returned) as used
    group by job_order_id, item_id`.execute(tenant.tx)
  return rows
}
