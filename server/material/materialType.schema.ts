import { isOccupied } from '#engine/material/container.ts'
import { microOf, quantityOf } from '#engine/material/quantity.ts'
import { convertedMicro } from '#engine/material/unitConversion.ts'
import { measurementUnitOf } from '#engine/output/measurementUnit.ts'
import { asId } from '#engine/ids.ts'
import type { BatchId, ContainerId, ItemId, JobOrderId, LossReasonId, UserId, WorkCenterId } from '#engine/ids.ts'
import { companyById } from '#server/company/company.graph.ts'
import { builder } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { BomItemRef, PossibleScrapRef } from '#server/item/bom.graph.ts'
import type { ShownBomLine } from '#server/item/bom.graph.ts'
import { itemById, ItemRef } from '#server/item/item.graph.ts'
import { jobOrderById, JobOrderRef } from '#server/jobOrder/jobOrder.graph.ts'
import { lossReasonById, LossReasonRef } from '#server/loss/loss.graph.ts'
import { UserRef, userById } from '#server/user/user.graph.ts'
import { MeasurementUnitRef, workCenterById, WorkCenterRef } from '#server/workCenter/workCenter.graph.ts'
import {
  batchById,
  BatchRef,
  containerById,
  ContainerRef,
  keptAt,
  MaterialConsumptionRef,
  ScanMatchRef,
  ScrapConfirmationRef,
  StockMovementRef,
  StockRef,
  stocksOfBatch,
  takenByOrder,
} from './material.graph.ts'
import { SCAN_KINDS } from './scan.store.ts'
import { isExpired } from './stock.service.ts'
import { STOCK_MOVEMENT_KINDS } from './stock.store.ts'

const MovementKindEnum = builder.enumType('StockMovementKind', { values: STOCK_MOVEMENT_KINDS })
const ContainerStatusEnum = builder.enumType('ContainerStatus', { values: ['FREE', 'OCCUPIED'] as const })
const ScanKindEnum = builder.enumType('ScanKind', { values: SCAN_KINDS })

StockRef.implement({
  description: 'What is left of an item, or of a batch of it, at a work center or at none.',
  fields: (t) => ({
    id: t.int({ resolve: ({ id }) => id }),
    itemId: t.int({ resolve: ({ itemId }) => itemId }),
    item: t.field({ type: ItemRef, nullable: true, resolve: ({ itemId }, _args, context) => itemById(context).load(itemId) }),
    batchId: t.int({ nullable: true, resolve: ({ batchId }) => batchId }),
    batch: t.field({ type: BatchRef, nullable: true, resolve: ({ batchId }, _args, context) => batchOf(context, batchId) }),
    balance: t.expose('balance', { type: 'Decimal', description: 'In the unit of the item.' }),
    movedQuantity: t.field({
      type: 'Decimal',
      nullable: true,
      description: 'How much of the batch was installed or taken away by the act that this answers; null in lists, and of other acts.',
      resolve: ({ movedQuantity }) => movedQuantity ?? null,
    }),
    workCenterId: t.int({ nullable: true, description: 'Null = not installed anywhere.', resolve: ({ workCenterId }) => workCenterId }),
    workCenter: t.field({
      type: WorkCenterRef,
      nullable: true,
      resolve: ({ workCenterId }, _args, context) => placeOf(context, workCenterId),
    }),
    installedOn: t.expose('installedOn', { type: 'DateTime', nullable: true, description: 'The batch installed first is used first.' }),
    createdBy: t.field({ type: UserRef, nullable: true, resolve: ({ createdBy }, _args, context) => person(context, createdBy) }),
    createdOn: t.expose('createdOn', { type: 'DateTime' }),
    updatedBy: t.field({ type: UserRef, nullable: true, resolve: ({ updatedBy }, _args, context) => person(context, updatedBy) }),
    updatedOn: t.expose('updatedOn', { type: 'DateTime' }),
  }),
})

BatchRef.implement({
  description: 'So much of an item that was made or received together.',
  fields: (t) => ({
    id: t.int({ resolve: ({ id }) => id }),
    companyId: t.string({ resolve: (_batch, _args, context) => context.member().companyId }),
    code: t.exposeString('code', { description: 'No two of an item alike, without regard to case.' }),
    barCode: t.exposeString('barCode'),
    itemId: t.int({ resolve: ({ itemId }) => itemId }),
    item: t.field({ type: ItemRef, nullable: true, resolve: ({ itemId }, _args, context) => itemById(context).load(itemId) }),
    measurementUnit: t.field({
      type: MeasurementUnitRef,
      nullable: true,
      resolve: async ({ itemId }, _args, context) => unitOf(context, itemId),
    }),
    expiresOn: t.expose('expiresOn', { type: 'Date', nullable: true }),
    isExpired: t.boolean({
      description: 'Its last day is over by the calendar of the company.',
      resolve: async ({ expiresOn }, _args, context) => {
        if (expiresOn === null) return false
        const company = await companyById(context).load(context.member().companyId)
        return isExpired(expiresOn, context.now(), company?.timeZone ?? 'UTC')
      },
    }),
    balance: t.field({
      type: 'Decimal',
      description: 'What is left of it, wherever it is.',
      resolve: async ({ id }, _args, context) =>
        quantityOf((await stocksOfBatch(context).load(id)).reduce((sum, { balance }) => sum + microOf(balance), 0)),
    }),
    stocks: t.field({
      type: [StockRef],
      description: 'Where something is left of it, as far as the caller may see.',
      resolve: async ({ id }, _args, context) => {
        const visible = await context.visibleIds()
        return (await stocksOfBatch(context).load(id)).filter(
          ({ workCenterId }) => workCenterId === null || visible === null || visible.has(workCenterId),
        )
      },
    }),
    jobOrder: t.field({
      type: JobOrderRef,
      nullable: true,
      description: 'The order that made it; null = it was received.',
      resolve: ({ jobOrderId }, _args, context) => orderOf(context, jobOrderId),
    }),
    createdBy: t.field({ type: UserRef, nullable: true, resolve: ({ createdBy }, _args, context) => person(context, createdBy) }),
    createdOn: t.expose('createdOn', { type: 'DateTime' }),
  }),
})

ContainerRef.implement({
  description: 'Something that holds one batch at a time.',
  fields: (t) => ({
    id: t.int({ resolve: ({ id }) => id }),
    code: t.exposeString('code'),
    name: t.exposeString('code'),
    status: t.field({ type: ContainerStatusEnum, resolve: (container) => (isOccupied(container) ? 'OCCUPIED' : 'FREE') }),
    item: t.field({
      type: ItemRef,
      nullable: true,
      resolve: ({ itemId }, _args, context) => (itemId === null ? null : itemById(context).load(itemId)),
    }),
    batch: t.field({ type: BatchRef, nullable: true, resolve: ({ batchId }, _args, context) => batchOf(context, batchId) }),
    jobOrder: t.field({ type: JobOrderRef, nullable: true, resolve: ({ jobOrderId }, _args, context) => orderOf(context, jobOrderId) }),
    quantity: t.expose('quantity', { type: 'Decimal' }),
    updatedOn: t.expose('updatedOn', { type: 'DateTime' }),
  }),
})

MaterialConsumptionRef.implement({
  description: 'Material that output took.',
  fields: (t) => ({
    id: t.exposeInt('id'),
    itemId: t.int({ resolve: ({ itemId }) => itemId }),
    item: t.field({ type: ItemRef, nullable: true, resolve: ({ itemId }, _args, context) => itemById(context).load(itemId) }),
    batchId: t.int({ nullable: true, resolve: ({ batchId }) => batchId }),
    batch: t.field({ type: BatchRef, nullable: true, resolve: ({ batchId }, _args, context) => batchOf(context, batchId) }),
    quantity: t.expose('quantity', { type: 'Decimal', description: 'In the unit of the item.' }),
    measurementUnit: t.field({
      type: MeasurementUnitRef,
      nullable: true,
      resolve: async ({ itemId }, _args, context) => unitOf(context, itemId),
    }),
    isUncovered: t.exposeBoolean('isUncovered', { description: 'No batch covers it yet.' }),
    outputConfirmationId: t.exposeInt('confirmationId'),
    workCenterId: t.int({ resolve: ({ workCenterId }) => workCenterId }),
    workCenter: t.field({
      type: WorkCenterRef,
      nullable: true,
      resolve: ({ workCenterId }, _args, context) => placeOf(context, workCenterId),
    }),
    jobOrder: t.field({ type: JobOrderRef, nullable: true, resolve: ({ jobOrderId }, _args, context) => orderOf(context, jobOrderId) }),
    createdOn: t.expose('at', { type: 'DateTime' }),
  }),
})

ScrapConfirmationRef.implement({
  description: 'Scrap of an item that a confirmation of output names.',
  fields: (t) => ({
    id: t.exposeInt('id'),
    itemId: t.int({ resolve: ({ itemId }) => itemId }),
    item: t.field({ type: ItemRef, nullable: true, resolve: ({ itemId }, _args, context) => itemById(context).load(itemId) }),
    outputConfirmationId: t.exposeInt('confirmationId'),
    quantity: t.expose('quantity', { type: 'Decimal' }),
  }),
})

StockMovementRef.implement({
  description: 'A change of a stock.',
  fields: (t) => ({
    id: t.field({ type: 'ID', resolve: ({ id }) => String(id) }),
    stockId: t.int({ resolve: ({ stockId }) => stockId }),
    kind: t.expose('kind', { type: MovementKindEnum }),
    quantity: t.expose('quantity', { type: 'Decimal', description: 'Below 0 = taken off.' }),
    at: t.expose('at', { type: 'DateTime' }),
    item: t.field({ type: ItemRef, nullable: true, resolve: ({ itemId }, _args, context) => itemById(context).load(itemId) }),
    batch: t.field({ type: BatchRef, nullable: true, resolve: ({ batchId }, _args, context) => batchOf(context, batchId) }),
    workCenter: t.field({
      type: WorkCenterRef,
      nullable: true,
      resolve: ({ workCenterId }, _args, context) => placeOf(context, workCenterId),
    }),
    createdBy: t.field({ type: UserRef, nullable: true, resolve: ({ createdBy }, _args, context) => person(context, createdBy) }),
    viaStation: t.field({ type: UserRef, nullable: true, resolve: ({ viaStation }, _args, context) => person(context, viaStation) }),
    comment: t.exposeString('comment', { nullable: true }),
    outputConfirmationId: t.exposeInt('confirmationId', { nullable: true }),
  }),
})

ScanMatchRef.implement({
  description: 'Something that has the scanned text as its code; one of the fields below `code` says what.',
  fields: (t) => ({
    kind: t.expose('kind', { type: ScanKindEnum }),
    id: t.int({ resolve: ({ id }) => id }),
    code: t.exposeString('code'),
    container: t.field({
      type: ContainerRef,
      nullable: true,
      resolve: ({ kind, id }, _args, context) => (kind === 'CONTAINER' ? containerById(context).load(asId<ContainerId>(id)) : null),
    }),
    batch: t.field({
      type: BatchRef,
      nullable: true,
      resolve: ({ kind, id }, _args, context) => (kind === 'BATCH' ? batchById(context).load(asId<BatchId>(id)) : null),
    }),
    jobOrder: t.field({
      type: JobOrderRef,
      nullable: true,
      description: 'Null where the caller sees no more of it than its code: an operator of one beyond the quota, or of one that is over.',
      resolve: ({ kind, id, isCodeAlone }, _args, context) =>
        kind === 'JOB_ORDER' && isCodeAlone !== true ? jobOrderById(context).load(asId<JobOrderId>(id)) : null,
    }),
    item: t.field({
      type: ItemRef,
      nullable: true,
      resolve: ({ kind, id }, _args, context) => (kind === 'ITEM' ? itemById(context).load(asId<ItemId>(id)) : null),
    }),
    workCenter: t.field({
      type: WorkCenterRef,
      nullable: true,
      resolve: ({ kind, id }, _args, context) => (kind === 'DEVICE' ? workCenterById(context).load(asId<WorkCenterId>(id)) : null),
    }),
    lossReason: t.field({
      type: LossReasonRef,
      nullable: true,
      resolve: ({ kind, id }, _args, context) => (kind === 'REASON' ? lossReasonById(context).load(asId<LossReasonId>(id)) : null),
    }),
  }),
})

builder.objectFields(BomItemRef, (t) => ({
  consumedQuantity: t.field({
    type: 'Decimal',
    description: 'What the order took of the material so far, in the unit of the line.',
    resolve: async (line, _args, context) => inUnitOf(context, line, (await takenOf(context, line))?.consumed ?? 0),
  }),
  uncoveredQuantity: t.field({
    type: 'Decimal',
    description: 'What of it no batch covers yet, in the unit of the line.',
    resolve: async (line, _args, context) => inUnitOf(context, line, (await takenOf(context, line))?.uncovered ?? 0),
  }),
  stockQuantity: t.field({
    type: 'Decimal',
    nullable: true,
    description: 'What is left of the material at the work center of the order, in the unit of the line; null = it is not kept there.',
    resolve: async (line, _args, context) => {
      const order = line.jobOrderId === null ? null : await jobOrderById(context).load(line.jobOrderId)
      if (order?.workCenterId == null) return null
      const kept = (await keptAt(context).load(order.workCenterId)).get(line.materialId)
      return kept === undefined ? null : inUnitOf(context, line, kept)
    },
  }),
}))

builder.objectField(PossibleScrapRef, 'confirmedQuantity', (t) =>
  t.field({
    type: 'Decimal',
    description: 'What confirmations named so far, in the unit of the item.',
    resolve: async ({ jobOrderId, itemId }, _args, context) =>
      (await takenByOrder(context).load(jobOrderId)).find((use) => use.itemId === itemId)?.scrapped ?? 0,
  }),
)

async function takenOf(context: RequestContext, { jobOrderId, materialId }: ShownBomLine) {
  if (jobOrderId === null) return undefined
  return (await takenByOrder(context).load(jobOrderId)).find(({ itemId }) => itemId === materialId)
}

/** A quantity in the unit of the material as the line tells it. */
async function inUnitOf(context: RequestContext, { materialId, unit }: ShownBomLine, quantity: number): Promise<number> {
  const item = await itemById(context).load(materialId)
  const converted = convertedMicro(microOf(quantity), item?.unit ?? unit, unit)
  return converted === null ? quantity : quantityOf(converted)
}

async function unitOf(context: RequestContext, itemId: ItemId) {
  const item = await itemById(context).load(itemId)
  return item && measurementUnitOf(item.unit)
}

async function batchOf(context: RequestContext, id: BatchId | null) {
  return id === null ? null : await batchById(context).load(id)
}

async function placeOf(context: RequestContext, id: WorkCenterId | null) {
  return id === null ? null : await workCenterById(context).load(id)
}

/** The order, if the caller may see orders of its work center. */
async function orderOf(context: RequestContext, id: JobOrderId | null) {
  if (id === null || !context.may('READ', 'JOB_ORDERS')) return null
  const order = await jobOrderById(context).load(id)
  const visible = await context.visibleIds()
  return order !== null && (visible === null || (order.workCenterId !== null && visible.has(order.workCenterId))) ? order : null
}

async function person(context: RequestContext, id: UserId | null) {
  return id === null ? null : await userById(context).load(id)
}
