/** The sensor types of the specification (001 §3 Enumerations), in the order of the catalogue. */
export const SENSOR_TYPES = [
  'ACCEPTED_OUTPUT',
  'AVAILABILITY',
  'AVERAGE_POWER',
  'BATTERY_LEVEL',
  'CELLULAR_STANDARD',
  'CHARGING_STATUS',
  'CYCLE_TIME',
  'DEVICE_ON_OFF',
  'DISCRETE_OUTPUT',
  'EFFICIENCY',
  'ELECTRIC_CURRENT',
  'ELECTRIC_CURRENT_A',
  'ELECTRIC_CURRENT_B',
  'ELECTRIC_CURRENT_C',
  'ENERGY_CONSUMPTION',
  'ANALOG_INPUT_1',
  'ANALOG_INPUT_2',
  'DATE_TIME_OUT',
  'DIGITAL_INPUT_1',
  'DIGITAL_INPUT_1_DURATION',
  'DIGITAL_INPUT_1_STATE',
  'DIGITAL_INPUT_2',
  'DIGITAL_INPUT_2_DURATION',
  'DIGITAL_INPUT_2_STATE',
  'DIGITAL_INPUT_3',
  'DIGITAL_INPUT_3_DURATION',
  'DIGITAL_INPUT_3_STATE',
  'DIGITAL_INPUT_4',
  'DIGITAL_INPUT_4_DURATION',
  'DIGITAL_INPUT_4_STATE',
  'LINEAR_SPEED',
  'MODEM_STATUS',
  'OEE',
  'OPERATING_TIME',
  'OPERATION_MODE',
  'OPERATION_MODE_LOG',
  'OVERALL_ENERGY_CONSUMPTION',
  'PERFORMANCE',
  'POWER',
  'POWER_MODE',
  'QUALITY',
  'REJECTED_OUTPUT',
  'RESET_OUTPUT',
  'SIGNAL_LEVEL',
  'TARGET_AVAILABILITY',
  'TARGET_OUTPUT',
  'TARGET_PERFORMANCE',
  'TARGET_QUALITY',
  'TARGET_SPEED',
  'TOTAL_OUTPUT',
  'TEMPERATURE',
  'VIBRATION',
  'PRESSURE',
  'LOAD',
] as const
export type SensorType = (typeof SENSOR_TYPES)[number]

/** Types that tell of the device itself, not of the machine. */
export const SERVICE_SENSOR_TYPES = [
  'BATTERY_LEVEL',
  'CELLULAR_STANDARD',
  'CHARGING_STATUS',
  'DATE_TIME_OUT',
  'DEVICE_ON_OFF',
  'MODEM_STATUS',
  'OPERATION_MODE_LOG',
  'POWER_MODE',
  'SIGNAL_LEVEL',
] as const satisfies readonly SensorType[]

const SENSOR_TYPE_SET: ReadonlySet<string> = new Set(SENSOR_TYPES)

/** Returns whether the text names a sensor type. */
export function isSensorType(text: string): text is SensorType {
  return SENSOR_TYPE_SET.has(text)
}

/**
 * One channel of a device: a sensor type, and its number where a device has several of a type.
 * `POWER` is `POWER:1`; the second thermometer is `TEMPERATURE:2`.
 */
export type SensorKey = SensorType | `${SensorType}:${number}`

/** Returns the plain name of a type's first channel: `POWER:1` and `POWER` are one. */
export function canonicalKey(sensor: string): string {
  return sensor.endsWith(':1') ? sensor.slice(0, -2) : sensor
}

/** One reading: the device's instant in UTC milliseconds and the value. `null`: the channel is unavailable from then on (domain.md S-6). */
export type Sample = { readonly at: number; readonly sensor: SensorKey; readonly value: number | null }
