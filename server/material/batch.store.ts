import { sql } from 'kysely'
import { asId } from '#engine/ids.ts'
import type { BatchId, ItemId, JobOrderId, UserId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'

/** So much of an item that was made or received together. */
export type Batch = {
  readonly id: BatchId
  readonly itemId: ItemId
  readonly code: string
  readonly barCode: string
  /** Calendar day, yyyy-mm-dd. */
  readonly expiresOn: string | null
  /** The order that made it; null = it was received. */
  readonly jobOrderId: JobOrderId | null
  readonly createdBy: UserId | null
  readonly createdOn: Date
}

export const BATCH_COLUMNS = sql`b.id, b.item_id as "itemId", b.code, b.bar_code as "barCode", b.expires_on::text as "expiresOn",
  b.job_order_id as "jobOrderId", b.created_by as "createdBy", b.created_on as "createdOn"`

/** Returns the batches of the ids that the company has, in no order. */
export async function listBatches(tenant: Tenant, ids: readonly BatchId[]): Promise<readonly Batch[]> {
  if (ids.length === 0) return []
  const { rows } =
    await sql<Batch>`select ${BATCH_COLUMNS} from batch b where b.company_id = ${tenant.companyId} and b.id = any(${ids}::int[])`.execute(
      tenant.tx,
    )
  return rows
}

/** Returns the batch of the item that has the code, without regard to case; null for none. */
export async function findBatchByCode(tenant: Tenant, itemId: ItemId, code: string): Promise<Batch | null> {
  const { rows } = await sql<Batch>`select ${BATCH_COLUMNS} from batch b
    where b.company_id = ${tenant.companyId} and b.item_id = ${itemId} and b.code_key = lower(${code})`.execute(tenant.tx)
  return rows[0] ?? null
}

/** Returns the codes of the item that begin with the stem. */
export async function listCodesLike(tenant: Tenant, itemId: ItemId, stem: string): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly code: string }>`select code from batch
    where company_id = ${tenant.companyId} and item_id = ${itemId} and code_key >= lower(${stem}) and code_key < lower(${stem}) || chr(1114111)`.execute(
    tenant.tx,
  )
  return rows.map(({ code }) => code)
}

/** Returns the id of the stored batch; one with the code that was stored at the same time is taken instead. */
export async function insertBatch(
  tenant: Tenant,
  batch: Pick<Batch, 'barCode' | 'code' | 'expiresOn' | 'itemId' | 'jobOrderId'>,
  by: { readonly userId: UserId | null; readonly at: Date },
): Promise<BatchId> {
  const { rows } = await sql<{
    readonly id: number
  }>`insert into batch (company_id, item_id, code, bar_code, expires_on, job_order_id, created_by, created_on)
    values (${tenant.companyId}, ${batch.itemId}, ${batch.code}, ${batch.barCode}, ${batch.expiresOn}::date, ${batch.jobOrderId}, ${by.userId}, ${by.at})
    on conflict (company_id, item_id, code_key) do nothing returning id`.execute(tenant.tx)
  const [made] = rows
  if (made !== undefined) return asId<BatchId>(made.id)
  const found = await findBatchByCode(tenant, batch.itemId, batch.code)
  if (found === null) throw new Error(`batch ${batch.code} was stored and is not there`)
  return found.id
}

/** Returns the batches that have the text as bar code or code, without regard to case. */
export async function findBatchesByText(tenant: Tenant, text: string): Promise<readonly Batch[]> {
  const { rows } = await sql<Batch>`select ${BATCH_COLUMNS} from batch b where b.company_id = ${tenant.companyId}
    and (b.bar_code_key = lower(${text}) or b.code_key = lower(${text})) order by b.id desc limit 20`.execute(tenant.tx)
  return rows
}
