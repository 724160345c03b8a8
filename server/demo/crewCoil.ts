import type { BatchId, ItemId } from '#engine/ids.ts'
import type { Membership } from '#server/company/membership.store.ts'
import { listItemsBySku } from '#server/item/item.store.ts'
import type { OrderDeps } from '#server/jobOrder/orderDeps.ts'
import { createBatch } from '#server/material/batch.service.ts'
import type { CrewPlace } from './crewOrders.store.ts'
import { shareOf } from './crewStory.ts'
import { DEMO_TRACKED } from './demoMaterials.ts'

const SHEET = 'MS-0253'

/** Returns the coil that an order of the machine used up, with what it took of it; null where nobody keeps track. */
export async function coilFor(
  deps: OrderDeps,
  lead: Membership,
  { place, quantity, key }: { readonly place: CrewPlace; readonly quantity: number; readonly key: string },
): Promise<{ readonly itemId: ItemId; readonly batchId: BatchId; readonly quantity: number } | null> {
  if (place.machine !== DEMO_TRACKED) return null
  const [sheet] = await deps.database.inTenant(lead.companyId, (tenant) => listItemsBySku(tenant, [SHEET]))
  if (sheet === undefined) return null
  // A little of a coil is always waste.
  const taken = Math.ceil(quantity * (1 + 0.008 * shareOf(`${key} waste`)))
  const code = `COIL-${key.replace(/^JO-/, '')}`
  const received = { itemId: sheet.id, code, barCode: null, quantity: taken, expiresOn: null, workCenterId: place.workCenterId }
  const batch = await createBatch(deps, lead, null, received, null)
  return { itemId: sheet.id, batchId: batch.id, quantity: taken }
}
