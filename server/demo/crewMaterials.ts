import { asId } from '#engine/ids.ts'
import type { CompanyId, ItemId } from '#engine/ids.ts'
import { MEASUREMENT_UNITS } from '#engine/output/measurementUnit.ts'
import type { Membership } from '#server/company/membership.store.ts'
import { listBom } from '#server/item/bom.store.ts'
import { archiveItem, saveItem } from '#server/item/item.service.ts'
import { listItemsBySku } from '#server/item/item.store.ts'
import { saveItemBom } from '#server/item/itemBom.service.ts'
import type { OrderDeps } from '#server/jobOrder/orderDeps.ts'
import { findBatchByCode } from '#server/material/batch.store.ts'
import { createBatch } from '#server/material/batch.service.ts'
import { takeMaterials } from '#server/material/consume.ts'
import { Refusal } from '#server/refusal.ts'
import { requireActive } from '#server/workCenter/workCenter.service.ts'
import { findUnsaidConfirmation, trackConsumption } from './crewMaterials.store.ts'
import type { CrewPlace } from './crewOrders.store.ts'
import { bomOf, DEMO_BATCHES, DEMO_MATERIALS, DEMO_TRACKED } from './demoMaterials.ts'

/** More than is left of what was installed: a person has to say which batch it was. */
const UNCOVERED = 40

/**
 * Lets the lead of the demo plant keep materials as people do, as far as nobody has: what is bought, what goes into the products, the batches at the
 * machines and beside them, and a consumption that no batch covers. What a visitor made of a bill of material is forgotten.
 */
export async function crewMaterials(
  deps: OrderDeps,
  companyId: CompanyId,
  lead: Membership,
  { places, products }: { readonly places: readonly CrewPlace[]; readonly products: readonly string[] },
): Promise<void> {
  const bought = await materialsIn(deps, lead)
  const items = await deps.database.inTenant(companyId, (tenant) => listItemsBySku(tenant, [...products, ...bought]))
  const idOf = new Map(items.map(({ sku, id }) => [sku, id]))
  for (const sku of products) await saveBom(deps, lead, idOf, sku)
  for (const { sku, code, quantity, machine } of DEMO_BATCHES) {
    const itemId = idOf.get(sku)
    const place = places.find((one) => one.machine === machine)
    if (itemId === undefined || (machine !== null && place === undefined)) continue
    if ((await deps.database.inTenant(companyId, (tenant) => findBatchByCode(tenant, itemId, code))) !== null) continue
    const received = { itemId, code, barCode: null, quantity, expiresOn: null, workCenterId: place?.workCenterId ?? null }
    await createBatch(deps, lead, null, received, null).catch(ignoreRefusal)
  }
  const tracked = places.find(({ machine }) => machine === DEMO_TRACKED)
  if (tracked !== undefined) await leaveUncovered(deps, lead, tracked, idOf)
}

/** Returns the SKUs of what is bought; what is missing is entered. */
async function materialsIn(deps: OrderDeps, lead: Membership): Promise<readonly string[]> {
  const skus = DEMO_MATERIALS.map(({ sku }) => sku)
  const present = await deps.database.inTenant(lead.companyId, (tenant) => listItemsBySku(tenant, skus))
  for (const { sku, name, unit, isBatchTracked } of DEMO_MATERIALS) {
    const known = present.find((one) => one.sku === sku)
    if (known !== undefined && known.name === name && !known.isArchived) continue
    const measureUnitId = MEASUREMENT_UNITS.find(({ code }) => code === unit)?.id ?? 0
    const form = { name, sku, measureUnitId, externalCode: null, family: null, isBatchTracked, containerQuantity: null }
    const item = await saveItem(deps, lead, { ...form, id: known?.id ?? null, version: null }, null)
    if (item.isArchived) await archiveItem(deps, lead, { id: item.id, isArchived: false }, null)
  }
  return skus
}

async function saveBom(deps: OrderDeps, lead: Membership, idOf: ReadonlyMap<string, ItemId>, sku: string): Promise<void> {
  const itemId = idOf.get(sku)
  if (itemId === undefined) return
  const wanted = bomOf(sku).flatMap(({ sku: material, quantity, per = 1 }) => {
    const materialId = idOf.get(material)
    if (materialId === undefined) return []
    return [{ materialId, requiredInput: quantity, expectedOutput: per, measureUnitId: null, registrationType: null }]
  })
  const present = await deps.database.inTenant(lead.companyId, (tenant) => listBom(tenant, { kind: 'item', ids: [itemId] }))
  const isSame =
    present.length === wanted.length &&
    wanted.every(({ materialId, requiredInput }, index) => {
      const line = present[index]
      return line?.materialId === materialId && line.requiredInput === requiredInput
    })
  if (!isSame) await saveItemBom(deps, lead, { itemId, version: null, lines: wanted }, null).catch(ignoreRefusal)
}

/** Output of the machine that was confirmed, and of which nobody said what it took, took more than a batch that nobody had installed. */
async function leaveUncovered(
  deps: OrderDeps,
  lead: Membership,
  { workCenterId }: CrewPlace,
  idOf: ReadonlyMap<string, ItemId>,
): Promise<void> {
  const paint = idOf.get('PA-187B')
  if (paint === undefined) return
  await deps.database.inTenant(lead.companyId, async (tenant) => {
    await trackConsumption(tenant, workCenterId)
    const confirmed = await findUnsaidConfirmation(tenant, workCenterId)
    if (confirmed === null) return
    await takeMaterials(tenant, {
      place: await requireActive(tenant, workCenterId),
      jobOrderId: confirmed.jobOrderId,
      itemId: null,
      inputs: [
        {
          confirmationId: confirmed.id,
          consumptions: [{ itemId: asId<ItemId>(paint), quantity: UNCOVERED, batchId: null }],
          scraps: [],
        },
      ],
      rows: [],
      comment: null,
      allowUncovered: true,
      mayModify: false,
      shiftOf: () => Promise.resolve({ date: '', code: null }),
      by: { userId: lead.userId, viaStation: null, at: new Date(deps.now()) },
    })
  })
}

/** Somebody else was faster: the next round sees what is there. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Refusal)) throw error
}
