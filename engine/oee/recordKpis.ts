import type { OeeTerms } from '#engine/facts.ts'
import { figuresOf } from './figures.ts'
import { ALL_FACTORS, type FactorSwitches, type Kpis } from './kpis.ts'
import { sumsOf } from './recordSums.ts'

/**
 * Returns availability, performance, quality and OEE of one record (domain.md D-20 to D-23). A zero denominator gives null, never 0 (D-42). A
 * switched-off factor is null and neutral in OEE; without any factor there is no OEE (D-43).
 */
export function kpisOf(terms: OeeTerms, switches: FactorSwitches = ALL_FACTORS): Kpis {
  const { availability, performance, quality, oee } = figuresOf([{ sums: sumsOf(terms), switches }])
  return { availability, performance, quality, oee }
}
