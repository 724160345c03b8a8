import type { SensorType } from '#engine/sensor/sensorType.ts'

/** A reading with its instant in ms UTC; `value` null says that the channel is unavailable. */
export type LatestReading = { readonly at: number; readonly value: number | null }

/** The values of a day, one a bucket, null where nothing was reported. */
export type DaySeries = {
  readonly values: readonly (number | null)[]
  readonly minValues: readonly (number | null)[]
  readonly maxValues: readonly (number | null)[]
}

export type Plot = { readonly line: string; readonly band: string; readonly min: number; readonly max: number }

/** What a value of a device's own sensor means; keys of the texts. */
export type Meaning =
  | 'battery.empty'
  | 'battery.low'
  | 'battery.good'
  | 'charging.yes'
  | 'charging.no'
  | 'signal.none'
  | 'signal.weak'
  | 'signal.fair'
  | 'signal.strong'
  | 'device.on'
  | 'device.off'

const LOW_BATTERY = 20
const EMPTY_BATTERY = 5
const WEAK_SIGNAL = 30
const STRONG_SIGNAL = 60

/** Returns the meaning of a sensor value in words, null where the figure is enough. */
export function meaningOf(type: SensorType, value: number | null): Meaning | null {
  if (value === null) return null
  switch (type) {
    case 'BATTERY_LEVEL':
      if (value <= EMPTY_BATTERY) return 'battery.empty'
      return value < LOW_BATTERY ? 'battery.low' : 'battery.good'
    case 'CHARGING_STATUS':
      return value > 0 ? 'charging.yes' : 'charging.no'
    case 'SIGNAL_LEVEL':
      if (value <= 0) return 'signal.none'
      if (value < WEAK_SIGNAL) return 'signal.weak'
      return value < STRONG_SIGNAL ? 'signal.fair' : 'signal.strong'
    case 'DEVICE_ON_OFF':
      return value > 0 ? 'device.on' : 'device.off'
    default:
      return null
  }
}

const BAD: ReadonlySet<Meaning> = new Set(['battery.empty', 'battery.low', 'signal.none', 'signal.weak', 'device.off'])

/** Returns whether somebody should look after it. */
export function isBad(meaning: Meaning | null): boolean {
  return meaning !== null && BAD.has(meaning)
}

/** Returns whether the word alone says all: a figure of 0 or 1 would only repeat it. */
export function isWordEnough(type: SensorType): boolean {
  return type === 'CHARGING_STATUS' || type === 'DEVICE_ON_OFF'
}

/** Returns the later of the two readings; of the same instant the live one. */
export function latestReading(stored: LatestReading | null, live: LatestReading | null | undefined): LatestReading | null {
  if (live == null) return stored
  return stored === null || stored.at <= live.at ? live : stored
}

/** Returns how the API and the hub call a channel: the second thermometer is `TEMPERATURE:2`. */
export function channelKey(type: string, number: number): string {
  return number === 1 ? type : `${type}:${number}`
}

/** Returns the least number from 1 to 99 that no sensor of the type has, null when all are taken. */
export function freeNumber(sensors: readonly { readonly type: string; readonly number: number }[], type: string): number | null {
  const taken = new Set(sensors.filter((sensor) => sensor.type === type).map((sensor) => sensor.number))
  for (let number = 1; number <= 99; number++) if (!taken.has(number)) return number
  return null
}

/** Returns how many decimals a value needs to be read with three figures or more: 0.123, 1.23, 12.3, 123. */
export function decimalsOf(value: number): number {
  const size = Math.abs(value)
  if (Number.isInteger(value) || size >= 100) return 0
  if (size >= 10) return 1
  return size >= 1 ? 2 : 3
}

/** Returns how many decimals both ends of a range need, so that they are read alike: 0.20 to 8.00. */
export function decimalsOfRange(min: number, max: number): number {
  if (Number.isInteger(min) && Number.isInteger(max)) return 0
  const size = Math.max(Math.abs(min), Math.abs(max))
  return size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3
}

/** Returns the path of the means of a day and the band between its least and greatest values, in a box of the given size; null without a value. A gap stays one. */
export function plotOf(series: DaySeries, width: number, height: number): Plot | null {
  const lows = series.minValues.filter((value) => value !== null)
  const highs = series.maxValues.filter((value) => value !== null)
  if (lows.length === 0 || highs.length === 0) return null
  const [min, max] = [Math.min(...lows), Math.max(...highs)]
  const span = max - min || 1
  const x = (index: number) => round((index / Math.max(1, series.values.length - 1)) * width)
  const y = (value: number) => round(max === min ? height / 2 : height - 1 - ((value - min) / span) * (height - 2))
  const runs = runsOf(series.values)
  const line = runs.map((run) => pathOf(run.map((index) => [x(index), y(series.values[index] ?? min)]))).join('')
  const band = runs
    .map((run) => {
      const top = run.map((index): Point => [x(index), y(series.maxValues[index] ?? series.values[index] ?? min)])
      const bottom = run.toReversed().map((index): Point => [x(index), y(series.minValues[index] ?? series.values[index] ?? min)])
      return `${pathOf([...top, ...bottom])}Z`
    })
    .join('')
  return { line, band, min, max }
}

const SHORT_LINE = 3

type Point = readonly [x: number, y: number]

/** A single value is drawn as a short line, so that it is seen. */
function pathOf(points: readonly Point[]): string {
  const [first] = points
  if (first === undefined) return ''
  if (points.length === 1) {
    // Up to its place: the newest value stands at the right end.
    const from = Math.max(0, first[0] - SHORT_LINE)
    return `M${from} ${first[1]}L${from + SHORT_LINE} ${first[1]}`
  }
  const rest = points.slice(1)
  return `M${first[0]} ${first[1]}${rest.map(([x, y]) => `L${x} ${y}`).join('')}`
}

function runsOf(values: readonly (number | null)[]): readonly (readonly number[])[] {
  const runs: number[][] = []
  values.forEach((value, index) => {
    if (value === null) return
    const last = runs.at(-1)
    if (last !== undefined && last.at(-1) === index - 1) last.push(index)
    else runs.push([index])
  })
  return runs
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
