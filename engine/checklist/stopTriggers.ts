import type { Interval } from '#engine/time/interval.ts'
import type { ChecklistFacts, ChecklistFrequency, StopWithReason } from './checklist.ts'
import { countedTime, instantAfter } from './countedPieces.ts'
import type { Trigger } from './occurrences.ts'

/** Returns when stretches of the status, or of the work center's own of the same name, are over for `showAfterMs`; one that begins before that moves it to its own end. Without a status: any stop. */
export function statusTriggers(frequency: ChecklistFrequency, facts: ChecklistFacts, to: number): readonly Trigger[] {
  const stretches = stretchesOf(frequency, facts)
  return stretches.flatMap(({ start, end }, index) => {
    if (end === null || end >= to) return []
    const dueAt = afterEnd(frequency, facts, end, to)
    const next = stretches[index + 1]
    if (dueAt === null || (next !== undefined && next.start < dueAt)) return []
    return [triggerOf({ start, end }, dueAt)]
  })
}

/** Returns when stops with the reason are over for `showAfterMs` and the reason is known (domain.md CL-1). */
export function reasonTriggers(frequency: ChecklistFrequency, facts: ChecklistFacts, to: number): readonly Trigger[] {
  return withReason(frequency, facts).flatMap(({ start, end, knownAt }) => {
    if (end === null || knownAt === null || Math.max(end, knownAt) >= to) return []
    const after = afterEnd(frequency, facts, end, to)
    const dueAt = after === null ? null : inShiftFrom(facts, Math.max(after, knownAt), to)
    return dueAt === null ? [] : [triggerOf({ start, end }, dueAt)]
  })
}

/** Returns when the reason was given while the stop lasted: a lock-out is checked at once, and not after the fact. */
export function lossReasonTriggers(frequency: ChecklistFrequency, facts: ChecklistFacts, to: number): readonly Trigger[] {
  return withReason(frequency, facts).flatMap(({ start, end, knownAt }) => {
    if (knownAt === null || knownAt >= (end ?? Infinity) || knownAt >= to) return []
    const dueAt = inShiftFrom(facts, Math.max(knownAt, start), to)
    return dueAt === null || dueAt >= (end ?? Infinity) ? [] : [triggerOf({ start, end: end ?? to }, dueAt)]
  })
}

function triggerOf(subject: Interval, dueAt: number): Trigger {
  return { anchor: subject.start, number: 1, dueAt, subject, count: 1 }
}

function withReason({ reasonId }: ChecklistFrequency, { stops }: ChecklistFacts): readonly StopWithReason[] {
  return stops.filter((stop) => stop.reasonId !== null && (reasonId === null || stop.reasonId === reasonId))
}

type Stretch = { readonly start: number; readonly end: number | null }
/** Facts do not change: all checklists after any stop share their stretches. */
const knownStops = new WeakMap<ChecklistFacts, readonly Stretch[]>()

/** The stretches of the status; of any stop those that touch are one. */
function stretchesOf({ statusRuleId }: ChecklistFrequency, facts: ChecklistFacts): readonly Stretch[] {
  if (statusRuleId !== null) {
    const own = facts.sameStatuses.get(statusRuleId) ?? []
    return facts.statuses.filter((one) => one.statusRuleId !== null && own.includes(one.statusRuleId))
  }
  const found = knownStops.get(facts) ?? anyStops(facts)
  knownStops.set(facts, found)
  return found
}

function anyStops({ statuses }: ChecklistFacts): readonly Stretch[] {
  const stretches: { readonly start: number; readonly end: number | null }[] = []
  for (const { start, end, isRunning, hasData } of statuses) {
    if (isRunning || !hasData) continue
    const before = stretches.at(-1)
    if (before?.end === start) stretches[stretches.length - 1] = { start: before.start, end }
    else stretches.push({ start, end })
  }
  return stretches
}

function afterEnd({ showAfterMs, pauseDuringDowntime }: ChecklistFrequency, facts: ChecklistFacts, end: number, to: number): number | null {
  return instantAfter(countedTime(facts, { pauses: pauseDuringDowntime }), end, showAfterMs, to)
}

function inShiftFrom({ shifts }: ChecklistFacts, at: number, to: number): number | null {
  const shift = shifts.find(({ end }) => at < end)
  const found = shift === undefined ? null : Math.max(shift.start, at)
  return found === null || found >= to ? null : found
}
