import { type TimeWindow, xOf } from '#web/ui/timeWindow.ts'
import type { OutputBar } from './useHistory.ts'

/** What a lane is drawn into, in CSS px. */
type Plot = { readonly window: TimeWindow; readonly width: number; readonly height: number }

type BarColors = { readonly bar: string; readonly rejected: string; readonly plan: string }

/** Draws output bars from the bottom, rejects above good units, the plan as a line across each bar; `top` is the value of the upper edge. */
export function drawBars(context: CanvasRenderingContext2D, plot: Plot, bars: readonly OutputBar[], top: number, colors: BarColors): void {
  const { window, width, height } = plot
  context.clearRect(0, 0, width, height)
  for (const bar of bars) {
    if (bar.to <= window.from || bar.from >= window.to) continue
    const x = xOf(bar.from, window, width)
    const barWidth = Math.max(1, xOf(bar.to, window, width) - x - 1)
    const tall = (bar.total / top) * height
    const rejected = (bar.rejected / top) * height
    context.fillStyle = colors.bar
    context.fillRect(x, height - tall, barWidth, tall)
    context.fillStyle = colors.rejected
    context.fillRect(x, height - tall, barWidth, rejected)
    if (bar.plan === null || bar.plan <= 0) continue
    context.fillStyle = colors.plan
    context.fillRect(x, height - (bar.plan / top) * height - 1, barWidth, 2)
  }
}

/** Returns the upper end of an axis of bars: the next round number that holds the highest one, 1 where nothing is made. */
export function barsTop(highest: number): number {
  if (highest <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(highest))
  return ([1, 2, 3, 4, 5, 6, 8].find((factor) => factor * power >= highest) ?? 10) * power
}

/** Values of one sensor in buckets, in UTC ms; null is a gap. */
export type SensorPoints = {
  readonly at: readonly number[]
  readonly values: readonly (number | null)[]
  readonly min: readonly (number | null)[]
  readonly max: readonly (number | null)[]
}

type Bucketed = {
  readonly values: SensorPoints['values']
  readonly minValues: SensorPoints['min']
  readonly maxValues: SensorPoints['max']
}

/** Returns the values of a sensor by the instants of their buckets up to now: one that holds until the next is answered for buckets to come as well. */
export function pointsOf(instants: readonly string[], { values, minValues, maxValues }: Bucketed, now: number): SensorPoints {
  const at = instants.map((one) => Date.parse(one))
  const later = at.findIndex((one) => one > now)
  const count = later < 0 ? at.length : later
  return { at: at.slice(0, count), values: values.slice(0, count), min: minValues.slice(0, count), max: maxValues.slice(0, count) }
}

type Scale = { readonly low: number; readonly high: number }

/** Draws a sensor's average as a line over the band between its least and greatest values; a gap stays one. */
export function drawSensor(context: CanvasRenderingContext2D, plot: Plot, points: SensorPoints, scale: Scale, color: string): void {
  const { window, width, height } = plot
  context.clearRect(0, 0, width, height)
  const y = (value: number) => height - 2 - ((value - scale.low) / Math.max(1e-9, scale.high - scale.low)) * (height - 4)
  context.fillStyle = color
  context.globalAlpha = 0.22
  for (let index = 0; index + 1 < points.at.length; index++) {
    const [min, max] = [points.min[index] ?? null, points.max[index] ?? null]
    if (min === null || max === null) continue
    const x = xOf(points.at[index] ?? 0, window, width)
    context.fillRect(x, y(max), Math.max(1, xOf(points.at[index + 1] ?? 0, window, width) - x), Math.max(1, y(min) - y(max)))
  }
  context.globalAlpha = 1
  context.strokeStyle = color
  context.lineWidth = 1.5
  context.beginPath()
  let isDown = false
  points.at.forEach((at, index) => {
    const value = points.values[index] ?? null
    if (value === null) {
      isDown = false
      return
    }
    const x = xOf(at, window, width)
    if (isDown) context.lineTo(x, y(value))
    else context.moveTo(x, y(value))
    isDown = true
  })
  context.stroke()
}

/** Returns the least and greatest value of a sensor, a little apart where they are one; null without any value. */
export function scaleOf(points: SensorPoints): Scale | null {
  let [low, high] = [Infinity, -Infinity]
  for (const list of [points.min, points.max, points.values])
    for (const value of list) {
      if (value === null) continue
      low = Math.min(low, value)
      high = Math.max(high, value)
    }
  if (low > high) return null
  // From zero on unless the values are far from it: the height of a line then says how much.
  const base = low > 0 && low < high * 0.6 ? 0 : low
  return high > base ? { low: base, high } : { low: base - 1, high: high + 1 }
}

/** Returns the value of the bucket that holds an instant, null in a gap or outside. */
export function sensorValueAt(points: SensorPoints, at: number): number | null {
  const index = points.at.findLastIndex((start) => start <= at)
  return index < 0 ? null : (points.values[index] ?? null)
}
