import type { Interval } from '#engine/time/interval.ts'
import type { PaceRange } from './orderPace.ts'

/** A shift to come, and how much of it is planned production time: 0 to 1. */
export type PlannedShift = Interval & { readonly plannedShare: number }

/** An order of a queue, in its sequence. */
export type QueuedOrder<Id> = {
  readonly id: Id
  /** Planned time that it still needs; null = not known, and so it is for all behind it. */
  readonly neededMs: number | null
  /** Planned time that changing to it takes; 0 for one that is worked on. */
  readonly changeoverMs: number
  /** Orders in progress at once share the time by turns. */
  readonly isRunning: boolean
  /** How far the need was off before; null = rough. */
  readonly range: PaceRange | null
}

/** Instants (ms UTC) before which an order and its range do not end: they end then, or later where that lies beyond the shifts that are known. */
export type EndBounds = { readonly low: number; readonly end: number; readonly high: number }

/** When an order begins and ends (ms UTC); null = not known, or beyond the shifts that are known. */
export type OrderForecast<Id> = {
  readonly id: Id
  readonly start: number | null
  readonly end: number | null
  /** In eight of ten cases the end lies between these; null = rough. */
  readonly range: { readonly low: number | null; readonly high: number | null } | null
  /** Also of what ends beyond the shifts that are known; null = how much it needs is not known, or no shift is. */
  readonly notBefore: EndBounds | null
}

/** Returns when so much planned time has passed since the instant: each shift gives its length × its share; null beyond the last one (domain.md F-1). */
export function afterPlannedTime(from: number, plannedMs: number, shifts: readonly PlannedShift[]): number | null {
  return plannedClock(from, shifts).at(plannedMs)
}

/** When so much planned time has passed (ms UTC). */
export type PlannedClock = {
  /** Null beyond the last shift. */
  readonly at: (plannedMs: number) => number | null
  /** Then or later: what is left after the last shift takes at least as long by the clock. Null where no shift is known. */
  readonly notBefore: (plannedMs: number) => number | null
}

/** Returns when how much planned time has passed since the instant: the shifts are added up once for many questions. */
export function plannedClock(from: number, shifts: readonly PlannedShift[]): PlannedClock {
  const coming = shifts.filter(({ end, plannedShare }) => end > from && plannedShare > 0)
  let givenMs = 0
  // What is given by the end of each of them.
  const given = coming.map(({ start, end, plannedShare }) => (givenMs += (end - Math.max(from, start)) * plannedShare))
  const at = (plannedMs: number): number | null => {
    if (plannedMs <= 0) return from
    let [low, high] = [0, given.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((given[middle] ?? 0) >= plannedMs) high = middle
      else low = middle + 1
    }
    const shift = coming[low]
    return shift === undefined ? null : Math.max(from, shift.start) + (plannedMs - (given[low - 1] ?? 0)) / shift.plannedShare
  }
  const horizon = coming.at(-1)?.end ?? null
  const beyond = (plannedMs: number) => (horizon === null ? null : horizon + (plannedMs - givenMs))
  return { at, notBefore: (plannedMs) => at(plannedMs) ?? beyond(plannedMs) }
}

/** Returns the shifts in which work is planned from the instant until the end, as far as they lie between the two. */
export function shiftsUntil(from: number, end: number, shifts: readonly PlannedShift[]): readonly PlannedShift[] {
  return shifts
    .filter((shift) => shift.end > from && shift.start < end && shift.plannedShare > 0)
    .map(({ start, end: last, plannedShare }) => ({ start: Math.max(from, start), end: Math.min(end, last), plannedShare }))
}

/** Returns the planned time in the shifts from the instant on, in ms: of each its length × its share (domain.md F-1). */
export function plannedTimeOf(from: number, shifts: readonly PlannedShift[]): number {
  return shifts.reduce((sum, { start, end, plannedShare }) => sum + Math.max(0, end - Math.max(from, start)) * plannedShare, 0)
}

/** Returns the first instant from `from` on at which work is planned; null beyond the last shift of which that is known. */
function firstPlanned(from: number, shifts: readonly PlannedShift[]): number | null {
  const next = shifts.find(({ end, plannedShare }) => end > from && plannedShare > 0)
  return next === undefined ? null : Math.max(from, next.start)
}

/**
 * Returns the forecast of each order of a queue, in its sequence (domain.md F-1): one begins when the one before it ends, after the changeover. How far
 * each may be off adds up as independent things do, in quadrature; behind one that is rough all are.
 */
export function forecastQueue<Id>(
  orders: readonly QueuedOrder<Id>[],
  now: number,
  shifts: readonly PlannedShift[],
): readonly OrderForecast<Id>[] {
  // By turns: the shortest is made first, while each of the others got as much.
  const running = orders.filter(({ isRunning }) => isRunning).map(({ neededMs }) => neededMs)
  const byTurns = (needed: number) => running.reduce<number>((sum, other) => sum + Math.min(needed, other ?? needed), 0)
  let passedMs: number | null = 0
  let [lowSquare, highSquare] = [0, 0]
  let isRough = false
  const { at, notBefore } = plannedClock(now, shifts)
  // The next one begins when work is planned, not at the end of the shift before.
  const begin = (plannedMs: number) => {
    const end = at(plannedMs)
    return end === null ? null : firstPlanned(end, shifts)
  }
  return orders.map(({ id, neededMs, changeoverMs, isRunning, range }) => {
    if (passedMs === null || neededMs === null) {
      const start = isRunning ? now : passedMs === null ? null : begin(passedMs + changeoverMs)
      passedMs = null
      return { id, start, end: null, range: null, notBefore: null }
    }
    const startMs: number = isRunning ? 0 : passedMs + changeoverMs
    const endMs: number = isRunning ? byTurns(neededMs) : startMs + neededMs
    passedMs = isRunning ? passedMs + neededMs : endMs
    isRough ||= range === null
    if (range !== null) {
      lowSquare += (neededMs * Math.max(0, 1 - range.low)) ** 2
      highSquare += (neededMs * Math.max(0, range.high - 1)) ** 2
    }
    const lowMs: number = isRough ? endMs : Math.max(startMs, endMs - Math.sqrt(lowSquare))
    const highMs = isRough ? endMs : endMs + Math.sqrt(highSquare)
    const [low, end, high] = [notBefore(lowMs), notBefore(endMs), notBefore(highMs)]
    return {
      id,
      start: isRunning ? now : begin(startMs),
      end: at(endMs),
      range: isRough ? null : { low: at(lowMs), high: at(highMs) },
      notBefore: low === null || end === null || high === null ? null : { low, end, high },
    }
  })
}
