import type { JobOrderId } from '#engine/ids.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import { bestMatch, intervalOf, likelyStart } from './startDetection.ts'
import type { StartCandidate } from './startDetection.ts'

/** So many answers say whether proposals are any good. */
export const JUDGED_ANSWERS = 20
/** Older answers say nothing of the signal of today: after so long it is tried again. */
export const ANSWERS_FOR_MS = 30 * DAY_MS
/** Made so many tenths of its plan, an order is likely over. */
const OVER_PLAN_TENTHS = 11

/** Why an order seems to have begun: units come while none is worked on, more than was planned of the running one is made, or its pace is seen. */
export const START_SIGNS = ['NO_ORDER', 'OVER_PLAN', 'PACE'] as const
export type StartSign = (typeof START_SIGNS)[number]

/** What a person answered to a proposal, and by what sign it was made (null = not said: it may have been any). */
export type GivenAnswer = {
  readonly at: number
  readonly jobOrderId: JobOrderId
  readonly isAccepted: boolean
  readonly sign: StartSign | null
}

/** Returns how many of the newest twenty answers were Yes, and whether proposals are off: fewer than half of twenty (domain.md F-4). */
export function judgedAnswers(newest: readonly GivenAnswer[]): {
  readonly answered: number
  readonly accepted: number
  readonly isOff: boolean
} {
  const judged = newest.slice(0, JUDGED_ANSWERS)
  const accepted = judged.filter(({ isAccepted }) => isAccepted).length
  return { answered: judged.length, accepted, isOff: judged.length === JUDGED_ANSWERS && accepted * 2 < JUDGED_ANSWERS }
}

/** An order that may have begun: its cycle, and how much longer its units really take there; null = not known. */
export type PlannedNext = { readonly id: JobOrderId; readonly cycleMs: number | null; readonly usualShare: number | null }

/** The order that is worked on, as far as its plan says that it is over. */
export type RunningOrder = {
  readonly accepted: number
  readonly plan: number | null
  /** Whether somebody answered that another one began for what this run makes beyond the plan. */
  readonly isAnswered: boolean
}

export type SeenAfterStop = {
  /** When the last long stop of the running order began: from then on it would be the other's. */
  readonly stopAt: number
  /** The middle interval of the first units behind it; null = there are not enough yet. */
  readonly intervalMs: number | null
  /** The order that is worked on; its cycle null = not known. */
  readonly running: RunningOrder & Omit<PlannedNext, 'id'>
  /** The next three of the queue. */
  readonly planned: readonly PlannedNext[]
  /** What was answered since the shift began. */
  readonly answers: readonly GivenAnswer[]
}

/**
 * Returns the order that seems to have begun when the stop did, and by what sign; null where it cannot be told (domain.md F-4). One proposal a stop, one
 * beyond the plan in a run, and none of an order that somebody said No to in the shift.
 */
export function proposedStart({
  stopAt,
  intervalMs,
  running,
  planned,
  answers,
}: SeenAfterStop): { readonly id: JobOrderId; readonly sign: StartSign } | null {
  if (answers.some(({ at }) => at === stopAt)) return null
  const left = notRefused(planned, answers)
  const [next] = left
  if (next === undefined || intervalMs === null) return null
  if (running.cycleMs !== null) {
    const id = likelyStart(intervalMs, { id: null, cycleMs: running.cycleMs, usualShare: running.usualShare }, candidatesOf(left))
    if (id !== null) return { id, sign: 'PACE' }
  }
  return isOverPlan(running) ? { id: next.id, sign: 'OVER_PLAN' } : null
}

/** Returns whether a tenth more than was planned is made, so that the order is likely over, and nobody was asked of this run yet (domain.md F-4). */
export function isOverPlan({ accepted, plan, isAnswered }: RunningOrder): boolean {
  return !isAnswered && plan !== null && thousandths(accepted) * 10 >= thousandths(plan) * OVER_PLAN_TENTHS
}

/** Whole numbers compare without noise: 50 × 1.1 is above 55. */
function thousandths(units: number): number {
  return Math.round(units * 1000)
}

/** Returns whether somebody answered what was asked of a run that made more than was planned. Where it began moves with the units that are read. */
export function isPlanAnswered(answers: readonly GivenAnswer[], runStart: number): boolean {
  return answers.some(({ at, sign }) => at > runStart && (sign === 'OVER_PLAN' || sign === null))
}

/** Returns how many units were made beyond the plan; 0 without one. */
export function unitsBeyondPlan({ accepted, plan }: RunningOrder): number {
  return plan === null ? 0 : Math.max(0, Math.ceil(accepted - plan))
}

export type SeenPastPlan = Pick<SeenAfterStop, 'answers'> & {
  readonly planned: readonly Pick<PlannedNext, 'id'>[]
  readonly running: RunningOrder
  /** The last units of the order that is worked on, in ms UTC, ascending. */
  readonly units: readonly number[]
}

/**
 * Returns the next order, since the first unit beyond the plan of the one that is worked on, where a tenth more than was planned is made; null where it is
 * not, where that unit is not among those that were looked at, where somebody answered for this run, and of an order that somebody said No to in the shift
 * (domain.md F-4).
 */
export function proposedPastPlan({
  running,
  units,
  planned,
  answers,
}: SeenPastPlan): { readonly id: JobOrderId; readonly at: number } | null {
  const [next] = notRefused(planned, answers)
  if (next === undefined || !isOverPlan(running)) return null
  const at = units.at(-unitsBeyondPlan(running))
  return at === undefined ? null : { id: next.id, at }
}

export type SeenWithoutOrder = Pick<SeenAfterStop, 'answers' | 'planned'> & {
  /** Since when nothing is worked on (ms UTC). */
  readonly since: number
  /** Units that came since then, in ms UTC, ascending. */
  readonly units: readonly number[]
}

/**
 * Returns the order that seems to be made while none is worked on: of the next three the one whose pace is seen, else the first; null of fewer than 21
 * units. It began an interval before its first unit (domain.md F-4).
 */
export function proposedWithoutOrder({
  since,
  units,
  planned,
  answers,
}: SeenWithoutOrder): { readonly id: JobOrderId; readonly at: number } | null {
  const left = notRefused(planned, answers)
  const [next] = left
  const intervalMs = intervalOf(units)
  const [first] = units
  if (next === undefined || intervalMs === null || first === undefined) return null
  const at = Math.max(since, Math.floor(first - intervalMs))
  if (answers.some((answer) => answer.at === at)) return null
  return { id: bestMatch(intervalMs, candidatesOf(left)) ?? next.id, at }
}

function notRefused<One extends Pick<PlannedNext, 'id'>>(planned: readonly One[], answers: readonly GivenAnswer[]): readonly One[] {
  return planned.filter(({ id }) => !answers.some(({ jobOrderId, isAccepted }) => jobOrderId === id && !isAccepted))
}

function candidatesOf(planned: readonly PlannedNext[]): readonly StartCandidate<JobOrderId>[] {
  return planned.flatMap(({ id, cycleMs, usualShare }) => (cycleMs === null ? [] : [{ id, cycleMs, usualShare }]))
}
