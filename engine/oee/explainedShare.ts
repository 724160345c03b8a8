import type { OeeTerms } from '#engine/facts.ts'

type StoppedTimes = Pick<OeeTerms, 'plannedDowntimeMs' | 'smallStopMs' | 'unclassifiedDowntimeMs' | 'unplannedDowntimeMs'>

/** Returns the share of the time of stops that has a reason, small stops with it, which a rule explains; null without a stop. */
export function explainedShareOf(terms: StoppedTimes): number | null {
  const explainedMs = terms.plannedDowntimeMs + terms.unplannedDowntimeMs + terms.smallStopMs
  const stoppedMs = explainedMs + terms.unclassifiedDowntimeMs
  return stoppedMs === 0 ? null : explainedMs / stoppedMs
}
