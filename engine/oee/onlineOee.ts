import type { OeeTerms } from '#engine/facts.ts'
import { ratio, runTimesOf, type FactorSwitches, type Kpis } from './kpis.ts'
import { kpisOf } from './recordKpis.ts'

/** Figures of a shift that has just begun jump; below this planned time they are not shown (domain.md D-45). */
const MIN_PLANNED_MS = 60_000

const NO_KPIS: Kpis = { availability: null, performance: null, quality: null, oee: null }

/** Returns the figures of the running shift so far, all null until a minute was planned (domain.md D-45, E-1). */
export function onlineKpisOf(terms: OeeTerms, switches: FactorSwitches): Kpis {
  return runTimesOf(terms).plannedMs < MIN_PLANNED_MS ? NO_KPIS : kpisOf(terms, switches)
}

/**
 * Returns the OEE of the shift if nothing good were made until its end, over its time less excluded and silent time so far. A forecast, never stored
 * (domain.md D-45).
 */
export function oeeOnFullShift(terms: OeeTerms, switches: FactorSwitches, shiftMs: number): number | null {
  const { oee } = onlineKpisOf(terms, switches)
  const share = ratio(runTimesOf(terms).plannedMs, shiftMs - terms.excludedMs - terms.noDataMs)
  return oee === null || share === null ? null : oee * share
}
