import { MINUTE_MS } from '#engine/time/durations.ts'
import type { Audience, Severity } from './notificationType.ts'
import { oneStepWorse, worseOf } from './notificationType.ts'
import { dueAt } from './countedTime.ts'
import type { Episode } from './condition.ts'

/** Who is told; no identifiers = all of the kind, now and later. */
export type AudienceChoice = { readonly targetAudience: Audience; readonly identifiers: readonly string[] | null }

/** One more audience that is told while nobody has acknowledged: so long after firing, or when the episode has lasted so long. */
export type Step = AudienceChoice & {
  readonly configId: string
  readonly severity: Severity
  /** Of a further rule with the same condition: its duration. null = `afterMs` counts. */
  readonly durationMs: number | null
  /** After the episode fired. */
  readonly afterMs: number
  readonly countsFrom: number
}

/** What a rule says of who hears when. */
export type RulePolicy = AudienceChoice & {
  readonly id: string
  readonly severity: Severity
  readonly durationMs: number
  /** From when on time counts towards its duration. */
  readonly countsFrom: number
  readonly steps: readonly (AudienceChoice & { readonly afterMinutes: number })[]
}

/** Returns the rule of the least duration: when its duration has passed, the episode fires. */
export function firstRule<Rule extends Pick<RulePolicy, 'durationMs' | 'id'>>(rules: readonly Rule[]): Rule | null {
  return rules.toSorted((a, b) => a.durationMs - b.durationMs || (a.id < b.id ? -1 : 1))[0] ?? null
}

/** Returns the steps that rules of one condition make together; the first is told at firing (domain.md AL-8). */
export function stepsOf(rules: readonly RulePolicy[]): readonly Step[] {
  const first = firstRule(rules)
  const steps = rules.flatMap((rule) => {
    const { id: configId, severity, countsFrom, durationMs } = rule
    const ofRule = { configId, severity, countsFrom }
    const own: Step = { ...ofRule, ...choiceOf(rule), durationMs: rule === first ? null : durationMs, afterMs: 0 }
    return [
      own,
      ...rule.steps.map((step): Step => ({ ...ofRule, ...choiceOf(step), durationMs: null, afterMs: step.afterMinutes * MINUTE_MS })),
    ]
  })
  return steps.toSorted((a, b) => Number(a.durationMs !== null || a.afterMs > 0) - Number(b.durationMs !== null || b.afterMs > 0))
}

/** Returns the steps with one more, once, where the episode became more severe by itself: the first audience is told again (domain.md AL-16). */
export function withWorse(steps: readonly Step[], { worseAt = null }: Pick<Episode, 'worseAt'>, firedAt: number): readonly Step[] {
  const [first] = steps
  if (first === undefined || worseAt === null || steps.some(({ configId }) => configId === WORSE)) return steps
  const afterMs = Math.max(0, worseAt - firedAt)
  return [...steps, { ...first, configId: WORSE, severity: oneStepWorse(first.severity), durationMs: null, afterMs }]
}
const WORSE = 'WORSE'

/** Steps with those that are told in the inbox alone. */
export type Calm = { readonly steps: readonly Step[]; readonly silent: ReadonlySet<Step> }

/** What has lasted so long does not come and go. */
const STAYS_MS = 30 * MINUTE_MS

/**
 * Returns the steps of an episode that comes and goes: those that are told at firing stand in the inbox alone, unless they are urgent, and have one more each
 * that is told when the episode has stayed (domain.md AL-12).
 */
export function calmed(steps: readonly Step[], escalating: Escalating): Calm {
  const { episode, firedAt } = escalating
  const afterMs = episode.since + STAYS_MS - firedAt
  const isSilent = (step: Step) => step.severity !== 'URGENT' && stepDueAt(step, escalating) === firedAt
  const silent = afterMs > 0 ? steps.filter(isSilent) : []
  return { steps: [...steps, ...silent.map((step): Step => ({ ...step, durationMs: null, afterMs }))], silent: new Set(silent) }
}

export type Escalating = {
  readonly episode: Episode
  readonly firedAt: number
  /** null = nobody has. */
  readonly acknowledgedAt: number | null
  readonly ackTimeoutMs: number
}

/** Returns when the step is told; null = not, as things are. Somebody who acknowledged has so long until it goes on (domain.md AL-10). */
export function stepDueAt(step: Step, { episode, firedAt, acknowledgedAt, ackTimeoutMs }: Escalating): number | null {
  const due =
    step.durationMs === null ? firedAt + step.afterMs : dueAt(episode.counted, Math.max(step.countsFrom, episode.since), step.durationMs)
  if (due === null) return null
  const at = Math.max(due, firedAt)
  return acknowledgedAt === null || at <= acknowledgedAt ? at : Math.max(at, acknowledgedAt + ackTimeoutMs)
}

/** A step and when it is told; null = not, as things are. */
type Turn = { readonly step: Step; readonly at: number | null }

/** Returns those that were told, of which there are so many in front, and then the others in the order in which their turn comes (domain.md AL-8). */
export function inTurn(steps: readonly Step[], toldSteps: number, state: Escalating): readonly Turn[] {
  const turns = steps.map((step): Turn => ({ step, at: stepDueAt(step, state) }))
  const waiting = turns.slice(toldSteps).toSorted((a, b) => (a.at ?? Number.MAX_VALUE) - (b.at ?? Number.MAX_VALUE))
  return [...turns.slice(0, toldSteps), ...waiting]
}

/** Returns the highest severity of the steps. */
export function severityOf(told: readonly Pick<Step, 'severity'>[]): Severity {
  return told.reduce<Severity>((worst, { severity }) => worseOf(worst, severity), 'INFO')
}

function choiceOf({ targetAudience, identifiers }: AudienceChoice): AudienceChoice {
  return { targetAudience, identifiers }
}
