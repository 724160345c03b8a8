import type { Interval } from '#engine/time/interval.ts'
import { subtract } from '#engine/time/interval.ts'

/** Returns the parts that lie in both lists; each list ascends and does not overlap itself. */
export function intersection(one: readonly Interval[], other: readonly Interval[]): readonly Interval[] {
  const found: Interval[] = []
  for (let i = 0, j = 0; i < one.length && j < other.length;) {
    const [a, b] = [one[i], other[j]]
    if (a === undefined || b === undefined) break
    const [start, end] = [Math.max(a.start, b.start), Math.min(a.end, b.end)]
    if (start < end) found.push({ start, end })
    if (a.end <= b.end) i++
    else j++
  }
  return found
}

/** Returns the parts of the first list that lie in none of the second. */
export function difference(one: readonly Interval[], other: readonly Interval[]): readonly Interval[] {
  return one.flatMap((part) => subtract(part, other))
}

/** Returns the list with what touches, or is parted by less than `gapMs`, as one. */
export function joined(intervals: readonly Interval[], gapMs = 0): readonly Interval[] {
  const found: Interval[] = []
  for (const one of intervals) {
    const last = found.at(-1)
    if (last !== undefined && (one.start <= last.end || one.start - last.end < gapMs))
      found[found.length - 1] = { start: last.start, end: Math.max(last.end, one.end) }
    else found.push(one)
  }
  return found
}

/**
 * Returns the first instant by which so long was counted since `from`, while the counting goes on; null if that never comes. Nothing to count gives the
 * first instant that counts.
 */
export function dueAt(counted: readonly Interval[], from: number, durationMs: number): number | null {
  let left = durationMs
  for (const { start, end } of joined(counted)) {
    const begin = Math.max(start, from)
    if (begin >= end) continue
    if (begin + left < end) return begin + left
    left -= end - begin
  }
  return null
}
