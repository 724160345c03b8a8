import { RULE_TYPES, TARGET_MODES } from '#engine/notification/notificationType.ts'
import type { Audience, Comparison, RuleType, Severity, TargetMode, TargetPeriod } from '#engine/notification/notificationType.ts'
import type { CreateNotificationConfigInput, NotificationRulesQuery } from '#web/api/generated/graphql.ts'
import { hasTargetValue, RULE_DEFAULTS } from '#engine/notification/ruleForm.ts'
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
  readonly name: string
  readonly type: WatchedType
  /** Of a stop: the id of a status, empty = any. */
  readonly statusId: string
  readonly isWholeStop: boolean
  readonly unlessPlanned: boolean
  readonly minutes: string
  /** Of a target. */
  readonly figure: TargetMode
  readonly comparison: Comparison
  readonly target: string
  /** Of a target. */
  readonly period: TargetPeriod
  readonly time: string
  readonly audience: string
  readonly severity: Severity
  readonly webhookIds: readonly string[]
  readonly steps: readonly StepChoice[]
  /** After how many minutes it goes on although somebody took it. */
  readonly ackMinutes: string
  /** What is found so many minutes after it was due is shown and not sent. */
  readonly freshMinutes: string
}

/** Returns a rule that nobody has typed yet: any stop at the work center is told to the person. */
export function newRule(workCenterId: number | null, userId: string): RuleChoice {
  return {
    workCenterId: String(workCenterId ?? ''),
    name: '',
    type: 'STATUS_DURATION',
    statusId: '',
    isWholeStop: true,
    unlessPlanned: RULE_DEFAULTS.unlessPlanned,
    minutes: USUAL_MINUTES.STATUS_DURATION,
    figure: 'OEE',
    comparison: 'LOWER',
    target: USUAL_TARGETS.TARGET_VALUE,
    period: 'SHIFT',
    time: '08:00',
    audience: `USERS:${userId}`,
    severity: RULE_DEFAULTS.severity,
    webhookIds: [],
    steps: [],
    ackMinutes: String(RULE_DEFAULTS.ackTimeoutMinutes),
    freshMinutes: String(RULE_DEFAULTS.freshMinutes),
  }
}

/** Returns the form of a new rule as it is suggested: the whole stop of any status, told to the person. */
export function suggestedRule(
  { workCenterId, type, duration }: { readonly workCenterId: number; readonly type: string; readonly duration: number },
  userId: string,
): RuleChoice {
  const known = WATCHED_TYPES.find((one) => one === type) ?? 'STATUS_DURATION'
  return { ...newRule(workCenterId, userId), type: known, minutes: String(duration) }
}

/** Who is told later, as it is typed. */
export type StepChoice = { readonly minutes: string; readonly audience: string }

const KINDS: readonly Audience[] = ['ROLES', 'TEAMS', 'USERS']

/** Returns the audience of a choice; no identifiers = all of the kind. */
export function audienceOf(choice: string): { readonly targetAudience: Audience; readonly identifiers: string[] | null } {
  const [kind, identifiers = ''] = choice.split(':')
  return { targetAudience: KINDS.find((one) => one === kind) ?? 'USERS', identifiers: identifiers === '' ? null : identifiers.split(',') }
}

type Rule = NotificationRulesQuery['notificationConfigs'][number]

/** Returns the choice of a stored audience. */
export function choiceOf({ targetAudience, audience }: Pick<Rule, 'audience' | 'targetAudience'>): string {
  return `${targetAudience}:${audience.flatMap(({ identifier }) => identifier ?? []).join(',')}`
}

/** Returns a stored rule as it is typed; numbers as the language writes them. */
export function typedRule(rule: Rule, numberText: (value: number) => string): RuleChoice {
  return {
    workCenterId: String(rule.workCenter?.id ?? ''),
    name: rule.name ?? '',
    type: WATCHED_TYPES.find((one) => one === rule.type) ?? 'STATUS_DURATION',
    statusId: rule.statusRuleId === null ? '' : String(rule.statusRuleId),
    isWholeStop: rule.mode !== 'STATUS',
    unlessPlanned: rule.unlessPlanned,
    figure: TARGET_MODES.find((one) => one === rule.mode) ?? 'OEE',
    comparison: rule.comparisonType,
    ackMinutes: numberText(rule.ackTimeout),
    freshMinutes: numberText(rule.freshMinutes),
    minutes: numberText(rule.duration),
    target: rule.targetValue === null ? '' : numberText(rule.targetValue),
    period: rule.periodType,
    time: rule.timeOfSending ?? '',
    audience: choiceOf(rule),
    severity: rule.severity,
    webhookIds: rule.webhookIds,
    steps: rule.steps.map((step) => ({ minutes: numberText(step.afterMinutes), audience: choiceOf(step) })),
  }
}

/** Returns the typed rule once somebody else stored another: what was changed here stays, the rest is as it is stored now. */
export function mergedRule(typed: RuleChoice, before: RuleChoice, stored: RuleChoice): RuleChoice {
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
  const take = <Name extends keyof RuleChoice>(name: Name): RuleChoice[Name] =>
    isSame(typed[name], before[name]) ? stored[name] : typed[name]
  return {
    workCenterId: take('workCenterId'),
    name: take('name'),
    type: take('type'),
    statusId: take('statusId'),
    isWholeStop: take('isWholeStop'),
    unlessPlanned: take('unlessPlanned'),
    minutes: take('minutes'),
    figure: take('figure'),
    comparison: take('comparison'),
    target: take('target'),
    period: take('period'),
    time: take('time'),
    audience: take('audience'),
    severity: take('severity'),
    webhookIds: take('webhookIds'),
    steps: take('steps'),
    ackMinutes: take('ackMinutes'),
    freshMinutes: take('freshMinutes'),
  }
}

/** Returns what is sent of a rule; null while a number is missing or none. Left out is what its type does not have. */
export function inputOf(
  rule: RuleChoice,
  types: NotificationRulesQuery['notificationTypes'],
  locale: Locale,
): CreateNotificationConfigInput | null {
  const type = types.find(({ code }) => code === rule.type)
  const minutes = waits(rule.type) ? readNumber(rule.minutes, locale) : 0
  const target = hasTargetValue(rule.type) ? readNumber(rule.target, locale) : 0
  if (type === undefined || rule.workCenterId === '') return null
  // Of a stored rule it may be empty: the target of the work center, or the usual value.
  const isEmpty = rule.target.trim() === ''
  if ((target === null && !isEmpty) || Number.isNaN(target) || minutes === null || !Number.isInteger(minutes)) return null
  const ackTimeout = readNumber(rule.ackMinutes, locale)
  if (ackTimeout === null || !Number.isInteger(ackTimeout)) return null
  const freshMinutes = readNumber(rule.freshMinutes, locale)
  if (freshMinutes === null || !Number.isInteger(freshMinutes)) return null
  const steps = rule.steps.map((step) => ({ afterMinutes: readNumber(step.minutes, locale) ?? Number.NaN, ...audienceOf(step.audience) }))
  if (steps.some(({ afterMinutes }) => !Number.isInteger(afterMinutes))) return null
  return {
    workCenterId: Number(rule.workCenterId),
    notificationTypeId: type.id,
    ...audienceOf(rule.audience),
    name: rule.name.trim() === '' ? null : rule.name,
    severity: rule.severity,
    webhookIds: [...rule.webhookIds],
    steps,
    ackTimeout,
    freshMinutes,
    ...(hasTargetValue(rule.type) && { targetValue: isEmpty ? null : target }),
    ...(waits(rule.type) && { duration: minutes }),
    ...(rule.type === 'TARGET_VALUE' && {
      mode: rule.figure,
      comparisonType: rule.comparison,
      periodType: rule.period,
      timeOfSending: rule.period === 'SHIFT' ? null : rule.time || null,
    }),
    ...(rule.type === 'STATUS_DURATION' && {
      statusId: rule.statusId === '' ? null : Number(rule.statusId),
      mode: rule.isWholeStop ? ('STOP' as const) : ('STATUS' as const),
      unlessPlanned: rule.unlessPlanned,
    }),
  }
}

/** Returns the rules of the work center, and what its new ones are chosen from. */
export function rulesOf(all: NotificationRulesQuery, workCenterId: number): NotificationRulesQuery {
  return {
    ...all,
    workCenters: all.workCenters.filter(({ id }) => id === workCenterId),
    notificationConfigs: all.notificationConfigs.filter(({ workCenter }) => workCenter?.id === workCenterId),
  }
}
