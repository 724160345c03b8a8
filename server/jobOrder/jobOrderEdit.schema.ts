import { findUnit } from '#engine/output/measurementUnit.ts'
import { asId } from '#engine/ids.ts'
import type { ItemId, JobOrderId, WorkCenterId } from '#engine/ids.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { JobOrderPerformanceByEnum, JobOrderStatusEnum } from '#server/graphql/enums.ts'
import { BomItemInput, givenBom, givenScraps, PossibleScrapInput } from '#server/item/bom.graph.ts'
import { Refusal } from '#server/refusal.ts'
import { JobOrderRef } from './jobOrder.graph.ts'
import { changeOrder, copyOrder, createOrder, removeOrder } from './jobOrderEdit.service.ts'
import type { OrderChange } from './jobOrderEdit.service.ts'
import { addLinks, removeLinks } from './jobOrderLink.service.ts'
import { moveOrder } from './jobOrderQueue.service.ts'
import { msOfUnit } from './jobOrderType.schema.ts'
import { ACTING, keyed, memberIn, REQUEST_KEY } from './orderMember.graph.ts'
import { windowOfOrder } from './orderWindow.service.ts'
import type { OrderWindow } from './orderWindow.service.ts'

const OrderContentInput = builder.inputType('JobOrderInput', {
  description: 'What is left out of a change stays; null empties it.',
  fields: (t) => ({
    id: t.int({ description: 'Of the order that is changed.' }),
    version: t.int({ description: 'The version that the change is made to; another one is refused as a CONFLICT.' }),
    status: t.field({
      type: JobOrderStatusEnum,
      description:
        'DRAFT or PLANNED of a new one; DRAFT makes a planned one a draft again, PLANNED plans a draft with what is changed, or changes nothing.',
    }),
    orderCode: t.string({
      description: '1 to 64 characters, no two alike without regard to case; left out of a new one: JO- and a number.',
    }),
    externalCode: t.string({ description: 'Up to 200 characters; no two open orders of a work center have the same.' }),
    description: t.string({ description: 'Up to 2000 characters.' }),
    notes: t.string({ description: 'Up to 2000 characters.' }),
    productId: t.int(),
    workCenterId: t.int(),
    planOutput: t.field({ type: 'Decimal', description: 'Above 0; whole in pieces.' }),
    planStart: t.field({ type: 'DateTime' }),
    planEnd: t.field({ type: 'DateTime', description: 'Left out: when so much scheduled time has passed as it takes.' }),
    dueDate: t.field({ type: 'DateTime' }),
    planDuration: t.field({ type: 'Decimal', description: 'In planDurationUnitId.' }),
    planDurationUnitId: t.int({ description: 'A unit of time; minutes where it is left out of a new one.' }),
    performanceBy: t.field({ type: JobOrderPerformanceByEnum }),
    planCycleTime: t.field({
      type: 'Decimal',
      description: 'In planCycleTimeUnitId. Without a speed that of the product at the work center.',
    }),
    planCycleTimeUnitId: t.int({ description: 'A unit of time; seconds where it is left out of a new one.' }),
    targetSpeedQuantity: t.field({ type: 'Decimal' }),
    targetSpeedTime: t.field({ type: 'Decimal', description: 'In targetSpeedTimeUnitId.' }),
    targetSpeedTimeUnitId: t.int({ description: 'A unit of time; seconds where it is left out of a new one.' }),
    bom: t.field({
      type: [BomItemInput],
      description: 'The whole list, of a draft or planned order; left out of a new one, or with another product: that of the product.',
    }),
    possibleScraps: t.field({ type: [PossibleScrapInput], description: 'The whole list, of a draft or planned order.' }),
  }),
})

const JobOrderLinkInput = builder.inputType('JobOrderLinkInput', {
  fields: (t) => ({
    fileName: t.string({ required: true, description: '1 to 200 characters.' }),
    group: t.string({ description: 'Up to 60 characters.' }),
    url: t.string({ required: true, description: 'http or https, up to 2000 characters.' }),
  }),
})

const WindowRef = builder.objectRef<OrderWindow>('JobOrderWindow').implement({
  fields: (t) => ({
    planDuration: t.field({
      type: 'Seconds',
      nullable: true,
      resolve: ({ durationMs }) => (durationMs === null ? null : Math.round(durationMs / 1000)),
      description: 'Of scheduled time; null without a quantity or a speed.',
    }),
    planEnd: t.field({
      type: 'DateTime',
      nullable: true,
      resolve: ({ end }) => end,
      description: 'Null also where the shifts of the next 400 days do not hold as much.',
    }),
  }),
})

builder.queryField('jobOrderWindow', (t) =>
  t.field({
    type: WindowRef,
    authScopes: can('UPDATE', 'JOB_ORDERS'),
    description:
      'How long an order with this content takes, and when it ends where no planEnd is entered. Nothing is stored. Not for operators.',
    args: { input: t.arg({ type: OrderContentInput, required: true, description: 'Without an id that of a new order.' }) },
    resolve: async (_root, { input }, context) => {
      const asked = { ...changeOf(input), id: input.id == null ? null : asId<JobOrderId>(input.id) }
      const visible = await context.visibleIds()
      return await context.inTenant((tenant) => windowOfOrder(tenant, context.deps, memberIn(context), visible, asked))
    },
  }),
)

builder.mutationFields((t) => ({
  createJobOrder: t.field({
    type: JobOrderRef,
    authScopes: can('UPDATE', 'JOB_ORDERS'),
    description:
      'A draft, or planned at once. All that is wrong is told together. Operators: planned at once, at a work center of theirs that has no order, where the company lets them.',
    args: {
      input: t.arg({ type: OrderContentInput, required: true }),
      requestKey: t.arg({ type: 'Guid', description: REQUEST_KEY }),
      actingUserId: t.arg({ type: 'Guid', description: ACTING }),
    },
    resolve: async (_root, { input, requestKey, actingUserId }, context) => {
      const { status } = input
      if (status != null && status !== 'DRAFT' && status !== 'PLANNED') throw notThatStatus(status)
      const source = context.apiKeyId === undefined ? 'SCREEN' : 'API'
      const change = { ...changeOf(input), status: status ?? 'DRAFT', source } as const
      return await createOrder(
        context.deps,
        memberIn(context, actingUserId),
        await context.visibleIds(),
        change,
        keyed('createJobOrder', requestKey, input),
      )
    },
  }),
  updateJobOrder: t.field({
    type: JobOrderRef,
    authScopes: can('UPDATE', 'JOB_ORDERS'),
    description: 'Of an order that is worked on only the plan, dates, notes and speed change. Not for operators.',
    args: {
      input: t.arg({ type: OrderContentInput, required: true }),
      requestKey: t.arg({ type: 'Guid', description: REQUEST_KEY }),
    },
    resolve: async (_root, { input, requestKey }, context) => {
      if (input.id == null) throw new Refusal({ code: 'REQUIRED', field: 'id' })
      if (input.version == null) throw new Refusal({ code: 'REQUIRED', field: 'version' })
      const { status } = input
      if (status != null && status !== 'DRAFT' && status !== 'PLANNED') throw notThatStatus(status)
      const change = { ...changeOf(input), id: asId<JobOrderId>(input.id), version: input.version, status: status ?? null }
      return await changeOrder(
        context.deps,
        memberIn(context),
        await context.visibleIds(),
        change,
        keyed('updateJobOrder', requestKey, input),
      )
    },
  }),
  copyJobOrder: t.field({
    type: JobOrderRef,
    authScopes: can('UPDATE', 'JOB_ORDERS'),
    description: 'A new draft of the same product, with its material, links and the dates that are to come. Not for operators.',
    args: {
      id: t.arg.int({ required: true }),
      planOutput: t.arg({ type: 'Decimal' }),
      remainderOnly: t.arg.boolean({ defaultValue: false, description: 'Plans what is missing of the plan.' }),
      requestKey: t.arg({ type: 'Guid', description: REQUEST_KEY }),
    },
    resolve: async (_root, { requestKey, ...args }, context) => {
      const copy = { id: asId<JobOrderId>(args.id), planOutput: args.planOutput ?? null, remainderOnly: args.remainderOnly ?? false }
      return await copyOrder(context.deps, memberIn(context), await context.visibleIds(), copy, keyed('copyJobOrder', requestKey, args))
    },
  }),
  deleteJobOrder: t.boolean({
    authScopes: can('MODIFY', 'JOB_ORDERS'),
    description: 'Removes a draft or a cancelled order that was never worked on.',
    args: { id: t.arg.int({ required: true }), requestKey: t.arg({ type: 'Guid', description: REQUEST_KEY }) },
    resolve: async (_root, { requestKey, ...args }, context) => {
      const request = keyed('deleteJobOrder', requestKey, args)
      await removeOrder(context.deps, memberIn(context), await context.visibleIds(), asId<JobOrderId>(args.id), request)
      return true
    },
  }),
  updateJobOrderPriority: t.field({
    type: JobOrderRef,
    authScopes: can('UPDATE', 'JOB_ORDERS'),
    description: 'Moves an order that waits within the queue, or to that of another work center. Not for operators.',
    args: {
      id: t.arg.int({ required: true }),
      after: t.arg.int({ description: 'Right after this order; null = to the top.' }),
      priority: t.arg.int({ description: 'To this place, from 1.' }),
      workCenterId: t.arg.int({ description: 'Left out: its own queue.' }),
      checkToken: t.arg.string({
        description: 'Of its preview: refused as QUEUE_CHANGED once an order of the queues is another than then.',
      }),
      requestKey: t.arg({ type: 'Guid', description: REQUEST_KEY }),
    },
    resolve: async (_root, { requestKey, ...args }, context) => {
      const move = {
        id: asId<JobOrderId>(args.id),
        ...(args.after !== undefined && { after: args.after === null ? null : asId<JobOrderId>(args.after) }),
        priority: args.priority ?? null,
        checkToken: args.checkToken ?? null,
        ...(args.workCenterId !== undefined && { workCenterId: args.workCenterId === null ? null : asId<WorkCenterId>(args.workCenterId) }),
      }
      return await moveOrder(
        context.deps,
        memberIn(context),
        await context.visibleIds(),
        move,
        keyed('updateJobOrderPriority', requestKey, args),
      )
    },
  }),
  addJobOrderLinks: t.field({
    type: JobOrderRef,
    authScopes: can('UPDATE', 'JOB_ORDERS'),
    description: 'At most 50 of an order. Not for operators.',
    args: {
      id: t.arg.int({ required: true }),
      links: t.arg({ type: [JobOrderLinkInput], required: true }),
      requestKey: t.arg({ type: 'Guid', description: REQUEST_KEY }),
    },
    resolve: async (_root, { requestKey, ...args }, context) => {
      const links = args.links.map(({ fileName, group, url }) => ({ fileName, group: group ?? '', url }))
      const added = { id: asId<JobOrderId>(args.id), links }
      return await addLinks(context.deps, memberIn(context), await context.visibleIds(), added, keyed('addJobOrderLinks', requestKey, args))
    },
  }),
  removeJobOrderLinks: t.field({
    type: JobOrderRef,
    authScopes: can('UPDATE', 'JOB_ORDERS'),
    description: 'Not for operators.',
    args: {
      id: t.arg.int({ required: true }),
      linkIds: t.arg.intList({ required: true }),
      requestKey: t.arg({ type: 'Guid', description: REQUEST_KEY }),
    },
    resolve: async (_root, { requestKey, ...args }, context) => {
      const removed = { id: asId<JobOrderId>(args.id), linkIds: args.linkIds }
      const request = keyed('removeJobOrderLinks', requestKey, args)
      return await removeLinks(context.deps, memberIn(context), await context.visibleIds(), removed, request)
    },
  }),
}))

function notThatStatus(status: string): Refusal {
  return new Refusal({ code: 'INVALID_JOB_ORDER_TRANSITION', field: 'status', params: { action: 'EDIT', status } })
}

type Input = typeof OrderContentInput.$inferInput

/** What the input says; what is left out is missing. */
function changeOf(input: Input): OrderChange {
  const said: { -readonly [Field in keyof OrderChange]: OrderChange[Field] } = {}
  if (input.orderCode != null) said.orderCode = input.orderCode
  if (input.externalCode !== undefined) said.externalCode = input.externalCode
  if (input.description !== undefined) said.description = input.description
  if (input.notes !== undefined) said.notes = input.notes
  if (input.productId !== undefined) said.itemId = input.productId === null ? null : asId<ItemId>(input.productId)
  if (input.workCenterId !== undefined) said.workCenterId = input.workCenterId === null ? null : asId<WorkCenterId>(input.workCenterId)
  if (input.planOutput !== undefined) said.planOutput = input.planOutput
  if (input.planStart !== undefined) said.planStart = input.planStart
  if (input.planEnd !== undefined) said.planEnd = input.planEnd
  if (input.dueDate !== undefined) said.dueDate = input.dueDate
  if (input.performanceBy != null) said.performanceBy = input.performanceBy
  if (input.targetSpeedQuantity !== undefined) said.targetSpeedQuantity = input.targetSpeedQuantity
  const duration = timeOf('planDurationUnitId', input.planDurationUnitId, 'min')
  if (input.planDuration !== undefined) said.planDurationMs = duration.wholeMsOf(input.planDuration)
  if (duration.isGiven || input.planDuration !== undefined) said.planDurationUnit = duration.code
  const cycle = timeOf('planCycleTimeUnitId', input.planCycleTimeUnitId, 's')
  if (input.planCycleTime !== undefined) said.planCycleTimeMs = cycle.msOf(input.planCycleTime)
  if (cycle.isGiven || input.planCycleTime !== undefined) said.planCycleTimeUnit = cycle.code
  const speed = timeOf('targetSpeedTimeUnitId', input.targetSpeedTimeUnitId, 's')
  if (input.targetSpeedTime !== undefined) said.targetSpeedTimeMs = speed.msOf(input.targetSpeedTime)
  if (speed.isGiven || input.targetSpeedTime !== undefined) said.targetSpeedTimeUnit = speed.code
  if (input.bom != null) said.bom = givenBom(input.bom)
  if (input.possibleScraps != null) said.possibleScraps = givenScraps(input.possibleScraps)
  return said
}

function timeOf(field: string, unitId: number | null | undefined, usual: string) {
  const unit = unitId == null ? null : findUnit(unitId, 'TIME')
  if (unitId != null && unit === null) throw new Refusal({ code: 'MEASUREMENT_UNIT_NOT_FOUND', field })
  const code = unit?.code ?? usual
  return {
    code,
    isGiven: unit !== null,
    // Microseconds: what lies beyond is the noise of the multiplication.
    msOf: (value: number | null) => (value === null ? null : Number((value * msOfUnit(code)).toFixed(3))),
    wholeMsOf: (value: number | null) => (value === null ? null : Math.round(value * msOfUnit(code))),
  }
}
