import type { Condition } from '#engine/notification/condition.ts'
import { conditionKey } from '#engine/notification/condition.ts'
import type { AudienceChoice, RulePolicy } from '#engine/notification/escalation.ts'
import type { ToldRun } from '#engine/notification/checklistAttention.ts'
import { UNBALANCE_AFTER_MS, unbalanceSubject } from '#engine/notification/dePhasing.ts'
import { noticePolicy } from '#engine/notification/notice.ts'
import type { Notice } from '#engine/notification/notice.ts'
import type { NotificationType, Severity } from '#engine/notification/notificationType.ts'
import { remindedAudience, remindedKeys } from '#engine/notification/taskReminder.ts'
import type { RemindedTask } from '#engine/notification/taskReminder.ts'
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
  /** Whether it stands in the inbox and nobody is sent it. */
  readonly isShownOnly?: boolean
}

const LOST_AFTER_MS = 10 * MINUTE_MS
const FRESH_MS = 15 * MINUTE_MS
const ACK_TIMEOUT_MINUTES = 60

const ADMINISTRATORS: AudienceChoice = { targetAudience: 'ROLES', identifiers: ['ADMIN'] }
/** Whoever plans the work is told of checklists; who answered them knows. */
const PLANNERS: AudienceChoice = { targetAudience: 'ROLES', identifiers: ['ADMIN', 'USER'] }

/** Told to administrators without a rule (domain.md AL-2, AL-17). */
const BUILT_IN: readonly Watch[] = [
  builtIn({ type: 'CONNECTION_LOST', durationMs: LOST_AFTER_MS }),
  builtIn({ type: 'CONNECTION_ERROR' }),
  builtIn({ type: 'FLOW_ERROR' }),
]

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
  const phases = made.filter(({ condition }) => condition.type === 'DE_PHASING')
  return [...made, ...phases.map(unbalanceBeside), ...BUILT_IN]
}

/** Beside a lost phase its unbalance is shown to those who would be told of the phase (domain.md AL-16). */
function unbalanceBeside({ condition: ofPhase, rules, ...watch }: Watch): Watch {
  const condition: Condition = { ...ofPhase, subject: unbalanceSubject(ofPhase.targetValue) }
  const shown = rules.map((rule): RulePolicy => ({ ...rule, severity: 'INFO', durationMs: UNBALANCE_AFTER_MS, steps: [] }))
  return { ...watch, key: conditionKey(condition), condition, rules: shown, isShownOnly: true }
}

/** Returns what is watched without a rule of checklists that are told of, each for itself, and of tasks that wait, for each audience (domain.md CL-12, T-11, T-12). */
export function attentionWatches(runs: readonly ToldRun[], tasks: readonly RemindedTask[]): readonly Watch[] {
  const ofChecklists = [...Map.groupBy(runs, ({ checklistId }) => checklistId)].flatMap(([id, [first]]): Watch[] => {
    const of = { subject: String(id), audience: PLANNERS }
    const severity = first?.missedSeverity ?? null
    return [
      builtIn({ ...of, type: 'CHECKLIST_DEVIATION' }),
      ...(severity === null ? [] : [builtIn({ ...of, type: 'CHECKLIST_MISSED', severity })]),
    ]
  })
  const ofTasks = [...new Set(tasks.flatMap(remindedKeys))].map((subject) =>
    builtIn({ type: 'TASK_WAITING', subject, audience: remindedAudience(subject) }),
  )
  return [...ofChecklists, ...ofTasks]
}

/** Returns what is watched without a rule of what stands so in the tables, each type and subject for itself (domain.md AL-21). */
export function noticeWatches(notices: readonly Notice[]): readonly Watch[] {
  const kinds = new Map(notices.map(({ type, subject }) => [`${type}/${subject}`, { type, subject }]))
  return [...kinds.values()].map(({ type, subject }) =>
    builtIn({ type, ...(subject !== null && { subject }), ...noticePolicy({ type, subject }) }),
  )
}

type BuiltIn = {
  readonly type: NotificationType
  readonly durationMs?: number
  readonly subject?: string
  readonly severity?: Severity
  readonly audience?: AudienceChoice
}

function builtIn({ type, durationMs = 0, subject, severity = 'WARNING', audience = ADMINISTRATORS }: BuiltIn): Watch {
  const condition: Condition = {
    type,
    statusRuleId: null,
    mode: 'STATUS',
    unlessPlanned: true,
    targetValue: null,
    comparisonType: 'LOWER',
    ...(subject !== undefined && { subject }),
  }
  return {
    key: conditionKey(condition),
    condition,
    timeOfSending: null,
    rules: [{ id: type, severity, durationMs, countsFrom: 0, ...audience, steps: [] }],
    freshMs: FRESH_MS,
    ackTimeoutMinutes: ACK_TIMEOUT_MINUTES,
  }
}
