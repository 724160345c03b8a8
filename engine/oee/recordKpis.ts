import type { OeeTerms } from '#engine/facts.ts'
import { figuresOf } from './figures.ts'
import { ALL_FACTORS, type FactorSwitches, type Kpis } from './kpis.ts'
import { sumsOf } from './recordSums.ts'

/**
 * Returns availability, performance, quality and OEE of one record (domain.md D-20 to D-23): those of a roll-up of it alone. A zero denominator is
 * null, never 0 (D-42); a factor that is switched off is null and neutral in OEE, and without any factor there is no OEE (D-43).
 */
export function kpisOf(terms: OeeTerms, switches: FactorSwitches = ALL_FACTORS): Kpis {
  const { availability, performance, quality, oee } = figuresOf([{ sums: sumsOf(terms), switches }])
  return { availability, performance, quality, oee }
}
