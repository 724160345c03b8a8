import type { Interval } from '#engine/time/interval.ts'
import { timesOfDay } from '#engine/time/timesOfDay.ts'
import type { ChecklistFacts, ChecklistFrequency } from './checklist.ts'
import type { Trigger } from './occurrences.ts'

/** Returns the instants of the times of day within the window. */
export function dailyTriggers({ showAt }: ChecklistFrequency, { zone }: ChecklistFacts, window: Interval): readonly Trigger[] {
  return timesOfDay(zone, [...new Set(showAt)], window).map((dueAt) => ({ anchor: dueAt, number: 1, dueAt, subject: null, count: 1 }))
}
