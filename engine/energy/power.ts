import type { ElectricalSetup } from '#engine/workCenter/workCenterSetup.ts'

/** Phase currents in A as the sensors report them. */
export type PhaseCurrents = { readonly a: number | null; readonly b: number | null; readonly c: number | null }

const W_PER_KW = 1000
const PHASES = 3

/**
 * Returns the active power in kW from the currents, null without voltage, cosPhi or a current (domain.md S-10).
 * Line-to-line voltage; one installed phase stands for three equal ones, two for two.
 */
export function powerFromCurrents(currents: PhaseCurrents, setup: ElectricalSetup): number | null {
  const { voltage, cosPhi, transformationRatio } = setup
  const sum = sumOfPhases(currents)
  if (voltage === null || cosPhi === null || sum === null) return null
  return ((voltage / Math.sqrt(PHASES)) * sum * transformationRatio * cosPhi) / W_PER_KW
}

/** Returns the load in % of nominal power, which may exceed 100; null without a nominal power (domain.md S-11). */
export function loadOf(powerKw: number | null, nominalPowerKw: number | null): number | null {
  if (powerKw === null || nominalPowerKw === null || nominalPowerKw <= 0) return null
  return (powerKw / nominalPowerKw) * 100
}

function sumOfPhases({ a, b, c }: PhaseCurrents): number | null {
  const known = [a, b, c].filter((current) => current !== null)
  if (known.length === 0) return null
  const sum = known.reduce((total, current) => total + current, 0)
  return known.length === 1 ? sum * PHASES : sum
}
