import { sql } from 'kysely'
import type { BatchId, ItemId, JobOrderId, WorkCenterId } from '#engine/ids.ts'
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

/** Scrap that a confirmation of output names. */
export type ScrapConfirmation = {
  readonly id: number
  readonly confirmationId: number
  readonly jobOrderId: JobOrderId | null
  readonly itemId: ItemId
  readonly quantity: number
}

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
