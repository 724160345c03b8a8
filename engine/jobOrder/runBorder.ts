import type { Problem } from '#engine/result.ts'
import { SHORTEST_RUN_MS } from './runTimes.ts'

/** A run of a work center as far as its borders decide it; `end` null = it goes on. */
export type BorderedRun = { readonly jobOrderId: number; readonly start: number; readonly end: number | null }

/** A border between runs, or a free end of one, and where it goes (ms UTC). */
export type BorderMove = { readonly borderAt: number; readonly newAt: number; readonly now: number }

/** A run as it was and as it will be. */
export type MovedRun<Run> = { readonly before: Run; readonly after: Run }

/**
 * Returns the runs that a moved border changes (domain.md F-5): all that end at it end at the new instant, and all that begin at it begin there. Refuses a
 * border that is not there, one that would pass another border, and a run that would be shorter than a second: its other end is told.
 */
export function moveBorder<Run extends BorderedRun>(
  runs: readonly Run[],
  { borderAt, newAt, now }: BorderMove,
): { readonly moved: readonly MovedRun<Run>[]; readonly problem: Problem | null } {
  const touching = runs.filter(({ start, end }) => start === borderAt || end === borderAt)
  if (touching.length === 0) return refused({ code: 'BORDER_NOT_FOUND', field: 'borderAt', params: { at: borderAt } })
  const moved = touching.map((run) => ({
    before: run,
    after: run.start === borderAt ? { ...run, start: newAt } : { ...run, end: newAt },
  }))
  const short = moved.find(({ after }) => (after.end ?? now) - after.start < SHORTEST_RUN_MS)
  if (short !== undefined) return refused(problemOfShort(short.before, borderAt))
  const [from, to] = [Math.min(borderAt, newAt), Math.max(borderAt, newAt)]
  const passed = runs
    .filter((run) => !touching.includes(run))
    .flatMap(({ start, end }) => [start, ...(end === null ? [] : [end])])
    .find((at) => at > from && at < to)
  if (passed !== undefined) return refused({ code: 'BORDER_PASSED', field: 'newAt', params: { at: passed } })
  return { moved: newAt === borderAt ? [] : moved, problem: null }
}

function problemOfShort({ jobOrderId, start, end }: BorderedRun, borderAt: number): Problem {
  if (start !== borderAt) return { code: 'RUN_TOO_SHORT', field: 'newAt', params: { start, jobOrderId } }
  // What goes on ends no earlier than now.
  if (end === null) return { code: 'START_IN_FUTURE', field: 'newAt' }
  return { code: 'RUN_OVER_BEFORE', field: 'newAt', params: { end, jobOrderId } }
}

function refused(problem: Problem): { readonly moved: readonly []; readonly problem: Problem } {
  return { moved: [], problem }
}
