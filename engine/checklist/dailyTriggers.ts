import { DAY_MS } from '#engine/time/durations.ts'
import type { Interval } from '#engine/time/interval.ts'
import type { ChecklistFacts, ChecklistFrequency } from './checklist.ts'
import type { Trigger } from './occurrences.ts'

/** Returns the instants of the times of day within the window: a skipped time moves by the gap, a repeated one is the first (domain.md S-42). */
export function dailyTriggers({ showAt }: ChecklistFrequency, { zone }: ChecklistFacts, { start, end }: Interval): readonly Trigger[] {
  const triggers: Trigger[] = []
  const last = dateOf(zone, end + DAY_MS)
  for (let date = dateOf(zone, start - DAY_MS); Temporal.PlainDate.compare(date, last) <= 0; date = date.add({ days: 1 })) {
    for (const time of new Set(showAt)) {
      const dueAt = date.toPlainDateTime(time).toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds
      if (start <= dueAt && dueAt < end) triggers.push({ anchor: dueAt, number: 1, dueAt, subject: null, count: 1 })
    }
  }
  return triggers
}

function dateOf(zone: string, at: number): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate()
}
