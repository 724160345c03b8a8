import type { ChangeoverEstimate } from '#engine/jobOrder/forecast/changeover.ts'
import type { MoveEffect, SeenEnd } from '#engine/jobOrder/forecast/moveEffect.ts'
import { asId } from '#engine/ids.ts'
import type { JobOrderId, WorkCenterId } from '#engine/ids.ts'
import { builder, can } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { jobOrderById, JobOrderRef, LatenessEnum } from '#server/jobOrder/jobOrder.graph.ts'
import { memberIn } from '#server/jobOrder/orderMember.graph.ts'
import { memoryOf } from './evidence.ts'
import { forecastOf } from './forecast.graph.ts'
import { betterMoves, MOVE_MISFITS, previewMove, queueToSequence } from './movePreview.service.ts'
import type { MovePreview, SequenceMove } from './movePreview.service.ts'

const ChangeoverBasisEnum = builder.enumType('JobOrderChangeoverBasis', {
  description: 'Changeovers between the two products, into the product, between their families, or all of the work center.',
  values: ['FAMILIES', 'INTO', 'PAIR', 'PLACE', 'SAME', 'UNKNOWN'] as const,
})
const ChangeoverRef = builder.objectRef<ChangeoverEstimate>('JobOrderChangeover').implement({
  description: 'What changing to an order from what is made before it will take, by those that were measured.',
  fields: (t) => ({
    usual: t.field({
      type: 'Seconds',
      resolve: ({ usualMs }) => Math.round(usualMs / 1000),
      description: 'The middle of them; 0 = not known.',
    }),
    best: t.field({
      type: 'Seconds',
      resolve: ({ bestMs }) => Math.round(bestMs / 1000),
      description: 'What the fastest quarter took at most.',
    }),
    cases: t.exposeInt('count', { description: 'So many were measured.' }),
    basis: t.field({ type: ChangeoverBasisEnum, resolve: ({ of }) => of }),
  }),
})
builder.objectFields(JobOrderRef, (t) => ({
  changeover: t.field({
    type: ChangeoverRef,
    nullable: true,
    description: 'Of what is planned or paused, from what is made before it; null of others.',
    resolve: async (order, _args, context) =>
      order.status === 'PROGRESS' ? null : ((await forecastOf(context).load(order))?.changeover ?? null),
  }),
}))

type Effect = MoveEffect<WorkCenterId, JobOrderId>
type Touched = Effect['orders'][number]

const EndRef = builder.objectRef<SeenEnd>('JobOrderEnd').implement({
  fields: (t) => ({
    timeEnd: t.field({
      type: 'DateTime',
      nullable: true,
      resolve: ({ end }) => end,
      description: 'The middle of the forecast; null = not known.',
    }),
    earliestEnd: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'In eight of ten cases it ends between this and latestEnd; null where timeEnd is rough.',
      resolve: ({ range }) => range?.low ?? null,
    }),
    latestEnd: t.field({ type: 'DateTime', nullable: true, resolve: ({ range }) => range?.high ?? null }),
    lateness: t.field({ type: LatenessEnum, nullable: true, resolve: ({ lateness }) => lateness }),
  }),
})
const TouchedRef = builder.objectRef<Touched>('MovedJobOrder').implement({
  fields: (t) => ({
    jobOrder: t.field({ type: JobOrderRef, nullable: true, resolve: ({ id }, _args, context) => orderOf(context, id) }),
    before: t.field({ type: EndRef, nullable: true, resolve: ({ before }) => before }),
    after: t.field({ type: EndRef, nullable: true, resolve: ({ after }) => after }),
  }),
})
const ChangedRef = builder.objectRef<Effect['changeovers'][number]>('ChangedChangeovers').implement({
  fields: (t) => ({
    workCenterId: t.int({ resolve: ({ place }) => Number(place) }),
    before: t.field({ type: 'Seconds', resolve: ({ beforeMs }) => Math.round(beforeMs / 1000) }),
    after: t.field({ type: 'Seconds', resolve: ({ afterMs }) => Math.round(afterMs / 1000) }),
  }),
})
const EffectRef = builder.objectRef<Effect>('JobOrderMoveEffect').implement({
  description: 'By the forecast of the orders themselves.',
  fields: (t) => ({
    orders: t.field({
      type: [TouchedRef],
      description: 'Those whose end moves by a minute or more, or whose lateness changes, in their new sequence.',
      resolve: ({ orders }) => [...orders],
    }),
    changeovers: t.field({
      type: [ChangedRef],
      resolve: ({ changeovers }) => [...changeovers],
      description: 'Of each work center, in all.',
    }),
    lateBefore: t.exposeInt('lateBefore', { description: 'So many orders of these work centers are late or will likely be.' }),
    lateAfter: t.exposeInt('lateAfter'),
    firstLate: t.field({
      type: JobOrderRef,
      nullable: true,
      description: 'The first of them after the move.',
      resolve: ({ firstLate }, _args, context) => (firstLate === null ? null : orderOf(context, firstLate)),
    }),
  }),
})
const MisfitEnum = builder.enumType('JobOrderMisfit', {
  description: 'The product has no speed of its own at the other work center, whose speed holds; or it is counted in another unit.',
  values: MOVE_MISFITS,
})
const CHECK_TOKEN = 'Given to updateJobOrderPriority, that moves only while the queues are as they were here.'
const PreviewRef = builder.objectRef<MovePreview>('JobOrderMovePreview').implement({
  fields: (t) => ({
    effect: t.field({ type: EffectRef, resolve: (preview) => preview }),
    misfits: t.field({ type: [MisfitEnum], resolve: ({ misfits }) => [...misfits] }),
    checkToken: t.exposeString('checkToken', { description: CHECK_TOKEN }),
  }),
})
const SequenceMoveRef = builder.objectRef<SequenceMove>('SuggestedJobOrderMove').implement({
  fields: (t) => ({
    jobOrder: t.field({ type: JobOrderRef, nullable: true, resolve: ({ id }, _args, context) => orderOf(context, id) }),
    after: t.field({
      type: JobOrderRef,
      nullable: true,
      description: 'Right behind this one; null = to the top.',
      resolve: ({ after }, _args, context) => (after === null ? null : orderOf(context, after)),
    }),
    effect: t.field({ type: EffectRef, resolve: (move) => move, description: 'Of all moves up to this one together.' }),
  }),
})
type Suggestion = { readonly moves: readonly SequenceMove[]; readonly checkToken: string }
const SuggestionRef = builder.objectRef<Suggestion>('JobOrderSuggestion').implement({
  fields: (t) => ({
    moves: t.field({ type: [SequenceMoveRef], resolve: ({ moves }) => [...moves] }),
    checkToken: t.exposeString('checkToken', { description: 'Of the queue as it was looked at.' }),
  }),
})

builder.queryFields((t) => ({
  previewJobOrderMove: t.field({
    type: PreviewRef,
    authScopes: can('READ', 'JOB_ORDERS'),
    description: 'What updateJobOrderPriority would do to ends, due dates and changeovers; nothing is moved. Not for operators.',
    args: {
      id: t.arg.int({ required: true }),
      workCenterId: t.arg.int({ description: 'Left out: its own queue.' }),
      after: t.arg.int({ description: 'Right after this order; left out: to the top.' }),
    },
    resolve: async (_root, { id, workCenterId, after }, context) => {
      const asking = await askingOf(context)
      const move = {
        id: asId<JobOrderId>(id),
        workCenterId: workCenterId == null ? null : asId<WorkCenterId>(workCenterId),
        after: after == null ? null : asId<JobOrderId>(after),
      }
      return await context.inTenant((tenant) => previewMove(tenant, asking, move))
    },
  }),
  orderSuggestions: t.field({
    type: SuggestionRef,
    authScopes: can('READ', 'JOB_ORDERS'),
    description:
      'Moves that leave fewer orders late, then less time late, then less changeover, one after the other; what is worked on, and what begins within half an hour, stays. Of the first 40 orders that wait. Not for operators.',
    args: { workCenterId: t.arg.int({ required: true }) },
    resolve: async (_root, { workCenterId }, context) => {
      const asking = await askingOf(context)
      const looked = await context.inTenant(async (tenant) => ({
        companyId: tenant.companyId,
        ...(await queueToSequence(tenant, asking, asId<WorkCenterId>(workCenterId))),
      }))
      return { checkToken: looked.checkToken, moves: await betterMoves(looked.companyId, looked) }
    },
  }),
}))

async function askingOf(context: RequestContext) {
  const { deps } = context
  return { deps, member: memberIn(context), visible: await context.visibleIds(), memory: memoryOf(deps.database) }
}

function orderOf(context: RequestContext, id: JobOrderId) {
  return jobOrderById(context).load(id)
}
