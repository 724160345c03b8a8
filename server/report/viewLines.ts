import { isFactor, isOrdered, isPartOfPeriod, isRatio } from '#engine/analytics/dimensions.ts'
import { drawnDimension, drawnKey, MOST_DRAWN_DAYS } from '#engine/analytics/drawnTime.ts'
import { daysBetween, movedDate, periodOf, periodsBetween } from '#engine/time/statPeriod.ts'
import type { AnalyticsAnswer, TargetedCell } from '#server/analytics/analytics.service.ts'
import { dayText } from './dateWords.ts'
import type { ReportChart } from './reportModel.ts'
import { filled } from './reportWords.ts'
import { marksOf } from './timelineMarks.ts'
import type { NamedView } from './viewChart.ts'
import { rowOf, rowOfAll, titleOf } from './viewRows.ts'
import { valueText } from './viewSentence.ts'
import { beforeSentence, MOST_SERIES, seriesKeys, signsWriter } from './viewSeries.ts'

/**
 * Returns the answer as lines along its dates, as the page draws it: one for each value of the other dimension, of more than eight the least together, with a
 * place for each date from the first to the last one; days of many are weeks (domain.md N-22). None without dates, or of one date.
 */
export function linesOfView(answer: AnalyticsAnswer, { names, keys, signs, notes, chosen }: NamedView): readonly ReportChart[] {
  const { measure, by } = answer.question
  const place = isPartOfPeriod(by[0]) ? 0 : 1
  const [time, other] = [by[place], by[1 - place] ?? null]
  const found = answer.cells.map(({ cell }) => cell.keys[place] ?? '').toSorted()
  const [first, last] = [found[0], found.at(-1)]
  if (!isPartOfPeriod(time) || first === undefined || last === undefined) return []
  const drawn = drawnDimension(time, daysBetween(first, last) + 1)
  if (!isPartOfPeriod(drawn)) return []
  const columns = periodsBetween(drawn, { from: first, to: movedDate(last, 1) }).map(({ from }) => periodOf(drawn, from).from)
  if (columns.length < 2) return []
  const keyOf = (key: string) => drawnKey(time, drawn, key)
  const byColumn = Map.groupBy(answer.cells, ({ cell }) => keyOf(cell.keys[place] ?? ''))
  const valuesOf = (isOf: (key: string) => boolean, pick: 'before' | 'value' = 'value') =>
    columns.map((column) => {
      const own = (byColumn.get(column) ?? []).filter(({ cell }) => isOf(cell.keys[1 - place] ?? ''))
      return own.length === 0 ? null : rowOfAll(own, answer)[pick]
    })
  const lines = other === null ? [{ label: null, values: valuesOf(() => true) }] : namedLines(answer.cells, place === 0 ? 1 : 0)
  const signsText = signsWriter(signs, place, keyOf)
  const before = other === null ? valuesOf(() => true, 'before') : []
  const hasBefore = before.some((value) => value !== null)
  const target = isFactor(measure) ? rowOf(answer.whole, answer).target : null
  const sentences = [
    ...(hasBefore ? [beforeSentence(chosen, names)] : []),
    ...(target === null ? [] : [names.texts.view.target]),
    ...(drawn === time ? [] : [filled(names.texts.pdf.byWeek, { count: MOST_DRAWN_DAYS })]),
  ]
  return [
    {
      kind: 'LINES',
      title: `${titleOf(answer, names)} · ${by.map((one, at) => names.texts.dimensions[at === place ? drawn : one]).join(' × ')}`,
      note: sentences.length === 0 ? null : sentences.join(' '),
      most: isRatio(measure) ? 1 : 0,
      textOf: (value) => valueText(measure, value, { unit: answer.unit, names }),
      columns: columns.map((key) => {
        const label = drawn === 'MONTH' ? keys(drawn, key) : dayText(key, names.language)
        return `${label}${signsText(key, byColumn.get(key) ?? [], answer)}`
      }),
      lines,
      before: hasBefore ? before : null,
      target,
      marks: marksOf(notes, drawn, columns, names),
    },
  ]

  function namedLines(cells: readonly TargetedCell[], at: 0 | 1) {
    const ranked = seriesKeys(cells, at, null)
    const shown = ranked.length > MOST_SERIES ? ranked.slice(0, MOST_SERIES - 1) : ranked
    const ordered =
      other !== null && isOrdered(other) ? shown.toSorted((one, next) => one.localeCompare(next, 'en', { numeric: true })) : shown
    return [
      ...ordered.map((key) => ({ label: other === null ? null : keys(other, key), values: valuesOf((own) => own === key) })),
      ...(ranked.length > shown.length ? [{ label: names.texts.keys.other, values: valuesOf((own) => !shown.includes(own)) }] : []),
    ]
  }
}
