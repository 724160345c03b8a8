import type { PhaseCurrents } from './power.ts'

/** What three phase currents say of each other. */
export const PHASE_BALANCES = ['OFF', 'OK', 'PHASE_LOSS', 'UNBALANCE'] as const
export type PhaseBalance = (typeof PHASE_BALANCES)[number]

/** Share of the greatest phase current below which the smallest is a lost phase, and below which it is unbalanced (G-22 De-phasing). */
const PHASE_LOSS_SHARE = 0.4
export const UNBALANCE_SHARE = 0.7
const PERCENT = 100

/**
 * Returns the balance of the phase currents in A. OFF when none is above the noise floor, null when a phase is unknown: a measured zero is a lost
 * phase, a silent sensor is not (domain.md E-20).
 */
export function phaseBalance({ a, b, c }: PhaseCurrents, noiseFloorA: number): PhaseBalance | null {
  if (a === null || b === null || c === null) return null
  const max = Math.max(a, b, c)
  if (max <= noiseFloorA) return 'OFF'
  const share = phaseShare({ a, b, c }) ?? 1
  if (share < PHASE_LOSS_SHARE) return 'PHASE_LOSS'
  return share < UNBALANCE_SHARE ? 'UNBALANCE' : 'OK'
}

/** Returns the smallest phase current as a share of the greatest; null when a phase is unknown or none has a current (domain.md E-20). */
export function phaseShare({ a, b, c }: PhaseCurrents): number | null {
  if (a === null || b === null || c === null) return null
  const max = Math.max(a, b, c)
  return max > 0 ? Math.min(a, b, c) / max : null
}

/** Returns the unbalance in %: the greatest deviation from the mean of the phases over that mean; null when a phase is unknown or all are zero (domain.md E-20). */
export function phaseUnbalancePercent({ a, b, c }: PhaseCurrents): number | null {
  if (a === null || b === null || c === null) return null
  const mean = (a + b + c) / 3
  if (mean <= 0) return null
  return (Math.max(Math.abs(a - mean), Math.abs(b - mean), Math.abs(c - mean)) / mean) * PERCENT
}
