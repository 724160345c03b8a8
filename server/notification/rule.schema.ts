import { asId } from '#engine/ids.ts'
import type { StatusRuleId, WorkCenterId } from '#engine/ids.ts'
import { hasTargetValue, RULE_DEFAULTS, RULE_LIMITS, modesOf, periodsOfType } from '#engine/notification/ruleForm.ts'
import type { RuleForm } from '#engine/notification/ruleForm.ts'
import { RULE_TYPE_IDS, RULE_TYPES, typeOfId } from '#engine/notification/notificationType.ts'
import type { RuleType } from '#engine/notification/notificationType.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { builder, can } from '#server/graphql/builder.ts'
import type { SchemaTypes } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { PeriodTypeEnum, SeverityEnum } from '#server/graphql/enums.ts'
import { tenantLoader } from '#server/graphql/loader.ts'
import { Refusal } from '#server/refusal.ts'
import { UserRef, userById } from '#server/user/user.graph.ts'
import { WorkCenterRef, workCenterById } from '#server/workCenter/workCenter.graph.ts'
import { ComparisonTypeEnum, NotificationModeEnum, NotificationTypesEnum, TargetAudienceEnum } from './notification.graph.ts'
import { statusNames } from './episode.store.ts'
import { listMembersOf } from './people.store.ts'
import { copyRule, createRule, deleteRule, formOf, MAX_COPIES, requireRule, updateRule } from './rule.service.ts'
import type { Copied, NotCopied } from './rule.service.ts'
import { audienceMembers, listVisibleRules } from './ruleReading.service.ts'
import type { StoredRule } from './rule.store.ts'

/** The people of the company, as each work center is seen by them. */
const membersOf = tenantLoader((tenant, ids: readonly WorkCenterId[]) => listMembersOf(tenant, ids))

/** The names that statuses have now. */
const statusNameOf = tenantLoader(async (tenant, ids: readonly StatusRuleId[]) => {
  const names = await statusNames(tenant, ids)
  return ids.map((id) => names.get(id) ?? null)
})

type Choice = Pick<RuleForm, 'identifiers' | 'targetAudience'>
/** One user, team or role of an audience; null = all of the kind. */
type AudienceEntry = Choice & { readonly configId: string; readonly identifier: string | null; readonly rule: StoredRule }

const AudienceRef = builder.objectRef<AudienceEntry>('NotificationAudience').implement({
  description: 'A user, a team or a role that a rule tells.',
  fields: (t) => ({
    identifier: t.exposeString('identifier', {
      nullable: true,
      description: 'Id of the user or team, or the role; null = all of the kind, now and later.',
    }),
    notificationConfigId: t.expose('configId', { type: 'Guid' }),
    targetAudience: t.expose('targetAudience', { type: TargetAudienceEnum }),
    users: t.field({
      type: [UserRef],
      description: 'The people that it means now, of those who may see the work center.',
      resolve: async ({ targetAudience, identifier, rule }, _args, context) => {
        const identifiers = identifier === null ? null : [identifier]
        const ids = audienceMembers(await membersOf(context).load(rule.workCenterId), { targetAudience, identifiers })
        const users = await Promise.all(ids.map((id) => userById(context).load(id)))
        return users.filter((user) => user !== null)
      },
    }),
  }),
})

type RuleStep = StoredRule['steps'][number] & { readonly rule: StoredRule }

const StepRef = builder.objectRef<RuleStep>('NotificationStep').implement({
  description: 'Who is told later, as long as nobody has acknowledged.',
  fields: (t) => ({
    afterMinutes: t.exposeInt('afterMinutes'),
    targetAudience: t.expose('targetAudience', { type: TargetAudienceEnum }),
    identifiers: t.stringList({
      nullable: true,
      description: 'null = all of the kind.',
      resolve: ({ identifiers }) => identifiers && [...identifiers],
    }),
    audience: t.field({
      type: [AudienceRef],
      resolve: (step) => (step.identifiers ?? [null]).map((identifier) => ({ ...step, configId: step.rule.id, identifier })),
    }),
  }),
})

const ConfigRef = builder.objectRef<StoredRule>('NotificationConfig').implement({
  description: 'A rule: what is watched at a work center, and who is told.',
  fields: (t) => ({
    id: t.expose('id', { type: 'Guid' }),
    name: t.exposeString('name', { nullable: true }),
    workCenterId: t.exposeInt('workCenterId'),
    workCenter: t.field({
      type: WorkCenterRef,
      nullable: true,
      resolve: ({ workCenterId }, _args, context) => workCenterById(context).load(workCenterId),
    }),
    notificationTypeId: t.field({ type: 'Guid', resolve: ({ type }) => RULE_TYPE_IDS[type] }),
    type: t.expose('type', { type: NotificationTypesEnum }),
    statusRuleId: t.exposeInt('statusRuleId', { nullable: true, description: 'null = any stop.' }),
    statusName: t.string({
      nullable: true,
      description: 'The name of the status; null = any stop.',
      resolve: ({ statusRuleId }, _args, context) => (statusRuleId === null ? null : statusNameOf(context).load(statusRuleId)),
    }),
    mode: t.expose('mode', { type: NotificationModeEnum }),
    unlessPlanned: t.exposeBoolean('unlessPlanned', { description: 'Whether time with a planned or excluded reason does not count.' }),
    targetValue: t.exposeFloat('targetValue', {
      nullable: true,
      description: 'Percent; null = the target of the work center, 20 of a battery, 40 of phases.',
    }),
    comparisonType: t.expose('comparisonType', { type: ComparisonTypeEnum }),
    periodType: t.field({
      type: PeriodTypeEnum,
      description: 'Of a target: what the figure is summed over.',
      resolve: ({ periodType }) => periodType ?? 'SHIFT',
    }),
    timeOfSending: t.exposeString('timeOfSending', {
      nullable: true,
      description: 'HH:mm of the plant at which a day, week or month is judged; null = 08:00.',
    }),
    duration: t.int({ description: 'Minutes.', resolve: ({ durationMs }) => durationMs / MINUTE_MS }),
    targetAudience: t.expose('targetAudience', { type: TargetAudienceEnum }),
    audience: t.field({
      type: [AudienceRef],
      resolve: (rule) => (rule.identifiers ?? [null]).map((identifier) => ({ ...rule, configId: rule.id, identifier, rule })),
    }),
    severity: t.expose('severity', { type: SeverityEnum }),
    freshMinutes: t.exposeInt('freshMinutes', { description: 'What is found later than so long after it was due is shown and not sent.' }),
    ackTimeout: t.exposeInt('ackTimeoutMinutes', {
      description: 'Minutes after which an acknowledged notification that goes on is told further.',
    }),
    steps: t.field({
      type: [StepRef],
      extensions: { atMost: RULE_LIMITS.steps },
      resolve: (rule) => rule.steps.map((step) => ({ ...step, rule })),
    }),
    webhookIds: t.field({ type: ['Guid'], description: 'Of `webhooks`.', resolve: ({ webhookIds }) => [...webhookIds] }),
    isActive: t.exposeBoolean('isActive'),
    version: t.exposeInt('version'),
  }),
})

const TypeRef = builder.objectRef<RuleType>('NotificationType').implement({
  description: 'What a rule may watch.',
  fields: (t) => ({
    id: t.field({ type: 'Guid', resolve: (type) => RULE_TYPE_IDS[type] }),
    code: t.field({ type: NotificationTypesEnum, resolve: (type) => type }),
    periods: t.field({
      type: [PeriodTypeEnum],
      description: 'What its figure may be summed over.',
      resolve: (type) => [...periodsOfType(type)],
    }),
    modes: t.field({ type: [NotificationModeEnum], description: 'The first is the usual one.', resolve: (type) => [...modesOf(type)] }),
  }),
})

builder.queryFields((t) => ({
  notificationTypes: t.field({
    type: [TypeRef],
    authScopes: { member: true },
    description: 'What rules may watch.',
    resolve: () => [...RULE_TYPES],
  }),
  notificationConfigs: t.field({
    type: [ConfigRef],
    authScopes: can('READ', 'WORK_CENTER_SETTINGS'),
    description: 'The rules of the work centers that the caller may see.',
    args: { workCenterIds: t.arg.intList() },
    resolve: async (_root, { workCenterIds }, context) => {
      const ids = await context.narrowed(workCenterIds)
      return [...(await context.inTenant((tenant) => listVisibleRules(tenant, ids)))]
    },
  }),
}))

const StepInput = builder.inputType('NotificationStepInput', {
  fields: (t) => ({
    afterMinutes: t.int({ required: true, description: `${RULE_LIMITS.afterMinutes.min} to ${RULE_LIMITS.afterMinutes.max}.` }),
    targetAudience: t.field({ type: TargetAudienceEnum, required: true }),
    identifiers: t.stringList({ description: 'Users, teams or roles; null = all of the kind.' }),
  }),
})

type RuleFieldBuilder = PothosSchemaTypes.InputFieldBuilder<PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>, 'InputObject'>

const VALUES = {
  notificationTypeId: 'One of `notificationTypes`.',
  statusId: 'Only of a status: null = any stop.',
}

export const CreateInput = builder.inputType('CreateNotificationConfigInput', {
  fields: (t) => ({
    workCenterId: t.int({ required: true }),
    notificationTypeId: t.field({ type: 'Guid', required: true, description: VALUES.notificationTypeId }),
    targetAudience: t.field({ type: TargetAudienceEnum, required: true }),
    identifiers: t.stringList({ description: 'Users, teams or roles; null or left out = all of the kind.' }),
    ...ruleFields(t),
  }),
})

const UpdateInput = builder.inputType('UpdateNotificationConfigInput', {
  fields: (t) => ({
    notificationConfigId: t.field({ type: 'Guid', required: true }),
    notificationTypeId: t.field({ type: 'Guid', required: true, description: VALUES.notificationTypeId }),
    targetAudience: t.field({ type: TargetAudienceEnum, required: true }),
    identifiers: t.stringList({ description: 'Left out = unchanged; null = all of the kind.' }),
    version: t.int({ description: 'The version that the change is made to.' }),
    ...ruleFields(t),
  }),
})

function ruleFields(t: RuleFieldBuilder) {
  return {
    name: t.string(),
    statusId: t.int({ description: VALUES.statusId }),
    mode: t.field({ type: NotificationModeEnum, description: 'The usual one of the type when left out.' }),
    unlessPlanned: t.boolean(),
    targetValue: t.float({
      description:
        'Percent. Of a target above 0 to 200, null = that of the work center; of a battery or phases above 0 to 95, null = 20 or 40.',
    }),
    comparisonType: t.field({ type: ComparisonTypeEnum }),
    periodType: t.field({ type: PeriodTypeEnum, description: 'Of a target; SHIFT when left out.' }),
    timeOfSending: t.string({ description: 'HH:mm of the plant, of a day, week or month; null = 08:00.' }),
    duration: t.int({ description: 'Minutes, 0 to 1440.' }),
    severity: t.field({ type: SeverityEnum }),
    freshMinutes: t.int({ description: '1 to 1440.' }),
    ackTimeout: t.int({ description: 'Minutes, 5 to 1440.' }),
    steps: t.field({ type: [StepInput], description: `At most ${RULE_LIMITS.steps}.` }),
    webhookIds: t.field({ type: ['Guid'], description: 'Of `webhooks`: those that are told; left out = unchanged, of a new rule none.' }),
    isActive: t.boolean(),
  }
}

type CreateArgs = typeof CreateInput.$inferInput
type Given = Omit<CreateArgs, 'workCenterId'>

/** Returns the rule that the input says; what it leaves out is as before, of a new one as usual. Refuses NOTIFICATION_TYPE_NOT_FOUND. */
export function formOfInput(given: Given, before: RuleForm | null, workCenterId: RuleForm['workCenterId']): RuleForm {
  const type = typeOfId(given.notificationTypeId)
  if (type === null)
    throw new Refusal({ code: 'NOTIFICATION_TYPE_NOT_FOUND', field: 'notificationTypeId', params: { id: given.notificationTypeId } })
  const old = before?.type === type ? before : null
  const usual = modesOf(type)[0] ?? 'STATUS'
  return {
    workCenterId,
    type,
    name: given.name === undefined ? (before?.name ?? null) : given.name,
    statusRuleId: type !== 'STATUS_DURATION' ? null : given.statusId === undefined ? (old?.statusRuleId ?? null) : statusId(given.statusId),
    mode: given.mode ?? old?.mode ?? usual,
    unlessPlanned: given.unlessPlanned ?? before?.unlessPlanned ?? RULE_DEFAULTS.unlessPlanned,
    targetValue: !hasTargetValue(type) ? null : given.targetValue === undefined ? (old?.targetValue ?? null) : given.targetValue,
    comparisonType: given.comparisonType ?? before?.comparisonType ?? 'LOWER',
    periodType: given.periodType ?? old?.periodType ?? 'SHIFT',
    timeOfSending: given.timeOfSending === undefined ? (old?.timeOfSending ?? null) : given.timeOfSending,
    durationMinutes: given.duration ?? before?.durationMinutes ?? RULE_DEFAULTS.durationMinutes,
    targetAudience: given.targetAudience,
    identifiers: identifiersOf(given, before),
    severity: given.severity ?? before?.severity ?? RULE_DEFAULTS.severity,
    freshMinutes: given.freshMinutes ?? before?.freshMinutes ?? RULE_DEFAULTS.freshMinutes,
    ackTimeoutMinutes: given.ackTimeout ?? before?.ackTimeoutMinutes ?? RULE_DEFAULTS.ackTimeoutMinutes,
    isActive: given.isActive ?? before?.isActive ?? true,
    steps: given.steps?.map((step) => ({ ...step, identifiers: step.identifiers ?? null })) ?? before?.steps ?? [],
    webhookIds: given.webhookIds ?? before?.webhookIds ?? [],
  }
}

function identifiersOf(
  { targetAudience, identifiers }: Pick<Given, 'identifiers' | 'targetAudience'>,
  before: RuleForm | null,
): readonly string[] | null {
  if (identifiers !== undefined) return identifiers
  return before !== null && before.targetAudience === targetAudience ? before.identifiers : null
}

function statusId(id: number | null): StatusRuleId | null {
  return id === null ? null : asId<StatusRuleId>(id)
}

/** A rule of a work center that the caller may not see is not there. */
async function visibleRule(context: RequestContext, id: string): Promise<void> {
  const rule = await context.inTenant((tenant) => requireRule(tenant, id))
  await context.workCenter(rule.workCenterId)
}

const NotCopiedRef = builder.objectRef<NotCopied>('NotCopiedConfig').implement({
  fields: (t) => ({
    workCenterId: t.exposeInt('workCenterId'),
    errorCode: t.string({ resolve: ({ refusal }) => refusal.code }),
    errorField: t.string({ nullable: true, resolve: ({ refusal }) => refusal.field ?? null }),
    errorParams: t.string({
      description: 'JSON: the values that the text of the refusal names.',
      resolve: ({ refusal }) => JSON.stringify(refusal.params),
    }),
  }),
})

function tooMany(count: number): Refusal {
  return new Refusal({ code: 'VALUE_OUT_OF_RANGE', field: 'workCenterIds', params: { value: count, min: 0, max: MAX_COPIES } })
}

const CopiedRef = builder.objectRef<Copied>('CopiedNotificationConfigs').implement({
  fields: (t) => ({
    created: t.field({ type: [ConfigRef], resolve: ({ created }) => [...created] }),
    left: t.field({ type: [NotCopiedRef], description: 'Where it could not be, and why.', resolve: ({ left }) => [...left] }),
  }),
})

builder.mutationFields((t) => {
  const authScopes = can('MODIFY', 'WORK_CENTER_SETTINGS')
  return {
    createNotificationConfig: t.field({
      type: ConfigRef,
      authScopes,
      description: 'Makes a rule; its time counts from now.',
      args: { input: t.arg({ type: CreateInput, required: true }) },
      resolve: async (_root, { input }, context) => {
        const { id } = await context.workCenter(input.workCenterId)
        return createRule(context.deps, context.member(), formOfInput(input, null, id))
      },
    }),
    updateNotificationConfig: t.field({
      type: ConfigRef,
      authScopes,
      description: 'Changes a rule; what is left out stays.',
      args: { input: t.arg({ type: UpdateInput, required: true }) },
      resolve: async (_root, { input }, context) => {
        const { notificationConfigId: id, version, ...given } = input
        await visibleRule(context, id)
        const form = (before: StoredRule) => formOfInput(given, formOf(before), before.workCenterId)
        return updateRule(context.deps, context.member(), { id, form, version: version ?? null })
      },
    }),
    copyNotificationConfig: t.field({
      type: CopiedRef,
      authScopes,
      description: 'Makes the same rule at other work centers; where it cannot be, it says why.',
      args: { notificationConfigId: t.arg({ type: 'Guid', required: true }), workCenterIds: t.arg.intList({ required: true }) },
      resolve: async (_root, { notificationConfigId: id, workCenterIds }, context) => {
        if (workCenterIds.length > MAX_COPIES) throw tooMany(workCenterIds.length)
        await visibleRule(context, id)
        const places = await Promise.all(workCenterIds.map(async (one) => (await context.workCenter(one)).id))
        return copyRule(context.deps, context.member(), { id, workCenterIds: places })
      },
    }),
    updateNotificationSubscribers: t.field({
      type: ConfigRef,
      authScopes,
      description: 'Changes who a rule tells first.',
      args: {
        notificationConfigId: t.arg({ type: 'Guid', required: true }),
        targetAudience: t.arg({ type: TargetAudienceEnum, required: true }),
        identifiers: t.arg.stringList({ description: 'Users, teams or roles; left out = unchanged, null = all of the kind.' }),
      },
      resolve: async (_root, { notificationConfigId: id, ...choice }, context) => {
        await visibleRule(context, id)
        const form = (stored: StoredRule): RuleForm => {
          const before = formOf(stored)
          return { ...before, targetAudience: choice.targetAudience, identifiers: identifiersOf(choice, before) }
        }
        return updateRule(context.deps, context.member(), { id, form, version: null })
      },
    }),
    deleteNotificationConfig: t.boolean({
      authScopes,
      description: 'Removes a rule; what it told stays.',
      args: { notificationConfigId: t.arg({ type: 'Guid', required: true }) },
      resolve: async (_root, { notificationConfigId: id }, context) => {
        await visibleRule(context, id)
        await deleteRule(context.deps, context.member(), id)
        return true
      },
    }),
  }
})
