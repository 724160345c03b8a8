import type { NoDataCause } from '#engine/facts.ts'
import type { Reading } from '#engine/fold/engineState.ts'

type Sensors = Readonly<Record<string, Reading | undefined>>

/**
 * Returns why the machine's sensors have no value from the instant on: at that instant the device reports that it is off, or that its battery is
 * empty and not charging (domain.md S-6); null = neither.
 */
export function deviceOutAt(sensors: Sensors, at: number): NoDataCause | null {
  if (isZeroAt(sensors['DEVICE_ON_OFF'], at)) return 'DEVICE_OFF'
  return isZeroAt(sensors['BATTERY_LEVEL'], at) && !isCharging(sensors) ? 'BATTERY_EMPTY' : null
}

function isZeroAt(reading: Reading | undefined, at: number): boolean {
  return reading !== undefined && reading.at === at && reading.value !== null && reading.value <= 0
}

function isCharging(sensors: Sensors): boolean {
  return (sensors['CHARGING_STATUS']?.value ?? 0) > 0
}
