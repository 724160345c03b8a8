import type { OutputChartOfPageQuery } from '#web/api/generated/graphql.ts'
import { DAY_MS, HOUR_MS } from '#engine/time/durations.ts'
import { dayAt, startOfDay } from '#web/parts/period/zoneDay.ts'
import { periodOf } from './output.view.ts'
import type { OutputSearch } from './outputSearch.ts'

export type ChartPoint = OutputChartOfPageQuery['outputChart'][number]

const USUAL_DAYS = 14
const USUAL_HOURS = 24
/** More columns nobody tells apart. */
const MOST_COLUMNS = 92

/** Returns the stretch of the chart: the chosen days, else the last two weeks by day or the last day by hour; of too many only the last. */
export function chartPeriod(
  search: OutputSearch,
  zone: string,
  now: number,
): { readonly start: string; readonly end: string; readonly isShortened: boolean } {
  const isByHour = search.chart === 'hour'
  const step = isByHour ? HOUR_MS : DAY_MS
  const chosen = periodOf({ from: search.from, to: search.to, hour: '' }, zone, now)
  const end = chosen === null ? Math.ceil(now / HOUR_MS) * HOUR_MS : Math.min(Date.parse(chosen.end), now + HOUR_MS)
  const usual = isByHour ? end - USUAL_HOURS * HOUR_MS : startOfDay(zone, dayAt(zone, now) - USUAL_DAYS + 1)
  const wanted = chosen === null ? usual : Date.parse(chosen.start)
  const start = Math.max(wanted, end - MOST_COLUMNS * step)
  return { start: new Date(start).toISOString(), end: new Date(Math.max(end, start + step)).toISOString(), isShortened: start > wanted }
}

/** Returns the points by unit, the unit of most columns first: pieces and metres share no axis. */
export function pointsByUnit(points: readonly ChartPoint[]): readonly (readonly ChartPoint[])[] {
  const made = (own: readonly ChartPoint[]) => own.filter(({ totalOutput }) => totalOutput > 0).length
  return [...Map.groupBy(points, ({ measurementUnit }) => measurementUnit.code).values()].toSorted((a, b) => made(b) - made(a))
}

/** Returns the sums of the columns; the plan null where none has one. */
export function chartSums(points: readonly ChartPoint[]): {
  readonly made: number
  readonly confirmed: number
  readonly plan: number | null
} {
  const sum = (of: (point: ChartPoint) => number) => Math.round(points.reduce((all, point) => all + of(point), 0) * 1000) / 1000
  return {
    made: sum(({ totalOutput }) => totalOutput),
    confirmed: sum(({ confirmedOutput }) => confirmedOutput ?? 0),
    plan: points.some(({ planOutput }) => planOutput !== null) ? sum(({ planOutput }) => planOutput ?? 0) : null,
  }
}

/** Returns the state that lists what a column stands for. */
export function openedBy(point: Pick<ChartPoint, 'timeStart'>, step: 'day' | 'hour', zone: string): Partial<OutputSearch> {
  if (step === 'hour') return { hour: point.timeStart, page: 1 }
  const day = new Date(dayAt(zone, Date.parse(point.timeStart)) * DAY_MS).toISOString().slice(0, 10)
  return { from: day, to: day, hour: '', page: 1 }
}
