import type { Condition } from '#engine/notification/condition.ts'
import { conditionKey } from '#engine/notification/condition.ts'
import type { RulePolicy } from '#engine/notification/escalation.ts'
import type { NotificationType } from '#engine/notification/notificationType.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import type { StoredRule } from './rule.store.ts'

/** Rules of one condition, or what is watched without one. */
export type Watch = {
  readonly key: string
  readonly condition: Condition
  /** When a day, week or month is judged; null = the usual time. */
  readonly timeOfSending: string | null
  readonly rules: readonly RulePolicy[]
  readonly freshMs: number
  readonly ackTimeoutMinutes: number
}

const LOST_AFTER_MS = 10 * MINUTE_MS
const FRESH_MS = 15 * MINUTE_MS
const ACK_TIMEOUT_MINUTES = 60

/** Told to administrators without a rule (domain.md AL-2, AL-17). */
const BUILT_IN: readonly Watch[] = [builtIn('CONNECTION_LOST', LOST_AFTER_MS), builtIn('CONNECTION_ERROR', 0), builtIn('FLOW_ERROR', 0)]

/** Returns what is watched at a work center: each condition once, with its rules, and what is watched without one. */
export function watchesOf(rules: readonly StoredRule[]): readonly Watch[] {
  const active = Map.groupBy(
    rules.filter((rule) => rule.isActive),
    (rule) => conditionKey(rule),
  )
  const made = [...active].flatMap(([key, own]): Watch[] => {
    const [condition] = own
    if (condition === undefined) return []
    const freshMs = own.reduce((most, rule) => Math.max(most, rule.freshMinutes), 0) * MINUTE_MS
    const ackTimeoutMinutes = own.reduce((least, rule) => Math.min(least, rule.ackTimeoutMinutes), 1440)
    return [{ key, condition, timeOfSending: condition.timeOfSending, rules: own, freshMs, ackTimeoutMinutes }]
  })
  return [...made, ...BUILT_IN]
}

function builtIn(type: NotificationType, durationMs: number): Watch {
  return {
    key: type,
    condition: { type, statusRuleId: null, mode: 'STATUS', unlessPlanned: true, targetValue: null, comparisonType: 'LOWER' },
    timeOfSending: null,
    rules: [{ id: type, severity: 'WARNING', durationMs, countsFrom: 0, targetAudience: 'ROLES', identifiers: ['ADMIN'], steps: [] }],
    freshMs: FRESH_MS,
    ackTimeoutMinutes: ACK_TIMEOUT_MINUTES,
  }
}
