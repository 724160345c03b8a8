import { useMemo } from 'react'
import type { AnalyticsQuery } from '#web/api/generated/graphql.ts'
import { barsOf, dimensionsOf } from './analytics.view.ts'
import type { AnalyticsSearch } from './analyticsSearch.ts'
import { chartOf } from '#engine/analytics/charts.ts'
import { drawnAnswer } from './drawn.view.ts'
import { heatTableOf } from './heat.view.ts'
import { linesOf } from './lines.view.ts'

/** Returns the answer as its chart draws it, days of many by week (domain.md N-22), with what the chart is made of: bars, lines or a heat table. */
export function useDrawn(answer: AnalyticsQuery['analytics'], search: AnalyticsSearch) {
  const { m } = search
  return useMemo(() => {
    const by = dimensionsOf(search)
    const chart = chartOf(search, by)
    const drawn = drawnAnswer(answer, by, chart)
    return {
      drawn,
      chart,
      bars: barsOf(drawn.answer, m, drawn.by),
      heat: chart === 'heat' ? heatTableOf(answer, m, by) : null,
      lines: chart === 'lines' ? linesOf(drawn.answer, m, drawn.by) : null,
    }
  }, [answer, search, m])
}
