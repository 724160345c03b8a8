import type { SensorType } from '#engine/sensor/sensorType.ts'
import { isSensorType } from '#engine/sensor/sensorType.ts'

/** Names of live values, by the sensor whose line they go on with. */
export const LIVE_KEYS: Partial<Record<SensorType, string>> = {
  POWER: 'POWER',
  AVERAGE_POWER: 'POWER',
  LOAD: 'LOAD',
  LINEAR_SPEED: 'SPEED',
  ELECTRIC_CURRENT: 'CURRENT',
  ELECTRIC_CURRENT_A: 'CURRENT_A',
  ELECTRIC_CURRENT_B: 'CURRENT_B',
  ELECTRIC_CURRENT_C: 'CURRENT_C',
}

/** Returns whether a sensor's value is one of the live values, which are told as they come: the first channel of its type. */
export function isToldLive(sensor: { readonly type: string; readonly number: number }, values: Readonly<Record<string, unknown>>): boolean {
  const key = isSensorType(sensor.type) && sensor.number === 1 ? LIVE_KEYS[sensor.type] : undefined
  return key !== undefined && values[key] !== undefined
}
