import type { StatusInterval } from '#engine/facts.ts'

/** A stretch of a timeline that stands for one interval or for several. */
export type TimelineRun = StatusInterval & { readonly mergedCount: number }

/**
 * Returns the runs with equal neighbours joined and, above `cap`, the shortest ones absorbed by the run before them. Time neither vanishes nor
 * overlaps; the first start, the last end and all holes stay, so with many holes more than `cap` may remain. `now` is the end of an open run. By
 * default runs of one status are equal.
 */
export function thinTimeline<Run extends TimelineRun>(
  runs: readonly Run[],
  cap: number,
  now: number,
  isSame: (left: Run, right: Run) => boolean = isSameStatus,
): readonly Run[] {
  let thinned = joinNeighbours(runs, isSame)
  const first = thinned[0]
  const last = thinned.at(-1)
  if (first === undefined || last === undefined || thinned.length <= cap) return thinned
  const span = (last.end ?? now) - first.start
  for (let shortest = Math.max(1, span / (cap * 16)); thinned.length > cap; shortest *= 2) {
    thinned = joinNeighbours(absorbShort(thinned, shortest, now), isSame)
    // Nothing is longer than all of it: what is left stands behind holes.
    if (shortest > span) break
  }
  return thinned
}

/** Returns the runs, with equal neighbours joined when no hole is between them. By default runs of one status are equal. */
export function joinNeighbours<Run extends TimelineRun>(
  runs: readonly Run[],
  isSame: (left: Run, right: Run) => boolean = isSameStatus,
): readonly Run[] {
  const joined: Run[] = []
  for (const run of runs) {
    const before = joined.at(-1)
    if (before && before.end === run.start && isSame(before, run)) {
      joined[joined.length - 1] = { ...before, end: run.end, mergedCount: before.mergedCount + run.mergedCount }
    } else joined.push(run)
  }
  return joined
}

function isSameStatus(left: TimelineRun, right: TimelineRun): boolean {
  return left.kind === right.kind && left.statusRuleId === right.statusRuleId
}

/** A run after a hole is never absorbed: the hole would be drawn as a status. */
function absorbShort<Run extends TimelineRun>(runs: readonly Run[], shortest: number, now: number): readonly Run[] {
  const kept: Run[] = []
  for (const run of runs) {
    const before = kept.at(-1)
    if (before && before.end === run.start && (run.end ?? now) - run.start < shortest) {
      kept[kept.length - 1] = { ...before, end: run.end, mergedCount: before.mergedCount + run.mergedCount }
    } else kept.push(run)
  }
  return kept
}
