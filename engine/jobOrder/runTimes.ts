import type { Interval } from '#engine/time/interval.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#engine/time/durations.ts'
import type { Problem } from '#engine/result.ts'

/** How far a clock of a screen may be ahead of the server's. */
const AHEAD_MS = 5 * SECOND_MS
/** How far into the shift before a person may date an act back, beyond the start of the shift in progress. */
const BACK_MS = 30 * MINUTE_MS
/** A shorter run is none. */
export const SHORTEST_RUN_MS = SECOND_MS

/** When an act on a run happens, and what bounds it. */
export type ActTime = {
  readonly at: number
  readonly now: number
  /** Whether the person may date back as far as nothing is confirmed. */
  readonly mayModify: boolean
  /** The shift in progress, else the last that was; null = there is none. */
  readonly lastShift: Interval | null
}

/** Returns the earliest instant to which an act may be dated back by who may not manage orders (domain.md J-3). */
export function earliestAct({ now, lastShift }: Pick<ActTime, 'now' | 'lastShift'>): number {
  if (lastShift === null) return now - DAY_MS
  return (lastShift.end > now ? lastShift.start : lastShift.end) - BACK_MS
}

/** Returns why an act cannot be at its instant, null when it can (domain.md J-3). That nothing confirmed changes is asked beside it. */
export function problemOfActTime(act: ActTime): Problem | null {
  if (act.at > act.now + AHEAD_MS) return { code: 'START_IN_FUTURE', field: 'at' }
  const earliest = earliestAct(act)
  return !act.mayModify && act.at < earliest ? { code: 'START_TOO_EARLY', field: 'at', params: { earliest } } : null
}

/** How long what was done without a connection may wait until it is sent. */
export const KEPT_ACT_MS = DAY_MS

/**
 * Returns why an act that was kept while there was no connection cannot hold from the tap on, null when it can (domain.md J-41): the shorter limits of
 * problemOfActTime are for times that people type.
 */
export function problemOfTapTime({ tappedAt, now }: { readonly tappedAt: number; readonly now: number }): Problem | null {
  if (tappedAt > now + AHEAD_MS) return { code: 'START_IN_FUTURE', field: 'occurredAt' }
  const earliest = now - KEPT_ACT_MS
  return tappedAt < earliest ? { code: 'START_TOO_EARLY', field: 'occurredAt', params: { earliest } } : null
}

/** Returns why a run cannot end at the instant, null when it can: an end before its start is refused, one within a second of it removes the run. */
export function problemOfRunEnd(run: { readonly start: number }, at: number): Problem | null {
  return at < run.start ? { code: 'RUN_TOO_SHORT', field: 'at', params: { start: run.start } } : null
}
