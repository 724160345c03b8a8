import type { ItemId, JobOrderId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import { BOM_REGISTRATION_TYPES } from '#engine/material/billOfMaterial.ts'
import { builder } from '#server/graphql/builder.ts'
import { grouped, tenantLoader } from '#server/graphql/loader.ts'
import { listBom, listOrderScraps } from './bom.store.ts'
import type { BomLine, OrderScrap } from './bom.store.ts'
import type { GivenBomLine, GivenScrap } from './givenBom.ts'

/** A line with what decides how much of it is needed. */
export type ShownBomLine = BomLine & {
  /** The order that it belongs to; null = a line of a product. */
  readonly jobOrderId: JobOrderId | null
  /** Of the order. */
  readonly planOutput: number | null
}

export const BomItemRef = builder.objectRef<ShownBomLine>('BomItem')
export const PossibleScrapRef = builder.objectRef<OrderScrap>('PossibleScrap')
export const BomRegistrationTypeEnum = builder.enumType('BomRegistrationType', {
  description: 'BATCH_TRACKING: taken from batches that are installed. QUANTITATIVE: by quantity alone.',
  values: BOM_REGISTRATION_TYPES,
})

export const bomOfItem = tenantLoader(async (tenant, ids: readonly ItemId[]) =>
  grouped(ids, await listBom(tenant, { kind: 'item', ids }), ({ ownerId }) => asId<ItemId>(ownerId)),
)

export const bomOfOrder = tenantLoader(async (tenant, ids: readonly JobOrderId[]) =>
  grouped(ids, await listBom(tenant, { kind: 'order', ids }), ({ ownerId }) => asId<JobOrderId>(ownerId)),
)

export const scrapsOfOrder = tenantLoader(async (tenant, ids: readonly JobOrderId[]) =>
  grouped(ids, await listOrderScraps(tenant, ids), ({ jobOrderId }) => jobOrderId),
)

export const BomItemInput = builder.inputType('BomItemInput', {
  description: 'So much of a material goes into so much of the product.',
  fields: (t) => ({
    materialId: t.int({ required: true }),
    requiredInputQuantity: t.field({ type: 'Decimal', required: true, description: 'Above 0, with six places.' }),
    expectedOutputQuantity: t.field({ type: 'Decimal', defaultValue: 1, description: 'Above 0, with six places.' }),
    measureUnitId: t.int({ description: 'A unit that converts into that of the material; left out: that one.' }),
    registrationType: t.field({
      type: BomRegistrationTypeEnum,
      description: 'Left out: from batches, if the material is tracked by them.',
    }),
  }),
})

export const PossibleScrapInput = builder.inputType('PossibleScrapInput', {
  fields: (t) => ({
    itemId: t.int({ required: true }),
    quantity: t.field({ type: 'Decimal', required: true, description: 'Expected for the whole plan, 0 or more.' }),
    measureUnitId: t.int({ description: 'Left out: that of the item.' }),
    confirmationRequired: t.boolean({ defaultValue: false }),
  }),
})

/** Returns the lines as the service takes them. */
export function givenBom(lines: readonly (typeof BomItemInput.$inferInput)[]): readonly GivenBomLine[] {
  return lines.map((line) => ({
    materialId: asId<ItemId>(line.materialId),
    requiredInput: line.requiredInputQuantity,
    expectedOutput: line.expectedOutputQuantity ?? 1,
    measureUnitId: line.measureUnitId ?? null,
    registrationType: line.registrationType ?? null,
  }))
}

/** Returns what may be scrapped as the service takes it. */
export function givenScraps(scraps: readonly (typeof PossibleScrapInput.$inferInput)[]): readonly GivenScrap[] {
  return scraps.map((scrap) => ({
    itemId: asId<ItemId>(scrap.itemId),
    quantity: scrap.quantity,
    measureUnitId: scrap.measureUnitId ?? null,
    isConfirmationRequired: scrap.confirmationRequired ?? false,
  }))
}
