import { builder, can } from '#server/graphql/builder.ts'
import { SaidViaEnum } from '#server/graphql/enums.ts'
import { UserRef, userById } from '#server/user/user.graph.ts'
import { LossReasonRef, lossReasonById, LossSayingRef } from './loss.graph.ts'
import { findLoss } from './lossList.schema.ts'
import { listHistory } from './lossHistory.store.ts'

LossSayingRef.implement({
  description: 'One thing that a person said of the time of a loss.',
  fields: (t) => ({
    id: t.exposeInt('id'),
    timeStart: t.expose('start', { type: 'DateTime', description: 'Of which time it was said.' }),
    timeEnd: t.expose('end', { type: 'DateTime', nullable: true }),
    reasonId: t.int({ nullable: true, resolve: (saying) => saying.reasonId }),
    reason: t.field({
      type: LossReasonRef,
      nullable: true,
      resolve: (saying, _args, context) => (saying.reasonId === null ? null : lossReasonById(context).load(saying.reasonId)),
    }),
    comment: t.exposeString('comment', { nullable: true }),
    isApproved: t.exposeBoolean('isApproved'),
    isRemoved: t.exposeBoolean('isRemoved', { description: 'All that was said of this time was taken away.' }),
    via: t.expose('via', { type: SaidViaEnum, nullable: true }),
    saidBy: t.field({
      type: UserRef,
      nullable: true,
      resolve: (saying, _args, context) => (saying.saidBy === null ? null : userById(context).load(saying.saidBy)),
    }),
    viaStation: t.field({
      type: UserRef,
      nullable: true,
      description: 'The account of the station at which the person worked.',
      resolve: (saying, _args, context) => (saying.viaStation === null ? null : userById(context).load(saying.viaStation)),
    }),
    saidAt: t.expose('saidAt', { type: 'DateTime', description: 'When it was said; a device may have sent it later.' }),
    receivedOn: t.expose('receivedOn', { type: 'DateTime' }),
  }),
})

builder.queryField('lossHistory', (t) =>
  t.field({
    type: [LossSayingRef],
    authScopes: can('READ', 'LOSSES'),
    description: 'What was said of the time of the loss, the last first; at most the last 50.',
    args: { id: t.arg.int({ required: true }) },
    resolve: async (_root, { id }, context) => {
      const { workCenterId, source, start, end } = await findLoss(context, id)
      return [...(await context.inTenant((tenant) => listHistory(tenant, { workCenterId, source, start, end })))]
    },
  }),
)
