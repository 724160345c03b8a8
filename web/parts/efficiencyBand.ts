export const EFFICIENCY_BANDS = ['top', 'good', 'fair', 'poor'] as const
export type EfficiencyBand = (typeof EFFICIENCY_BANDS)[number]

/** Returns the band of a fraction of 1, compared unrounded with 100, 80 and 68 % (spec 000 §9, vector C24); null has none. */
export function efficiencyBand(ratio: number | null): EfficiencyBand | null {
  if (ratio === null) return null
  if (ratio >= 1) return 'top'
  if (ratio >= 0.8) return 'good'
  return ratio >= 0.68 ? 'fair' : 'poor'
}
