import type { ChecklistClock, ChecklistFacts, ChecklistSource, DueOccurrence, StatusStretch } from './checklist.ts'
import { occurrencesOf } from './occurrences.ts'
import type { AskedChecklist } from './occurrences.ts'

/** Sources that the clock decides: nobody knows which stops and how many units will come. */
export const FORETOLD_SOURCES: ReadonlySet<ChecklistSource> = new Set(['REGULAR_INTERVALS', 'DAILY_SCHEDULE'])

/**
 * Returns the occurrences of the checklist with `now < dueAt < to` if the machine works from now on and its product stays (domain.md CL-16); none of sources that
 * the clock does not decide. Facts reach as occurrencesOf asks, and hold the shifts until `to`.
 */
export function foretold(
  checklist: AskedChecklist,
  facts: ChecklistFacts,
  { from, now, to, clock }: { readonly from: number; readonly now: number; readonly to: number; readonly clock: ChecklistClock | null },
): readonly DueOccurrence[] {
  if (!FORETOLD_SOURCES.has(checklist.frequency.source)) return []
  const { due } = occurrencesOf(checklist, { ...facts, statuses: workingFrom(facts.statuses, now) }, { from, to, clock })
  return due.filter(({ dueAt }) => dueAt > now)
}

function workingFrom(statuses: readonly StatusStretch[], now: number): readonly StatusStretch[] {
  const before = statuses.filter(({ start }) => start < now).map((one) => ({ ...one, end: Math.min(one.end ?? now, now) }))
  return [...before, { start: now, end: null, statusRuleId: null, isRunning: true, hasData: true }]
}
