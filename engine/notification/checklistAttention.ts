import { ANSWER_GRACE_MS } from '#engine/checklist/occurrencePlan.ts'
import type { OccurrenceState } from '#engine/checklist/occurrencePlan.ts'
import type { Episode } from './condition.ts'
import type { Severity } from './notificationType.ts'

/** A run of a checklist at the work center, as far as people are told of it; instants in ms UTC. */
export type ToldRun = {
  readonly occurrenceId: number
  readonly checklistId: number
  readonly name: string
  readonly state: OccurrenceState
  readonly dueAt: number
  readonly closesAt: number
  readonly isFoundLate: boolean
  /** When what counts of it was handed in; null = nothing was. */
  readonly answeredAt: number | null
  /** How many of its deviations ask that people are told. */
  readonly deviations: number
  /** When a person answered what was missed beside its window, or said why not; null = nobody did. */
  readonly madeGoodAt: number | null
  /** How grave it is that it was missed; null = nobody is told. */
  readonly missedSeverity: Severity | null
  /** When somebody took care of the message that it deviates; null = nobody did, or there is none. */
  readonly deviationTakenAt: number | null
  /** The same of the message that it was missed. */
  readonly missedTakenAt: number | null
}

/**
 * Returns for each run of the checklist that deviates how long people are told of it: from when it was handed in until somebody takes care of it, or the next
 * run is handed in, which tells of its own deviations (domain.md CL-12). `about` is the id of the occurrence.
 */
export function deviationEpisodes(runs: readonly ToldRun[], checklistId: number): readonly Episode[] {
  const answered = runs
    .flatMap((run) => (run.checklistId === checklistId && run.answeredAt !== null ? [{ ...run, answeredAt: run.answeredAt }] : []))
    .toSorted((left, right) => left.answeredAt - right.answeredAt || left.occurrenceId - right.occurrenceId)
  return answered.flatMap(({ occurrenceId, answeredAt, deviations, deviationTakenAt }, index) =>
    deviations === 0 ? [] : told(occurrenceId, answeredAt, [deviationTakenAt, answered[index + 1]?.answeredAt]),
  )
}

/**
 * Returns for each run of the checklist that was missed how long people are told of it: from when nobody could answer it any more until somebody takes care
 * of it, makes it good, or answers the next one. What was found out too late tells nobody (domain.md CL-5, CL-12).
 */
export function missedEpisodes(runs: readonly ToldRun[], checklistId: number): readonly Episode[] {
  const own = runs
    .filter((run) => run.checklistId === checklistId && run.state !== 'CANCELLED')
    .toSorted((left, right) => left.dueAt - right.dueAt || left.occurrenceId - right.occurrenceId)
  return own.flatMap((run, index) => {
    if (run.state !== 'MISSED' || run.isFoundLate || run.missedSeverity === null) return []
    const since = Math.min(run.closesAt + ANSWER_GRACE_MS, own[index + 1]?.dueAt ?? Infinity)
    const next = own.find(({ state, answeredAt }) => state === 'DONE' && answeredAt !== null && answeredAt > since)
    return told(run.occurrenceId, since, [run.missedTakenAt, run.madeGoodAt, next?.answeredAt])
  })
}

function told(occurrenceId: number, since: number, ends: readonly (number | null | undefined)[]): readonly Episode[] {
  const end = ends.reduce<number>((least, at) => Math.min(least, at ?? Infinity), Infinity)
  // It lasts for an instant at least, so that it is told once.
  const until = end === Infinity ? null : Math.max(end, since + 1)
  return [{ since, until, counted: [{ start: since, end: until ?? Infinity }], about: String(occurrenceId) }]
}
