import type { ElectricalSetup, WorkCenterSetup } from '#engine/workCenter/workCenterSetup.ts'

/** Phase currents in A as the sensors report them; null = no sensor on that phase. */
export type PhaseCurrents = { readonly a: number | null; readonly b: number | null; readonly c: number | null }

/** The constants that turn currents into power (domain.md S-10). */
export type PowerConstants = Pick<ElectricalSetup, 'cosPhi' | 'voltage' | 'transformationRatio'>

const W_PER_KW = 1000
const PHASES = 3
const PERCENT = 100

/**
 * Returns the active power in kW from the currents, null without voltage, cosPhi or a current (domain.md S-10). Voltage is line-to-line. A phase
 * without a sensor carries the mean of the others, since a missing sensor is not zero (E-20).
 */
export function powerFromCurrents(currents: PhaseCurrents, setup: PowerConstants): number | null {
  const sum = sumOfPhases(currents)
  const factor = kwPerAmpere(setup)
  return sum === null || factor === null ? null : sum * factor
}

/** Returns the kW per ampere of one phase's sensor, null without voltage or cosPhi: U / √3 · k · cosPhi (domain.md S-10). */
export function kwPerAmpere({ voltage, cosPhi, transformationRatio }: PowerConstants): number | null {
  return voltage === null || cosPhi === null ? null : ((voltage / Math.sqrt(PHASES)) * transformationRatio * cosPhi) / W_PER_KW
}

/** Returns whether the power is computed with the mean for a phase without a sensor: worth saying beside the figure (domain.md S-10). */
export function isAssumedBalanced(currents: PhaseCurrents): boolean {
  const known = knownPhases(currents).length
  return known > 0 && known < PHASES
}

/** Returns the apparent power in kVA, null without a power or cosPhi (domain.md S-10). */
export function apparentPower(powerKw: number | null, cosPhi: number | null): number | null {
  return powerKw === null || cosPhi === null || cosPhi <= 0 ? null : powerKw / cosPhi
}

/** Returns the load in % of nominal power, which may exceed 100; null without a nominal power (domain.md S-11). */
export function loadOf(powerKw: number | null, nominalPowerKw: number | null): number | null {
  if (powerKw === null || nominalPowerKw === null || nominalPowerKw <= 0) return null
  return (powerKw / nominalPowerKw) * PERCENT
}

/** Returns the power in kW of a load in %, null without a nominal power (domain.md S-11). */
export function powerFromLoad(loadPercent: number | null, nominalPowerKw: number | null): number | null {
  if (loadPercent === null || nominalPowerKw === null || nominalPowerKw <= 0) return null
  return (loadPercent / PERCENT) * nominalPowerKw
}

/** Returns the constants in force at the instant. Before the first version the first holds; without versions the current ones (domain.md E-59). */
export function electricalAt(
  { electrical, electricalVersions }: Pick<WorkCenterSetup, 'electrical' | 'electricalVersions'>,
  at: number,
): ElectricalSetup {
  return electricalVersions.findLast((version) => version.validFrom <= at) ?? electricalVersions[0] ?? electrical
}

function sumOfPhases(currents: PhaseCurrents): number | null {
  const known = knownPhases(currents)
  if (known.length === 0) return null
  return (known.reduce((total, current) => total + current, 0) * PHASES) / known.length
}

function knownPhases({ a, b, c }: PhaseCurrents): number[] {
  return [a, b, c].filter((current) => current !== null)
}
