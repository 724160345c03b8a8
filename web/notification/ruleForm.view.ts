import { RULE_TYPES } from '#engine/notification/notificationType.ts'
import type { Audience, RuleType, Severity } from '#engine/notification/notificationType.ts'
import type { CreateNotificationConfigInput, NotificationRulesQuery } from '#web/api/generated/graphql.ts'
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
}

/** A new rule as it is typed; the audience is its kind and whom of it, `USERS:` everybody. */
export type RuleChoice = {
  readonly workCenterId: string
  readonly type: WatchedType
  readonly minutes: string
  readonly target: string
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
  const number = readNumber(rule.type === 'TARGET_VALUE' ? rule.target : rule.minutes, locale)
  if (type === undefined || number === null || Number.isNaN(number) || rule.workCenterId === '') return null
  if (rule.type !== 'TARGET_VALUE' && !Number.isInteger(number)) return null
  return {
    workCenterId: Number(rule.workCenterId),
    notificationTypeId: type.id,
    ...audienceOf(rule.audience),
    severity: rule.severity,
    ...(rule.type === 'TARGET_VALUE' ? { targetValue: number } : { duration: number }),
    ...(rule.type === 'STATUS_DURATION' && { mode: 'STOP' as const }),
  }
}
