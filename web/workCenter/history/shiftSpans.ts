import type { StatusSpan } from '#web/parts/timeline/statusSpans.ts'
import type { TimeWindow } from '#web/ui/timeWindow.ts'

/** One shift of the work center's calendar that was or is, in UTC ms. */
export type PastShift = TimeWindow & { readonly shiftId: number; readonly name: string; readonly status: string }

/** Returns the spans with "off" outside every shift in its own calm look, cut where a shift begins or ends; shifts ascend and do not overlap. */
export function markOffShift(spans: readonly StatusSpan[], shifts: readonly PastShift[], now: number): readonly StatusSpan[] {
  if (shifts.length === 0) return spans
  let first = 0
  return spans.flatMap((span) => {
    while ((shifts[first]?.to ?? Infinity) <= span.start) first++
    if (span.kind !== 'OFF') return [span]
    const until = span.end ?? now
    const pieces: StatusSpan[] = []
    let at = span.start
    for (let index = first; (shifts[index]?.from ?? Infinity) < until; index++) {
      const shift = shifts[index]
      if (shift === undefined) break
      if (shift.from > at) pieces.push({ ...span, start: at, end: shift.from, style: 'offShift', color: null })
      const from = Math.max(at, shift.from)
      at = Math.min(until, shift.to)
      pieces.push({ ...span, start: from, end: at })
    }
    if (at < until) pieces.push({ ...span, start: at, end: until, style: 'offShift', color: null })
    const last = pieces.at(-1)
    if (last && span.end === null) pieces[pieces.length - 1] = { ...last, end: null }
    return pieces
  })
}

/** Returns the stretches of a period outside the shifts of one kind, to be shaded; none when all are wanted. */
export function outsideShifts(period: TimeWindow, shifts: readonly PastShift[], shiftId: number | null): readonly TimeWindow[] {
  if (shiftId === null) return []
  const outside: TimeWindow[] = []
  let at = period.from
  for (const shift of shifts) {
    if (shift.shiftId !== shiftId || shift.to <= at) continue
    if (shift.from > at) outside.push({ from: at, to: Math.min(shift.from, period.to) })
    at = Math.max(at, shift.to)
  }
  return at < period.to ? [...outside, { from: at, to: period.to }] : outside
}

/** Returns whether an instant lies in a shift of the kind; any instant does when all are wanted. */
export function isInShift(at: number, shifts: readonly PastShift[], shiftId: number | null): boolean {
  return shiftId === null || shifts.some((shift) => shift.shiftId === shiftId && shift.from <= at && at < shift.to)
}
