import type { ChecklistClock, ChecklistFacts, ChecklistSource, DueOccurrence } from './checklist.ts'
import { occurrencesOf } from './occurrences.ts'
import type { AskedChecklist } from './occurrences.ts'

/** Sources that the clock decides: nobody knows which stops and how many units will come. */
export const FORETOLD_SOURCES: ReadonlySet<ChecklistSource> = new Set(['REGULAR_INTERVALS', 'DAILY_SCHEDULE'])

/** Returns the facts of a machine that works from now on. Its checklists share one of them: what is counted there is worked out once for all. */
export function workingFrom(facts: ChecklistFacts, now: number): ChecklistFacts {
  const before = facts.statuses.filter(({ start }) => start < now).map((one) => ({ ...one, end: Math.min(one.end ?? now, now) }))
  return { ...facts, statuses: [...before, { start: now, end: null, statusRuleId: null, isRunning: true, hasData: true }] }
}

/**
 * Returns the occurrences of the checklist with `now < dueAt < to` by the facts of `workingFrom`, its product staying (domain.md CL-16); none of sources that
 * the clock does not decide. Facts reach as occurrencesOf asks, and hold the shifts until `to`.
 */
export function foretold(
  checklist: AskedChecklist,
  working: ChecklistFacts,
  { from, now, to, clock }: { readonly from: number; readonly now: number; readonly to: number; readonly clock: ChecklistClock | null },
): readonly DueOccurrence[] {
  if (!FORETOLD_SOURCES.has(checklist.frequency.source)) return []
  const { due } = occurrencesOf(checklist, working, { from, to, clock })
  return due.filter(({ dueAt }) => dueAt > now)
}
