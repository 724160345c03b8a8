import { roundUnits } from '#engine/output/outputCount.ts'
import { asId } from '#engine/ids.ts'
import type { JobOrderId, UserId } from '#engine/ids.ts'
import { speedToShow } from '#engine/output/averageSpeed.ts'
import { builder, can } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { checkedPage, pageType } from '#server/graphql/page.ts'
import { checkedPeriod } from '#server/graphql/period.ts'
import { PeriodInput } from '#server/graphql/refs.ts'
import { jobOrderById, JobOrderRef } from '#server/jobOrder/jobOrder.graph.ts'
import { LossRef } from '#server/loss/loss.graph.ts'
import { Refusal } from '#server/refusal.ts'
import { userById, UserRef } from '#server/user/user.graph.ts'
import { workCenterById, WorkCenterRef } from '#server/workCenter/workCenter.graph.ts'
import { pageConfirmations, pagePostings } from './confirmation.store.ts'
import type { ConfirmationFilter, StoredPosting } from './confirmation.store.ts'
import { lossesOfPosting, OutputConfirmationRef } from './output.graph.ts'
import { CONFIRMATION_TYPES, OUTPUT_TYPES } from './posting.store.ts'
import { placeId } from './posting.service.ts'

/** Above this a list without pages is not read; nothing is left out silently. */
const MAX_RESULTS = 1000

const ConfirmationTypeEnum = builder.enumType('ConfirmationType', { values: CONFIRMATION_TYPES })
/** Whether units are good or not. */
export const OutputTypeEnum = builder.enumType('OutputType', { values: OUTPUT_TYPES })

OutputConfirmationRef.implement({
  description: 'Units of one type that people said were made, in one output segment. What was said in one act is a posting.',
  fields: (t) => ({
    id: t.exposeInt('id'),
    postingId: t.exposeInt('postingId', { description: 'Cancelled and corrected as one.' }),
    workCenterId: t.int({ resolve: ({ workCenterId }) => workCenterId }),
    workCenter: t.field({
      type: WorkCenterRef,
      nullable: true,
      resolve: ({ workCenterId }, _args, context) => workCenterById(context).load(workCenterId),
    }),
    jobOrderId: t.int({ nullable: true, resolve: ({ jobOrderId }) => jobOrderId }),
    jobOrder: t.field({
      type: JobOrderRef,
      nullable: true,
      resolve: ({ jobOrderId }, _args, context) => (jobOrderId === null ? null : jobOrderById(context).load(jobOrderId)),
    }),
    output: t.expose('output', { type: 'Decimal' }),
    outputType: t.expose('outputType', { type: OutputTypeEnum }),
    type: t.expose('type', {
      type: ConfirmationTypeEnum,
      description: 'PROCESSING while another system is told of it and did not answer; it counts from the start.',
    }),
    isNotPosted: t.exposeBoolean('isNotPosted', {
      description: 'Whether a person decided that the other system is not told of it, and it was told of nothing later.',
    }),
    batchCode: t.exposeString('batchCode', { nullable: true }),
    comment: t.exposeString('comment', { nullable: true }),
    batchTime: t.expose('batchTime', { type: 'DateTime', description: 'When its segment ended, or as given.' }),
    sensorValue: t.expose('sensorValue', {
      type: 'Decimal',
      description:
        'What the device had counted of the type and nobody confirmed before; of several rows of a segment the last has the rest.',
    }),
    difference: t.field({
      type: 'Decimal',
      description: 'Confirmed less counted.',
      resolve: ({ output, sensorValue }) => roundUnits(output - sensorValue),
    }),
    calculatedSpeed: t.field({
      type: 'Decimal',
      nullable: true,
      description: 'Units of the posting a minute of run time; null without any.',
      resolve: ({ postedTotal, runMs }) => speedToShow(postedTotal, runMs),
    }),
    sensorSpeed: t.field({
      type: 'Decimal',
      nullable: true,
      description: 'The same of what the device had counted.',
      resolve: ({ sensorTotal, runMs }) => speedToShow(sensorTotal, runMs),
    }),
    operator: t.field({ type: UserRef, nullable: true, resolve: ({ createdBy }, _args, context) => person(context, createdBy) }),
    losses: t.field({
      type: [LossRef],
      description: 'Rejects of which the posting said the reason.',
      resolve: async ({ postingId }, _args, context) => [...(await lossesOfPosting(context).load(postingId))],
    }),
    warnings: t.stringList({
      description: 'OVER_PLAN: the order had more accepted than planned from then on.',
      resolve: ({ warnings }) => [...warnings],
    }),
    overPlanBy: t.expose('overPlanBy', {
      type: 'Decimal',
      nullable: true,
      description:
        'By how many units the order had more accepted than planned from then on; null where it had not, and of postings from before this was kept.',
    }),
    isAutomatic: t.exposeBoolean('isAutomatic', { description: 'Confirmed by the product, as the work center asks for.' }),
    createdOn: t.expose('createdOn', { type: 'DateTime' }),
    corrects: t.exposeInt('corrects', { nullable: true, description: 'The posting that this one stands for.' }),
    correctedBy: t.exposeInt('correctedBy', { nullable: true, description: 'The posting that stands for this one.' }),
    canceledBy: t.field({ type: UserRef, nullable: true, resolve: ({ canceledBy }, _args, context) => person(context, canceledBy) }),
    canceledOn: t.expose('canceledOn', { type: 'DateTime', nullable: true }),
    cancelComment: t.exposeString('cancelComment', { nullable: true }),
    isRepeated: t.boolean({
      description: 'Whether the act was done before under the same key.',
      resolve: ({ isRepeated = false }) => isRepeated,
    }),
  }),
})

const PostingRef = builder.objectRef<StoredPosting>('OutputPosting').implement({
  description: 'What was confirmed in one act: it is cancelled and corrected as one.',
  fields: (t) => ({
    id: t.exposeInt('id'),
    lastConfirmationId: t.exposeInt('lastId', {
      description: 'The row that was made last of those that the filter leaves: acts are listed by it.',
    }),
    confirmations: t.field({
      type: [OutputConfirmationRef],
      description: 'All of its rows, one a segment, type, batch and container.',
      resolve: ({ rows }) => [...rows],
    }),
  }),
})
const PostingsPageRef = pageType('OutputPostingsList', PostingRef, { isBounded: true })
const ConfirmationsPageRef = pageType('OutputConfirmationsList', OutputConfirmationRef, { isBounded: true })

const FilterInput = builder.inputType('OutputConfirmationsFilter', {
  fields: (t) => ({
    confirmationTypes: t.field({
      type: [ConfirmationTypeEnum],
      description: 'CONFIRMED and PROCESSING, which count, where it is left out; null for all.',
    }),
    jobOrderIds: t.intList(),
    orderLike: t.string({ description: 'Part of the code or the external code of the order.' }),
    outputType: t.field({ type: OutputTypeEnum }),
    period: t.field({ type: PeriodInput, description: 'In which it was made.' }),
    workCenterIds: t.intList(),
    postingId: t.int(),
    batchCode: t.string(),
    containerCode: t.string(),
    codeLike: t.string({
      description:
        'The code of a batch, its bar code, or the code of a container, ignoring case; of a batch or container that is not here the code as it was typed.',
    }),
    hasContainer: t.boolean({ description: 'Whether it went into a container.' }),
    userIds: t.field({ type: ['Guid'], description: 'Who confirmed it.' }),
  }),
})

builder.queryFields((t) => ({
  outputConfirmationsPages: t.field({
    type: ConfirmationsPageRef,
    authScopes: can('READ', 'OUTPUTS'),
    description: 'What people said was made, the last ahead.',
    args: {
      filter: t.arg({ type: FilterInput }),
      page: t.arg.int({ required: true, defaultValue: 1 }),
      size: t.arg.int({ required: true, defaultValue: 10 }),
    },
    resolve: async (_root, args, context) => {
      const range = checkedPage(args)
      const filter = await filterOf(context, args.filter ?? {})
      return { ...range, ...(await context.inTenant((tenant) => pageConfirmations(tenant, filter, range))) }
    },
  }),
  outputPostingsPages: t.field({
    type: PostingsPageRef,
    authScopes: can('READ', 'OUTPUTS'),
    description: 'Acts of confirming of which the filter leaves a row, each whole, the last made ahead.',
    args: {
      filter: t.arg({ type: FilterInput }),
      page: t.arg.int({ required: true, defaultValue: 1 }),
      size: t.arg.int({ required: true, defaultValue: 10 }),
    },
    resolve: async (_root, args, context) => {
      const range = checkedPage(args)
      const filter = await filterOf(context, args.filter ?? {})
      return { ...range, ...(await context.inTenant((tenant) => pagePostings(tenant, filter, range))) }
    },
  }),
  outputConfirmations: t.field({
    type: [OutputConfirmationRef],
    authScopes: can('READ', 'OUTPUTS'),
    description: `The same without pages. Refuses more than ${MAX_RESULTS}.`,
    args: {
      confirmationTypes: t.arg({ type: [ConfirmationTypeEnum] }),
      jobOrderIds: t.arg.intList(),
      orderLike: t.arg.string(),
      outputType: t.arg({ type: OutputTypeEnum }),
      period: t.arg({ type: PeriodInput }),
      workCenterIds: t.arg.intList(),
      postingId: t.arg.int(),
      batchCode: t.arg.string(),
      containerCode: t.arg.string(),
      userIds: t.arg({ type: ['Guid'] }),
    },
    resolve: async (_root, args, context) => {
      const filter = await filterOf(context, args)
      const { items, hasNext } = await context.inTenant((tenant) => pageConfirmations(tenant, filter, { page: 1, size: MAX_RESULTS }))
      if (hasNext) throw new Refusal({ code: 'TOO_MANY_RESULTS', params: { max: MAX_RESULTS } })
      return [...items]
    },
  }),
}))

async function filterOf(context: RequestContext, asked: Partial<typeof FilterInput.$inferInput>): Promise<ConfirmationFilter> {
  const { period, postingId } = asked
  return {
    types: asked.confirmationTypes === undefined ? ['CONFIRMED', 'PROCESSING'] : asked.confirmationTypes,
    jobOrderIds: asked.jobOrderIds?.map((id) => asId<JobOrderId>(id)) ?? null,
    orderLike: asked.orderLike ?? null,
    outputType: asked.outputType ?? null,
    period: period == null ? null : checkedPeriod(period),
    workCenterIds: await context.narrowed(asked.workCenterIds == null ? null : asked.workCenterIds.map(placeId)),
    postingIds: postingId == null ? null : [postingId],
    batchCode: asked.batchCode ?? null,
    containerCode: asked.containerCode ?? null,
    codeLike: asked.codeLike?.trim() || null,
    hasContainer: asked.hasContainer ?? null,
    userIds: asked.userIds?.map((id) => asId<UserId>(id)) ?? null,
  }
}

async function person(context: RequestContext, id: UserId | null) {
  return id === null ? null : await userById(context).load(id)
}
