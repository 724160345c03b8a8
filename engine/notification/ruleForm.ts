import type { StatusRuleId, WorkCenterId } from '#engine/ids.ts'
import type { Problem } from '#engine/result.ts'
import { ROLES } from '#engine/access/abilities.ts'
import { isCompanyRole } from '#engine/user/role.ts'
import type { AudienceChoice } from './escalation.ts'
import type { Condition } from './condition.ts'
import { STATUS_MODES, TARGET_MODES, TARGET_PERIODS } from './notificationType.ts'
import type { NotificationMode, RuleType, Severity, TargetPeriod } from './notificationType.ts'
import { WEBHOOK_LIMITS } from '#engine/webhook/webhookForm.ts'
import { CLOCK_TIME } from './quietHours.ts'

/** All that a person says of a rule. */
export type RuleForm = Condition &
  AudienceChoice & {
    readonly type: RuleType
    readonly workCenterId: WorkCenterId
    readonly name: string | null
    readonly durationMinutes: number
    readonly severity: Severity
    readonly freshMinutes: number
    readonly ackTimeoutMinutes: number
    readonly isActive: boolean
    /** When a day, week or month is judged, `HH:mm` of the plant; null = 08:00. */
    readonly timeOfSending: string | null
    readonly steps: readonly (AudienceChoice & { readonly afterMinutes: number })[]
    /** Those of the company that are told when it fires, and what becomes of it. */
    readonly webhookIds: readonly string[]
  }

/** What a rule may be chosen among. */
export type KnownChoices = {
  readonly statusRuleIds: ReadonlySet<StatusRuleId>
  readonly userIds: ReadonlySet<string>
  readonly teamIds: ReadonlySet<string>
  readonly webhookIds: ReadonlySet<string>
}

export const RULE_LIMITS = {
  durationMinutes: { min: 0, max: 1440 },
  freshMinutes: { min: 1, max: 1440 },
  ackTimeoutMinutes: { min: 5, max: 1440 },
  afterMinutes: { min: 1, max: 1440 },
  targetValue: { min: 0, max: 200 },
  /** Of a battery or of phases: it is told anew 5 points above, which must be reachable. */
  threshold: { min: 0, max: 95 },
  steps: 3,
  perWorkCenter: 50,
  name: 100,
  identifiers: 200,
} as const

export const RULE_DEFAULTS = {
  durationMinutes: 0,
  freshMinutes: 15,
  ackTimeoutMinutes: 60,
  severity: 'WARNING',
  unlessPlanned: true,
} as const

/** Returns the modes that a type knows; the first is the usual one. */
export function modesOf(type: RuleType): readonly NotificationMode[] {
  return type === 'TARGET_VALUE' ? TARGET_MODES : STATUS_MODES
}

/** Returns whether a rule of the type compares a figure with a value. */
export function hasTargetValue(type: RuleType): boolean {
  return type === 'TARGET_VALUE' || type === 'BATTERY_LOW' || type === 'DE_PHASING'
}

/** Returns what a rule of the type may compare with: above `min`, at most `max`, in percent. */
export function targetValueLimits(type: RuleType): { readonly min: number; readonly max: number } {
  return type === 'TARGET_VALUE' ? RULE_LIMITS.targetValue : RULE_LIMITS.threshold
}

/** Returns the periods that a type is judged by. */
export function periodsOfType(type: RuleType): readonly TargetPeriod[] {
  return type === 'TARGET_VALUE' ? TARGET_PERIODS : ['SHIFT']
}

/** Returns what is wrong with the rule, with field and legal range; null if nothing is. */
export function problemOfRule(form: RuleForm, known: KnownChoices): Problem | null {
  return (
    problemOfName(form.name) ??
    outOfRange('duration', form.durationMinutes, RULE_LIMITS.durationMinutes) ??
    outOfRange('freshMinutes', form.freshMinutes, RULE_LIMITS.freshMinutes) ??
    outOfRange('ackTimeout', form.ackTimeoutMinutes, RULE_LIMITS.ackTimeoutMinutes) ??
    problemOfCondition(form, known) ??
    problemOfAudience(form, known, 'identifiers') ??
    problemOfSteps(form, known) ??
    problemOfWebhooks(form, known)
  )
}

/** Returns whether the rules say the same to the same people at the same time. */
export function isSameRule(one: RuleForm, other: RuleForm): boolean {
  const said = (rule: RuleForm) => {
    const { type, statusRuleId, mode, unlessPlanned, targetValue, comparisonType, periodType = 'SHIFT' } = rule
    const { durationMinutes, targetAudience, identifiers, timeOfSending } = rule
    const ofType = [
      type === 'STATUS_DURATION' && unlessPlanned,
      hasTargetValue(type) && [targetValue, comparisonType, periodType, timeOfSending],
    ]
    return JSON.stringify([type, statusRuleId, mode, ...ofType, durationMinutes, targetAudience, identifiers?.toSorted() ?? null])
  }
  return said(one) === said(other)
}

function problemOfName(name: string | null): Problem | null {
  if (name === null || (name.length >= 1 && name.length <= RULE_LIMITS.name)) return null
  return { code: 'LENGTH_OUT_OF_RANGE', field: 'name', params: { min: 1, max: RULE_LIMITS.name } }
}

function problemOfCondition({ type, statusRuleId, mode, targetValue, timeOfSending }: RuleForm, known: KnownChoices): Problem | null {
  if (timeOfSending !== null && !CLOCK_TIME.test(timeOfSending))
    return { code: 'INVALID_FORMAT', field: 'timeOfSending', params: { example: '08:00' } }
  if (!modesOf(type).includes(mode))
    return { code: 'NOTIFICATION_MODE_NOT_OF_TYPE', field: 'mode', params: { mode, allowed: modesOf(type).join(', ') } }
  if (statusRuleId !== null && !known.statusRuleIds.has(statusRuleId)) return { code: 'STATUS_RULE_NOT_FOUND', field: 'statusId' }
  if (targetValue === null) return null
  const { min, max } = targetValueLimits(type)
  if (targetValue > min && targetValue <= max) return null
  return { code: 'VALUE_OUT_OF_RANGE', field: 'targetValue', params: { value: targetValue, above: min, max } }
}

function problemOfSteps({ steps }: RuleForm, known: KnownChoices): Problem | null {
  if (steps.length > RULE_LIMITS.steps)
    return { code: 'VALUE_OUT_OF_RANGE', field: 'steps', params: { value: steps.length, min: 0, max: RULE_LIMITS.steps } }
  for (const step of steps) {
    const problem = outOfRange('steps', step.afterMinutes, RULE_LIMITS.afterMinutes) ?? problemOfAudience(step, known, 'steps')
    if (problem !== null) return problem
  }
  return null
}

function problemOfWebhooks({ webhookIds }: RuleForm, known: KnownChoices): Problem | null {
  const { perRule: max } = WEBHOOK_LIMITS
  if (webhookIds.length > max) return { code: 'VALUE_OUT_OF_RANGE', field: 'webhookIds', params: { value: webhookIds.length, min: 0, max } }
  const unknown = webhookIds.find((id) => !known.webhookIds.has(id))
  return unknown === undefined ? null : { code: 'WEBHOOK_NOT_FOUND', field: 'webhookIds', params: { id: unknown } }
}

function problemOfAudience({ targetAudience, identifiers }: AudienceChoice, known: KnownChoices, field: string): Problem | null {
  if (identifiers === null) return null
  if (identifiers.length === 0) return { code: 'AUDIENCE_EMPTY', field }
  const { max } = { max: RULE_LIMITS.identifiers }
  if (identifiers.length > max) return { code: 'VALUE_OUT_OF_RANGE', field, params: { value: identifiers.length, min: 1, max } }
  const isKnown = (id: string): boolean => {
    if (targetAudience === 'USERS') return known.userIds.has(id)
    return targetAudience === 'TEAMS' ? known.teamIds.has(id) : ROLES.some((role) => role === id && isCompanyRole(role))
  }
  const unknown = identifiers.find((id) => !isKnown(id))
  if (unknown === undefined) return null
  const code = { USERS: 'USER_NOT_FOUND', TEAMS: 'TEAM_NOT_FOUND', ROLES: 'ROLE_NOT_FOUND' }[targetAudience]
  return { code, field, params: targetAudience === 'ROLES' ? { role: unknown } : { id: unknown } }
}

function outOfRange(field: string, value: number, { min, max }: { readonly min: number; readonly max: number }): Problem | null {
  return value >= min && value <= max ? null : { code: 'VALUE_OUT_OF_RANGE', field, params: { value, min, max } }
}
