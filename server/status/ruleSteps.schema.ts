import { asId } from '#engine/ids.ts'
import type { StatusRuleId } from '#engine/ids.ts'
import { builder, can } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { StatusSourceEnum } from '#server/graphql/enums.ts'
import { Refusal } from '#server/refusal.ts'
import { StatusRuleRef, statusRuleById } from './status.graph.ts'
import { actorIn, UserRef, userById } from '#server/user/user.graph.ts'
import { WorkCenterRef, liveOf } from '#server/workCenter/workCenter.graph.ts'
import { currentManualStatus } from './currentManualStatus.ts'
import { chooseStatus } from './manualStatus.service.ts'
import { findManualStatus } from './manualStatus.store.ts'
import type { StoredManualStatus } from './manualStatus.store.ts'
import { changeSource } from './sourceConversion.service.ts'
import { archiveStatusRule, restoreStatusRule } from './statusRule.service.ts'
import { listVersions } from './statusRule.store.ts'
import type { StoredStatusRule } from './statusRule.store.ts'

const StatusRuleVersionRef = builder.objectRef<StoredStatusRule>('StatusRuleVersion').implement({
  description: 'What a status rule was from an instant to another.',
  fields: (t) => ({
    validFrom: t.expose('validFrom', { type: 'DateTime' }),
    validTo: t.expose('validTo', { type: 'DateTime', nullable: true }),
    values: t.field({ type: StatusRuleRef, resolve: (version) => version }),
  }),
})

const ManualStatusRef = builder.objectRef<StoredManualStatus>('ManualStatus').implement({
  description: 'A status that a person chose.',
  fields: (t) => ({
    timeStart: t.expose('start', { type: 'DateTime' }),
    statusRule: t.field({
      type: StatusRuleRef,
      nullable: true,
      resolve: (manual, _args, context) => statusRuleById(context).load(manual.statusRuleId),
    }),
    createdBy: t.field({
      type: UserRef,
      nullable: true,
      resolve: (manual, _args, context) => (manual.createdBy === null ? null : userById(context).load(manual.createdBy)),
    }),
    viaStation: t.field({
      type: UserRef,
      nullable: true,
      description: 'The account of the station where the person chose it; null = their own.',
      resolve: (manual, _args, context) => (manual.viaStation === null ? null : userById(context).load(manual.viaStation)),
    }),
    createdOn: t.expose('createdOn', { type: 'DateTime' }),
  }),
})

builder.objectFields(StatusRuleRef, (t) => ({
  versions: t.field({
    type: [StatusRuleVersionRef],
    description: 'All that the rule ever was, the oldest first.',
    resolve: async (rule, _args, context) => [...(await context.inTenant((tenant) => listVersions(tenant, [rule.id])))],
  }),
}))

builder.objectFields(WorkCenterRef, (t) => ({
  manualStatus: t.field({
    type: ManualStatusRef,
    nullable: true,
    description: 'The status that a person chose, as long as it holds.',
    resolve: async (workCenter, _args, context) => {
      const chosen = await context.inTenant((tenant) => findManualStatus(tenant, workCenter.id, context.now()))
      return currentManualStatus(chosen, await liveOf(context).load(workCenter))
    },
  }),
}))

builder.mutationFields((t) => {
  const step = { id: t.arg.int({ required: true }), validFrom: t.arg({ type: 'DateTime' }), version: t.arg.int() }
  const source = {
    boxId: t.arg.int({ required: true }),
    source: t.arg({ type: StatusSourceEnum, required: true }),
    recalculateFrom: t.arg({ type: 'DateTime' }),
    version: t.arg.int(),
  }
  return {
    archiveState: t.field({
      type: StatusRuleRef,
      authScopes: can('UPDATE', 'WORK_CENTER_SETTINGS'),
      description: 'Archives a status from now, or from `validFrom` on; its history stays.',
      args: step,
      resolve: (_root, args, context) => takeStep(context, archiveStatusRule, args),
    }),
    restoreState: t.field({
      type: StatusRuleRef,
      authScopes: can('UPDATE', 'WORK_CENTER_SETTINGS'),
      description: 'Puts an archived status into force again from now, or from `validFrom` on.',
      args: step,
      resolve: (_root, args, context) => takeStep(context, restoreStatusRule, args),
    }),
    convertSource: t.field({
      type: WorkCenterRef,
      authScopes: can('UPDATE', 'WORK_CENTER_SETTINGS'),
      description:
        'Changes the status source and converts the statuses to it, from now or from `recalculateFrom` on; the old ones are archived, and so are those that were prepared for the new source. Where SPEED is one of the two sources nothing is converted: the old ones are archived, those prepared for the new source stay.',
      args: source,
      resolve: (_root, args, context) => change(context, args, true),
    }),
    changeBoxSource: t.field({
      type: WorkCenterRef,
      authScopes: can('UPDATE', 'WORK_CENTER_SETTINGS'),
      description: 'Changes the status source and archives the statuses of the old one, or converts them with `convertRules`.',
      args: { ...source, convertRules: t.arg.boolean({ required: true, defaultValue: false }) },
      resolve: (_root, args, context) => change(context, args, args.convertRules),
    }),
    setManualStatus: t.field({
      type: WorkCenterRef,
      authScopes: can('UPDATE', 'LOSSES'),
      description: 'Chooses a status of range type MANUAL for the work center from now, or from `start` on.',
      args: {
        workCenterId: t.arg.int({ required: true }),
        statusRuleId: t.arg.int({ required: true }),
        start: t.arg({ type: 'DateTime' }),
      },
      resolve: (_root, args, context) => choose(context, args.workCenterId, asId<StatusRuleId>(args.statusRuleId), args.start),
    }),
    endManualStatus: t.field({
      type: WorkCenterRef,
      authScopes: can('UPDATE', 'LOSSES'),
      description: 'Ends the manual status now, or at `end`: the sensors decide again.',
      args: { workCenterId: t.arg.int({ required: true }), end: t.arg({ type: 'DateTime' }) },
      resolve: (_root, args, context) => choose(context, args.workCenterId, null, args.end),
    }),
  }
})

type Step = { readonly id: number; readonly validFrom?: number | null | undefined; readonly version?: number | null | undefined }

async function takeStep(context: RequestContext, service: typeof archiveStatusRule, args: Step): Promise<StoredStatusRule> {
  const id = asId<StatusRuleId>(args.id)
  const rule = await statusRuleById(context).load(id)
  if (rule === null) throw new Refusal({ code: 'STATUS_RULE_NOT_FOUND', field: 'id', params: { id } })
  const workCenter = await context.workCenter(rule.workCenterId)
  return await service(context.deps, context.member(), workCenter.id, {
    id,
    validFrom: args.validFrom ?? null,
    version: args.version ?? null,
  })
}

type SourceArgs = {
  readonly boxId: number
  readonly source: Parameters<typeof changeSource>[3]['source']
  readonly recalculateFrom?: number | null | undefined
  readonly version?: number | null | undefined
}

async function change(context: RequestContext, args: SourceArgs, isConverted: boolean) {
  const { id } = await context.workCenter(args.boxId)
  const { source } = args
  return await changeSource(context.deps, context.member(), id, {
    source,
    isConverted,
    from: args.recalculateFrom ?? null,
    version: args.version ?? null,
  })
}

async function choose(context: RequestContext, workCenterId: number, statusRuleId: StatusRuleId | null, start: number | null | undefined) {
  const workCenter = await context.workCenter(workCenterId)
  const member = actorIn(context)
  await chooseStatus(context.deps, member, workCenter.id, { statusRuleId, start: start ?? null })
  return workCenter
}
