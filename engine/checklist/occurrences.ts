import { contains } from '#engine/time/interval.ts'
import type { Interval } from '#engine/time/interval.ts'
import type { ChecklistClock, ChecklistFacts, ChecklistFrequency, DueOccurrence } from './checklist.ts'
import { intervalTriggers, quantityTriggers } from './clockTriggers.ts'
import { dailyTriggers } from './dailyTriggers.ts'
import { lossReasonTriggers, reasonTriggers, statusTriggers } from './stopTriggers.ts'

/** An instant at which something makes a checklist due. */
export type Trigger = Pick<DueOccurrence, 'anchor' | 'dueAt' | 'number' | 'subject'> & { readonly count: number }

export type AskedChecklist = {
  readonly frequency: ChecklistFrequency
  /** Since when it is active with this frequency: nothing is due earlier. */
  readonly activeFrom: number
  /** Null: until the shift ends. */
  readonly answerWithinMs: number | null
}

/** Occurrences that became due, and the clock at the end of the window, from which the next window goes on. */
export type Occurrences = { readonly due: readonly DueOccurrence[]; readonly clock: ChecklistClock }

/**
 * Returns the occurrences of a checklist at one work center with `from <= dueAt < to`, ascending (domain.md CL-1 to CL-4), and the clock at `to`. What
 * counts goes on from `clock`, null: from the start of its activity. Facts must reach back to the clock, and to stops that may still make it due.
 */
export function occurrencesOf(
  checklist: AskedChecklist,
  facts: ChecklistFacts,
  { from, to, clock = null }: { readonly from: number; readonly to: number; readonly clock?: ChecklistClock | null },
): Occurrences {
  const { activeFrom } = checklist
  const begun = clock ?? { at: activeFrom, anchor: activeFrom, counted: 0, fired: 0 }
  const { triggers, clock: after } = triggersOf(checklist.frequency, facts, begun, { start: Math.max(from, activeFrom), end: to })
  const since = Math.max(from, activeFrom)
  const due = triggers.filter(({ dueAt }) => since <= dueAt && dueAt < to).toSorted((left, right) => left.dueAt - right.dueAt)
  return { due: merged(checklist, facts, due), clock: after }
}

function triggersOf(
  frequency: ChecklistFrequency,
  facts: ChecklistFacts,
  clock: ChecklistClock,
  window: Interval,
): { readonly triggers: readonly Trigger[]; readonly clock: ChecklistClock } {
  switch (frequency.source) {
    case 'REGULAR_INTERVALS':
      return intervalTriggers(frequency, facts, clock, window.end)
    case 'QUANTITY_PRODUCED':
      return quantityTriggers(frequency, facts, clock, window.end)
    case 'DAILY_SCHEDULE':
      return { triggers: dailyTriggers(frequency, facts, window), clock }
    case 'STATUS':
      return { triggers: statusTriggers(frequency, facts, window.end), clock }
    case 'REASON':
      return { triggers: reasonTriggers(frequency, facts, window.end), clock }
    case 'LOSS_REASON':
      return { triggers: lossReasonTriggers(frequency, facts, window.end), clock }
  }
}

/** Triggers of one instant are one occurrence (CL-4); the last of them names it. */
function merged(
  { frequency, answerWithinMs }: AskedChecklist,
  { shifts }: ChecklistFacts,
  triggers: readonly Trigger[],
): readonly DueOccurrence[] {
  const occurrences: DueOccurrence[] = []
  for (const { count, ...trigger } of triggers) {
    const shift = shifts.find((one) => contains(one, trigger.dueAt))
    if (shift === undefined) continue
    const before = occurrences.at(-1)
    const isSame = before?.dueAt === trigger.dueAt
    if (isSame) occurrences.pop()
    occurrences.push({
      ...trigger,
      source: frequency.source,
      closesAt: closingOf(trigger.dueAt, answerWithinMs, shift.end),
      mergedCount: count + (isSame ? before.mergedCount : 0),
    })
  }
  return occurrences
}

/** Returns until when an occurrence can be answered: so long after it was due, at most until its shift ends (domain.md CL-2). */
export function closingOf(dueAt: number, answerWithinMs: number | null, shiftEnd: number): number {
  return Math.min(dueAt + (answerWithinMs ?? Infinity), shiftEnd)
}
