import { RULE_TYPES } from '#engine/notification/notificationType.ts'
import type { Audience, RuleType, Severity, TargetPeriod } from '#engine/notification/notificationType.ts'
import type { CreateNotificationConfigInput, NotificationRulesQuery } from '#web/api/generated/graphql.ts'
import { hasTargetValue } from '#engine/notification/ruleForm.ts'
import { readNumber } from '#web/ui/form/readNumber.ts'
import type { Locale } from '#web/ui/locale.ts'

export const WATCHED_TYPES = RULE_TYPES
export type WatchedType = RuleType
export const RULE_ROLES = ['ADMIN', 'USER', 'OPERATOR', 'GUEST'] as const

/** How long a rule usually waits, in minutes. */
export const USUAL_MINUTES: Readonly<Record<WatchedType, string>> = {
  STATUS_DURATION: '5',
  WORK_CENTER_OFF: '10',
  WORK_IN_NON_WORK_TIME: '5',
  TARGET_VALUE: '0',
  BATTERY_LOW: '0',
  DE_PHASING: '1',
}

/** Below which percentage a rule usually tells. */
export const USUAL_TARGETS: Readonly<Record<WatchedType, string>> = {
  STATUS_DURATION: '',
  WORK_CENTER_OFF: '',
  WORK_IN_NON_WORK_TIME: '',
  TARGET_VALUE: '65',
  BATTERY_LOW: '20',
  DE_PHASING: '40',
}

/** Returns whether a rule of the type waits for minutes. */
export function waits(type: WatchedType): boolean {
  return type !== 'TARGET_VALUE' && type !== 'BATTERY_LOW'
}

/** A new rule as it is typed; the audience is its kind and whom of it, `USERS:` everybody. */
export type RuleChoice = {
  readonly workCenterId: string
  readonly type: WatchedType
  readonly minutes: string
  readonly target: string
  /** Of a target. */
  readonly period: TargetPeriod
  readonly time: string
  readonly audience: string
  readonly severity: Severity
}

const KINDS: readonly Audience[] = ['ROLES', 'TEAMS', 'USERS']

/** Returns the audience of a choice; no identifiers = all of the kind. */
export function audienceOf(choice: string): { readonly targetAudience: Audience; readonly identifiers: string[] | null } {
  const [kind, identifier = ''] = choice.split(':')
  return { targetAudience: KINDS.find((one) => one === kind) ?? 'USERS', identifiers: identifier === '' ? null : [identifier] }
}

/** Returns what is sent of a new rule; null while a number is missing or none. */
export function inputOf(
  rule: RuleChoice,
  types: NotificationRulesQuery['notificationTypes'],
  locale: Locale,
): CreateNotificationConfigInput | null {
  const type = types.find(({ code }) => code === rule.type)
  const minutes = waits(rule.type) ? readNumber(rule.minutes, locale) : 0
  const target = hasTargetValue(rule.type) ? readNumber(rule.target, locale) : 0
  if (type === undefined || rule.workCenterId === '') return null
  if (target === null || Number.isNaN(target) || minutes === null || !Number.isInteger(minutes)) return null
  return {
    workCenterId: Number(rule.workCenterId),
    notificationTypeId: type.id,
    ...audienceOf(rule.audience),
    severity: rule.severity,
    ...(hasTargetValue(rule.type) && { targetValue: target }),
    ...(waits(rule.type) && { duration: minutes }),
    ...(rule.type === 'TARGET_VALUE' && { periodType: rule.period, timeOfSending: rule.period === 'SHIFT' ? null : rule.time || null }),
    ...(rule.type === 'STATUS_DURATION' && { mode: 'STOP' as const }),
  }
}
