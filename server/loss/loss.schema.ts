import { isCriticalLoss, lossCategory, lossIndicator, lossType } from '#engine/loss/lossKind.ts'
import {
  EventIndicatorEnum,
  EventTypeEnum,
  LossCategoryEnum,
  LossSourceEnum,
  ReasonSourceEnum,
  StatusKindEnum,
} from '#server/graphql/enums.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { StatusRuleRef, statusRuleById } from '#server/status/status.graph.ts'
import { LossReasonRef, LossRef, lossReasonById, isRecalculatingOf, lossesOfChain } from './loss.graph.ts'
import { UserRef, userById } from '#server/user/user.graph.ts'
import { WorkCenterRef } from '#server/workCenter/workCenter.graph.ts'
import type { LossReason } from './lossReason.store.ts'
import type { Loss } from './lossRow.ts'

const isCritical = async (loss: Loss, context: RequestContext) => isCriticalLoss(loss.isScheduledLoss, await reasonOf(loss, context))
const ruleOf = (loss: Loss, context: RequestContext) =>
  loss.statusRuleId === null ? null : statusRuleById(context).load(loss.statusRuleId)

LossRef.implement({
  fields: (t) => ({
    id: t.exposeInt('id'),
    workCenterId: t.int({ resolve: (loss) => loss.workCenterId }),
    workCenter: t.field({ type: WorkCenterRef, resolve: (loss, _args, context) => context.workCenter(loss.workCenterId) }),
    timeStart: t.expose('start', { type: 'DateTime' }),
    timeEnd: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Null while it goes on. Rejects that an amount of them makes a loss are of an instant: both ends are that of their last unit.',
      resolve: (loss) => (isOfInstant(loss) ? loss.start : loss.end),
    }),
    duration: t.field({
      type: 'Seconds',
      description:
        'How long it lasts; of lost speed and output, the time that the units are worth; 0 once they are no longer valid and only units were said.',
      resolve: (loss, _args, context) => (loss.durationMs ?? (loss.end ?? context.now()) - loss.start) / 1000,
    }),
    chainStart: t.expose('chainStart', { type: 'DateTime', description: 'Where the physical stop began that it is a piece of.' }),
    chain: t.field({
      type: [LossRef],
      description: 'The pieces of the physical stop in order, this one included; of lost speed and output none.',
      resolve: async (loss, _args, context) =>
        loss.source === 'STATUS' && loss.isValid ? [...(await lossesOfChain(context).load(loss))] : [],
    }),
    lossLevel: t.int({ description: '1 small stop, 2 normal, 3 over its limit or long unclassified.', resolve: (loss) => loss.level }),
    reasonSource: t.expose('reasonSource', { type: ReasonSourceEnum, nullable: true }),
    isRecalculating: t.boolean({
      description:
        'Whether figures of the work center are still being recalculated after a change: sums and OEE may be older than the loss.',
      resolve: (loss, _args, context) => isRecalculatingOf(context).load(loss.workCenterId),
    }),
    isProvisional: t.exposeBoolean('isProvisional', { description: 'The reason may still change, since the stop goes on.' }),
    category: t.field({
      type: LossCategoryEnum,
      resolve: async (loss, _args, context) => lossCategory(loss.source, await reasonOf(loss, context)),
    }),
    indicator: t.field({
      type: EventIndicatorEnum,
      resolve: async (loss, _args, context) => lossIndicator(loss.source, await reasonOf(loss, context)),
    }),
    lossType: t.field({
      type: EventTypeEnum,
      resolve: async (loss, _args, context) => lossType(loss.isScheduledLoss, await reasonOf(loss, context)),
    }),
    source: t.expose('source', { type: LossSourceEnum }),
    kind: t.expose('kind', { type: StatusKindEnum }),
    reasonId: t.int({ nullable: true, resolve: (loss) => loss.reasonId }),
    reason: t.field({ type: LossReasonRef, nullable: true, resolve: (loss, _args, context) => reasonOf(loss, context) }),
    comment: t.exposeString('comment', { nullable: true }),
    quantity: t.expose('quantity', { type: 'Decimal', nullable: true }),
    isApproved: t.exposeBoolean('isApproved'),
    isValid: t.exposeBoolean('isValid'),
    isScheduledLoss: t.exposeBoolean('isScheduledLoss'),
    isCriticalMode: t.boolean({ resolve: (loss, _args, context) => isCritical(loss, context) }),
    isCriticalEvent: t.boolean({ deprecationReason: 'Use isCriticalMode.', resolve: (loss, _args, context) => isCritical(loss, context) }),
    statusRuleId: t.int({ nullable: true, resolve: (loss) => loss.statusRuleId }),
    stateId: t.int({ nullable: true, deprecationReason: 'Use statusRuleId.', resolve: (loss) => loss.statusRuleId }),
    statusRule: t.field({ type: StatusRuleRef, nullable: true, resolve: (loss, _args, context) => ruleOf(loss, context) }),
    boxState: t.field({
      type: StatusRuleRef,
      nullable: true,
      deprecationReason: 'Use statusRule.',
      resolve: (loss, _args, context) => ruleOf(loss, context),
    }),
    updatedBy: t.field({
      type: UserRef,
      nullable: true,
      resolve: (loss, _args, context) => (loss.updatedBy === null ? null : userById(context).load(loss.updatedBy)),
    }),
    updatedOn: t.expose('updatedOn', { type: 'DateTime', nullable: true }),
    version: t.exposeInt('version'),
  }),
})

function reasonOf(loss: Loss, context: RequestContext): Promise<LossReason | null> {
  return loss.reasonId === null ? Promise.resolve(null) : lossReasonById(context).load(loss.reasonId)
}

/** Rejects are registered at an instant; a half-open interval holds it in a millisecond, which nobody measured. */
function isOfInstant({ source, start, end }: Loss): boolean {
  return source === 'OUTPUT' && end === start + 1
}
