const MIN_GAP_MS = 180_000
const GAP_PERIODS = 3

/** Returns how long in ms a sample of a periodic device holds: three periods, at least three minutes (domain.md S-6). */
export function maxSampleGap(nominalPeriodMs: number): number {
  return Math.max(GAP_PERIODS * nominalPeriodMs, MIN_GAP_MS)
}
