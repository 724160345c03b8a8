import { asId } from '#engine/ids.ts'
import type { LossReasonId } from '#engine/ids.ts'
import { LENGTH_CLASSES } from '#engine/loss/rankReasons.ts'
import type { RankedReason } from '#engine/loss/rankReasons.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { StatusKindEnum } from '#server/graphql/enums.ts'
import { LossReasonRef, lossReasonById } from './loss.graph.ts'
import { rankReasonsAt } from './reasonRanking.service.ts'
import type { StopRanking } from './reasonRanking.service.ts'

export const LengthClassEnum = builder.enumType('LossLengthClass', { values: LENGTH_CLASSES })

const RankedReasonRef = builder.objectRef<RankedReason>('RankedReason').implement({
  fields: (t) => ({
    reasonId: t.int({ resolve: ({ reasonId }) => reasonId }),
    reason: t.field({
      type: LossReasonRef,
      nullable: true,
      resolve: ({ reasonId }, _args, context) => lossReasonById(context).load(asId<LossReasonId>(reasonId)),
    }),
    likeCount: t.exposeInt('likeCount', { description: 'So many explained stops of this status and length had this reason here.' }),
    ofCount: t.exposeInt('ofCount', { description: 'So many explained stops of this status and length there were here.' }),
  }),
})

const RankingRef = builder.objectRef<StopRanking>('LossReasonRanking').implement({
  fields: (t) => ({
    statusRuleId: t.int({ nullable: true, resolve: (ranking) => ranking.statusRuleId }),
    kind: t.expose('kind', { type: StatusKindEnum }),
    length: t.expose('length', { type: LengthClassEnum, description: 'How long the stop lasted, or has by now.' }),
    reasons: t.field({
      type: [RankedReasonRef],
      description: 'At most nine, in the order of their tiles.',
      resolve: ({ reasons }) => [...reasons],
    }),
  }),
})

builder.queryField('lossReasonRankings', (t) =>
  t.field({
    type: [RankingRef],
    authScopes: can('READ', 'LOSSES'),
    description:
      'Which reasons to offer first for stops of the work center, for each status and length that people have said something of, and for all others (kind UNDEFINED).',
    args: { workCenterId: t.arg.int({ required: true }) },
    resolve: async (_root, { workCenterId }, context) => {
      const place = await context.workCenter(workCenterId)
      return [...(await context.inTenant((tenant) => rankReasonsAt(tenant, place, context.now())))]
    },
  }),
)
