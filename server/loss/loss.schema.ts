import { asId } from '#engine/ids.ts'
import type { DeviceId, LossReasonId } from '#engine/ids.ts'
import { isCriticalLoss, lossCategory, lossType } from '#engine/loss/lossKind.ts'
import { builder, can } from '#server/graphql/builder.ts'
import {
  ActivityTypeEnum,
  AprovenessEnum,
  ClassificationEnum,
  CriticalnessEnum,
  EventIndicatorEnum,
  EventPlanTypeEnum,
  EventTypeEnum,
  LossCategoryEnum,
  LossOrderFieldEnum,
  LossReasonTypeEnum,
  LossSourceEnum,
  SortTypeEnum,
  StatusKindEnum,
} from '#server/graphql/enums.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { checkedPage, pageType } from '#server/graphql/page.ts'
import type { PageRequest } from '#server/graphql/page.ts'
import { LossReasonRef, LossRef, StatusRuleRef, UserRef, WorkCenterRef } from '#server/graphql/refs.ts'
import { Refusal } from '#server/refusal.ts'
import { classifyLoss } from './loss.service.ts'
import { pageLosses } from './loss.store.ts'
import type { Loss, LossFilter, LossOrderField } from './loss.store.ts'
import { listLossReasons } from './lossReason.store.ts'
import type { LossReason } from './lossReason.store.ts'

LossReasonRef.implement({
  fields: (t) => ({
    id: t.int({ resolve: (reason) => reason.id }),
    name: t.exposeString('name'),
    category: t.expose('category', { type: LossCategoryEnum }),
    type: t.expose('type', { type: LossReasonTypeEnum }),
    color: t.exposeString('color'),
    activityTypes: t.field({ type: [ActivityTypeEnum], resolve: (reason) => [...reason.activityTypes] }),
    includeInOeeCalculation: t.exposeBoolean('includeInOeeCalculation'),
    isSmallStop: t.exposeBoolean('isSmallStop'),
    isHidden: t.exposeBoolean('isHidden'),
  }),
})

const isCritical = async (loss: Loss, context: RequestContext) => isCriticalLoss(loss.isScheduledLoss, await reasonOf(loss, context))
const ruleOf = (loss: Loss, context: RequestContext) =>
  loss.statusRuleId === null ? null : context.loaders.statusRule.load(loss.statusRuleId)

LossRef.implement({
  fields: (t) => ({
    id: t.exposeInt('id'),
    workCenterId: t.int({ resolve: (loss) => loss.workCenterId }),
    workCenter: t.field({ type: WorkCenterRef, resolve: (loss, _args, context) => context.workCenter(loss.workCenterId) }),
    timeStart: t.expose('start', { type: 'DateTime' }),
    timeEnd: t.expose('end', { type: 'DateTime', nullable: true }),
    duration: t.field({ type: 'Seconds', resolve: (loss, _args, context) => ((loss.end ?? context.now()) - loss.start) / 1000 }),
    chainStart: t.expose('chainStart', { type: 'DateTime' }),
    category: t.field({
      type: LossCategoryEnum,
      resolve: async (loss, _args, context) => lossCategory(loss.source, await reasonOf(loss, context)),
    }),
    indicator: t.field({
      type: EventIndicatorEnum,
      resolve: async (loss, _args, context) => lossCategory(loss.source, await reasonOf(loss, context)),
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
      resolve: (loss, _args, context) => (loss.updatedBy === null ? null : context.loaders.user.load(loss.updatedBy)),
    }),
    updatedOn: t.expose('updatedOn', { type: 'DateTime', nullable: true }),
    version: t.exposeInt('version'),
  }),
})

const LossesPageRef = pageType('LossesPage', LossRef)

const LossesFilterInput = builder.inputType('LossesFilter', {
  fields: (t) => ({
    aproveness: t.field({ type: AprovenessEnum }),
    categories: t.field({ type: [LossCategoryEnum] }),
    classification: t.field({ type: ClassificationEnum }),
    criticalness: t.field({ type: CriticalnessEnum }),
    deviceIds: t.field({ type: ['Guid'] }),
    durationFilterFrom: t.field({ type: 'Seconds' }),
    durationFilterTo: t.field({ type: 'Seconds' }),
    ids: t.intList(),
    periodFrom: t.field({ type: 'DateTime' }),
    periodTo: t.field({ type: 'DateTime' }),
    planType: t.field({ type: EventPlanTypeEnum }),
    source: t.field({ type: LossSourceEnum }),
    workCenterIds: t.intList(),
  }),
})

const UpdateLossInput = builder.inputType('UpdateLossInput', {
  fields: (t) => ({
    id: t.int({ required: true }),
    reasonId: t.int(),
    comment: t.string(),
    isApproved: t.boolean(),
    version: t.int(),
  }),
})

builder.queryFields((t) => {
  const paged = {
    filter: t.arg({ type: LossesFilterInput }),
    orderBy: t.arg({ type: LossOrderFieldEnum, required: true, defaultValue: 'DATE' }),
    sort: t.arg({ type: SortTypeEnum, required: true, defaultValue: 'DESC' }),
    page: t.arg.int({ required: true, defaultValue: 1 }),
    size: t.arg.int({ required: true, defaultValue: 10 }),
  }
  const id = t.arg.int({ required: true })
  return {
    lossesPages: t.field({
      type: LossesPageRef,
      authScopes: can('READ', 'LOSSES'),
      args: paged,
      resolve: (_root, args, context) => page(context, args.filter, args),
    }),
    eventsPage: t.field({
      type: LossesPageRef,
      authScopes: can('READ', 'LOSSES'),
      deprecationReason: 'Use lossesPages.',
      args: paged,
      resolve: (_root, args, context) => page(context, args.filter, args),
    }),
    loss: t.field({
      type: LossRef,
      nullable: true,
      authScopes: can('READ', 'LOSSES'),
      args: { id },
      resolve: (_root, args, context) => find(context, args.id),
    }),
    event: t.field({
      type: LossRef,
      nullable: true,
      authScopes: can('READ', 'LOSSES'),
      deprecationReason: 'Use loss.',
      args: { id },
      resolve: (_root, args, context) => find(context, args.id),
    }),
    lossReasons: t.field({
      type: [LossReasonRef],
      authScopes: can('READ', 'LOSSES'),
      resolve: async (_root, _args, context) => [...(await context.inTenant((tenant) => listLossReasons(tenant)))],
    }),
  }
})

builder.mutationField('updateLoss', (t) =>
  t.field({
    type: LossRef,
    authScopes: can('UPDATE', 'LOSSES'),
    args: { input: t.arg({ type: UpdateLossInput, required: true }) },
    resolve: async (_root, { input }, context) =>
      classifyLoss(context.deps, context.member(), await context.visibleIds(), {
        id: input.id,
        reasonId: input.reasonId == null ? input.reasonId : asId<LossReasonId>(input.reasonId),
        comment: input.comment,
        isApproved: input.isApproved,
        version: input.version,
      }),
  }),
)

type FilterArgs = typeof LossesFilterInput.$inferInput | null | undefined
type OrderArgs = { readonly orderBy: LossOrderField; readonly sort: 'ASC' | 'DESC' | 'NONE' }

async function page(context: RequestContext, args: FilterArgs, request: PageRequest & OrderArgs) {
  const { page: number, size } = checkedPage(request)
  const filter = filterOf(
    args,
    await context.idsOf(
      args?.workCenterIds,
      args?.deviceIds?.map((id) => asId<DeviceId>(id)),
    ),
  )
  const order = { field: request.orderBy, isDescending: request.sort !== 'ASC' }
  const found = await context.inTenant((tenant) =>
    pageLosses(tenant, filter, { order, limit: size, offset: (number - 1) * size, now: context.now() }),
  )
  return { ...found, page: number, size }
}

async function find(context: RequestContext, id: number): Promise<Loss> {
  const filter = { ...filterOf({ ids: [id] }, await context.narrowed(null)) }
  const options = { order: { field: 'DATE', isDescending: true }, limit: 1, offset: 0, now: context.now() } as const
  const [loss] = (await context.inTenant((tenant) => pageLosses(tenant, filter, options))).items
  if (loss === undefined) throw new Refusal({ code: 'LOSS_NOT_FOUND', params: { id } })
  return loss
}

function filterOf(args: FilterArgs, workCenterIds: LossFilter['workCenterIds']): LossFilter {
  return {
    ids: args?.ids ?? null,
    workCenterIds,
    source: args?.source ?? null,
    categories: args?.categories ?? null,
    isApproved: chosen(args?.aproveness, 'APPROVED'),
    isClassified: chosen(args?.classification, 'CLASSIFIED'),
    isCritical: chosen(args?.criticalness, 'CRITICAL'),
    planType: args?.planType === 'ALL_TYPES' ? null : (args?.planType ?? null),
    durationFromMs: args?.durationFilterFrom == null ? null : args.durationFilterFrom * 1000,
    durationToMs: args?.durationFilterTo == null ? null : args.durationFilterTo * 1000,
    periodFrom: args?.periodFrom ?? null,
    periodTo: args?.periodTo ?? null,
  }
}

/** ALL and nothing do not narrow. */
function chosen(value: string | null | undefined, positive: string): boolean | null {
  return value == null || value === 'ALL' ? null : value === positive
}

function reasonOf(loss: Loss, context: RequestContext): Promise<LossReason | null> {
  return loss.reasonId === null ? Promise.resolve(null) : context.loaders.lossReason.load(loss.reasonId)
}
