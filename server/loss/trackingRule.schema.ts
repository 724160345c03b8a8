import { asId } from '#engine/ids.ts'
import type { LossReasonId, StatusRuleId } from '#engine/ids.ts'
import { TIME_UNIT_MS } from '#engine/loss/timeUnit.ts'
import type { TrackingRowDraft, TrackingRowEntry } from '#engine/loss/validateTrackingRows.ts'
import { builder, can } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { Refusal } from '#server/refusal.ts'
import { LossReasonRef, lossReasonById } from './loss.graph.ts'
import { StatusRuleRef, statusRuleById } from '#server/status/status.graph.ts'
import { changeTrackingRule, createTrackingRule, deleteTrackingRule, findTrackingRule } from './trackingRule.service.ts'
import { listTrackingRules } from './trackingRule.store.ts'
import type { TrackingRule } from './trackingRule.store.ts'

const RowRef = builder.objectRef<TrackingRowEntry>('LossTrackingRuleRow').implement({
  fields: (t) => ({
    reasonId: t.int({ resolve: (row) => row.reasonId }),
    reason: t.field({
      type: LossReasonRef,
      nullable: true,
      resolve: (row, _args, context) => lossReasonById(context).load(row.reasonId),
    }),
    durationFrom: t.field({ type: 'Decimal', resolve: (row) => row.fromMs / TIME_UNIT_MS[row.fromUnit] }),
    durationTo: t.field({
      type: 'Decimal',
      nullable: true,
      description: 'Null = without end.',
      resolve: (row) => (row.toMs === null ? null : row.toMs / TIME_UNIT_MS[row.toUnit]),
    }),
    durationFromMeasurementUnitCode: t.exposeString('fromUnit'),
    durationToMeasurementUnitCode: t.exposeString('toUnit'),
  }),
})

const RuleRef = builder.objectRef<TrackingRule>('StatusLossTrackingRule').implement({
  fields: (t) => ({
    id: t.exposeInt('id'),
    workCenterId: t.int({ resolve: (rule) => rule.workCenterId }),
    statusId: t.int({
      nullable: true,
      description: 'Null = stops without a status rule: off and undefined.',
      resolve: (rule) => rule.statusRuleId,
    }),
    status: t.field({
      type: StatusRuleRef,
      nullable: true,
      resolve: (rule, _args, context) => (rule.statusRuleId === null ? null : statusRuleById(context).load(rule.statusRuleId)),
    }),
    rows: t.field({ type: [RowRef], resolve: (rule) => [...rule.rows] }),
    validFrom: t.expose('validFrom', { type: 'DateTime' }),
    validTo: t.expose('validTo', { type: 'DateTime', nullable: true }),
    version: t.exposeInt('version'),
  }),
})

const RowInput = builder.inputType('LossTrackingRuleRowInput', {
  fields: (t) => ({
    reasonId: t.int({ required: true }),
    durationFrom: t.field({ type: 'Decimal', required: true }),
    durationTo: t.field({ type: 'Decimal', description: 'Left out = without end.' }),
    durationFromMeasurementUnitCode: t.string({ required: true }),
    durationToMeasurementUnitCode: t.string({ required: true }),
  }),
})

const VALID_FROM = 'Stops that begin then or later take it; now if left out. Dated back, unconfirmed shifts are recalculated.'

const CreateInput = builder.inputType('CreateLossTrackingRuleInput', {
  fields: (t) => ({
    workCenterId: t.int({ required: true }),
    statusId: t.int(),
    rows: t.field({ type: [RowInput], required: true }),
    validFrom: t.field({ type: 'DateTime', description: VALID_FROM }),
  }),
})

const UpdateInput = builder.inputType('UpdateLossTrackingRuleInput', {
  fields: (t) => ({
    id: t.int({ required: true }),
    rows: t.field({ type: [RowInput], required: true }),
    validFrom: t.field({ type: 'DateTime', description: VALID_FROM }),
    version: t.int(),
  }),
})

builder.queryField('lossTrackingRules', (t) =>
  t.field({
    type: [RuleRef],
    authScopes: can('READ', 'LOSSES'),
    args: {
      workCenterIds: t.arg.intList(),
      statusIds: t.arg.intList(),
      withPast: t.arg.boolean({ required: true, defaultValue: false, description: 'Versions that are no longer in force, too.' }),
    },
    resolve: async (_root, args, context) => {
      const workCenterIds = await context.narrowed(args.workCenterIds)
      const rules = await context.inTenant((tenant) => listTrackingRules(tenant, { workCenterIds, isPastIncluded: args.withPast }))
      return rules.filter((rule) => args.statusIds == null || (rule.statusRuleId !== null && args.statusIds.includes(rule.statusRuleId)))
    },
  }),
)

builder.mutationFields((t) => {
  const authScopes = can('UPDATE', 'WORK_CENTER_SETTINGS')
  return {
    createLossTrackingRule: t.field({
      type: RuleRef,
      authScopes,
      description: 'Gives stops of a status their reason by how long they last.',
      args: { input: t.arg({ type: CreateInput, required: true }) },
      resolve: async (_root, { input }, context) => {
        const { id: workCenterId } = await context.workCenter(input.workCenterId)
        const status = { workCenterId, statusRuleId: input.statusId == null ? null : asId<StatusRuleId>(input.statusId) }
        return createTrackingRule(context.deps, context.member(), status, {
          rows: input.rows.map(draftOf),
          validFrom: checkedStart(context, input),
        })
      },
    }),
    updateLossTrackingRule: t.field({
      type: RuleRef,
      authScopes,
      description: 'Replaces the rule by one with these rows; earlier stops keep their reasons.',
      args: { input: t.arg({ type: UpdateInput, required: true }) },
      resolve: async (_root, { input }, context) => {
        const change = { rows: input.rows.map(draftOf), validFrom: checkedStart(context, input) }
        return changeTrackingRule(context.deps, context.member(), await find(context, input.id), change, input.version ?? null)
      },
    }),
    deleteLossTrackingRule: t.field({
      type: RuleRef,
      authScopes,
      description: 'Ends the rule now: later stops stay unclassified.',
      args: { id: t.arg.int({ required: true }), version: t.arg.int() },
      resolve: async (_root, { id, version }, context) =>
        deleteTrackingRule(context.deps, context.member(), await find(context, id), version ?? null),
    }),
  }
})

async function find(context: RequestContext, id: number): Promise<TrackingRule> {
  const visible = await context.narrowed(null)
  return await context.inTenant((tenant) => findTrackingRule(tenant, id, visible))
}

function draftOf(row: typeof RowInput.$inferInput): TrackingRowDraft {
  return {
    reasonId: asId<LossReasonId>(row.reasonId),
    from: row.durationFrom,
    fromUnit: row.durationFromMeasurementUnitCode,
    to: row.durationTo ?? null,
    toUnit: row.durationToMeasurementUnitCode,
  }
}

/** A rule may be dated back as far as one likes, ahead a year: a typing error is not a plan. */
function checkedStart(context: RequestContext, { validFrom }: { readonly validFrom?: number | null | undefined }): number | null {
  if (validFrom == null) return null
  const latest = context.now() + 366 * 86_400_000
  if (validFrom > latest) {
    const params = { value: new Date(validFrom).toISOString(), max: new Date(latest).toISOString() }
    throw new Refusal({ code: 'VALUE_OUT_OF_RANGE', field: 'validFrom', params })
  }
  return validFrom
}
