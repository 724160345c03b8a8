import type { BomEntry } from '#engine/material/billOfMaterial.ts'
import { asId } from '#engine/ids.ts'
import type { ItemId } from '#engine/ids.ts'
import { audited } from '#server/company/audit.store.ts'
import type { Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { once } from '#server/requestKey/once.ts'
import type { KeyedRequest } from '#server/requestKey/once.ts'
import { listBom, replaceItemBom } from './bom.store.ts'
import { completedBom } from './givenBom.ts'
import type { GivenBomLine } from './givenBom.ts'
import { itemNotFound, requirePlanner } from './item.service.ts'
import type { ItemDeps, ItemMember } from './item.service.ts'
import { listItems, lockItem, updateItem } from './item.store.ts'
import type { Item } from './item.store.ts'

/**
 * Returns the item with its whole bill of material (domain.md M-1); orders that were made before keep theirs. Refuses operators, an older version, and
 * what problemsOfBom says, all of it at once.
 */
export async function saveItemBom(
  deps: ItemDeps,
  member: ItemMember,
  { itemId, version, lines }: { readonly itemId: ItemId; readonly version: number | null; readonly lines: readonly GivenBomLine[] },
  request: KeyedRequest | null,
): Promise<Item> {
  requirePlanner(member)
  return await deps.database.inTenant(member.companyId, async (tenant) => {
    const act = async () => {
      const item = await lockItem(tenant, itemId)
      if (item === null) throw itemNotFound(itemId)
      if (version !== null && version !== item.version) throw new Refusal({ code: 'CONFLICT', params: { version: item.version } })
      const before = await listBom(tenant, { kind: 'item', ids: [itemId] })
      const after = await completedBom(tenant, lines, { productId: itemId })
      await replaceItemBom(tenant, itemId, after)
      await updateItem(tenant, itemId, item, member.userId)
      const entry = { userId: member.userId, at: new Date(deps.now()), action: 'UPDATE_ITEM', subject: `item ${item.name}` } as const
      const told = await wordsOfBom(tenant, [...before, ...after])
      await audited(tenant, { ...entry, about: { itemId } }, { bom: before.map(told) }, { bom: after.map(told) })
      return Number(itemId)
    }
    await once(tenant, member.userId, request, { act, read: Number })
    const [item] = await listItems(tenant, [itemId])
    if (item === undefined) throw itemNotFound(itemId)
    return item
  })
}

/** Returns what the audit log tells of a line: its material by name and SKU. */
async function wordsOfBom(tenant: Tenant, lines: readonly Pick<BomEntry, 'materialId'>[]) {
  const ids = [...new Set(lines.map(({ materialId }) => asId<ItemId>(materialId)))]
  const items = new Map<number, Item>((await listItems(tenant, ids)).map((item) => [item.id, item]))
  return ({ materialId, requiredInput, unit, expectedOutput, registrationType }: BomEntry) => {
    const item = items.get(materialId)
    return { material: item?.name ?? `#${materialId}`, sku: item?.sku ?? null, requiredInput, unit, expectedOutput, registrationType }
  }
}
