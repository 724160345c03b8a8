import { DAY_MS } from '#engine/time/durations.ts'
import { startOfDay } from '#web/parts/period/zoneDay.ts'
import { analyticsDates } from '../analytics.view.ts'
import { ANALYTICS_SEARCH } from '../analyticsSearch.ts'

/** What a report is made of: the query parameters of a view, and its name where it was saved. */
export type ReportedView = { readonly search: string; readonly name: string | null }

/** Returns the dates that the view shows today, both included. */
export function datesOfView({ search }: Pick<ReportedView, 'search'>, today: string): readonly [string, string] {
  return analyticsDates(ANALYTICS_SEARCH.read(Object.fromEntries(new URLSearchParams(search))), today)
}

/** Returns the instants of the dates in the zone, the end not included. */
export function periodOfView(
  [from, to]: readonly [string, string],
  zone: string,
): { readonly periodStart: string; readonly periodEnd: string } {
  const at = (day: number) => new Date(startOfDay(zone, day)).toISOString()
  return { periodStart: at(Date.parse(from) / DAY_MS), periodEnd: at(Date.parse(to) / DAY_MS + 1) }
}
