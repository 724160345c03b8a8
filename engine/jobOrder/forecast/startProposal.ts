import type { JobOrderId } from '#engine/ids.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import { likelyStart } from './startDetection.ts'
import type { StartCandidate } from './startDetection.ts'

/** What a person answered to a proposal. */
export type GivenAnswer = { readonly at: number; readonly jobOrderId: JobOrderId; readonly isAccepted: boolean }

/** So many answers say whether proposals are any good. */
export const JUDGED_ANSWERS = 20
/** Older answers say nothing of the signal of today: after so long it is tried again. */
export const ANSWERS_FOR_MS = 30 * DAY_MS
/** Made so much of its plan, an order is likely over. */
const OVER_PLAN = 1.1

/** Why another order seems to have begun: its pace is seen, or more than was planned of the running one is made. */
export const START_SIGNS = ['OVER_PLAN', 'PACE'] as const
export type StartSign = (typeof START_SIGNS)[number]

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

export type SeenAfterStop = {
  /** When the last long stop of the running order began: from then on it would be the other's. */
  readonly stopAt: number
  /** The middle interval of the first units behind it; null = there are not enough yet. */
  readonly intervalMs: number | null
  /** The order that is worked on; its cycle null = not known. */
  readonly running: { readonly cycleMs: number | null; readonly accepted: number; readonly plan: number | null }
  /** The next three of the queue. */
  readonly planned: readonly { readonly id: JobOrderId; readonly cycleMs: number | null }[]
  /** What was answered since the shift began. */
  readonly answers: readonly GivenAnswer[]
}

/**
 * Returns the order that seems to have begun when the stop did, and by what sign; null where it cannot be told (domain.md F-4). One proposal a stop, and none
 * of an order that somebody said No to in the shift.
 */
export function proposedStart({
  stopAt,
  intervalMs,
  running,
  planned,
  answers,
}: SeenAfterStop): { readonly id: JobOrderId; readonly sign: StartSign } | null {
  if (answers.some(({ at }) => at === stopAt)) return null
  const left = planned.filter(({ id }) => !answers.some(({ jobOrderId, isAccepted }) => jobOrderId === id && !isAccepted))
  const [next] = left
  if (next === undefined || intervalMs === null) return null
  if (running.cycleMs !== null) {
    const candidates = left.flatMap(({ id, cycleMs }): StartCandidate<JobOrderId>[] =>
      cycleMs === null ? [] : [{ id, cycleMs, usualShare: null }],
    )
    const id = likelyStart(intervalMs, { id: null, cycleMs: running.cycleMs, usualShare: null }, candidates)
    if (id !== null) return { id, sign: 'PACE' }
  }
  return running.plan !== null && running.accepted >= running.plan * OVER_PLAN ? { id: next.id, sign: 'OVER_PLAN' } : null
}
