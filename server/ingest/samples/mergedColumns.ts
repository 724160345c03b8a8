import type { SampleColumns } from '#engine/sensor/sampleColumns.ts'
import type { SensorKey } from '#engine/sensor/sensorType.ts'

/** The readings of one sensor, ascending by instant, each instant once; NaN means "unavailable". */
export type SensorSeries = { readonly sensor: SensorKey; readonly instants: ArrayLike<number>; readonly values: ArrayLike<number> }

/** Returns the readings after the instant, ascending by instant and sensor: the order in which the engine takes them. */
export function mergedColumns(series: readonly SensorSeries[], after: number): SampleColumns {
  const sorted = series.toSorted((a, b) => (a.sensor < b.sensor ? -1 : a.sensor > b.sensor ? 1 : 0))
  const places = sorted.map(({ instants }) => firstPlaceAfter(instants, after))
  const length = sorted.reduce((sum, { instants }, index) => sum + instants.length - (places[index] ?? 0), 0)
  const instants = new Float64Array(length)
  const values = new Float64Array(length)
  const sensors: SensorKey[] = []
  for (let at = 0; at < length; at++) {
    let next = -1
    let nextAt = Infinity
    for (let index = 0; index < sorted.length; index++) {
      const candidate = sorted[index]?.instants[places[index] ?? 0]
      if (candidate === undefined || candidate >= nextAt) continue
      next = index
      nextAt = candidate
    }
    const taken = sorted[next]
    if (taken === undefined) break
    const place = places[next] ?? 0
    instants[at] = nextAt
    values[at] = taken.values[place] ?? Number.NaN
    sensors.push(taken.sensor)
    places[next] = place + 1
  }
  return { length, instants, sensors, values }
}

function firstPlaceAfter(instants: ArrayLike<number>, at: number): number {
  let low = 0
  let high = instants.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((instants[middle] ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return low
}
