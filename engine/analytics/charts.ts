import { isAdditive, type Dimension, type Measure } from '#engine/analytics/dimensions.ts'
import type { AnalyticsChartKind } from '#engine/analytics/savedLook.ts'
import type { AnalyticsSearch } from './analyticsSearch.ts'
import { isOfDates } from './timeline/timeline.view.ts'

/**
 * Returns the charts that are true of a question: bars always, lines where one dimension is dates, along which a value goes on, a heat table of two. Bars of
 * ratios by two dimensions are of the first one alone.
 */
export function chartsOf(by: readonly Dimension[]): readonly AnalyticsChartKind[] {
  return [
    'bars',
    ...(by.some((dimension) => isOfDates(dimension)) ? (['lines'] as const) : []),
    ...(by.length > 1 ? (['heat'] as const) : []),
  ]
}

/** Returns how a question is drawn where nobody chose, or chose what is not true of it: bars where parts add up, else lines along dates, else a heat table. */
export function chartOf(
  { chart, m }: { readonly chart: AnalyticsSearch['chart']; readonly m: Measure },
  by: readonly Dimension[],
): AnalyticsChartKind {
  const possible = chartsOf(by)
  const chosen = possible.find((one) => one === chart)
  if (chosen !== undefined) return chosen
  return by.length < 2 || isAdditive(m) ? 'bars' : possible.includes('lines') ? 'lines' : 'heat'
}
