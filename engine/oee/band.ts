/** Efficiency bands, worst first. */
export const EFFICIENCY_BANDS = ['LOW', 'FAIR', 'GOOD', 'FULL'] as const
export type EfficiencyBand = (typeof EFFICIENCY_BANDS)[number]

const FAIR_FROM = 68
const GOOD_FROM = 80
const FULL_FROM = 100

/** Returns the band of an unrounded percentage: below 68, from 68, from 80, from 100; null has none. */
export function bandOf(percent: number | null): EfficiencyBand | null {
  if (percent === null) return null
  if (percent < FAIR_FROM) return 'LOW'
  if (percent < GOOD_FROM) return 'FAIR'
  return percent < FULL_FROM ? 'GOOD' : 'FULL'
}

/** Returns the percentage to show with so many decimals: rounded, but never into a better band than it is in, so that 79.96 is 79.9. */
export function percentInBand(percent: number, digits: number): number {
  const scale = 10 ** digits
  const rounded = Math.round(percent * scale) / scale
  return bandOf(rounded) === bandOf(percent) ? rounded : Math.floor(percent * scale) / scale
}
