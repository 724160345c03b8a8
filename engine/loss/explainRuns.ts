/** A stretch of time, `[start, end)` in UTC ms; `end` null = it goes on. */
export type Stretch = { readonly start: number; readonly end: number | null }

/** A stretch of a run, and the stop that it is of; null where none is known. */
export type ExplainedRun<Run extends Stretch, Stop extends Stretch> = { readonly run: Run; readonly stop: Stop | null }

/**
 * Returns the runs cut where their stops change. Both lists ascend by start. Runs that may not stand still stay whole; a stop that goes on covers only
 * the run that it began in.
 */
export function explainRuns<Run extends Stretch, Stop extends Stretch>(
  runs: readonly Run[],
  stops: readonly Stop[],
  mayStop: (run: Run) => boolean,
): readonly ExplainedRun<Run, Stop>[] {
  let first = 0
  return runs.flatMap((run) => {
    // Runs come in order, so stops that ended before this one need not be looked at again.
    while ((stops[first]?.end ?? Infinity) <= run.start) first++
    if (!mayStop(run)) return [{ run, stop: null }]
    const until = run.end ?? Infinity
    const pieces: ExplainedRun<Run, Stop>[] = []
    let at = run.start
    for (let index = first; (stops[index]?.start ?? Infinity) < until; index++) {
      const stop = stops[index]
      if (stop === undefined) break
      const from = Math.max(stop.start, at)
      const to = Math.min(stop.end ?? (stop.start >= run.start ? Infinity : at), until)
      if (to <= from) continue
      if (from > at) pieces.push({ run: { ...run, start: at, end: from }, stop: null })
      pieces.push({ run: { ...run, start: from, end: to === Infinity ? null : to }, stop })
      at = to
    }
    if (at < until) pieces.push({ run: { ...run, start: at }, stop: null })
    return pieces
  })
}
