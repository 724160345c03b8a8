import { allowedActions, hinderedActions } from '#engine/jobOrder/orderActions.ts'
import { countedOutput } from '#engine/jobOrder/orderOutput.ts'
import { extensionOf } from '#engine/jobOrder/orderLink.ts'
import { priorityOf } from '#engine/jobOrder/orderQueue.ts'
import { progressPercent } from '#engine/jobOrder/jobOrderStatus.ts'
import { measurementUnitOf } from '#engine/output/measurementUnit.ts'
import { roundUnits } from '#engine/output/outputCount.ts'
import type { HinderedAction } from '#engine/jobOrder/orderActions.ts'
import type { Problem } from '#engine/result.ts'
import type { OutputCount } from '#engine/facts.ts'
import type { UserId, WorkCenterId } from '#engine/ids.ts'
import { grantsOf } from '#engine/access/abilities.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#engine/time/durations.ts'
import { builder } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { JobOrderActionEnum, JobOrderPerformanceByEnum, JobOrderStatusEnum } from '#server/graphql/enums.ts'
import { loader } from '#server/graphql/loader.ts'
import { ItemRef, itemById } from '#server/item/item.graph.ts'
import { UserRef, userById } from '#server/user/user.graph.ts'
import { MeasurementUnitRef, WorkCenterRef, workCenterById } from '#server/workCenter/workCenter.graph.ts'
import { PLACE_END_CAUSES } from '#server/workCenter/placeEnd.ts'
import type { SharedOutput } from './sharedOutput.ts'
import {
  JobOrderRef,
  orderEventsOf,
  orderFactsOf,
  orderLinksOf,
  orderOutputOf,
  orderPlaceOf,
  orderRunsOf,
  sharedOutputOf,
} from './jobOrder.graph.ts'
import type { JobOrder } from './jobOrder.store.ts'
import { JOB_ORDER_EVENT_KINDS, JOB_ORDER_EVENT_SOURCES } from './jobOrderEvent.store.ts'
import type { JobOrderEvent } from './jobOrderEvent.store.ts'
import type { StoredLink } from './jobOrderLink.store.ts'
import type { StoredRun } from './jobRun.store.ts'
import { rightsOf } from './orderDeps.ts'

const MS_OF: Readonly<Record<string, number>> = { s: SECOND_MS, min: MINUTE_MS, h: HOUR_MS, d: DAY_MS }

/** Returns how many ms one of the unit of time is. */
export function msOfUnit(code: string): number {
  return MS_OF[code] ?? SECOND_MS
}

export const JobOrderSourceEnum = builder.enumType('JobOrderSource', { values: ['API', 'IMPORT', 'INTEGRATION', 'SCREEN'] as const })
const EventKindEnum = builder.enumType('JobOrderEventKind', { values: JOB_ORDER_EVENT_KINDS })
const EventSourceEnum = builder.enumType('JobOrderEventSource', { values: JOB_ORDER_EVENT_SOURCES })

const StopCauseEnum = builder.enumType('JobOrderStopCause', { values: PLACE_END_CAUSES })

const OrderOutputRef = builder.objectRef<OutputCount>('JobOrderOutput').implement({
  fields: (t) => ({
    totalOutput: t.field({ type: 'Decimal', resolve: ({ total }) => roundUnits(total) }),
    acceptedOutput: t.field({ type: 'Decimal', resolve: ({ accepted }) => roundUnits(accepted) }),
    rejectedOutput: t.field({ type: 'Decimal', resolve: ({ rejected }) => roundUnits(rejected) }),
  }),
})

const SharedOutputRef = builder.objectRef<SharedOutput>('JobOrderSharedOutput').implement({
  description: 'Output counted for several orders together and not yet assigned to one.',
  fields: (t) => ({
    totalOutput: t.field({ type: 'Decimal', resolve: ({ counted }) => counted.total }),
    acceptedOutput: t.field({ type: 'Decimal', resolve: ({ counted }) => counted.accepted }),
    rejectedOutput: t.field({ type: 'Decimal', resolve: ({ counted }) => counted.rejected }),
    jobOrderIds: t.field({
      type: ['Int'],
      description: 'The order and those that it is counted with.',
      resolve: ({ orderIds }) => [...orderIds],
    }),
  }),
})

const LinkRef = builder.objectRef<StoredLink>('JobOrderLink').implement({
  description: 'A file elsewhere that belongs to an order.',
  fields: (t) => ({
    id: t.exposeInt('id'),
    fileName: t.exposeString('fileName'),
    group: t.exposeString('group', { description: 'Under what it stands; empty for none.' }),
    url: t.exposeString('url'),
    extension: t.string({
      description: 'Of the file that the link leads to, lower case; empty for none.',
      resolve: ({ url }) => extensionOf(url),
    }),
  }),
})

const ActionProblemRef = builder.objectRef<Problem>('JobOrderActionProblem').implement({
  fields: (t) => ({
    code: t.exposeString('code', { description: 'As the action would be refused with.' }),
    field: t.string({ nullable: true, resolve: ({ field }) => field ?? null }),
    params: t.string({
      description: 'JSON: the values that the text of the refusal names.',
      resolve: ({ params }) => JSON.stringify(params ?? {}),
    }),
  }),
})

const HinderedActionRef = builder.objectRef<HinderedAction>('JobOrderHinderedAction').implement({
  description: 'An action that the caller could do with the order but for what stands in its way.',
  fields: (t) => ({
    action: t.expose('action', { type: JobOrderActionEnum }),
    problems: t.field({ type: [ActionProblemRef], resolve: ({ problems }) => [...problems] }),
  }),
})

const EventRef = builder.objectRef<JobOrderEvent>('JobOrderEvent').implement({
  description: 'Something that was done with an order.',
  fields: (t) => ({
    id: t.field({ type: 'ID', resolve: ({ id }) => String(id) }),
    act: t.expose('act', { type: 'Guid', description: 'What was done in one gesture has one, and is taken back as one.' }),
    kind: t.expose('kind', { type: EventKindEnum }),
    fromStatus: t.expose('fromStatus', { type: JobOrderStatusEnum, nullable: true }),
    toStatus: t.expose('toStatus', { type: JobOrderStatusEnum, nullable: true }),
    at: t.expose('at', { type: 'DateTime', description: 'Since when it holds: of a start that was dated back, when work began.' }),
    createdOn: t.expose('createdOn', { type: 'DateTime', description: 'When it was said.' }),
    createdBy: t.field({ type: UserRef, nullable: true, resolve: ({ createdBy }, _args, context) => person(context, createdBy) }),
    viaStation: t.field({ type: UserRef, nullable: true, resolve: ({ viaStation }, _args, context) => person(context, viaStation) }),
    source: t.expose('source', { type: EventSourceEnum }),
    comment: t.exposeString('comment', { nullable: true }),
    stopCause: t.field({
      type: StopCauseEnum,
      nullable: true,
      description: 'Why the product stopped the order by itself: the work center was archived, shut down, or counts in another unit since.',
      resolve: ({ stopCause }) => stopCause,
    }),
    details: t.exposeString('details', { description: 'JSON: of a change the fields as they were and as they are.' }),
    undoneOn: t.expose('undoneOn', { type: 'DateTime', nullable: true, description: 'When it was taken back.' }),
  }),
})

const OrderRunRef = builder.objectRef<StoredRun>('JobOrderOwnRun').implement({
  description: 'A stretch in which the order was worked on.',
  fields: (t) => ({
    workCenterId: t.int({ resolve: (run) => run.workCenterId }),
    timeStart: t.expose('start', { type: 'DateTime' }),
    timeEnd: t.expose('end', { type: 'DateTime', nullable: true, description: 'Null while it is worked on.' }),
    startedBy: t.field({ type: UserRef, nullable: true, resolve: ({ startedBy }, _args, context) => person(context, startedBy) }),
  }),
})

/** Null where the caller may not see it. */
const seenPlaceOf = loader(async (ids: readonly WorkCenterId[], context) => {
  const seen = new Set((await context.narrowed(ids)) ?? ids)
  return Promise.all(ids.map(async (id) => (seen.has(id) ? workCenterById(context).load(id) : null)))
})

JobOrderRef.implement({
  description: 'A production job: what a work center is to make, how much and how fast.',
  fields: (t) => ({
    id: t.int({ resolve: (order) => order.id }),
    orderCode: t.exposeString('orderCode', { description: 'The number of the order, no two of the company alike.' }),
    status: t.expose('status', { type: JobOrderStatusEnum }),
    workCenterId: t.int({ nullable: true, resolve: (order) => order.workCenterId }),
    workCenter: t.field({
      type: WorkCenterRef,
      nullable: true,
      description: 'Null where none is planned, or one that the user may not see.',
      resolve: ({ workCenterId }, _args, context) => (workCenterId === null ? null : seenPlaceOf(context).load(workCenterId)),
    }),
    externalCode: t.exposeString('externalCode', { nullable: true, description: 'Its number in the system that it came from.' }),
    description: t.exposeString('description', { nullable: true }),
    notes: t.exposeString('notes', { nullable: true }),
    priority: t.int({
      nullable: true,
      description: 'Its place in the queue of its work center: 1 = next, 0 = worked on now, null = it no longer waits.',
      resolve: async (order, _args, context) => priorityOf(order, await orderPlaceOf(context).load(order.id)),
    }),
    product: t.field({
      type: ItemRef,
      nullable: true,
      resolve: ({ itemId }, _args, context) => (itemId === null ? null : itemById(context).load(itemId)),
    }),
    measurementUnit: t.field({
      type: MeasurementUnitRef,
      nullable: true,
      description: 'In which its output is counted.',
      resolve: async ({ itemId }, _args, context) => {
        const item = itemId === null ? null : await itemById(context).load(itemId)
        return item && measurementUnitOf(item.unit)
      },
    }),
    dueDate: t.expose('dueDate', { type: 'DateTime', nullable: true }),
    planDuration: t.field({
      type: 'Decimal',
      nullable: true,
      description: 'How long it takes, in planDurationUnit; null = it follows from output and speed.',
      resolve: ({ planDurationMs, planDurationUnit }) => inUnit(planDurationMs, planDurationUnit),
    }),
    planDurationUnit: t.field({ type: MeasurementUnitRef, resolve: ({ planDurationUnit }) => measurementUnitOf(planDurationUnit) }),
    planStart: t.expose('planStart', { type: 'DateTime', nullable: true }),
    planEnd: t.expose('planEnd', {
      type: 'DateTime',
      nullable: true,
      description: 'As entered, else when so much scheduled time has passed since planStart as it takes.',
    }),
    planOutput: t.expose('planOutput', { type: 'Decimal', nullable: true }),
    planCycleTime: t.field({
      type: 'Decimal',
      nullable: true,
      description: 'Time a unit in planCycleTimeUnit, where the order says its speed by CYCLE_TIME.',
      resolve: ({ planCycleTimeMs, planCycleTimeUnit }) => inUnit(planCycleTimeMs, planCycleTimeUnit),
    }),
    planCycleTimeUnit: t.field({ type: MeasurementUnitRef, resolve: ({ planCycleTimeUnit }) => measurementUnitOf(planCycleTimeUnit) }),
    targetSpeedQuantity: t.expose('targetSpeedQuantity', {
      type: 'Decimal',
      nullable: true,
      description: 'Units in targetSpeedTime, where the order says its speed by SPEED.',
    }),
    targetSpeedTime: t.field({
      type: 'Decimal',
      nullable: true,
      description: 'Time in targetSpeedTimeUnit in which targetSpeedQuantity is made.',
      resolve: ({ targetSpeedTimeMs, targetSpeedTimeUnit }) => inUnit(targetSpeedTimeMs, targetSpeedTimeUnit),
    }),
    targetSpeedTimeUnit: t.field({
      type: MeasurementUnitRef,
      resolve: ({ targetSpeedTimeUnit }) => measurementUnitOf(targetSpeedTimeUnit),
    }),
    performanceBy: t.expose('performanceBy', { type: JobOrderPerformanceByEnum }),
    acceptedOutput: t.expose('acceptedOutput', { type: 'Decimal' }),
    rejectedOutput: t.expose('rejectedOutput', { type: 'Decimal' }),
    progress: t.field({
      type: 'Decimal',
      nullable: true,
      description: 'Accepted output in percent of the plan, above 100 where more was made; null without a plan.',
      resolve: (order) => progressPercent(order.planOutput, order.acceptedOutput),
    }),
    madeOutput: t.field({
      type: OrderOutputRef,
      description: 'What stands: counted by a device or confirmed by people, never both.',
      resolve: async (order, _args, context) => (await orderOutputOf(context).load(order.id))?.made ?? confirmedOf(order),
    }),
    countedOutput: t.field({
      type: OrderOutputRef,
      nullable: true,
      description: 'What a device counted and nobody confirmed yet; null where it shares the counter with other orders.',
      resolve: async (order, _args, context) => {
        const output = await orderOutputOf(context).load(order.id)
        if (output?.isShared === true) return null
        return countedOutput(output?.made ?? confirmedOf(order), { accepted: order.acceptedOutput, rejected: order.rejectedOutput })
      },
    }),
    sharedCountedOutput: t.field({
      type: SharedOutputRef,
      nullable: true,
      description: 'What a device counted for it and other orders by turns and nobody confirmed yet; null where it shares no counter.',
      resolve: ({ id }, _args, context) => sharedOutputOf(context).load(id),
    }),
    madeProgress: t.field({
      type: 'Decimal',
      nullable: true,
      description: 'Accepted output that stands, in percent of the plan, above 100 where more was made; null without a plan.',
      resolve: async (order, _args, context) =>
        progressPercent(order.planOutput, ((await orderOutputOf(context).load(order.id))?.made ?? confirmedOf(order)).accepted),
    }),
    isOverPlan: t.boolean({
      resolve: ({ planOutput, acceptedOutput }) => planOutput !== null && acceptedOutput > planOutput,
    }),
    operator: t.field({
      type: UserRef,
      nullable: true,
      description: 'Who started the newest run.',
      resolve: ({ operatorId }, _args, context) => person(context, operatorId),
    }),
    links: t.field({ type: [LinkRef], resolve: async ({ id }, _args, context) => [...(await orderLinksOf(context).load(id))] }),
    runs: t.field({ type: [OrderRunRef], resolve: async ({ id }, _args, context) => [...(await orderRunsOf(context).load(id))] }),
    events: t.field({
      type: [EventRef],
      description: 'What was done with it, the newest first; at most 200.',
      resolve: async ({ id }, _args, context) => [...(await orderEventsOf(context).load(id))],
    }),
    allowedActions: t.field({
      type: [JobOrderActionEnum],
      description: 'What the caller may do with it now.',
      resolve: async ({ id }, _args, context) => {
        const facts = await orderFactsOf(context).load(id)
        return facts === null ? [] : [...allowedActions(facts, rightsOf({ ...context.member(), grants: grantsOf(context.abilities()) }))]
      },
    }),
    hinderedActions: t.field({
      type: [HinderedActionRef],
      description: 'What the caller could do with it in its status, and why it cannot be done now.',
      resolve: async ({ id }, _args, context) => {
        const facts = await orderFactsOf(context).load(id)
        return facts === null ? [] : [...hinderedActions(facts, rightsOf({ ...context.member(), grants: grantsOf(context.abilities()) }))]
      },
    }),
    source: t.expose('source', { type: JobOrderSourceEnum }),
    importId: t.exposeInt('importId', {
      nullable: true,
      description: 'The import (of a file, by an integration or by a program) that made or last changed it; null where none did.',
    }),
    createdBy: t.field({ type: UserRef, nullable: true, resolve: ({ createdBy }, _args, context) => person(context, createdBy) }),
    updatedBy: t.field({ type: UserRef, nullable: true, resolve: ({ updatedBy }, _args, context) => person(context, updatedBy) }),
    updatedOn: t.expose('updatedOn', { type: 'DateTime' }),
    canceledBy: t.field({ type: UserRef, nullable: true, resolve: ({ canceledBy }, _args, context) => person(context, canceledBy) }),
    canceledDate: t.expose('canceledOn', { type: 'DateTime', nullable: true }),
    timeEnd: t.expose('timeEnd', { type: 'DateTime', nullable: true, description: 'When work on it last ended; null while it goes on.' }),
    timeStart: t.expose('timeStart', { type: 'DateTime', nullable: true, description: 'When work on it first began.' }),
    createdOn: t.expose('createdOn', { type: 'DateTime' }),
    version: t.exposeInt('version'),
  }),
})

/** The links of an order, as `jobOrderLinks` answers them. */
export const JobOrderLinkRef = LinkRef

function inUnit(ms: number | null, code: string): number | null {
  // Thousandths of a unit are the smallest that anybody enters; what lies beyond is the noise of the division.
  return ms === null ? null : Number((ms / msOfUnit(code)).toFixed(6))
}

function confirmedOf({ acceptedOutput, rejectedOutput }: JobOrder): OutputCount {
  return { total: acceptedOutput + rejectedOutput, accepted: acceptedOutput, rejected: rejectedOutput }
}

function person(context: RequestContext, id: UserId | null) {
  return id === null ? null : userById(context).load(id)
}
