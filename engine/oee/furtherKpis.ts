import type { OeeTerms } from '#engine/facts.ts'
import { ratio, runTimesOf } from './kpis.ts'

/** Returns run time over run time, setup and all other availability loss while an order was in progress (domain.md D-27). */
export function utilizationEfficiencyOf(terms: OeeTerms): number | null {
  const { runMs } = runTimesOf(terms)
  return ratio(runMs, runMs + terms.setupMs + terms.orderLossMs)
}

/** Returns run time over run time and all stops that nobody planned (domain.md D-28). */
export function technicalEfficiencyOf(terms: OeeTerms): number | null {
  const { runMs } = runTimesOf(terms)
  return ratio(runMs, runMs + terms.unplannedDowntimeMs + terms.unclassifiedDowntimeMs)
}

/** Returns setup over run time and setup (domain.md D-29). */
export function setupRateOf(terms: OeeTerms): number | null {
  return ratio(terms.setupMs, runTimesOf(terms).runMs + terms.setupMs)
}

/** Returns the mean repair time in ms, null without a failure (domain.md D-30). */
export function mttrMs(terms: OeeTerms): number | null {
  return ratio(terms.failureMs, terms.failureCount)
}

/** Returns the operating time between failures in ms, null without a failure (domain.md D-31). */
export function mtbfMs(terms: OeeTerms): number | null {
  return ratio(runTimesOf(terms).runMs, terms.failureCount)
}

/** Returns effective time over all status time, reasons ignored (domain.md D-32). */
export function efficiencyOf(effectiveMs: number, ineffectiveMs: number): number | null {
  return ratio(effectiveMs, effectiveMs + ineffectiveMs)
}

/** Returns good over all counted units (domain.md D-33). */
export function yieldOf(output: { readonly accepted: number; readonly rejected: number }): number | null {
  return ratio(output.accepted, output.accepted + output.rejected)
}

/** Returns kWh a good unit (domain.md D-34). */
export function specificEnergyOf(energyKwh: number, accepted: number): number | null {
  return ratio(energyKwh, accepted)
}

/** Returns the share of the elapsed time of which there is data (G-8). */
export function dataCoverageOf({ elapsedMs, noDataMs }: OeeTerms): number | null {
  return ratio(elapsedMs - noDataMs, elapsedMs)
}
