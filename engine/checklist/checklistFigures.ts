import { MINUTE_MS } from '#engine/time/durations.ts'
import type { ChecklistResult } from './checklistTask.ts'
import type { OccurrenceState } from './occurrencePlan.ts'

/** What of an occurrence decides how it counts. */
export type FiguredOccurrence = {
  readonly state: OccurrenceState
  readonly dueAt: number
  readonly closesAt: number
  readonly isFoundLate: boolean
  /** Of what counts of it; null = nothing was handed in. */
  readonly result: ChecklistResult | null
  readonly submittedAt: number | null
}

export type ChecklistFigures = {
  readonly onTime: number
  /** Handed in after its time was over, while it was still taken. */
  readonly late: number
  readonly missed: number
  /** Missed, and found out when nobody could answer any more: it counts against nobody. */
  readonly foundLate: number
  readonly skipped: number
  readonly open: number
  /** How many of the answered ones are not as expected. */
  readonly deviations: number
  /** Answered in time, of what was answered or missed, 0 to 1; null = nothing was. */
  readonly onTimeShare: number | null
  /** From when it was due until it was handed in; null = nothing was. */
  readonly medianMinutes: number | null
}

/** Returns the figures of occurrences (domain.md CL-13). What was cancelled counts nowhere. */
export function checklistFigures(occurrences: readonly FiguredOccurrence[]): ChecklistFigures {
  const done = occurrences.filter(({ state }) => state === 'DONE')
  const minutes = done.flatMap(({ dueAt, submittedAt }) => (submittedAt === null ? [] : [Math.max(0, submittedAt - dueAt) / MINUTE_MS]))
  const late = done.filter(({ submittedAt, closesAt }) => submittedAt !== null && submittedAt >= closesAt).length
  const onTime = done.length - late
  const missed = occurrences.filter(({ state, isFoundLate }) => state === 'MISSED' && !isFoundLate).length
  const judged = done.length + missed
  return {
    onTime,
    late,
    missed,
    foundLate: occurrences.filter(({ state, isFoundLate }) => state === 'MISSED' && isFoundLate).length,
    skipped: occurrences.filter(({ state }) => state === 'SKIPPED').length,
    open: occurrences.filter(({ state }) => state === 'PENDING' || state === 'STARTED').length,
    deviations: done.filter(({ result }) => result === 'DEVIATION').length,
    onTimeShare: judged === 0 ? null : onTime / judged,
    medianMinutes: medianOf(minutes),
  }
}

/** The middle value, of an even number the mean of the two; null = there is none. */
function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((left, right) => left - right)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.ceil(sorted.length / 2) - 1]
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2
}
