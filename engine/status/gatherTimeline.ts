import { joinNeighbours, thinTimeline } from './thinTimeline.ts'
import type { TimelineRun } from './thinTimeline.ts'

/** Gathering begins at this multiple of an even share; longer runs stay alone. */
const FIRST_WIDTH = 2
const WIDER = 1.5

/**
 * Returns the runs with equal neighbours joined and, above `cap`, runs that follow each other too fast gathered: in such a stretch each status has
 * one run as long as all its runs. The time of every status is kept and nothing vanishes; long runs, holes, the first start and the last end stay.
 * `now` is the end of an open run, which is never gathered.
 */
export function gatherTimeline<Run extends TimelineRun>(
  runs: readonly Run[],
  cap: number,
  now: number,
  isSame: (left: Run, right: Run) => boolean,
): readonly Run[] {
  const joined = joinNeighbours(runs, isSame)
  const first = joined[0]
  const last = joined.at(-1)
  if (first === undefined || last === undefined || joined.length <= cap) return joined
  const span = (last.end ?? now) - first.start
  for (let width = (span / cap) * FIRST_WIDTH; ; width *= WIDER) {
    const gathered = joinNeighbours(gather(joined, width, now, isSame), isSame)
    if (gathered.length <= cap) return gathered
    // More statuses or holes than runs are allowed: only now the shortest go.
    if (width > span) return thinTimeline(gathered, cap, now)
  }
}

function gather<Run extends TimelineRun>(
  runs: readonly Run[],
  width: number,
  now: number,
  isSame: (left: Run, right: Run) => boolean,
): readonly Run[] {
  const gathered: Run[] = []
  let stretch: Run[] = []
  const flush = () => {
    gathered.push(...inOrderOfStatus(stretch, isSame))
    stretch = []
  }
  for (const run of runs) {
    const end = run.end ?? now
    const begun = stretch[0]?.start ?? run.start
    if (stretch.at(-1)?.end !== run.start || end - begun > width) flush()
    if (run.end === null || end - run.start >= width) {
      flush()
      gathered.push(run)
    } else stretch.push(run)
  }
  flush()
  return gathered
}

/** The statuses of a stretch in order of first appearance, each with its total time. */
function inOrderOfStatus<Run extends TimelineRun>(stretch: readonly Run[], isSame: (left: Run, right: Run) => boolean): readonly Run[] {
  if (stretch.length < 2) return stretch
  const sums: { readonly run: Run; length: number; count: number }[] = []
  for (const run of stretch) {
    const length = (run.end ?? run.start) - run.start
    const sum = sums.find((one) => isSame(one.run, run))
    if (sum === undefined) sums.push({ run, length, count: run.mergedCount })
    else {
      sum.length += length
      sum.count += run.mergedCount
    }
  }
  let at = stretch[0]?.start ?? 0
  return sums.map(({ run, length, count }) => {
    const start = at
    at += length
    return { ...run, start, end: at, mergedCount: count }
  })
}
