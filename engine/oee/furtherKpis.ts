import type { OeeTerms } from '#engine/facts.ts'
import { kpisOf, ratio, timesOf } from './kpis.ts'

/** Returns valuable time over calendar time (domain.md D-24). */
export function teepOf(terms: OeeTerms, calendarMs: number): number | null {
  return ratio(timesOf(terms).valuableMs, calendarMs)
}

/** Returns the share of the calendar that was planned for production (domain.md D-24). */
export function utilizationOf(plannedMs: number, calendarMs: number): number | null {
  return ratio(plannedMs, calendarMs)
}

/** Returns TEEP from an OEE that is known already: OEE × utilisation (domain.md D-24). */
export function teepFromOee(oee: number | null, utilization: number | null): number | null {
  return oee === null || utilization === null ? null : oee * utilization
}

/** Returns valuable time over staffed time, excluded downtime included (domain.md D-25). */
export function ooeOf(terms: OeeTerms): number | null {
  return ratio(timesOf(terms).valuableMs, terms.elapsedMs)
}

/** Returns the net equipment effectiveness: setup counts as run time (domain.md D-26). */
export function neeOf(terms: OeeTerms): number | null {
  const { plannedMs, runMs } = timesOf(terms)
  const { performance, quality } = kpisOf(terms)
  const share = ratio(runMs + terms.setupMs, plannedMs)
  return share === null || performance === null || quality === null ? null : share * performance * quality
}

/** Returns run time over run time, setup and all other availability loss while an order was in progress (domain.md D-27). */
export function utilizationEfficiencyOf(terms: OeeTerms): number | null {
  const { runMs } = timesOf(terms)
  return ratio(runMs, runMs + terms.setupMs + terms.orderLossMs)
}

/** Returns run time over run time and all stops that nobody planned (domain.md D-28). */
export function technicalEfficiencyOf(terms: OeeTerms): number | null {
  const { runMs } = timesOf(terms)
  return ratio(runMs, runMs + terms.unplannedDowntimeMs + terms.unclassifiedDowntimeMs)
}

/** Returns setup over run time and setup (domain.md D-29). */
export function setupRateOf(terms: OeeTerms): number | null {
  return ratio(terms.setupMs, timesOf(terms).runMs + terms.setupMs)
}

/** Returns the mean repair time in ms, null without a failure (domain.md D-30). */
export function mttrMs(terms: OeeTerms): number | null {
  return ratio(terms.failureMs, terms.failureCount)
}

/** Returns the operating time between failures in ms, null without a failure (domain.md D-31). */
export function mtbfMs(terms: OeeTerms): number | null {
  return ratio(timesOf(terms).runMs, terms.failureCount)
}

/** Returns effective time over all status time, reasons ignored (domain.md D-32). */
export function efficiencyOf(effectiveMs: number, ineffectiveMs: number): number | null {
  return ratio(effectiveMs, effectiveMs + ineffectiveMs)
}

/** Returns good over all counted units (domain.md D-33). */
export function yieldOf(output: { readonly accepted: number; readonly rejected: number }): number | null {
  return ratio(output.accepted, output.accepted + output.rejected)
}

/** Returns first-pass yield: reworked units are not good the first time (domain.md D-33). */
export function firstPassYieldOf(good: number, rejected: number, reworked: number): number | null {
  return ratio(good, good + rejected + reworked)
}

/** Returns kWh a good unit (domain.md D-34). */
export function specificEnergyOf(energyKwh: number, accepted: number): number | null {
  return ratio(energyKwh, accepted)
}
