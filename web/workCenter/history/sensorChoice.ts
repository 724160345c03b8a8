import type { SensorType } from '#engine/sensor/sensorType.ts'
import type { StatusSource } from '#engine/status/statusRule.ts'

/** Types with a value that rises and falls, so that a line makes sense. */
const DRAWABLE: readonly SensorType[] = [
  'POWER',
  'AVERAGE_POWER',
  'LOAD',
  'LINEAR_SPEED',
  'ELECTRIC_CURRENT',
  'ELECTRIC_CURRENT_A',
  'ELECTRIC_CURRENT_B',
  'ELECTRIC_CURRENT_C',
  'TEMPERATURE',
  'VIBRATION',
  'PRESSURE',
  'ANALOG_INPUT_1',
  'ANALOG_INPUT_2',
  'ENERGY_CONSUMPTION',
  'CYCLE_TIME',
  'BATTERY_LEVEL',
  'SIGNAL_LEVEL',
  'DIGITAL_INPUT_1',
  'DIGITAL_INPUT_2',
  'DIGITAL_INPUT_3',
  'DIGITAL_INPUT_4',
]

const SIGNALS: Record<StatusSource, readonly SensorType[]> = {
  POWER: ['POWER', 'AVERAGE_POWER'],
  LOAD: ['LOAD', 'POWER'],
  SPEED: ['LINEAR_SPEED', 'POWER'],
  CURRENT: ['ELECTRIC_CURRENT', 'ELECTRIC_CURRENT_A'],
}

/** As many lanes as can be compared on a screen. */
export const MAX_SENSORS = 4

/** Returns whether a sensor can be a line of the history. */
export function isDrawable(type: SensorType): boolean {
  return DRAWABLE.includes(type)
}

/** Returns the name of a sensor in an address: its type, with its number unless it is the first. */
export function sensorKey({ type, number }: { readonly type: SensorType; readonly number: number }): string {
  return number === 1 ? type : `${type}:${number}`
}

/** Returns the sensors drawn by default: the signal of the status source, else the first one. */
export function defaultSensors(keys: readonly string[], source: StatusSource): readonly string[] {
  const found = SIGNALS[source].find((type) => keys.includes(type)) ?? keys[0]
  return found === undefined ? [] : [found]
}

/** Returns the sensors that an address asks for, null when it says nothing. */
export function readSensors(search: Readonly<Record<string, unknown>>): readonly string[] | null {
  const text = search['sensors']
  return typeof text === 'string'
    ? text
        .split(',')
        .filter((key) => key !== '' && key !== 'none')
        .slice(0, MAX_SENSORS)
    : null
}

/** Returns the address value of a choice; an empty one is a choice too. */
export function writeSensors(keys: readonly string[]): string {
  return keys.length === 0 ? 'none' : keys.join(',')
}
