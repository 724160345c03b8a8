import { orderCycleOf } from '#engine/jobOrder/orderCycle.ts'
import { measurementUnitOf } from '#engine/output/measurementUnit.ts'
import { SECOND_MS } from '#engine/time/durations.ts'
import { asId } from '#engine/ids.ts'
import type { ItemId } from '#engine/ids.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { JobOrderPerformanceByEnum } from '#server/graphql/enums.ts'
import { checkedOrder, checkedPage, orderInput, pageType } from '#server/graphql/page.ts'
import { MeasurementUnitRef } from '#server/workCenter/workCenter.graph.ts'
import { itemById, ItemRef, standardsOf } from './item.graph.ts'
import { archiveItem, itemNotFound, saveItem, saveItemStandard } from './item.service.ts'
import { ITEM_ORDER_FIELDS, pageItems } from './item.store.ts'
import type { Item, ItemStandard } from './item.store.ts'

const REQUEST_KEY = 'Asked again with the same key, it is done once.'

const ItemStandardRef = builder.objectRef<ItemStandard>('ItemStandard').implement({
  description: 'How fast a product is made at a work center: an order that says nothing else takes it over.',
  fields: (t) => ({
    workCenterId: t.int({ resolve: (standard) => standard.workCenterId }),
    performanceBy: t.expose('performanceBy', { type: JobOrderPerformanceByEnum }),
    planCycleTime: t.field({
      type: 'Decimal',
      nullable: true,
      description: 'Seconds a unit.',
      resolve: ({ planCycleTimeMs }) => (planCycleTimeMs === null ? null : planCycleTimeMs / SECOND_MS),
    }),
    targetSpeedQuantity: t.expose('targetSpeedQuantity', { type: 'Decimal', nullable: true }),
    targetSpeedTime: t.field({
      type: 'Decimal',
      nullable: true,
      description: 'Seconds in which targetSpeedQuantity is made.',
      resolve: ({ targetSpeedTimeMs }) => (targetSpeedTimeMs === null ? null : targetSpeedTimeMs / SECOND_MS),
    }),
    idealCycleTime: t.field({
      type: 'Decimal',
      nullable: true,
      description: 'Seconds a unit, whichever way it was entered.',
      resolve: (standard) => {
        const cycleMs = orderCycleOf(standard)
        return cycleMs === null ? null : cycleMs / SECOND_MS
      },
    }),
    scrapPercent: t.expose('scrapPercent', { type: 'Decimal', nullable: true }),
  }),
})

ItemRef.implement({
  description: 'A product of the company.',
  fields: (t) => ({
    id: t.int({ resolve: (item) => item.id }),
    name: t.exposeString('name'),
    sku: t.exposeString('sku', { description: 'No two of the company alike, without regard to case.' }),
    measureUnitId: t.int({ resolve: ({ unit }) => measurementUnitOf(unit).id }),
    measureUnit: t.field({ type: MeasurementUnitRef, resolve: ({ unit }) => measurementUnitOf(unit) }),
    externalCode: t.exposeString('externalCode', { nullable: true }),
    family: t.exposeString('family', {
      nullable: true,
      description: 'Products of one family are alike: a changeover between them is short.',
    }),
    isBatchTracked: t.exposeBoolean('isBatchTracked'),
    containerQuantity: t.expose('containerQuantity', { type: 'Decimal', nullable: true, description: 'Units in a full container.' }),
    isArchived: t.exposeBoolean('isArchived', { description: 'No longer offered; orders keep it.' }),
    standards: t.field({
      type: [ItemStandardRef],
      description: 'How fast it is made, by work center.',
      resolve: async ({ id }, _args, context) => {
        const visible = await context.visibleIds()
        const standards = await standardsOf(context).load(id)
        return standards.filter(({ workCenterId }) => visible === null || visible.has(workCenterId))
      },
    }),
    version: t.exposeInt('version'),
  }),
})

const ItemsPageRef = pageType<Item>('ItemsPage', ItemRef, { isBounded: true })
const ItemsOrder = orderInput('ItemsOrder', ITEM_ORDER_FIELDS)

const ItemInput = builder.inputType('ItemInput', {
  fields: (t) => ({
    id: t.int({ description: 'Of the item that is changed; left out for a new one.' }),
    version: t.int({ description: 'The version that the change is made to; another one is refused as a CONFLICT.' }),
    name: t.string({ required: true, description: '1 to 200 characters.' }),
    sku: t.string({ required: true, description: '1 to 64 characters.' }),
    measureUnitId: t.int({ required: true, description: 'A unit of quantity.' }),
    externalCode: t.string({ description: 'Up to 200 characters.' }),
    family: t.string({ description: 'Up to 200 characters.' }),
    isBatchTracked: t.boolean({ defaultValue: false }),
    containerQuantity: t.field({ type: 'Decimal', description: 'Above 0.' }),
  }),
})

const ItemStandardInput = builder.inputType('ItemStandardInput', {
  description: 'What is left out stays as it was said before; null takes it away.',
  fields: (t) => ({
    performanceBy: t.field({ type: JobOrderPerformanceByEnum, required: true }),
    planCycleTime: t.field({ type: 'Decimal', description: 'Seconds a unit, above 0 to 31 days.' }),
    targetSpeedQuantity: t.field({ type: 'Decimal', description: 'Above 0.' }),
    targetSpeedTime: t.field({ type: 'Decimal', description: 'Seconds.' }),
    scrapPercent: t.field({ type: 'Decimal', description: '0 to below 100.' }),
  }),
})

builder.queryFields((t) => ({
  itemsPages: t.field({
    type: ItemsPageRef,
    authScopes: can('READ', 'JOB_ORDERS'),
    description: 'The products of the company by name, or in the order asked for.',
    args: {
      ids: t.arg.intList({ description: 'Only these.' }),
      search: t.arg.string({ description: 'Part of name, SKU, external code or family; accents and case do not count.' }),
      isArchived: t.arg.boolean({ defaultValue: false, description: 'null = both.' }),
      order: t.arg({ type: ItemsOrder }),
      page: t.arg.int({ required: true, defaultValue: 1 }),
      size: t.arg.int({ required: true, defaultValue: 10 }),
    },
    resolve: async (_root, { ids, search, isArchived, ...args }, context) => {
      const range = checkedPage(args)
      const order = checkedOrder(args.order, { field: 'NAME', isDescending: false })
      return { ...range, ...(await context.inTenant((tenant) => pageItems(tenant, { ids, search, isArchived }, { order, range }))) }
    },
  }),
  item: t.field({
    type: ItemRef,
    authScopes: can('READ', 'JOB_ORDERS'),
    args: { id: t.arg.int({ required: true }) },
    resolve: async (_root, { id }, context) => {
      const item = await itemById(context).load(asId<ItemId>(id))
      if (item === null) throw itemNotFound(id)
      return item
    },
  }),
}))

builder.mutationFields((t) => ({
  createOrUpdateItem: t.field({
    type: ItemRef,
    authScopes: can('UPDATE', 'JOB_ORDERS'),
    description: 'Not for operators. The unit of a product that orders name stays.',
    args: { input: t.arg({ type: ItemInput, required: true }), requestKey: t.arg({ type: 'Guid', description: REQUEST_KEY }) },
    resolve: async (_root, { input, requestKey }, context) => {
      const change = {
        id: input.id == null ? null : asId<ItemId>(input.id),
        version: input.version ?? null,
        name: input.name,
        sku: input.sku,
        measureUnitId: input.measureUnitId,
        externalCode: input.externalCode ?? null,
        family: input.family ?? null,
        isBatchTracked: input.isBatchTracked ?? false,
        containerQuantity: input.containerQuantity ?? null,
      }
      const request = requestKey == null ? null : { key: requestKey, operation: 'createOrUpdateItem', content: input }
      return await saveItem(context.deps, context.member(), change, request)
    },
  }),
  archiveItem: t.field({
    type: ItemRef,
    authScopes: can('UPDATE', 'JOB_ORDERS'),
    description: 'Offers the product no more, or with `isArchived: false` again; orders keep it. Not for operators.',
    args: {
      id: t.arg.int({ required: true }),
      isArchived: t.arg.boolean({ required: true, defaultValue: true }),
      requestKey: t.arg({ type: 'Guid', description: REQUEST_KEY }),
    },
    resolve: async (_root, { requestKey, ...args }, context) => {
      const asked = { id: asId<ItemId>(args.id), isArchived: args.isArchived }
      const request = requestKey == null ? null : { key: requestKey, operation: 'archiveItem', content: args }
      return await archiveItem(context.deps, context.member(), asked, request)
    },
  }),
  saveItemStandard: t.field({
    type: ItemRef,
    authScopes: can('UPDATE', 'JOB_ORDERS'),
    description: 'Says how fast the product is made at the work center; without `standard` what was said is removed. Not for operators.',
    args: {
      itemId: t.arg.int({ required: true }),
      workCenterId: t.arg.int({ required: true }),
      standard: t.arg({ type: ItemStandardInput }),
      requestKey: t.arg({ type: 'Guid', description: REQUEST_KEY }),
    },
    resolve: async (_root, { requestKey, ...args }, context) => {
      const request = requestKey == null ? null : { key: requestKey, operation: 'saveItemStandard', content: args }
      const { id: workCenterId } = await context.workCenter(args.workCenterId)
      const itemId = asId<ItemId>(args.itemId)
      const { standard } = args
      const ms = (seconds: number | null | undefined) => (seconds == null ? seconds : seconds * SECOND_MS)
      return await saveItemStandard(
        context.deps,
        context.member(),
        { itemId, workCenterId },
        standard == null
          ? null
          : {
              performanceBy: standard.performanceBy,
              planCycleTimeMs: ms(standard.planCycleTime),
              targetSpeedQuantity: standard.targetSpeedQuantity,
              targetSpeedTimeMs: ms(standard.targetSpeedTime),
              scrapPercent: standard.scrapPercent,
            },
        request,
      )
    },
  }),
}))
