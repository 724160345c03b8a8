import { isAdditive, isPartOfPeriod, type Dimension, type Measure } from './dimensions.ts'
import type { AnalyticsChartKind } from './savedLook.ts'

/**
 * Returns the charts that are true of a question: bars always, lines where one dimension is dates, along which a value goes on, a heat table of two. Bars of
 * ratios by two dimensions are of the first one alone.
 */
export function chartsOf(by: readonly Dimension[]): readonly AnalyticsChartKind[] {
  return [
    'bars',
    ...(by.some((dimension) => isPartOfPeriod(dimension)) ? (['lines'] as const) : []),
    ...(by.length > 1 ? (['heat'] as const) : []),
  ]
}

/**
 * Returns how a question is drawn, on a screen and on paper, where nobody chose, or chose what is not true of it: bars where parts add up, else lines along
 * dates, else a heat table.
 */
export function chartOf(
  { chart, m }: { readonly chart: AnalyticsChartKind | '' | null; readonly m: Measure },
  by: readonly Dimension[],
): AnalyticsChartKind {
  const possible = chartsOf(by)
  const chosen = possible.find((one) => one === chart)
  if (chosen !== undefined) return chosen
  return by.length < 2 || isAdditive(m) ? 'bars' : possible.includes('lines') ? 'lines' : 'heat'
}
