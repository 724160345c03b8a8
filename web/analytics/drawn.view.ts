import type { Dimension } from '#engine/analytics/dimensions.ts'
import { drawnDimension, drawnKey } from '#engine/analytics/drawnTime.ts'
import type { AnalyticsChartKind } from '#engine/analytics/savedLook.ts'
import { daysBetween } from '#engine/time/statPeriod.ts'
import type { AnalyticsQuery } from '#web/api/generated/graphql.ts'
import { cellsTogether } from './analytics.view.ts'

type Answer = Pick<AnalyticsQuery['analytics'], 'cells' | 'signs' | 'whole'>

/** An answer as its chart draws it, and by what. */
type DrawnAnswer = { readonly answer: Answer; readonly by: readonly Dimension[]; readonly isByWeek: boolean }

/**
 * Returns the answer as its chart draws it: days of more than 62 put together by week, by their terms (domain.md N-22). Lines have a place for each day from
 * the first to the last one, bars for those of which anything is known; a heat table is a table and keeps its days.
 */
export function drawnAnswer(answer: Answer, by: readonly Dimension[], chart: AnalyticsChartKind): DrawnAnswer {
  const place = by.indexOf('DAY')
  if (chart === 'heat' || place === -1 || (chart === 'bars' && place > 0)) return { answer, by, isByWeek: false }
  const days = [...new Set(answer.cells.map(({ keys }) => keys[place] ?? ''))].toSorted()
  const [first, last] = [days[0], days.at(-1)]
  const count = chart === 'lines' && first !== undefined && last !== undefined ? daysBetween(first, last) + 1 : days.length
  const drawn = drawnDimension('DAY', count)
  if (drawn === 'DAY') return { answer, by, isByWeek: false }
  const keysOf = (keys: readonly string[]) => keys.map((key, at) => (at === place ? drawnKey('DAY', drawn, key) : key))
  const weeks = Map.groupBy(answer.cells, ({ keys }) => keysOf(keys).join('\n'))
  return {
    answer: {
      whole: answer.whole,
      cells: [...weeks.values()].flatMap((own) => own.slice(0, 1).map(({ keys }) => cellsTogether(keysOf(keys), own, true))),
      signs: answer.signs.map((sign) => ({
        ...sign,
        keys: sign.keys.map((key, at) => (at === place && key !== null ? drawnKey('DAY', drawn, key) : key)),
      })),
    },
    by: by.map((one, at) => (at === place ? drawn : one)),
    isByWeek: true,
  }
}
