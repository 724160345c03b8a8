import { problemsOfBom, problemsOfScraps } from '#engine/material/billOfMaterial.ts'
import type { BomEntry, BomRegistrationType, ScrapEntry } from '#engine/material/billOfMaterial.ts'
import type { ItemId } from '#engine/ids.ts'
import { findItemUnit } from '#engine/output/measurementUnit.ts'
import type { Tenant } from '#server/db/database.ts'
import { refuseAll } from '#server/refusal.ts'
import { listItems } from './item.store.ts'
import type { Item } from './item.store.ts'

/** A line of a bill of material as a person gives it; what is left out follows from the material. */
export type GivenBomLine = Pick<BomEntry, 'expectedOutput' | 'requiredInput'> & {
  readonly materialId: ItemId
  /** null = the unit of the material. */
  readonly measureUnitId: number | null
  /** null = from batches, if the material is tracked by them. */
  readonly registrationType: BomRegistrationType | null
}

/** What an order may scrap, as a person gives it. */
export type GivenScrap = Pick<ScrapEntry, 'isConfirmationRequired' | 'quantity'> & {
  readonly itemId: ItemId
  readonly measureUnitId: number | null
}

/** Returns the lines with what follows from their materials. Refuses all that problemsOfBom says, at once. */
export async function completedBom(
  tenant: Tenant,
  given: readonly GivenBomLine[],
  { productId }: { readonly productId: ItemId | null },
): Promise<readonly BomEntry[]> {
  const items = await itemsById(
    tenant,
    given.map(({ materialId }) => materialId),
  )
  const lines = given.map(({ materialId, measureUnitId, registrationType, requiredInput, expectedOutput }): BomEntry => {
    const item = items.get(materialId)
    const usual = item?.isBatchTracked === true ? 'BATCH_TRACKING' : 'QUANTITATIVE'
    const unit = unitOf(measureUnitId, item)
    return { materialId, unit, requiredInput, expectedOutput, registrationType: registrationType ?? usual }
  })
  refuseAll(problemsOfBom(lines, { productId, units: unitsOf(items) }))
  return lines
}

/** Returns what may be scrapped with what follows from the items. Refuses all that problemsOfScraps says, at once. */
export async function completedScraps(tenant: Tenant, given: readonly GivenScrap[]): Promise<readonly ScrapEntry[]> {
  const items = await itemsById(
    tenant,
    given.map(({ itemId }) => itemId),
  )
  const scraps = given.map(({ measureUnitId, ...scrap }) => ({ ...scrap, unit: unitOf(measureUnitId, items.get(scrap.itemId)) }))
  refuseAll(problemsOfScraps(scraps, unitsOf(items)))
  return scraps
}

async function itemsById(tenant: Tenant, ids: readonly ItemId[]): Promise<ReadonlyMap<number, Item>> {
  return new Map((await listItems(tenant, [...new Set(ids)])).map((item) => [item.id, item]))
}

function unitsOf(items: ReadonlyMap<number, Item>): ReadonlyMap<number, string> {
  return new Map([...items].map(([id, { unit }]) => [id, unit]))
}

function unitOf(measureUnitId: number | null, item: Item | undefined): string {
  return measureUnitId === null ? (item?.unit ?? '') : (findItemUnit(measureUnitId)?.code ?? '')
}
