import type { OeeTerms } from '#engine/facts.ts'

type StoppedTimes = Pick<OeeTerms, 'plannedDowntimeMs' | 'smallStopMs' | 'unclassifiedDowntimeMs' | 'unplannedDowntimeMs'>

/** What people are asked for: the time of stops that wait for a reason, and whether the work center makes losses of its stops at all. */
export type AskedStops = { readonly waitingMs: number; readonly isTracked: boolean }

/**
 * Returns the share of the time of stops that has a reason, small stops with it, which a rule explains (docs/domain.md S-31). A stop that makes no loss
 * is no part of it, since nobody is asked for its reason. Null without a stop, or where the work center does not track its stops.
 */
export function explainedShareOf(terms: StoppedTimes, asked: AskedStops): number | null {
  const untrackedMs = untrackedMsOf(terms, asked.waitingMs)
  if (!asked.isTracked && untrackedMs > 0) return null
  const explainedMs = terms.plannedDowntimeMs + terms.unplannedDowntimeMs + terms.smallStopMs
  const stoppedMs = explainedMs + terms.unclassifiedDowntimeMs - untrackedMs
  return stoppedMs === 0 ? null : explainedMs / stoppedMs
}

/** Returns the time of stops without a reason that make no loss, so that nobody is asked for one. */
export function untrackedMsOf({ unclassifiedDowntimeMs }: StoppedTimes, waitingMs: number): number {
  return Math.max(0, unclassifiedDowntimeMs - waitingMs)
}
