import type { ChecklistFiguresQuery } from '#web/api/generated/graphql.ts'

export type MeasuredSeries = ChecklistFiguresQuery['checklistStatistics']['series'][number]

/** A point of the drawing: both from 0 to 1, from the left and from the top. */
type Place = { readonly x: number; readonly y: number }

/** A measured value as it is drawn, with what it stands for. */
export type TrendPoint = Place & {
  readonly occurrenceId: number
  readonly at: number
  readonly value: number
  readonly isWithin: boolean
}

export type Trend = {
  readonly points: readonly TrendPoint[]
  /** Limits as they held: a step each time one was changed, with a gap where there was none. */
  readonly limits: readonly { readonly from: Place; readonly to: Place }[]
  readonly low: number
  readonly high: number
  readonly start: number
  readonly end: number
}

/** Room above and below, as a part of the height. */
const MARGIN = 0.08

/** Returns how a series is drawn (domain.md CL-13), null for one without a point: its values with the limits that held for each. */
export function trendOf({ points }: Pick<MeasuredSeries, 'points'>): Trend | null {
  const measured = points.map((point) => ({ ...point, at: Date.parse(point.at) }))
  const [first, last] = [measured[0], measured.at(-1)]
  if (first === undefined || last === undefined) return null
  const values = measured.flatMap(({ value, min, max }) => [value, min, max].filter((one) => one !== null))
  const [lowest, highest] = [Math.min(...values), Math.max(...values)]
  const span = highest === lowest ? Math.max(Math.abs(highest), 1) : highest - lowest
  const [low, high] = [lowest - span * MARGIN, highest + span * MARGIN]
  const length = Math.max(last.at - first.at, 1)
  // One value alone stands in the middle.
  const xOf = (at: number): number => (last.at === first.at ? 0.5 : (at - first.at) / length)
  const yOf = (value: number): number => (high - value) / (high - low)
  const limits = (['min', 'max'] as const).flatMap((side) =>
    measured.flatMap((point, index) => {
      const limit = point[side]
      if (limit === null) return []
      const next = measured[index + 1]
      const [from, to] = last.at === first.at ? [0, 1] : [xOf(point.at), next === undefined ? 1 : xOf(next.at)]
      return [{ from: { x: from, y: yOf(limit) }, to: { x: to, y: yOf(limit) } }]
    }),
  )
  return {
    points: measured.map(({ occurrenceId, at, value, isWithin }) => ({ occurrenceId, at, value, isWithin, x: xOf(at), y: yOf(value) })),
    limits,
    low: lowest,
    high: highest,
    start: first.at,
    end: last.at,
  }
}
