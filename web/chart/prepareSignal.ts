import type { TimeWindow } from '#web/ui/timeWindow.ts'

/** Sensor values of the API, as far as a chart needs them: one entry per argument, null without data. */
export type SensorChart = {
  readonly arguments: readonly string[]
  readonly bucketSeconds: number
  readonly valueSeries: readonly { readonly sensorType: string; readonly values: readonly (number | null)[] }[]
}

export type SignalInput = {
  readonly chart: SensorChart
  /** Those of the chart to draw. */
  readonly series: SensorChart['valueSeries']
  readonly live: readonly LivePoint[]
  /** UTC ms. */
  readonly now: number
}

/** Live values at an instant, one per series, in order. */
export type LivePoint = { readonly at: number; readonly values: readonly (number | null)[] }

/** x in seconds as uPlot wants it, one list of values a series; null is a gap. */
export type SignalData = { readonly xs: number[]; readonly series: readonly (number | null)[][] }

export type SignalBand = { readonly name: string; readonly color: string; readonly min: number; readonly max: number | null }

export type SignalSummary = { readonly min: number; readonly max: number; readonly last: number | null }

/** Two points further apart than this many buckets, and this long, have no line between them (domain.md S-6). */
const GAP_BUCKETS = 3
const GAP_MS = 180_000

/** Returns the series of the first wanted set of sensor types that has any value, several where it has several channels; empty when there is none. */
export function pickSeries(chart: SensorChart, wanted: readonly (readonly string[])[]): SensorChart['valueSeries'] {
  for (const sensorTypes of wanted) {
    const found = chart.valueSeries.filter(
      (series) => sensorTypes.includes(series.sensorType) && series.values.some((value) => value !== null),
    )
    if (found.length > 0) return found
  }
  return []
}

/**
 * Returns the points to draw up to now: loaded ones, then later live ones, with a gap where data is missing. Without loaded points the live ones
 * alone.
 */
export function prepareSignal({ chart, series, live, now }: SignalInput): SignalData {
  const xs: number[] = []
  const isLiveAlone = series.length === 0 && live.length > 0
  const lists: (number | null)[][] = isLiveAlone ? (live[0]?.values ?? []).map(() => []) : series.map(() => [])
  const gapMs = Math.max(GAP_BUCKETS * chart.bucketSeconds * 1000, GAP_MS)
  let last = -Infinity
  const push = (at: number, values: readonly (number | null)[]) => {
    if (at - last > gapMs && xs.length > 0) {
      xs.push((last + at) / 2000)
      for (const list of lists) list.push(null)
    }
    xs.push(at / 1000)
    lists.forEach((list, index) => list.push(values[index] ?? null))
    last = at
  }
  // Buckets after the last value are the part of the shift that is still to come, or not yet answered: live points go on from there.
  const known = Math.max(-1, ...series.map((one) => one.values.findLastIndex((value) => value !== null))) + 1
  for (const [index, text] of chart.arguments.slice(0, known).entries()) {
    // A value that holds until the next is answered for buckets to come as well.
    if (Date.parse(text) > now) break
    const values = series.map((one) => one.values[index] ?? null)
    push(Date.parse(text), values)
  }
  // Points that were kept for other lines do not go on with these.
  for (const point of live) if (point.values.length === lists.length && point.at > last) push(point.at, point.values)
  return { xs, series: lists }
}

/** Returns the smallest, largest and last value of all series, null without any value. */
export function summarize(data: SignalData): SignalSummary | null {
  let min = Infinity
  let max = -Infinity
  for (const list of data.series)
    for (const value of list) {
      if (value === null) continue
      if (value < min) min = value
      if (value > max) max = value
    }
  return min === Infinity ? null : { min, max, last: data.series[0]?.at(-1) ?? null }
}

/** Returns where the ranges of the status rules end on the time axis, in UTC ms: of what is to come nobody knows a status. */
export function bandsEnd({ from, to }: TimeWindow, now: number): number {
  return Math.min(to, Math.max(from, now))
}

/** Returns the upper end of the value axis: above every value, and high enough to show where the highest band begins. */
export function axisMaximum(summary: SignalSummary | null, bands: readonly SignalBand[]): number {
  const edges = bands.map((band) => band.max ?? band.min * 1.25)
  return Math.max(1, (summary?.max ?? 0) * 1.08, ...edges.map((edge) => Math.min(edge, Math.max((summary?.max ?? 0) * 1.5, edge * 0.6))))
}
