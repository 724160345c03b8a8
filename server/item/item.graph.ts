import type { ItemId } from '#engine/ids.ts'
import { builder } from '#server/graphql/builder.ts'
import { each, grouped, tenantLoader } from '#server/graphql/loader.ts'
import { listItems, listItemStandards } from './item.store.ts'
import type { Item } from './item.store.ts'

export const ItemRef = builder.objectRef<Item>('Item')

export const itemById = tenantLoader(async (tenant, ids: readonly ItemId[]) => each(ids, await listItems(tenant, ids), (item) => item.id))

export const standardsOf = tenantLoader(async (tenant, ids: readonly ItemId[]) =>
  grouped(ids, await listItemStandards(tenant, ids), ({ itemId }) => itemId),
)
