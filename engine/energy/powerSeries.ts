import { canonicalKey } from '#engine/sensor/sensorType.ts'
import type { SampleColumns } from '#engine/sensor/sampleColumns.ts'
import type { Reading } from '#engine/fold/engineState.ts'
import { CALIBRATION_MS } from './calibration.ts'
import type { EnergySetup } from './heldPower.ts'
import { powerValue } from './powerReading.ts'

const MEASURED: ReadonlySet<string> = new Set([
  'POWER',
  'ELECTRIC_CURRENT',
  'ELECTRIC_CURRENT_A',
  'ELECTRIC_CURRENT_B',
  'ELECTRIC_CURRENT_C',
])

/** Returns the measured power in kW from each instant of the samples on, NaN where unknown. Load is left out: it is a share of nominal power. */
export function powerSeries(samples: SampleColumns, setup: EnergySetup): { readonly instants: number[]; readonly values: number[] } {
  const series: { instants: number[]; values: number[] } = { instants: [], values: [] }
  const sensors: Record<string, Reading | undefined> = {}
  for (let index = 0; index < samples.length; index++) {
    const sensor = canonicalKey(samples.sensors[index] ?? '')
    const at = samples.instants[index] ?? 0
    const value = samples.values[index] ?? Number.NaN
    if (MEASURED.has(sensor)) sensors[sensor] = { at, value: Number.isNaN(value) ? null : value }
    // Samples of one instant are judged together.
    if (samples.instants[index + 1] === at && index + 1 < samples.length) continue
    const electrical =
      setup.electricalVersions.findLast((version) => version.validFrom <= at) ?? setup.electricalVersions[0] ?? setup.electrical
    const power = powerValue(sensors, electrical)
    series.instants.push(at)
    series.values.push(power?.value == null || at >= power.at + setup.maxGapMs ? Number.NaN : power.value)
  }
  return series
}

/** Returns how much of a running calibration is over, 0 to 1. */
export function calibrationProgress(start: number, now: number): number {
  return Math.min(1, Math.max(0, (now - start) / CALIBRATION_MS))
}
