import type { StatusInterval } from '#engine/facts.ts'

/** A stretch of a timeline that stands for one interval or for several. */
export type TimelineRun = StatusInterval & { readonly mergedCount: number }

/**
 * Returns the runs with neighbours of the same status joined and, while there are more than `cap`, the shortest ones absorbed by the run
 * before them. Time neither vanishes nor overlaps: the first start, the last end and every seam stay. `now` is where an open run ends.
 */
export function thinTimeline<Run extends TimelineRun>(runs: readonly Run[], cap: number, now: number): readonly Run[] {
  let thinned = joinNeighbours(runs)
  const first = thinned[0]
  const last = thinned.at(-1)
  if (first === undefined || last === undefined || thinned.length <= cap) return thinned
  for (let shortest = Math.max(1, ((last.end ?? now) - first.start) / (cap * 16)); thinned.length > cap; shortest *= 2) {
    thinned = joinNeighbours(absorbShort(thinned, shortest, now))
  }
  return thinned
}

function joinNeighbours<Run extends TimelineRun>(runs: readonly Run[]): readonly Run[] {
  const joined: Run[] = []
  for (const run of runs) {
    const before = joined.at(-1)
    if (before && before.end === run.start && before.kind === run.kind && before.statusRuleId === run.statusRuleId) {
      joined[joined.length - 1] = { ...before, end: run.end, mergedCount: before.mergedCount + run.mergedCount }
    } else joined.push(run)
  }
  return joined
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
