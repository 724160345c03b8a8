import type { ChecklistClock, ChecklistFacts, ChecklistFrequency } from './checklist.ts'
import { countedPieces } from './countedPieces.ts'
import type { Trigger } from './occurrences.ts'

type Counted = { readonly triggers: readonly Trigger[]; readonly clock: ChecklistClock }

/**
 * Returns the instants at which counted time reaches a multiple of `everyMs` since the anchor, before `to`, and the clock at `to` (domain.md CL-1). What
 * is reached as a shift ends is due as the next one begins, unless the anchor moves there.
 */
export function intervalTriggers(frequency: ChecklistFrequency, facts: ChecklistFacts, clock: ChecklistClock, to: number): Counted {
  const every = frequency.everyMs ?? Infinity
  const resets = resetsOf(frequency, facts).filter((at) => clock.at <= at && at < to && at > clock.anchor)
  const pieces = countedPieces(facts, { start: clock.at, end: to }, { pauses: frequency.pauseDuringDowntime, cuts: resets })
  const triggers: Trigger[] = []
  let { anchor, counted, fired } = clock
  let nextReset = 0
  const resetBy = (at: number): void => {
    for (let reset = resets[nextReset]; reset !== undefined && reset <= at; reset = resets[nextReset]) {
      nextReset++
      anchor = reset
      counted = 0
      fired = 0
    }
  }
  const fire = (dueAt: number): void => {
    fired++
    triggers.push({ anchor, number: fired, dueAt, subject: null, count: 1 })
  }
  for (const { start, end, counts } of pieces) {
    resetBy(start)
    while (counted >= (fired + 1) * every) fire(start)
    if (!counts) continue
    while ((fired + 1) * every < counted + end - start) fire(start + (fired + 1) * every - counted)
    counted += end - start
  }
  resetBy(to - 1)
  return { triggers, clock: { at: Math.max(clock.at, to), anchor, counted, fired } }
}

/**
 * Returns the instants of counts that pass a multiple of `everyUnits` since the anchor, before `to`, and the clock there. Units outside shifts do not
 * count; several multiples of one count are one trigger (domain.md CL-4).
 */
export function quantityTriggers(frequency: ChecklistFrequency, facts: ChecklistFacts, clock: ChecklistClock, to: number): Counted {
  const every = frequency.everyUnits ?? Infinity
  const isAsked = (at: number): boolean => clock.at <= at && at < to
  const counts = facts.counts.filter(({ at }) => isAsked(at))
  const resets = new Set(resetsOf(frequency, facts).filter((at) => isAsked(at) && at > clock.anchor))
  const starts = facts.shifts.map(({ start }) => start).filter(isAsked)
  const instants = [...new Set([...counts.map(({ at }) => at), ...resets, ...starts])].toSorted((left, right) => left - right)
  const triggers: Trigger[] = []
  let { anchor, counted, fired } = clock
  let next = 0
  for (const at of instants) {
    for (let count = counts[next]; count?.at === at; count = counts[++next]) {
      if (facts.shifts.some(({ start, end }) => start < at && at <= end)) counted += count.units
    }
    if (resets.has(at)) {
      anchor = at
      counted = 0
      fired = 0
    }
    const reached = Math.floor(counted / every)
    if (reached <= fired || !facts.shifts.some(({ start, end }) => start <= at && at < end)) continue
    triggers.push({ anchor, number: reached, dueAt: at, subject: null, count: reached - fired })
    fired = reached
  }
  return { triggers, clock: { at: Math.max(clock.at, to), anchor, counted, fired } }
}

function resetsOf({ resetAtShiftStart, resetAtProductChangeover }: ChecklistFrequency, facts: ChecklistFacts): readonly number[] {
  const starts = resetAtShiftStart ? facts.shifts.map(({ start }) => start) : []
  const changeovers = resetAtProductChangeover ? facts.changeovers : []
  return [...new Set([...starts, ...changeovers])].toSorted((left, right) => left - right)
}
