import { asId } from '#engine/ids.ts'
import type { JobOrderId } from '#engine/ids.ts'
import { toPercentage } from '#engine/oee/percentage.ts'
import { speedToShow } from '#engine/output/averageSpeed.ts'
import { measurementUnitOf } from '#engine/output/measurementUnit.ts'
import { roundUnits } from '#engine/output/outputCount.ts'
import { builder, can } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { ActivityTypeEnum, OutputIIoTIssuesEnum } from '#server/graphql/enums.ts'
import { checkedPage, pageType } from '#server/graphql/page.ts'
import { checkedPeriod } from '#server/graphql/period.ts'
import { PeriodInput } from '#server/graphql/refs.ts'
import { jobOrderById, JobOrderRef } from '#server/jobOrder/jobOrder.graph.ts'
import { LossRef } from '#server/loss/loss.graph.ts'
import { Refusal } from '#server/refusal.ts'
import { userById, UserRef } from '#server/user/user.graph.ts'
import { MeasurementUnitRef, workCenterById, WorkCenterRef } from '#server/workCenter/workCenter.graph.ts'
import {
  activitiesOfSegment,
  automaticProblemOf,
  correctionsOfSegment,
  lossesCountOfSegment,
  lossesOfSegment,
  OutputIIoTRef,
} from './output.graph.ts'
import { placeId } from './posting.service.ts'
import type { CountCorrected } from './outputCorrection.store.ts'
import { pageSegments } from './outputSegmentList.store.ts'
import type { ListedSegment, SegmentActivity, SegmentFilter } from './outputSegmentList.store.ts'

/** Above this a list without pages is not read; nothing is left out silently. */
const MAX_RESULTS = 1000
/** More losses of an output segment than a person looks at; what is left out is counted. */
const MAX_LOSSES = 200

type Share = { readonly total: number; readonly of: number }
const ShareRef = builder.objectRef<Share>('OutputShare').implement({
  fields: (t) => ({
    total: t.field({ type: 'Decimal', resolve: ({ total }) => roundUnits(total) }),
    percent: t.field({
      type: 'Decimal',
      nullable: true,
      description: 'Of what the device registered; null where that is nothing.',
      resolve: ({ total, of }) => toPercentage(of > 0 ? total / of : null)?.realValue ?? null,
    }),
  }),
})

const ConfirmationRef = builder.objectRef<ListedSegment>('OutputIIoTConfirmation').implement({
  description: 'How much of what a device registered people confirmed.',
  fields: (t) => ({
    registered: t.field({ type: ShareRef, resolve: ({ total }) => ({ total, of: total }) }),
    confirmed: t.field({ type: ShareRef, resolve: ({ total, confirmedTotal }) => ({ total: confirmedTotal, of: total }) }),
    unconfirmed: t.field({
      type: ShareRef,
      resolve: ({ total, confirmedTotal, isClosed }) => ({ total: isClosed ? 0 : Math.max(0, total - confirmedTotal), of: total }),
    }),
  }),
})

const CorrectionRef = builder.objectRef<CountCorrected>('OutputCorrection').implement({
  fields: (t) => ({
    acceptedOutput: t.expose('accepted', { type: 'Decimal', description: 'Added to what was counted; less than 0 = taken off.' }),
    rejectedOutput: t.expose('rejected', { type: 'Decimal' }),
    comment: t.exposeString('comment'),
    createdBy: t.field({
      type: UserRef,
      nullable: true,
      resolve: ({ createdBy }, _args, context) => (createdBy === null ? null : userById(context).load(createdBy)),
    }),
    createdOn: t.expose('createdOn', { type: 'DateTime' }),
  }),
})

const ActivityRef = builder.objectRef<SegmentActivity>('OutputIIoTActivity').implement({
  description: 'Stops of one kind of activity within an output segment.',
  fields: (t) => ({
    activityType: t.expose('activity', { type: ActivityTypeEnum }),
    count: t.exposeInt('count'),
    duration: t.field({ type: 'Seconds', resolve: ({ durationMs }) => durationMs / 1000 }),
  }),
})

OutputIIoTRef.implement({
  description: 'Output that a device registered from one boundary to the next: a shift, a change of orders, a reset, a cut.',
  fields: (t) => ({
    id: t.exposeInt('id'),
    workCenterId: t.int({ resolve: ({ workCenterId }) => workCenterId }),
    workCenter: t.field({
      type: WorkCenterRef,
      nullable: true,
      resolve: ({ workCenterId }, _args, context) => workCenterById(context).load(workCenterId),
    }),
    totalOutput: t.field({ type: 'Decimal', resolve: ({ total }) => roundUnits(total) }),
    acceptedOutput: t.field({ type: 'Decimal', resolve: ({ accepted }) => roundUnits(accepted) }),
    rejectedOutput: t.field({ type: 'Decimal', resolve: ({ rejected }) => roundUnits(rejected) }),
    countedOutput: t.field({
      type: 'Decimal',
      nullable: true,
      description: 'What the device had counted in all, where people corrected it.',
      resolve: ({ countedAccepted, countedRejected }) =>
        countedAccepted === null ? null : roundUnits(countedAccepted + (countedRejected ?? 0)),
    }),
    averageSpeed: t.field({
      type: 'Decimal',
      nullable: true,
      description: 'Units a minute of run time; null without any.',
      resolve: ({ total, runMs }) => speedToShow(total, runMs),
    }),
    timeStart: t.expose('start', { type: 'DateTime' }),
    timeEnd: t.expose('end', { type: 'DateTime', nullable: true, description: 'Null while the device counts on.' }),
    duration: t.field({ type: 'Seconds', resolve: ({ start, end }, _args, context) => ((end ?? context.now()) - start) / 1000 }),
    isClosed: t.exposeBoolean('isClosed', { description: 'Nothing more of it is confirmed.' }),
    isConfirmed: t.exposeBoolean('isConfirmed', { description: 'Confirmed in full, or closed.' }),
    difference: t.field({
      type: 'Decimal',
      description: 'Confirmed less registered, once confirmed.',
      resolve: ({ difference }) => roundUnits(difference),
    }),
    measurementUnit: t.field({
      type: MeasurementUnitRef,
      nullable: true,
      resolve: ({ unit }) => (unit === null ? null : measurementUnitOf(unit)),
    }),
    productionOrders: t.field({
      type: [JobOrderRef],
      description: 'The orders that were in progress.',
      resolve: async ({ jobOrderIds }, _args, context) =>
        (await Promise.all(jobOrderIds.map((id) => jobOrderById(context).load(id)))).filter((one) => one !== null),
    }),
    confirmation: t.field({ type: ConfirmationRef, resolve: (segment) => segment }),
    corrections: t.field({
      type: [CorrectionRef],
      description: 'What people said that the device should have counted, the last first (domain.md O-13).',
      resolve: async ({ id }, _args, context) => [...(await correctionsOfSegment(context).load(id))],
    }),
    automaticProblem: t.string({
      nullable: true,
      description: 'Why the product, which is to confirm it, left it to people: the code of the refusal.',
      resolve: ({ id }, _args, context) => automaticProblemOf(context).load(id),
    }),
    activities: t.field({
      type: [ActivityRef],
      resolve: async ({ id }, _args, context) => [...(await activitiesOfSegment(context).load(id))],
    }),
    losses: t.field({
      type: [LossRef],
      authScopes: can('READ', 'LOSSES'),
      description: `Stops, lost speed and rejects that touch its time, the first begun ahead: at most \`first\`, and ${MAX_LOSSES}; lossesCount says how many there are.`,
      args: { first: t.arg.int({ required: true, defaultValue: MAX_LOSSES }) },
      resolve: async ({ id }, { first }, context) => [
        ...(await lossesOfSegment(context).load({ segmentId: id, first: Math.min(Math.max(0, first), MAX_LOSSES) })),
      ],
    }),
    lossesCount: t.int({
      authScopes: can('READ', 'LOSSES'),
      resolve: ({ id }, _args, context) => lossesCountOfSegment(context).load(id),
    }),
  }),
})

const SegmentsPageRef = pageType('OutputIIoTsList', OutputIIoTRef, { isBounded: true })

const FilterInput = builder.inputType('OutputIIoTsFilter', {
  fields: (t) => ({
    ids: t.intList(),
    orderLike: t.string({ description: 'Part of the code or the external code of an order.' }),
    period: t.field({ type: PeriodInput }),
    enabledForConfirmation: t.boolean({ description: 'Only what can be confirmed now; left out: yes. False: all.' }),
    workCenterIds: t.intList(),
    issues: t.field({ type: OutputIIoTIssuesEnum }),
    jobOrderIds: t.intList(),
  }),
})

builder.queryFields((t) => ({
  outputIIoTsPages: t.field({
    type: SegmentsPageRef,
    authScopes: can('READ', 'OUTPUTS'),
    description: 'What devices registered, the last begun ahead.',
    args: {
      filter: t.arg({ type: FilterInput }),
      page: t.arg.int({ required: true, defaultValue: 1 }),
      size: t.arg.int({ required: true, defaultValue: 10 }),
    },
    resolve: async (_root, args, context) => {
      const range = checkedPage(args)
      const filter = await filterOf(context, args.filter ?? {})
      return { ...range, ...(await context.inTenant((tenant) => pageSegments(tenant, filter, range))) }
    },
  }),
  outputIIoTs: t.field({
    type: [OutputIIoTRef],
    authScopes: can('READ', 'OUTPUTS'),
    description: `The same without pages. Refuses more than ${MAX_RESULTS}.`,
    args: {
      ids: t.arg.intList(),
      orderLike: t.arg.string(),
      period: t.arg({ type: PeriodInput }),
      enabledForConfirmation: t.arg.boolean({ defaultValue: true }),
      workCenterIds: t.arg.intList(),
      issues: t.arg({ type: OutputIIoTIssuesEnum }),
      jobOrderIds: t.arg.intList(),
    },
    resolve: async (_root, args, context) => {
      const filter = await filterOf(context, args)
      const { items, hasNext } = await context.inTenant((tenant) => pageSegments(tenant, filter, { page: 1, size: MAX_RESULTS }))
      if (hasNext) throw new Refusal({ code: 'TOO_MANY_RESULTS', params: { max: MAX_RESULTS } })
      return [...items]
    },
  }),
}))

async function filterOf(context: RequestContext, asked: Partial<typeof FilterInput.$inferInput>): Promise<SegmentFilter> {
  const { ids, orderLike, period, enabledForConfirmation, workCenterIds, issues, jobOrderIds } = asked
  return {
    ids: ids ?? null,
    orderLike: orderLike ?? null,
    period: period == null ? null : checkedPeriod(period),
    isEnabled: enabledForConfirmation !== false,
    workCenterIds: await context.narrowed(workCenterIds == null ? null : workCenterIds.map(placeId)),
    issue: issues ?? null,
    jobOrderIds: jobOrderIds?.map((id) => asId<JobOrderId>(id)) ?? null,
  }
}
