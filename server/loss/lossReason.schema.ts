import { isOfferedAt, isOfferedToPeople } from '#engine/loss/reasonOffer.ts'
import { TIME_UNIT_MS } from '#engine/loss/timeUnit.ts'
import { LANGUAGES } from '#engine/user/language.ts'
import { builder, can } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { ActivityTypeEnum, LossCategoryEnum, LossReasonLinkTypeEnum, LossReasonTypeEnum, LossSourceEnum } from '#server/graphql/enums.ts'
import { LossReasonRef, lossReasonGroupById } from './loss.graph.ts'
import { MeasurementUnitRef } from '#server/workCenter/workCenter.graph.ts'
import { nameIn } from './checkTranslations.ts'
import { listLossReasons } from './lossReason.store.ts'
import type { LossReason, LossReasonLink, Translation } from './lossReason.store.ts'
import { listLossReasonGroups } from './lossReasonGroup.store.ts'
import type { LossReasonGroup } from './lossReasonGroup.store.ts'
import { unitOfTime } from './timeMeasurementUnit.ts'

const TranslationRef = builder.objectRef<Translation>('LossReasonTranslation').implement({
  fields: (t) => ({
    languageId: t.int({ resolve: ({ language }) => LANGUAGES.indexOf(language) + 1 }),
    languageCode: t.string({ resolve: ({ language }) => language }),
    name: t.exposeString('name'),
  }),
})

const LinkRef = builder.objectRef<LossReasonLink & { readonly reason: LossReason }>('LossReasonLink').implement({
  fields: (t) => ({
    reasonId: t.int({ resolve: (link) => link.reason.id }),
    type: t.field({ type: LossReasonLinkTypeEnum, resolve: (link) => link.reason.linkType }),
    workCenterId: t.exposeInt('workCenterId', { nullable: true }),
    workCenterGroupId: t.exposeInt('workCenterGroupId', { nullable: true }),
    identifier: t.exposeString('identifier', { nullable: true }),
  }),
})

type MaximumDuration = { readonly ms: number; readonly unit: LossReason['maximumAllowedDurationUnit'] }

const MaximumDurationRef = builder.objectRef<MaximumDuration>('LossReasonMaximumDuration').implement({
  fields: (t) => ({
    value: t.field({ type: 'Decimal', resolve: ({ ms, unit }) => ms / TIME_UNIT_MS[unit] }),
    valueInSeconds: t.field({ type: 'Seconds', resolve: ({ ms }) => ms / 1000 }),
    measurementUnit: t.field({ type: MeasurementUnitRef, resolve: ({ unit }) => unitOfTime(unit) }),
    measurementUnitId: t.int({ resolve: ({ unit }) => unitOfTime(unit).id }),
  }),
})

export const LossReasonGroupRef = builder.objectRef<LossReasonGroup>('LossReasonGroup').implement({
  fields: (t) => ({
    id: t.exposeInt('id'),
    name: t.string({
      description: 'In the language of the request, else as the company named it.',
      resolve: (group, _args, context) => nameIn(context.language, group),
    }),
    originalName: t.string({ resolve: (group) => group.name }),
    color: t.exposeString('color'),
    isDeleted: t.exposeBoolean('isDeleted'),
    translations: t.field({ type: [TranslationRef], resolve: (group) => [...group.translations] }),
    sortNumber: t.exposeInt('sortNumber', { description: 'Groups stand in this order, everywhere.' }),
    version: t.exposeInt('version'),
  }),
})

LossReasonRef.implement({
  fields: (t) => ({
    id: t.int({ resolve: (reason) => reason.id }),
    name: t.string({
      description: 'In the language of the request, else as the company named it.',
      resolve: (reason, _args, context) => nameIn(context.language, reason),
    }),
    originalName: t.string({ resolve: (reason) => reason.name }),
    category: t.expose('category', { type: LossCategoryEnum }),
    type: t.expose('type', { type: LossReasonTypeEnum }),
    color: t.exposeString('color'),
    groupId: t.exposeInt('groupId', { nullable: true }),
    group: t.field({
      type: LossReasonGroupRef,
      nullable: true,
      resolve: (reason, _args, context) => (reason.groupId === null ? null : lossReasonGroupById(context).load(reason.groupId)),
    }),
    activityTypes: t.field({ type: [ActivityTypeEnum], resolve: (reason) => [...reason.activityTypes] }),
    includeInOeeCalculation: t.exposeBoolean('includeInOeeCalculation'),
    isSmallStop: t.exposeBoolean('isSmallStop'),
    isHidden: t.exposeBoolean('isHidden'),
    isDeleted: t.exposeBoolean('isDeleted'),
    isDefaultPlanned: t.exposeBoolean('isDefaultPlanned', { description: 'Classifies the time of scheduled-loss statuses.' }),
    deniedManualEnter: t.exposeBoolean('deniedForManualEnter', { description: 'Only rules give it.' }),
    requireExtraNotes: t.exposeBoolean('requireExtraNotes'),
    hasMaximumAllowedDuration: t.exposeBoolean('hasMaximumAllowedDuration'),
    maximumAllowedDuration: t.field({
      type: MaximumDurationRef,
      nullable: true,
      resolve: ({ maximumAllowedDurationMs: ms, maximumAllowedDurationUnit: unit }) => (ms === null ? null : { ms, unit }),
    }),
    linkType: t.expose('linkType', { type: LossReasonLinkTypeEnum }),
    links: t.field({ type: [LinkRef], resolve: (reason) => reason.links.map((link) => ({ ...link, reason })) }),
    translations: t.field({ type: [TranslationRef], resolve: (reason) => [...reason.translations] }),
    identifiers: t.stringList({ resolve: (reason) => [...reason.identifiers] }),
    sortNumber: t.exposeInt('sortNumber', { description: 'Reasons of a group stand in this order, everywhere.' }),
    version: t.exposeInt('version'),
  }),
})

type LossCategoryChoice = { readonly reason: LossReason }

/** What a loss may be classified as: one entry a reason that may be chosen; its code is what `updateLoss` takes. */
const LossCategoryInfoRef = builder.objectRef<LossCategoryChoice>('LossCategoryInfo').implement({
  fields: (t) => ({
    code: t.string({ resolve: ({ reason }) => String(reason.id) }),
    name: t.string({ resolve: ({ reason }, _args, context) => nameIn(context.language, reason) }),
    color: t.string({ resolve: ({ reason }) => reason.color }),
    category: t.field({ type: LossCategoryEnum, resolve: ({ reason }) => reason.category }),
    reason: t.field({ type: LossReasonRef, resolve: ({ reason }) => reason }),
  }),
})

const LossReasonsFilterInput = builder.inputType('LossReasonsFilter', {
  fields: (t) => ({
    categories: t.field({ type: [LossCategoryEnum] }),
    groupIds: t.intList(),
    ids: t.intList(),
    isHidden: t.boolean(),
    types: t.field({ type: [LossReasonTypeEnum] }),
    withDeleted: t.boolean({ required: true, defaultValue: false }),
    workCenterId: t.int({ description: 'Only reasons that are in use at the work center.' }),
  }),
})

builder.queryFields((t) => {
  const offer = { workCenterId: t.arg.int(), source: t.arg({ type: LossSourceEnum, required: true, defaultValue: 'STATUS' }) }
  return {
    lossReasons: t.field({
      type: [LossReasonRef],
      authScopes: can('READ', 'LOSSES'),
      args: { filter: t.arg({ type: LossReasonsFilterInput }) },
      resolve: async (_root, { filter }, context) => {
        const place = filter?.workCenterId == null ? null : await context.workCenter(filter.workCenterId)
        const reasons = await context.inTenant((tenant) => listLossReasons(tenant))
        return reasons.filter(
          (reason) =>
            (filter?.withDeleted === true || !reason.isDeleted) &&
            (filter?.ids?.includes(reason.id) ?? true) &&
            (filter?.isHidden == null || reason.isHidden === filter.isHidden) &&
            (filter?.categories?.includes(reason.category) ?? true) &&
            (filter?.types?.includes(reason.type) ?? true) &&
            (filter?.groupIds == null || (reason.groupId !== null && filter.groupIds.includes(reason.groupId))) &&
            (place === null || isOfferedAt(reason, place)),
        )
      },
    }),
    lossReasonGroups: t.field({
      type: [LossReasonGroupRef],
      authScopes: can('READ', 'LOSSES'),
      args: { withDeleted: t.arg.boolean({ required: true, defaultValue: false }) },
      resolve: async (_root, { withDeleted }, context) =>
        (await context.inTenant((tenant) => listLossReasonGroups(tenant))).filter((group) => withDeleted || !group.isDeleted),
    }),
    lossCategories: t.field({
      type: [LossCategoryInfoRef],
      authScopes: can('READ', 'LOSSES'),
      description: 'The reasons that a person may choose for losses of the source, at the work center if one is given.',
      args: offer,
      resolve: (_root, args, context) => choices(context, args),
    }),
    eventCategories: t.field({
      type: [LossCategoryInfoRef],
      authScopes: can('READ', 'LOSSES'),
      deprecationReason: 'Use lossCategories.',
      args: offer,
      resolve: (_root, args, context) => choices(context, args),
    }),
  }
})

type OfferArgs = { readonly workCenterId?: number | null | undefined; readonly source: 'OUTPUT' | 'SPEED' | 'STATUS' }

async function choices(context: RequestContext, { workCenterId, source }: OfferArgs): Promise<LossCategoryChoice[]> {
  const place = workCenterId == null ? null : await context.workCenter(workCenterId)
  const reasons = await context.inTenant((tenant) => listLossReasons(tenant))
  const anywhere = (reason: LossReason) => ({ ...reason, linkType: 'COMPANY' as const })
  return reasons
    .filter((reason) => (place === null ? isOfferedToPeople(anywhere(reason), ANYWHERE, source) : isOfferedToPeople(reason, place, source)))
    .map((reason) => ({ reason }))
}

const ANYWHERE = { id: 0, groupId: null }
