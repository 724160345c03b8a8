import { asId } from '#engine/ids.ts'
import type { LossReasonId } from '#engine/ids.ts'
import { TIME_UNIT_MS } from '#engine/loss/timeUnit.ts'
import { LANGUAGES } from '#engine/user/language.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { ActivityTypeEnum, LossCategoryEnum, LossReasonLinkTypeEnum, LossReasonTypeEnum } from '#server/graphql/enums.ts'
import { Refusal } from '#server/refusal.ts'
import { LossReasonRef } from './loss.graph.ts'
import { changeLossReason, createLossReason, deleteLossReason } from './lossReason.service.ts'
import type { LossReasonChange } from './lossReason.service.ts'
import { LossReasonGroupRef } from './lossReason.schema.ts'
import type { Translation } from './lossReason.store.ts'
import { deleteLossReasonGroup, saveLossReasonGroup } from './lossReasonGroup.service.ts'
import { requireTimeUnit } from './timeMeasurementUnit.ts'

const TranslationInput = builder.inputType('LossReasonTranslationInput', {
  fields: (t) => ({ languageId: t.int({ required: true }), name: t.string({ required: true }) }),
})

const LinkInput = builder.inputType('LossReasonLinkInput', {
  fields: (t) => ({ workCenterId: t.int(), workCenterGroupId: t.int(), identifier: t.string() }),
})

const CreateLossReasonInput = builder.inputType('CreateLossReasonInput', {
  fields: (t) => ({
    activityTypes: t.field({ type: [ActivityTypeEnum] }),
    category: t.field({ type: LossCategoryEnum }),
    color: t.string(),
    deniedForManualEnter: t.boolean({ required: true, defaultValue: false }),
    groupId: t.int(),
    hasMaximumAllowedDuration: t.boolean({ required: true, defaultValue: false }),
    identifiers: t.stringList(),
    includeInOeeCalculation: t.boolean({ required: true, defaultValue: true }),
    isDefaultPlanned: t.boolean(),
    isHidden: t.boolean(),
    isSmallStop: t.boolean(),
    links: t.field({ type: [LinkInput] }),
    linkType: t.field({ type: LossReasonLinkTypeEnum }),
    maximumAllowedDuration: t.field({ type: 'Decimal', description: 'In the measurement unit; minutes when there is none.' }),
    maximumAllowedDurationMeasurementUnitId: t.int(),
    name: t.string({ required: true }),
    requireExtraNotes: t.boolean({ required: true, defaultValue: false }),
    translations: t.field({ type: [TranslationInput] }),
    type: t.field({ type: LossReasonTypeEnum }),
  }),
})

const UpdateLossReasonInput = builder.inputType('UpdateLossReasonInput', {
  fields: (t) => ({
    id: t.int({ required: true }),
    activityTypes: t.field({ type: [ActivityTypeEnum] }),
    category: t.field({ type: LossCategoryEnum }),
    color: t.string(),
    deniedForManualEnter: t.boolean(),
    groupId: t.int(),
    hasMaximumAllowedDuration: t.boolean(),
    identifiers: t.stringList(),
    includeInOeeCalculation: t.boolean(),
    isDefaultPlanned: t.boolean(),
    isHidden: t.boolean(),
    isSmallStop: t.boolean(),
    links: t.field({ type: [LinkInput] }),
    linkType: t.field({ type: LossReasonLinkTypeEnum }),
    maximumAllowedDuration: t.field({ type: 'Decimal', description: 'In the measurement unit; minutes when there is none.' }),
    maximumAllowedDurationMeasurementUnitId: t.int(),
    name: t.string({ required: true }),
    requireExtraNotes: t.boolean(),
    translations: t.field({ type: [TranslationInput] }),
    type: t.field({ type: LossReasonTypeEnum }),
    version: t.int(),
  }),
})

const CreateGroupInput = builder.inputType('CreateLossReasonGroupInput', {
  fields: (t) => ({
    name: t.string({ required: true }),
    color: t.string({ required: true }),
    translations: t.field({ type: [TranslationInput] }),
  }),
})

const UpdateGroupInput = builder.inputType('UpdateLossReasonGroupInput', {
  fields: (t) => ({
    id: t.int({ required: true }),
    name: t.string({ required: true }),
    color: t.string({ required: true }),
    translations: t.field({ type: [TranslationInput] }),
    version: t.int(),
  }),
})

builder.mutationFields((t) => {
  const authScopes = can('MODIFY', 'COMPANY_SETTINGS')
  const deletion = { id: t.arg.int({ required: true }), version: t.arg.int() }
  return {
    createLossReason: t.field({
      type: LossReasonRef,
      authScopes,
      args: { input: t.arg({ type: CreateLossReasonInput, required: true }) },
      resolve: (_root, { input }, context) => createLossReason(context.deps, context.member(), changeOf(input)),
    }),
    updateLossReason: t.field({
      type: LossReasonRef,
      authScopes,
      args: { input: t.arg({ type: UpdateLossReasonInput, required: true }) },
      resolve: (_root, { input }, context) =>
        changeLossReason(context.deps, context.member(), asId<LossReasonId>(input.id), changeOf(input), input.version ?? null),
    }),
    deleteLossReason: t.field({
      type: LossReasonRef,
      authScopes,
      args: deletion,
      resolve: (_root, { id, version }, context) =>
        deleteLossReason(context.deps, context.member(), asId<LossReasonId>(id), version ?? null),
    }),
    createLossReasonGroup: t.field({
      type: LossReasonGroupRef,
      authScopes,
      args: { input: t.arg({ type: CreateGroupInput, required: true }) },
      resolve: (_root, { input }, context) =>
        saveLossReasonGroup(context.deps, context.member(), {
          ...input,
          id: null,
          translations: translationsOf(input.translations),
          version: null,
        }),
    }),
    updateLossReasonGroup: t.field({
      type: LossReasonGroupRef,
      authScopes,
      args: { input: t.arg({ type: UpdateGroupInput, required: true }) },
      resolve: (_root, { input }, context) =>
        saveLossReasonGroup(context.deps, context.member(), {
          ...input,
          translations: translationsOf(input.translations),
          version: input.version ?? null,
        }),
    }),
    deleteLossReasonGroup: t.field({
      type: LossReasonGroupRef,
      authScopes,
      args: deletion,
      resolve: (_root, { id, version }, context) => deleteLossReasonGroup(context.deps, context.member(), id, version ?? null),
    }),
  }
})

type ReasonInput = Omit<typeof UpdateLossReasonInput.$inferInput, 'id'>

/** A null group or maximum is emptied; any other null leaves the field, like undefined. */
function changeOf(input: ReasonInput): LossReasonChange {
  const { maximumAllowedDuration: maximum } = input
  const unitId = input.maximumAllowedDurationMeasurementUnitId
  const unit = unitId == null ? undefined : requireTimeUnit(unitId, 'maximumAllowedDurationMeasurementUnitId')
  return {
    name: input.name,
    activityTypes: input.activityTypes ?? undefined,
    category: input.category ?? undefined,
    color: input.color ?? undefined,
    deniedForManualEnter: input.deniedForManualEnter ?? undefined,
    groupId: input.groupId,
    hasMaximumAllowedDuration: input.hasMaximumAllowedDuration ?? undefined,
    identifiers: input.identifiers ?? undefined,
    includeInOeeCalculation: input.includeInOeeCalculation ?? undefined,
    isDefaultPlanned: input.isDefaultPlanned ?? undefined,
    isHidden: input.isHidden ?? undefined,
    isSmallStop: input.isSmallStop ?? undefined,
    links: input.links?.map(({ workCenterId = null, workCenterGroupId = null, identifier }) => ({
      workCenterId,
      workCenterGroupId,
      identifier: identifier?.trim().slice(0, MAX_IDENTIFIER) || null,
    })),
    linkType: input.linkType ?? undefined,
    maximumAllowedDurationMs: maximum == null ? maximum : Math.round(maximum * TIME_UNIT_MS[unit ?? 'min']),
    maximumAllowedDurationUnit: unit,
    requireExtraNotes: input.requireExtraNotes ?? undefined,
    translations: translationsOf(input.translations),
    type: input.type ?? undefined,
  }
}

const MAX_IDENTIFIER = 100

function translationsOf(
  input: readonly { readonly languageId: number; readonly name: string }[] | null | undefined,
): Translation[] | undefined {
  return input?.map(({ languageId, name }) => {
    const language = LANGUAGES[languageId - 1]
    if (language === undefined)
      throw new Refusal({ code: 'VALUE_OUT_OF_RANGE', field: 'translations', params: { value: languageId, min: 1, max: LANGUAGES.length } })
    return { language, name }
  })
}
