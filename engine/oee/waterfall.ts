import type { OeeTerms } from '#engine/facts.ts'

/** Where the elapsed time of a window went, in ms; speed loss below 0 is a gain (domain.md D-12). */
export type Waterfall = {
  readonly elapsedMs: number
  readonly excludedMs: number
  readonly noDataMs: number
  readonly availabilityLossMs: number
  readonly smallStopMs: number
  readonly speedLossMs: number
  readonly qualityLossMs: number
  readonly valuableMs: number
}

/** Returns the waterfall of the terms, null without a reference speed; its parts sum to the elapsed time (domain.md §1.1). */
export function waterfallOf(terms: OeeTerms): Waterfall | null {
  const { netOperatingMs, qualityLossMs } = terms
  if (netOperatingMs === null || qualityLossMs === null) return null
  const runMs = terms.elapsedMs - terms.excludedMs - terms.noDataMs - terms.availabilityLossMs
  return {
    elapsedMs: terms.elapsedMs,
    excludedMs: terms.excludedMs,
    noDataMs: terms.noDataMs,
    availabilityLossMs: terms.availabilityLossMs,
    smallStopMs: terms.smallStopMs,
    speedLossMs: runMs - terms.smallStopMs - netOperatingMs,
    qualityLossMs,
    valuableMs: netOperatingMs - qualityLossMs,
  }
}

/** Times of one window by activity, in ms; they sum to the elapsed time (domain.md §1.1 activity identity). */
export type ActivityTimes = {
  readonly uptimeMs: number
  readonly plannedMs: number
  readonly unplannedMs: number
  readonly unclassifiedMs: number
  readonly noDataMs: number
}

/** Returns the elapsed time by activity; small stops are uptime, an excluded stop is planned or unplanned by its reason. */
export function activityTimesOf(terms: OeeTerms): ActivityTimes {
  const { plannedDowntimeMs: plannedMs, unplannedDowntimeMs: unplannedMs, unclassifiedDowntimeMs: unclassifiedMs, noDataMs } = terms
  return {
    uptimeMs: terms.elapsedMs - plannedMs - unplannedMs - unclassifiedMs - noDataMs,
    plannedMs,
    unplannedMs,
    unclassifiedMs,
    noDataMs,
  }
}
