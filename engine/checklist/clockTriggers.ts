import type { ChecklistClock, ChecklistFacts, ChecklistFrequency } from './checklist.ts'
import { countedTime, pieceAfter } from './countedPieces.ts'
import type { Trigger } from './occurrences.ts'

type Counted = { readonly triggers: readonly Trigger[]; readonly clock: ChecklistClock }

/**
 * Returns the instants at which counted time reaches a multiple of `everyMs` since the anchor, before `to`, and the clock at `to` (domain.md CL-1). What
 * is reached as a shift ends is due as the next one begins, unless the anchor moves there.
 */
export function intervalTriggers(frequency: ChecklistFrequency, facts: ChecklistFacts, clock: ChecklistClock, to: number): Counted {
  const every = frequency.everyMs ?? Infinity
  const resets = resetsOf(frequency, facts).filter((at) => clock.at <= at && at < to && at > clock.anchor)
  const time = countedTime(facts, { pauses: frequency.pauseDuringDowntime })
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
  const count = (start: number, end: number, counts: boolean): void => {
    resetBy(start)
    while (counted >= (fired + 1) * every) fire(start)
    if (!counts) return
    while ((fired + 1) * every < counted + end - start) fire(start + (fired + 1) * every - counted)
    counted += end - start
  }
  for (let index = pieceAfter(time, clock.at); index < time.pieces.length; index++) {
    const piece = time.pieces[index]
    if (piece === undefined || piece.start >= to) break
    let start = Math.max(piece.start, clock.at)
    const end = Math.min(piece.end, to)
    for (let cut = nextReset; (resets[cut] ?? Infinity) < end; cut++) {
      const reset = resets[cut] ?? end
      if (reset <= start) continue
      count(start, reset, piece.counts)
      start = reset
    }
    count(start, end, piece.counts)
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
  const resets = resetsOf(frequency, facts).filter((at) => isAsked(at) && at > clock.anchor)
  const { shifts } = facts
  const triggers: Trigger[] = []
  let { anchor, counted, fired } = clock
  let [next, nextReset, nextStart, shift] = [0, 0, shifts.findIndex(({ start }) => start >= clock.at), 0]
  if (nextStart < 0) nextStart = shifts.length
  // A hot loop: the three lists ascend and are walked once, each instant with all that happens at it.
  for (;;) {
    const at = Math.min(counts[next]?.at ?? Infinity, resets[nextReset] ?? Infinity, shifts[nextStart]?.start ?? Infinity)
    if (at >= to) break
    while (shift < shifts.length && (shifts[shift]?.end ?? Infinity) < at) shift++
    const ending = shifts[shift]
    const isCounted = ending !== undefined && ending.start < at
    for (let count = counts[next]; count?.at === at; count = counts[++next]) if (isCounted) counted += count.units
    if (shifts[nextStart]?.start === at) nextStart++
    if (resets[nextReset] === at) {
      nextReset++
      anchor = at
      counted = 0
      fired = 0
    }
    const reached = Math.floor(counted / every)
    // As one shift ends the next may begin.
    const begun = ending?.end === at ? shifts[shift + 1] : ending
    if (reached <= fired || begun === undefined || begun.start > at) continue
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
