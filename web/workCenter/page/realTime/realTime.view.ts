import type { SensorNowFragment, SensorType } from '#web/api/generated/graphql.ts'

/** Sensors of the device itself whose values mean something to people. */
export const DEVICE_SENSORS = ['BATTERY_LEVEL', 'SIGNAL_LEVEL', 'CHARGING_STATUS', 'DEVICE_ON_OFF'] as const satisfies readonly SensorType[]

/** Meaning of a device value; null for a plain number. */
export type DeviceMeaning =
  | 'batteryGood'
  | 'batteryLow'
  | 'batteryEmpty'
  | 'signalGood'
  | 'signalFair'
  | 'signalWeak'
  | 'charging'
  | 'notCharging'
  | 'deviceOn'
  | 'deviceOff'

const LOW_BATTERY = 20
const EMPTY_BATTERY = 5
const GOOD_SIGNAL = 60
const FAIR_SIGNAL = 30

/** After so long a value is old: its sensor reports on change, or it has fallen silent. */
const OLD_MS = 10 * 60_000

/** Returns what a value of the device means to a person. */
export function meaningOf(type: SensorType, value: number | null): DeviceMeaning | null {
  if (value === null) return null
  switch (type) {
    case 'BATTERY_LEVEL':
      return value < EMPTY_BATTERY ? 'batteryEmpty' : value < LOW_BATTERY ? 'batteryLow' : 'batteryGood'
    case 'SIGNAL_LEVEL':
      return value < FAIR_SIGNAL ? 'signalWeak' : value < GOOD_SIGNAL ? 'signalFair' : 'signalGood'
    case 'CHARGING_STATUS':
      return value > 0 ? 'charging' : 'notCharging'
    case 'DEVICE_ON_OFF':
      return value > 0 ? 'deviceOn' : 'deviceOff'
    default:
      return null
  }
}

/** A sensor as its row shows it. */
export type ShownSensor = SensorNowFragment & {
  readonly at: number | null
  readonly value: number | null
  readonly isOld: boolean
  readonly meaning: DeviceMeaning | null
  /** Values of the shift from the oldest; fewer than two make no line. */
  readonly trend: readonly (number | null)[]
}

type Series = { readonly sensorType: SensorType; readonly number: number; readonly values: readonly (number | null)[] }

/** Returns the sensors in the order of their types, each once, with the age of its value and its line over the shift. */
export function shownSensors(sensors: readonly SensorNowFragment[], series: readonly Series[], now: number): readonly ShownSensor[] {
  const unique = new Map(sensors.map((sensor) => [sensor.id, sensor]))
  return [...unique.values()]
    .toSorted((left, right) => (left.type < right.type ? -1 : left.type > right.type ? 1 : left.number - right.number))
    .map((sensor) => {
      const at = sensor.lastValue == null ? null : Date.parse(sensor.lastValue.timeStamp)
      const value = sensor.lastValue?.value ?? null
      const found = series.find((one) => one.sensorType === sensor.type && one.number === sensor.number)
      return {
        ...sensor,
        at,
        value,
        isOld: at === null || now - at > OLD_MS,
        meaning: meaningOf(sensor.type, value),
        trend: found?.values ?? [],
      }
    })
}

/** Returns the path of a tiny line in a box, from 0 or the least value at its bottom; empty where fewer than two values are known. A gap stays a gap. */
export function sparkline(values: readonly (number | null)[], width: number, height: number): string {
  const known = values.flatMap((value) => (value === null ? [] : [value]))
  if (known.length < 2) return ''
  const [least, most] = [Math.min(0, ...known), Math.max(...known)]
  const range = most - least === 0 ? 1 : most - least
  let isPenDown = false
  return values
    .map((value, index) => {
      if (value === null) {
        isPenDown = false
        return ''
      }
      const x = ((index / (values.length - 1)) * width).toFixed(1)
      const y = (height - ((value - least) / range) * height).toFixed(1)
      const step = `${isPenDown ? 'L' : 'M'}${x} ${y}`
      isPenDown = true
      return step
    })
    .join('')
}
