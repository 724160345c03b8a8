import { isSensorType } from '#engine/sensor/sensorType.ts'
import type { SensorKey, SensorType } from '#engine/sensor/sensorType.ts'

const MAX_NUMBER = 99
const NUMBERED = /^([A-Z0-9_]+):([1-9][0-9]?)$/

/** Returns the sensor key of a device's channel name (`POWER:1` is `POWER`), or null for an unknown type. */
export function sensorKeyOf(name: string): SensorKey | null {
  if (isSensorType(name)) return name
  const [, type, number] = NUMBERED.exec(name) ?? []
  if (type === undefined || !isSensorType(type) || Number(number) > MAX_NUMBER) return null
  return number === '1' ? type : `${type}:${Number(number)}`
}

/** Returns the sensor type of a key and its number, 1 where the key has none. */
export function partsOfKey(key: SensorKey): { readonly type: SensorType; readonly number: number } {
  const [type = '', number = '1'] = key.split(':')
  if (!isSensorType(type)) throw new RangeError(`"${key}" is not a sensor key`)
  return { type, number: Number(number) }
}
