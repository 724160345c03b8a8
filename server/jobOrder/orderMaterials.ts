import type { Problem } from '#engine/result.ts'
import type { ItemId, JobOrderId } from '#engine/ids.ts'
import type { JobOrderStatus } from '#engine/jobOrder/jobOrderStatus.ts'
import type { Tenant } from '#server/db/database.ts'
import { listBom, listOrderScraps, replaceOrderBom, replaceOrderScraps } from '#server/item/bom.store.ts'
import { completedBom, completedScraps } from '#server/item/givenBom.ts'
import type { GivenBomLine, GivenScrap } from '#server/item/givenBom.ts'

/** What a person says of the materials of an order, each the whole list; what is left out stays. */
export type MaterialsChange = { readonly bom?: readonly GivenBomLine[]; readonly possibleScraps?: readonly GivenScrap[] }

/** Stores the materials of a new order: as given, else those of the order that it is a copy of, else those of its product (domain.md M-1). */
export async function writeMaterials(
  tenant: Tenant,
  { id, itemId, copiedFrom }: { readonly id: JobOrderId; readonly itemId: ItemId | null; readonly copiedFrom: JobOrderId | null },
  { bom, possibleScraps }: MaterialsChange,
): Promise<void> {
  if (bom !== undefined) await replaceOrderBom(tenant, id, await completedBom(tenant, bom, { productId: itemId }))
  else if (copiedFrom !== null) await replaceOrderBom(tenant, id, await listBom(tenant, { kind: 'order', ids: [copiedFrom] }))
  else await copyItemBom(tenant, id, itemId)
  if (possibleScraps !== undefined) await replaceOrderScraps(tenant, id, await completedScraps(tenant, possibleScraps))
  else if (copiedFrom !== null) await replaceOrderScraps(tenant, id, await listOrderScraps(tenant, [copiedFrom]))
}

/** Stores what changed of the materials of an order; another product brings its own. Returns what the log says of it. */
export async function changeMaterials(
  tenant: Tenant,
  { id, itemId }: { readonly id: JobOrderId; readonly itemId: ItemId | null },
  after: { readonly itemId: ItemId | null },
  { bom, possibleScraps }: MaterialsChange,
): Promise<Readonly<Record<string, unknown>>> {
  const isOther = after.itemId !== itemId
  if (possibleScraps !== undefined) await replaceOrderScraps(tenant, id, await completedScraps(tenant, possibleScraps))
  if (bom === undefined && !isOther) return possibleScraps === undefined ? {} : { possibleScraps: { after: possibleScraps.length } }
  const before = (await listBom(tenant, { kind: 'order', ids: [id] })).length
  if (bom === undefined) await copyItemBom(tenant, id, after.itemId)
  else await replaceOrderBom(tenant, id, await completedBom(tenant, bom, { productId: after.itemId }))
  return { bom: { before, after: (await listBom(tenant, { kind: 'order', ids: [id] })).length } }
}

/** Returns why the materials cannot be changed in the status: only those of a draft or planned order can (domain.md M-1). */
export function problemsOfMaterialsChange(status: JobOrderStatus, change: MaterialsChange): readonly Problem[] {
  if (status === 'DRAFT' || status === 'PLANNED') return []
  return (['bom', 'possibleScraps'] as const)
    .filter((field) => change[field] !== undefined)
    .map((field) => ({ code: 'JOB_ORDER_FIELD_LOCKED', field, params: { status } }))
}

async function copyItemBom(tenant: Tenant, id: JobOrderId, itemId: ItemId | null): Promise<void> {
  await replaceOrderBom(tenant, id, itemId === null ? [] : await listBom(tenant, { kind: 'item', ids: [itemId] }))
}
