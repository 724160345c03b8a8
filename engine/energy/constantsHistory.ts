/** The electrical constants as people enter them, null where not entered. */
export type Constants = {
  readonly cosPhi: number | null
  readonly voltage: number | null
  /** Primary over secondary, like `600/5`. */
  readonly transformationRatioCode: string | null
  readonly nominalPower: number | null
  readonly idleLoadThreshold: number
}

/** Constants in force from an instant; the last ones go on. */
export type ConstantsVersion = Constants & { readonly validFrom: number }

const KEYS = ['cosPhi', 'voltage', 'transformationRatioCode', 'nominalPower', 'idleLoadThreshold'] as const
/** The constants that power depends on; a calibration is valid only for them (domain.md S-12). */
const POWER_KEYS = ['cosPhi', 'voltage', 'transformationRatioCode'] as const

/**
 * Returns the versions after a change and the instant from which figures change, null for none (domain.md E-59a). A constant that had a value changes
 * from the instant on; one that was never entered holds for all time.
 */
export function changeConstants(
  versions: readonly ConstantsVersion[],
  before: Constants,
  after: Constants,
  at: number,
): { readonly versions: readonly ConstantsVersion[]; readonly from: number | null } {
  const changed = KEYS.filter((key) => before[key] !== after[key])
  if (changed.length === 0) return { versions, from: null }
  const base = versions.length > 0 ? versions : [{ ...before, validFrom: 0 }]
  const entered = changed.filter((key) => base.every((version) => version[key] === null))
  const filled = base.map((version) => ({ ...version, ...Object.fromEntries(entered.map((key) => [key, after[key]])) }))
  const from = entered.length > 0 ? 0 : at
  if (entered.length === changed.length) return { versions: filled, from }
  return { versions: [...filled.filter((version) => version.validFrom < at), { ...after, validFrom: at }], from }
}

/** Returns whether the change lets go of a calibration: the nominal power keeps its number but no longer follows from the measurement (domain.md S-12). */
export function endsCalibration(before: Constants, after: Constants): boolean {
  return POWER_KEYS.some((key) => before[key] !== after[key])
}

/** Phase voltages of low-voltage networks end below this; line-to-line ones begin above it (domain.md A-7). */
const LOWEST_LINE_VOLTAGE = 300

/** Returns whether the voltage looks like a phase voltage, so that the person is asked (domain.md A-7). */
export function looksLikePhaseVoltage(voltage: number | null): boolean {
  return voltage !== null && voltage < LOWEST_LINE_VOLTAGE
}
