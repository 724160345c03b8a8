import { deviceOutAt } from '#engine/sensor/deviceOut.ts'
import type { Fold } from './fold.ts'
import { meterTo } from './meterSpeed.ts'
import { OUTPUT_SENSORS } from './statusSignal.ts'

/** Sensors of the machine's activity; the others describe the device, or decide nothing. */
const MACHINE_SENSORS = [
  'POWER',
  'LOAD',
  'ELECTRIC_CURRENT',
  'ELECTRIC_CURRENT_A',
  'ELECTRIC_CURRENT_B',
  'ELECTRIC_CURRENT_C',
  'LINEAR_SPEED',
  ...OUTPUT_SENSORS,
] as const

/**
 * Makes the machine's sensors unavailable when the device reports at the fold's instant that it is off, or that its battery is empty and not
 * charging (domain.md S-6). Each stays so until its next sample, even if the device is back earlier.
 */
export function silenceDevice(fold: Fold): void {
  const { at, sensors } = fold
  const cause = at === null ? null : deviceOutAt(sensors, at)
  if (at === null || cause === null) return
  meterTo(fold, at)
  fold.pulse = null
  for (const sensor of MACHINE_SENSORS) if (sensors[sensor]) sensors[sensor] = { at, value: null, cause }
}
