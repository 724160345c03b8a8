import { builder, can } from '#server/graphql/builder.ts'
import { jobOrderById, JobOrderRef } from '#server/jobOrder/jobOrder.graph.ts'
import { LossReasonRef, LossRef } from '#server/loss/loss.graph.ts'
import { offerChangeovers } from './changeoverOffer.service.ts'
import type { ChangeoverOffer } from './changeoverOffer.service.ts'

const OfferRef = builder.objectRef<ChangeoverOffer>('ChangeoverOffer').implement({
  description: 'Stops inside a changeover that nobody classified. Nothing is given by itself: updateLosses or applyLossEdits does.',
  fields: (t) => ({
    fromJobOrder: t.field({
      type: JobOrderRef,
      nullable: true,
      resolve: ({ fromOrderId }, _args, context) => jobOrderById(context).load(fromOrderId),
    }),
    toJobOrder: t.field({
      type: JobOrderRef,
      nullable: true,
      resolve: ({ toOrderId }, _args, context) => jobOrderById(context).load(toOrderId),
    }),
    timeStart: t.field({ type: 'DateTime', resolve: ({ start }) => start, description: 'The last unit of the first order.' }),
    timeEnd: t.field({ type: 'DateTime', resolve: ({ end }) => end, description: 'The first steady unit of the second order.' }),
    losses: t.field({ type: [LossRef], resolve: ({ losses }) => [...losses] }),
    reasons: t.field({
      type: [LossReasonRef],
      resolve: ({ reasons }) => [...reasons],
      description: 'Of the activity CHANGEOVER_TIME, as they may be chosen at the work center; three at most.',
    }),
  }),
})

builder.queryField('changeoverOffers', (t) =>
  t.field({
    type: [OfferRef],
    authScopes: can('UPDATE', 'LOSSES'),
    description:
      'The changeovers of the last day at the work center with stops that nobody classified and somebody still can, the newest first.',
    args: { workCenterId: t.arg.int({ required: true }) },
    resolve: async (_root, { workCenterId }, context) => {
      const place = await context.workCenter(workCenterId)
      return [...(await context.inTenant((tenant) => offerChangeovers(tenant, place, context.now())))]
    },
  }),
)
