import { axisValues } from './prepareOutput.ts'

/** One column of a bar chart. */
export type BarInput = {
  readonly key: string
  /** Null = not known: a gap, never 0. */
  readonly value: number | null
  /** The same column of the period before, null where there is none. */
  readonly before: number | null
  /** The bucket is still running: drawn hatched. */
  readonly isPartial: boolean
}

/** A bar in px of the plot from its upper left corner; height and `beforeY` null = unknown. */
export type Bar = BarInput & {
  readonly x: number
  readonly width: number
  readonly y: number
  readonly height: number | null
  readonly beforeY: number | null
}

export type BarsView = {
  readonly bars: readonly Bar[]
  readonly marks: readonly { readonly value: number; readonly y: number }[]
  readonly targetY: number | null
  readonly top: number
  /** Every how many columns a label fits. */
  readonly labelEvery: number
}

type BarsQuestion = {
  readonly bars: readonly BarInput[]
  readonly width: number
  readonly height: number
  /** What the axis reaches at least: 100 of a percentage. */
  readonly least: number
  readonly target: number | null
  readonly labelWidth: number
}

const GAP_SHARE = 0.25
const MARKS = 4
const WIDEST_BAR_PX = 72

/** Returns how much of the width the columns take, so that a label under the last one, wider than its column, is not cut off. */
export function plotWidthFor(width: number, count: number, labelWidth: number): number {
  if (count === 0) return width
  // Half a label reaches beyond the middle of the last column: (labelWidth - step) / 2 = width - plot, step = plot / count.
  const plot = (width - labelWidth / 2) / (1 - 1 / (2 * count))
  return Math.max(0, Math.min(width, plot))
}

/** Returns the columns of a bar chart over an axis that begins at 0 and reaches at least `least`: above it, a little higher than the greatest value. */
export function prepareBars({ bars, width, height, least, target, labelWidth }: BarsQuestion): BarsView {
  const greatest = Math.max(0, target ?? 0, ...bars.map(({ value, before }) => Math.max(value ?? 0, before ?? 0)))
  const top = greatest > least ? greatest * 1.05 : Math.max(least, Number.MIN_VALUE)
  const y = (value: number) => height - (Math.max(0, value) / top) * height
  const step = bars.length === 0 ? width : width / bars.length
  const barWidth = Math.min(WIDEST_BAR_PX, step * (1 - GAP_SHARE))
  return {
    bars: bars.map((bar, index) => ({
      ...bar,
      x: index * step + (step - barWidth) / 2,
      width: barWidth,
      y: bar.value === null ? height : y(bar.value),
      height: bar.value === null ? null : height - y(bar.value),
      beforeY: bar.before === null ? null : y(bar.before),
    })),
    marks: axisValues(top, MARKS).map((value) => ({ value, y: y(value) })),
    targetY: target === null ? null : y(target),
    top,
    labelEvery: Math.max(1, Math.ceil(labelWidth / Math.max(1, step))),
  }
}
