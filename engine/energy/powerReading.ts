import type { Reading } from '#engine/fold/engineState.ts'
import type { ElectricalSetup } from '#engine/workCenter/workCenterSetup.ts'
import { loadOf, powerFromCurrents, powerFromLoad, type PhaseCurrents } from './power.ts'

/** The last reading of each channel by its name. */
export type Sensors = Readonly<Record<string, Reading | undefined>>

/** The currents of the installed phases, as of the oldest reading. `absent` is the phase without a value, which makes the whole unknown. */
export type PhaseReadings = {
  readonly currents: PhaseCurrents
  readonly at: number
  readonly absent: Reading | null
  /** One sensor stands for all phases. */
  readonly isSingle: boolean
}

/**
 * Returns the power in kW: from the power sensor, else from the currents (domain.md S-10), else from the load sensor's share of nominal power. Null
 * when none was ever heard. `at` is the instant of the oldest reading used.
 */
export function powerValue(sensors: Sensors, electrical: ElectricalSetup): Reading | null {
  const measured = sensors['POWER']
  if (measured) return measured
  const load = sensors['LOAD']
  const phases = phaseReadings(sensors)
  if (phases && (canComputePower(electrical) || !load)) {
    return { ...phases.absent, at: phases.at, value: phases.absent ? null : powerFromCurrents(phases.currents, electrical) }
  }
  return load ? { ...load, value: powerFromLoad(load.value, electrical.nominalPowerKw) } : null
}

/** Returns the load in %: the load sensor's, or of nominal power (domain.md S-11); null when nothing to tell it by was ever heard. */
export function loadValue(sensors: Sensors, electrical: ElectricalSetup): Reading | null {
  const measured = sensors['LOAD']
  if (measured) return measured
  const power = powerValue(sensors, electrical)
  return power && { ...power, value: loadOf(power.value, electrical.nominalPowerKw) }
}

/**
 * Returns the currents of the installed phases, null without any. A silent or unavailable phase makes the whole unknown, never zero (domain.md S-10,
 * E-20).
 */
export function phaseReadings(sensors: Sensors): PhaseReadings | null {
  const [a, b, c] = [sensors['ELECTRIC_CURRENT_A'], sensors['ELECTRIC_CURRENT_B'], sensors['ELECTRIC_CURRENT_C']]
  const single = sensors['ELECTRIC_CURRENT']
  if (!a && !b && !c) {
    const absent = single?.value === null ? single : null
    return single ? { currents: { a: single.value, b: null, c: null }, at: single.at, absent, isSingle: true } : null
  }
  return {
    currents: { a: a?.value ?? null, b: b?.value ?? null, c: c?.value ?? null },
    at: Math.min(a?.at ?? Infinity, b?.at ?? Infinity, c?.at ?? Infinity),
    absent: [a, b, c].find((reading) => reading?.value === null) ?? null,
    isSingle: false,
  }
}

function canComputePower({ voltage, cosPhi }: ElectricalSetup): boolean {
  return voltage !== null && cosPhi !== null
}
