import type { Sample, SensorKey } from './sensorType.ts'

/** Samples by column, without an object each. The first `length` entries of each column count; NaN means "unavailable" (null). */
export type SampleColumns = {
  readonly length: number
  readonly instants: ArrayLike<number>
  readonly sensors: ArrayLike<SensorKey>
  readonly values: ArrayLike<number>
}

/** Returns the samples as columns, in their order. */
export function columnsOf(samples: readonly Sample[]): SampleColumns {
  return {
    length: samples.length,
    instants: samples.map((sample) => sample.at),
    sensors: samples.map((sample) => sample.sensor),
    values: samples.map((sample) => sample.value ?? Number.NaN),
  }
}

/** Returns the columns as samples, in their order. */
export function samplesOf({ length, instants, sensors, values }: SampleColumns): Sample[] {
  const samples: Sample[] = []
  for (let index = 0; index < length; index++) {
    const sensor = sensors[index]
    const value = values[index] ?? Number.NaN
    if (sensor !== undefined) samples.push({ at: instants[index] ?? 0, sensor, value: Number.isNaN(value) ? null : value })
  }
  return samples
}

/** Returns the samples of the places `[from, to)`. */
export function sliceOf({ instants, sensors, values }: SampleColumns, from: number, to: number): SampleColumns {
  return { length: to - from, instants: partOf(instants, from, to), sensors: partOf(sensors, from, to), values: partOf(values, from, to) }
}

/** Returns the earliest instant of the samples, Infinity for none. */
export function firstInstant({ length, instants }: SampleColumns): number {
  let first = Infinity
  for (let index = 0; index < length; index++) first = Math.min(first, instants[index] ?? Infinity)
  return first
}

/** Returns whether no sample is older than the one before it. */
export function isAscending({ length, instants }: SampleColumns): boolean {
  for (let index = 1; index < length; index++) if ((instants[index] ?? 0) < (instants[index - 1] ?? 0)) return false
  return true
}

function partOf<T>(column: ArrayLike<T>, from: number, to: number): T[] {
  const part: T[] = []
  for (let index = from; index < to; index++) {
    const entry = column[index]
    if (entry !== undefined) part.push(entry)
  }
  return part
}
