import { axisValues } from './prepareOutput.ts'

/** A line of a chart: a value a column, null = not known, which is a gap and never 0. */
export type LineInput = { readonly key: string; readonly values: readonly (number | null)[] }

/** A line in px of the plot from its upper left corner. */
export type Line = {
  readonly key: string
  /** Of an SVG path; a new stretch begins after each gap. */
  readonly path: string
  /** Points that are drawn as such: all of few, else those that no line leads to. */
  readonly dots: readonly { readonly x: number; readonly y: number }[]
  /** Where its name stands: beside its last point, apart from the names of others; null = it has no point. */
  readonly labelY: number | null
}

export type LinesView = {
  readonly lines: readonly Line[]
  readonly marks: readonly { readonly value: number; readonly y: number }[]
  readonly targetY: number | null
  /** Of one column; its middle is where its points stand. */
  readonly step: number
  readonly y: (value: number) => number
  /** Every how many columns a label fits. */
  readonly labelEvery: number
}

type LinesQuestion = {
  readonly lines: readonly LineInput[]
  readonly columns: number
  readonly width: number
  readonly height: number
  /** Where the axis begins. */
  readonly bottom: number
  /** What the axis reaches. */
  readonly top: number
  readonly target: number | null
  readonly labelWidth: number
}

const MARKS = 4
/** Up to so many columns each point is a dot. */
const MOST_DOTS = 45
/** Between names beside the lines. */
const NAME_HEIGHT = 15

/** Returns lines over an axis from `bottom` to `top`, each point in the middle of its column. */
export function prepareLines({ lines, columns, width, height, bottom, top, target, labelWidth }: LinesQuestion): LinesView {
  const step = columns === 0 ? width : width / columns
  const y = (value: number) => height - ((Math.max(bottom, value) - bottom) / (top - bottom || 1)) * height
  const pointsOf = ({ values }: LineInput) =>
    values.map((value, at) => (value === null ? null : { x: round((at + 0.5) * step), y: round(y(value)) }))
  const drawn = lines.map((line) => ({ key: line.key, points: pointsOf(line) }))
  const names = namePlaces(
    drawn.flatMap(({ key, points }) => {
      const last = points.findLast((point) => point !== null)
      return last === undefined || last === null ? [] : [{ key, y: last.y }]
    }),
    height,
  )
  return {
    lines: drawn.map(({ key, points }) => ({ key, path: pathOf(points), dots: dotsOf(points, columns), labelY: names.get(key) ?? null })),
    marks: axisValues(top - bottom, MARKS).map((above) => ({ value: bottom + above, y: y(bottom + above) })),
    targetY: target === null ? null : y(target),
    step,
    y,
    labelEvery: Math.max(1, Math.ceil(labelWidth / Math.max(1, step))),
  }
}

/** Returns the column at the place across the plot, the nearest one beyond its edges. */
export function columnAt(x: number, step: number, columns: number): number {
  return Math.max(0, Math.min(columns - 1, Math.floor(x / Math.max(1, step))))
}

type Point = { readonly x: number; readonly y: number } | null

function pathOf(points: readonly Point[]): string {
  return points
    .map((point, at) => (point === null ? '' : `${(points[at - 1] ?? null) === null ? 'M' : 'L'}${point.x} ${point.y}`))
    .filter((part) => part !== '')
    .join('')
}

function dotsOf(points: readonly Point[], columns: number): readonly { readonly x: number; readonly y: number }[] {
  const isAlone = (at: number) => (points[at - 1] ?? null) === null && (points[at + 1] ?? null) === null
  return points.flatMap((point, at) => (point !== null && (columns <= MOST_DOTS || isAlone(at)) ? [point] : []))
}

/** Names stand in the order of their lines, each as near to its own as the others let it. */
function namePlaces(ends: readonly { readonly key: string; readonly y: number }[], height: number): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  const sorted = ends.toSorted((one, other) => one.y - other.y)
  let least = 0
  const down = sorted.map(({ key, y }) => {
    const at = Math.max(y, least)
    least = at + NAME_HEIGHT
    return { key, at }
  })
  let most = Math.max(height, (sorted.length - 1) * NAME_HEIGHT)
  for (const { key, at } of down.toReversed()) {
    places.set(key, Math.min(at, most))
    most = Math.min(at, most) - NAME_HEIGHT
  }
  return places
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
