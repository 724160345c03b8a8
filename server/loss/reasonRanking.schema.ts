import { asId } from '#engine/ids.ts'
import type { LossReasonId } from '#engine/ids.ts'
import { LENGTH_CLASSES, rankReasons } from '#engine/loss/rankReasons.ts'
import type { LengthClass, RankedReason } from '#engine/loss/rankReasons.ts'
import { isOfferedToPeople } from '#engine/loss/reasonOffer.ts'
import type { StatusKind } from '#engine/status/statusRule.ts'
import { builder, can } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { StatusKindEnum } from '#server/graphql/enums.ts'
import { listStatusRules } from '#server/status/statusRule.store.ts'
import { LossReasonRef, lossReasonById } from './loss.graph.ts'
import { listLossReasons } from './lossReason.store.ts'
import { listReasonEvidence } from './reasonEvidence.store.ts'

/** As many tiles as the widest screen shows. */
const MOST_TILES = 9

type Ranking = {
  readonly statusRuleId: number | null
  readonly kind: StatusKind
  readonly length: LengthClass
  readonly reasons: readonly RankedReason[]
}

const LengthClassEnum = builder.enumType('LossLengthClass', { values: LENGTH_CLASSES })

const RankedReasonRef = builder.objectRef<RankedReason>('RankedReason').implement({
  fields: (t) => ({
    reasonId: t.int({ resolve: ({ reasonId }) => reasonId }),
    reason: t.field({
      type: LossReasonRef,
      nullable: true,
      resolve: ({ reasonId }, _args, context) => lossReasonById(context).load(asId<LossReasonId>(reasonId)),
    }),
    score: t.exposeFloat('score'),
    likeCount: t.exposeInt('likeCount', { description: 'So many explained stops of this status and length had this reason here.' }),
    ofCount: t.exposeInt('ofCount', { description: 'So many explained stops of this status and length there were here.' }),
  }),
})

const RankingRef = builder.objectRef<Ranking>('LossReasonRanking').implement({
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
    resolve: (_root, { workCenterId }, context) => rankings(context, workCenterId),
  }),
)

/** Names only decide between reasons that nobody has used. */
const byName = new Intl.Collator('en').compare

async function rankings(context: RequestContext, workCenterId: number): Promise<Ranking[]> {
  const place = await context.workCenter(workCenterId)
  const [reasons, evidence, rules] = await context.inTenant(async (tenant) => [
    await listLossReasons(tenant),
    await listReasonEvidence(tenant, place.id),
    await listStatusRules(tenant, [place.id]),
  ])
  const candidates = reasons.filter((reason) => isOfferedToPeople(reason, place, 'STATUS'))
  const statuses = [
    ...rules.map(({ id, name }): Pick<Ranking, 'statusRuleId' | 'kind'> & { name: string } => ({ statusRuleId: id, kind: 'RULE', name })),
    ...(['OFF', 'UNDEFINED'] as const).map((kind) => ({ statusRuleId: null, kind, name: '' })),
  ]
  return statuses.flatMap(({ name, ...status }) =>
    LENGTH_CLASSES.map((length) => {
      const target = { status: `${status.kind} ${name.toLowerCase()}`, length }
      return { ...status, length, reasons: rankReasons(target, candidates, evidence, byName).slice(0, MOST_TILES) }
    }),
  )
}
