import { sql } from 'kysely'
import type { BomEntry, ScrapEntry } from '#engine/material/billOfMaterial.ts'
import type { ItemId, JobOrderId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'

/** A line of the bill of material of a product or of an order, as it is stored. */
export type BomLine = Omit<BomEntry, 'materialId'> & {
  readonly id: number
  /** Of the product or of the order. */
  readonly ownerId: number
  readonly position: number
  readonly materialId: ItemId
}

/** What an order may scrap, as it is stored. */
export type OrderScrap = Omit<ScrapEntry, 'itemId'> & { readonly id: number; readonly jobOrderId: JobOrderId; readonly itemId: ItemId }

/** Whose bill of material: that of a product, or the copy that an order has of it. */
export type BomOwner =
  | { readonly kind: 'item'; readonly ids: readonly ItemId[] }
  | { readonly kind: 'order'; readonly ids: readonly JobOrderId[] }

/** Returns the bills of material of the owners, each in its sequence. */
export async function listBom(tenant: Tenant, { kind, ids }: BomOwner): Promise<readonly BomLine[]> {
  if (ids.length === 0) return []
  const owner = sql.ref(kind === 'item' ? 'item_id' : 'job_order_id')
  const { rows } = await sql<BomLine>`select id, ${owner} as "ownerId", position, material_id as "materialId", measurement_unit as unit,
      required_input as "requiredInput", expected_output as "expectedOutput", registration_type as "registrationType"
    from bom_line where company_id = ${tenant.companyId} and ${owner} = any(${ids}::int[]) order by ${owner}, position, id`.execute(
    tenant.tx,
  )
  return rows
}

/** Stores the whole bill of material of a product. */
export async function replaceItemBom(tenant: Tenant, itemId: ItemId, lines: readonly BomEntry[]): Promise<void> {
  await tenant.tx.deleteFrom('bom_line').where('company_id', '=', tenant.companyId).where('item_id', '=', itemId).execute()
  await insertLines(tenant, { item_id: itemId, job_order_id: null }, lines)
}

/** Stores the whole bill of material of an order. */
export async function replaceOrderBom(tenant: Tenant, jobOrderId: JobOrderId, lines: readonly BomEntry[]): Promise<void> {
  await tenant.tx.deleteFrom('bom_line').where('company_id', '=', tenant.companyId).where('job_order_id', '=', jobOrderId).execute()
  await insertLines(tenant, { item_id: null, job_order_id: jobOrderId }, lines)
}

async function insertLines(
  tenant: Tenant,
  owner: { readonly item_id: ItemId | null; readonly job_order_id: JobOrderId | null },
  lines: readonly BomEntry[],
): Promise<void> {
  if (lines.length === 0) return
  await tenant.tx
    .insertInto('bom_line')
    .values(
      lines.map((line, index) => ({
        company_id: tenant.companyId,
        ...owner,
        position: index + 1,
        material_id: line.materialId,
        measurement_unit: line.unit,
        required_input: line.requiredInput,
        expected_output: line.expectedOutput,
        registration_type: line.registrationType,
      })),
    )
    .execute()
}

/** Returns what the orders may scrap, each in its sequence. */
export async function listOrderScraps(tenant: Tenant, ids: readonly JobOrderId[]): Promise<readonly OrderScrap[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<OrderScrap>`select id, job_order_id as "jobOrderId", item_id as "itemId", measurement_unit as unit, quantity,
      is_confirmation_required as "isConfirmationRequired"
    from job_order_scrap where company_id = ${tenant.companyId} and job_order_id = any(${ids}::int[]) order by job_order_id, position, id`.execute(
    tenant.tx,
  )
  return rows
}

/** Stores all that an order may scrap. */
export async function replaceOrderScraps(tenant: Tenant, jobOrderId: JobOrderId, scraps: readonly ScrapEntry[]): Promise<void> {
  await tenant.tx.deleteFrom('job_order_scrap').where('company_id', '=', tenant.companyId).where('job_order_id', '=', jobOrderId).execute()
  if (scraps.length === 0) return
  await tenant.tx
    .insertInto('job_order_scrap')
    .values(
      scraps.map((scrap, index) => ({
        company_id: tenant.companyId,
        job_order_id: jobOrderId,
        position: index + 1,
        item_id: scrap.itemId,
        measurement_unit: scrap.unit,
        quantity: scrap.quantity,
        is_confirmation_required: scrap.isConfirmationRequired,
      })),
    )
    .execute()
}
