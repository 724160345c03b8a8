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

/** The times in ms that every figure is a ratio of (domain.md §0.1). */
export type Times = {
  readonly plannedMs: number
  readonly runMs: number
  readonly netOperatingMs: number | null
  readonly valuableMs: number | null
}

export const ALL_FACTORS: FactorSwitches = { calculateAvailability: true, calculatePerformance: true, calculateQuality: true }

/** Returns planned production, run, net operating and valuable time of the terms (domain.md D-6, D-8, D-11, D-14). */
export function timesOf(terms: OeeTerms): Times {
  const plannedMs = terms.elapsedMs - terms.excludedMs - terms.noDataMs
  const { netOperatingMs, qualityLossMs } = terms
  return {
    plannedMs,
    runMs: plannedMs - terms.availabilityLossMs,
    netOperatingMs,
    valuableMs: netOperatingMs === null || qualityLossMs === null ? null : netOperatingMs - qualityLossMs,
  }
}

/**
 * Returns availability, performance, quality and OEE of the terms (domain.md D-20 to D-23). A zero denominator is null, never 0 (D-42); a factor
 * that is switched off is null and neutral in OEE, and without any factor there is no OEE (D-43).
 */
export function kpisOf(terms: OeeTerms, switches: FactorSwitches = ALL_FACTORS): Kpis {
  const { plannedMs, runMs, netOperatingMs, valuableMs } = timesOf(terms)
  if (plannedMs <= 0) return { availability: null, performance: null, quality: null, oee: null }
  const quality = netOperatingMs === null ? countQuality(terms) : ratio(valuableMs, netOperatingMs)
  return {
    availability: switches.calculateAvailability ? ratio(runMs, plannedMs) : null,
    performance: switches.calculatePerformance ? ratio(netOperatingMs, runMs) : null,
    quality: switches.calculateQuality ? quality : null,
    oee: oeeOf({ plannedMs, runMs, netOperatingMs, valuableMs }, quality, switches),
  }
}

/** Returns a / b, null when either is unknown or b is 0. */
export function ratio(a: number | null, b: number | null): number | null {
  return a === null || b === null || b === 0 ? null : a / b
}

/** OEE as one ratio, so that no rounding or zero factor gets in between: good time over planned time, of the factors that are on. */
function oeeOf(
  times: Times,
  quality: number | null,
  { calculateAvailability, calculatePerformance, calculateQuality }: FactorSwitches,
): number | null {
  if (!calculateAvailability && !calculatePerformance && !calculateQuality) return null
  const base = calculateAvailability ? times.plannedMs : times.runMs
  if (calculatePerformance) return ratio(calculateQuality ? times.valuableMs : times.netOperatingMs, base)
  // Performance is neutral: run time stands for net operating time, and quality scales it; without output there is nothing good.
  if (!calculateQuality) return ratio(times.runMs, base)
  return ratio(times.runMs * (quality ?? 0), base)
}

/** With one product and no reference speed, pieces weigh alike (domain.md D-42, last row). */
function countQuality(terms: OeeTerms): number | null {
  const total = terms.output.total - terms.uncountedOutput.total
  const rejected = terms.output.rejected - terms.uncountedOutput.rejected
  return ratio(total - rejected, total)
}
