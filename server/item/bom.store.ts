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
