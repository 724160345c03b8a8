import type { OeeTerms } from '#engine/facts.ts'
import type { OeeSetup } from '#engine/workCenter/workCenterSetup.ts'

export type FactorSwitches = Pick<OeeSetup, 'calculateAvailability' | 'calculatePerformance' | 'calculateQuality'>

/** Fractions of 1, unrounded; null = undefined or switched off (domain.md D-42, D-43). */
export type Kpis = {
  readonly availability: number | null
  readonly performance: number | null
  readonly quality: number | null
  readonly oee: number | null
}

/** The times in ms that every figure is a ratio of (G-1). */
export type Times = {
  readonly plannedMs: number
  readonly runMs: number
  readonly netOperatingMs: number | null
  readonly valuableMs: number | null
}

/** The measured times that planned production and run time follow from. */
type MeasuredTimes = Pick<OeeTerms, 'availabilityLossMs' | 'elapsedMs' | 'excludedMs' | 'noDataMs'>

type IdealTimes = Pick<OeeTerms, 'netOperatingMs' | 'qualityLossMs'>

type CountedOutput = Pick<OeeTerms, 'output' | 'uncountedOutput'>

export const ALL_FACTORS: FactorSwitches = { calculateAvailability: true, calculatePerformance: true, calculateQuality: true }

/** Returns planned production, run, net operating and valuable time of terms or of their sums (domain.md D-6, D-8, D-11, D-14). */
export function timesOf(terms: MeasuredTimes & IdealTimes): Times {
  const { netOperatingMs, qualityLossMs } = terms
  return {
    ...runTimesOf(terms),
    netOperatingMs,
    valuableMs: netOperatingMs === null || qualityLossMs === null ? null : netOperatingMs - qualityLossMs,
  }
}

/** Returns planned production and run time, which need no reference speed (domain.md D-6, D-8). */
export function runTimesOf(terms: MeasuredTimes): Pick<Times, 'plannedMs' | 'runMs'> {
  const plannedMs = terms.elapsedMs - terms.excludedMs - terms.noDataMs
  return { plannedMs, runMs: plannedMs - terms.availabilityLossMs }
}

/** Returns the ms in effective statuses and in others, whatever the reasons: small stops are run time, but no effective status (domain.md D-32). */
export function statusTimesOf(terms: MeasuredTimes & Pick<OeeTerms, 'smallStopMs'>): {
  readonly effectiveMs: number
  readonly ineffectiveMs: number
} {
  const effectiveMs = runTimesOf(terms).runMs - terms.smallStopMs
  return { effectiveMs, ineffectiveMs: terms.elapsedMs - terms.noDataMs - effectiveMs }
}

/** Returns the units that were made in time that counts (domain.md D-40). */
export function countedOf({ output, uncountedOutput }: CountedOutput): { readonly total: number; readonly rejected: number } {
  return { total: output.total - uncountedOutput.total, rejected: output.rejected - uncountedOutput.rejected }
}

/**
 * Returns the good share of the ideal time (domain.md D-22). Without net operating time pieces weigh alike, as with one product (D-42, last row).
 * Null without output.
 */
export function qualityOf(terms: CountedOutput & IdealTimes): number | null {
  const { netOperatingMs, qualityLossMs } = terms
  const counted = countedOf(terms)
  return ratio((netOperatingMs ?? 0) - (qualityLossMs ?? 0), netOperatingMs) ?? ratio(counted.total - counted.rejected, counted.total)
}

/** Returns a / b, null when either is unknown or b is 0. */
export function ratio(a: number | null, b: number | null): number | null {
  return a === null || b === null || b === 0 ? null : a / b
}
