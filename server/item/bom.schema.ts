import { requiredInput } from '#engine/material/billOfMaterial.ts'
import { measurementUnitOf } from '#engine/output/measurementUnit.ts'
import { asId } from '#engine/ids.ts'
import type { ItemId } from '#engine/ids.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { MeasurementUnitRef } from '#server/workCenter/workCenter.graph.ts'
import { BomItemInput, BomItemRef, bomOfItem, BomRegistrationTypeEnum, givenBom, PossibleScrapRef } from './bom.graph.ts'
import { itemById, ItemRef } from './item.graph.ts'
import { saveItemBom } from './itemBom.service.ts'

BomItemRef.implement({
  description: 'A material that goes into a product.',
  fields: (t) => ({
    id: t.exposeInt('id'),
    position: t.exposeInt('position'),
    material: t.field({ type: ItemRef, nullable: true, resolve: ({ materialId }, _args, context) => itemById(context).load(materialId) }),
    measurementUnit: t.field({ type: MeasurementUnitRef, resolve: ({ unit }) => measurementUnitOf(unit) }),
    requiredInputQuantity: t.expose('requiredInput', { type: 'Decimal' }),
    expectedOutputQuantity: t.expose('expectedOutput', { type: 'Decimal', description: 'For so much of the product.' }),
    requiredQuantity: t.field({
      type: 'Decimal',
      nullable: true,
      description: 'For the plan of the order; null without one.',
      resolve: (line) => (line.planOutput === null ? null : requiredInput(line, line.planOutput)),
    }),
    registrationType: t.expose('registrationType', { type: BomRegistrationTypeEnum }),
  }),
})

PossibleScrapRef.implement({
  description: 'An item that an order may scrap.',
  fields: (t) => ({
    item: t.field({ type: ItemRef, nullable: true, resolve: ({ itemId }, _args, context) => itemById(context).load(itemId) }),
    quantity: t.expose('quantity', { type: 'Decimal', description: 'Expected for the whole plan.' }),
    measurementUnit: t.field({ type: MeasurementUnitRef, resolve: ({ unit }) => measurementUnitOf(unit) }),
    confirmationRequired: t.exposeBoolean('isConfirmationRequired', {
      description: 'Whether each confirmation says how much of it, 0 too.',
    }),
  }),
})

builder.objectField(ItemRef, 'bom', (t) =>
  t.field({
    type: [BomItemRef],
    description: 'What orders of it copy.',
    resolve: async ({ id }, _args, context) =>
      (await bomOfItem(context).load(id)).map((line) => ({ ...line, jobOrderId: null, planOutput: null })),
  }),
)

builder.mutationField('saveItemBom', (t) =>
  t.field({
    type: ItemRef,
    authScopes: can('UPDATE', 'JOB_ORDERS'),
    description: 'The whole bill of material of the product; orders that were made before keep theirs. Not for operators.',
    args: {
      itemId: t.arg.int({ required: true }),
      version: t.arg.int({ description: 'The version of the item that the change is made to; another one is refused as a CONFLICT.' }),
      bom: t.arg({ type: [BomItemInput], required: true }),
      requestKey: t.arg({ type: 'Guid', description: 'Asked again with the same key, it is done once.' }),
    },
    resolve: async (_root, { requestKey, ...args }, context) => {
      const change = { itemId: asId<ItemId>(args.itemId), version: args.version ?? null, lines: givenBom(args.bom) }
      const request = requestKey == null ? null : { key: requestKey, operation: 'saveItemBom', content: args }
      return await saveItemBom(context.deps, context.member(), change, request)
    },
  }),
)
