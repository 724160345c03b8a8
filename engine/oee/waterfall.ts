import type { OeeTerms } from '#engine/facts.ts'
import { timesOf } from './kpis.ts'

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

/** Returns the waterfall of the terms, null without a reference speed; its parts sum to the elapsed time (D-6, D-8). */
export function waterfallOf(terms: OeeTerms): Waterfall | null {
  const { qualityLossMs } = terms
  const { runMs, netOperatingMs, valuableMs } = timesOf(terms)
  if (netOperatingMs === null || qualityLossMs === null || valuableMs === null) return null
  return {
    elapsedMs: terms.elapsedMs,
    excludedMs: terms.excludedMs,
    noDataMs: terms.noDataMs,
    availabilityLossMs: terms.availabilityLossMs,
    smallStopMs: terms.smallStopMs,
    speedLossMs: runMs - terms.smallStopMs - netOperatingMs,
    qualityLossMs,
    valuableMs,
  }
}
