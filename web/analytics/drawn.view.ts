import type { Dimension } from '#engine/analytics/dimensions.ts'
import { drawnDimension, drawnKey } from '#engine/analytics/drawnTime.ts'
import type { AnalyticsChartKind } from '#engine/analytics/savedLook.ts'
import { daysBetween } from '#engine/time/statPeriod.ts'
import type { AnalyticsQuery } from '#web/api/generated/graphql.ts'
import { cellsTogether } from './analytics.view.ts'

type Answer = Pick<AnalyticsQuery['analytics'], 'cells' | 'planned' | 'signs' | 'whole'>

/** An answer as its chart draws it, and by what. */
export type DrawnAnswer = { readonly answer: Answer; readonly by: readonly Dimension[]; readonly isByWeek: boolean }

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
  const someKeysOf = (keys: readonly (string | null)[]) =>
    keys.map((key, at) => (at === place && key !== null ? drawnKey('DAY', drawn, key) : key))
  const weeks = Map.groupBy(answer.cells, ({ keys }) => keysOf(keys).join('\n'))
  return {
    answer: {
      whole: answer.whole,
      cells: [...weeks.values()].flatMap((own) => own.slice(0, 1).map(({ keys }) => cellsTogether(keysOf(keys), own, true))),
      signs: answer.signs.map((sign) => ({ ...sign, keys: someKeysOf(sign.keys) })),
      planned: plannedTogether(answer.planned.map((one) => ({ ...one, keys: someKeysOf(one.keys) }))),
    },
    by: by.map((one, at) => (at === place ? drawn : one)),
    isByWeek: true,
  }
}

function plannedTogether(planned: Answer['planned']): Answer['planned'] {
  return [...Map.groupBy(planned, ({ keys }) => JSON.stringify(keys)).values()].flatMap((own) =>
    own.slice(0, 1).map(({ keys }) => ({
      keys,
      planned: own.reduce((sum, one) => sum + one.planned, 0),
      compared: own.reduce((sum, one) => sum + one.compared, 0),
      before: own.reduce((sum, one) => sum + one.before, 0),
    })),
  )
}
