import type { OeeIssue } from '#engine/facts.ts'
import type { Interval } from '#engine/time/interval.ts'
import type { Episode } from './condition.ts'
import { SHIFT_SETTLES_MS } from './shiftSettles.ts'

/** Issues that say that counters do not count what they should. */
const FLOW_ISSUES = ['COUNTER_MISMATCH', 'COUNTER_SPIKE'] as const satisfies readonly OeeIssue[]
export type FlowIssue = (typeof FLOW_ISSUES)[number]

/** The record of a shift that is over or goes on. */
export type FlowShift = Interval & { readonly issues: readonly OeeIssue[] }
export type FlowEpisode = Episode & { readonly issue: FlowIssue }

/**
 * Returns for each issue the shifts in a row that have it: told five minutes after the first of them, over with the next shift that ended without it
 * (domain.md AL-17).
 */
export function flowErrors(shifts: readonly FlowShift[], now: number): readonly FlowEpisode[] {
  const ascending = shifts.filter(({ start }) => start <= now).toSorted((a, b) => a.start - b.start)
  return FLOW_ISSUES.flatMap((issue) => runsOf(issue, ascending, now)).toSorted((a, b) => a.since - b.since)
}

function runsOf(issue: FlowIssue, shifts: readonly FlowShift[], now: number): readonly FlowEpisode[] {
  const episodes: FlowEpisode[] = []
  let open: FlowShift | null = null
  for (const shift of shifts) {
    if (shift.issues.includes(issue)) open ??= shift
    else if (open !== null && shift.end <= now) {
      episodes.push(episodeOf(issue, open, shift.end))
      open = null
    }
  }
  return open === null ? episodes : [...episodes, episodeOf(issue, open, null)]
}

function episodeOf(issue: FlowIssue, { start, end }: FlowShift, endsAt: number | null): FlowEpisode {
  const settledAt = end + SHIFT_SETTLES_MS
  const until = endsAt === null ? null : Math.max(endsAt, settledAt + 1)
  return { since: start, until, counted: [{ start: settledAt, end: until ?? Infinity }], about: issue, issue }
}
