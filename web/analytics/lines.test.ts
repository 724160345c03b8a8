import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Dimension } from '#engine/analytics/dimensions.ts'
import type { AnalyticsChartKind } from '#engine/analytics/savedLook.ts'
import { prepareLines, columnAt } from '#web/chart/prepareLines.ts'
import { OTHER } from './analytics.view.ts'
import { chartOf, chartsOf } from '#engine/analytics/charts.ts'
import { drawnAnswer } from './drawn.view.ts'
import { lineAxis, linesOf } from './lines.view.ts'

const cell = (keys: readonly string[], part: number, base: number | null = null) => ({
  keys: [...keys],
  figure: { part, base },
  compared: null,
  before: null,
  target: null,
  isBeforeUnknown: false,
  isComparable: true,
  coverage: null,
})
const answerOf = (
  cells: readonly ReturnType<typeof cell>[],
  planned: readonly { keys: (string | null)[]; planned: number; compared: number; before: number }[] = [],
) => ({
  cells: [...cells],
  whole: cell([], 0, 1),
  planned: [...planned],
})
const shown = (view: ReturnType<typeof linesOf>) =>
  Object.fromEntries((view?.lines ?? []).map(({ key, points }) => [key, points.map((point) => point?.value ?? null)]))

describe('the charts of a question', () => {
  it('are bars, lines along dates, and a heat table of two dimensions', () => {
    assert.deepEqual(chartsOf(['REASON']), ['bars'])
    assert.deepEqual(chartsOf(['DAY']), ['bars', 'lines'])
    assert.deepEqual(chartsOf(['SHIFT', 'WEEK']), ['bars', 'lines', 'heat'])
    assert.deepEqual(chartsOf(['SHIFT', 'WEEKDAY']), ['bars', 'heat'])
  })

  it('are of ratios lines along dates by themselves, and what was chosen only where it is true', () => {
    assert.equal(chartOf({ chart: '', m: 'OEE' }, ['DAY', 'SHIFT']), 'lines')
    assert.equal(chartOf({ chart: '', m: 'DURATION' }, ['DAY', 'REASON']), 'bars')
    assert.equal(chartOf({ chart: '', m: 'OEE' }, ['SHIFT', 'WEEKDAY']), 'heat')
    assert.equal(chartOf({ chart: 'bars', m: 'OEE' }, ['SHIFT', 'WEEKDAY']), 'bars')
    assert.equal(chartOf({ chart: 'lines', m: 'OEE' }, ['SHIFT', 'WEEKDAY']), 'heat')
    assert.equal(chartOf({ chart: 'heat', m: 'COUNT' }, ['SHIFT']), 'bars')
  })
})

describe('lines along dates', () => {
  it('are one a shift, in the order of shifts, with a gap on the day of which nothing is known', () => {
    const cells = [
      cell(['2026-05-04', '2'], 240, 300),
      cell(['2026-05-04', '1'], 150, 300),
      cell(['2026-05-06', '1'], 90, 100),
      cell(['2026-05-06', '2'], 0, 0),
    ]
    const view = linesOf(answerOf(cells), 'OEE', ['DAY', 'SHIFT'])
    assert.deepEqual(view?.columns, ['2026-05-04', '2026-05-05', '2026-05-06'])
    assert.deepEqual(Object.entries(shown(view)), [
      ['1', [0.5, null, 0.9]],
      ['2', [0.8, null, null]],
    ])
    assert.deepEqual(view?.lines[0]?.points[2]?.keys, ['2026-05-06', '1'])
  })

  it('are drawn along the dates whichever dimension these are, weeks by their Mondays', () => {
    const cells = [cell(['7', '2026-05-04'], 3), cell(['7', '2026-05-18'], 5)]
    const view = linesOf(answerOf(cells), 'COUNT', ['WORK_CENTER', 'WEEK'])
    assert.deepEqual(view?.columns, ['2026-05-04', '2026-05-11', '2026-05-18'])
    assert.deepEqual(shown(view), { 7: [3, null, 5] })
    assert.deepEqual(view?.lines[0]?.points[0]?.keys, ['7', '2026-05-04'])
    assert.equal(linesOf(answerOf(cells), 'COUNT', ['WORK_CENTER', 'SHIFT']), null)
  })

  it('are 0 of a sum where nothing was lost on a date of which something is known, and a gap without any shift', () => {
    const cells = [cell(['2026-05-04', 'jam'], 20), cell(['2026-05-05', 'tool'], 5), cell(['2026-05-08', 'jam'], 10)]
    const planned = ['2026-05-04', '2026-05-05', '2026-05-06', '2026-05-08', '2026-05-09'].map((day) => ({
      keys: [day, null],
      planned: 28_800,
      compared: 0,
      before: 0,
    }))
    const view = linesOf(answerOf(cells, planned), 'DURATION', ['DAY', 'REASON'])
    assert.deepEqual(shown(view), { jam: [20, 0, 0, null, 10, 0], tool: [0, 5, 0, null, 0, 0] })
    assert.deepEqual(view?.lines[0]?.points[2]?.keys, ['2026-05-06', 'jam'])
    // A machine without a meter used something that nobody knows.
    assert.deepEqual(shown(linesOf(answerOf(cells, planned), 'ENERGY', ['DAY', 'WORK_CENTER']))['jam'], [20, null, null, null, 10])
    assert.deepEqual(shown(linesOf(answerOf(cells, planned), 'OEE', ['DAY', 'REASON']))['jam'], [20, null, null, null, 10])
  })

  it('put what is beyond eight together by their terms, never by their values (W-12)', () => {
    const cells = Array.from({ length: 10 }, (_none, at) => cell(['2026-05-04', String(at)], 100 - at, at === 9 ? 1000 : 100))
    const { [OTHER]: other, ...rest } = shown(linesOf(answerOf(cells), 'OEE', ['DAY', 'REASON']))
    assert.equal(Object.keys(rest).length, 7)
    assert.deepEqual(other, [(93 + 92 + 91) / (100 + 100 + 1000)])
  })

  it('are one of one dimension', () => {
    assert.deepEqual(shown(linesOf(answerOf([cell(['2026-05-01'], 8), cell(['2026-06-01'], 9)]), 'COUNT', ['MONTH'])), { '': [8, 9] })
  })
})

describe('many days', () => {
  const daysOf = (count: number) =>
    Array.from({ length: count }, (_none, at) => cell([new Date(Date.UTC(2026, 4, 4 + at)).toISOString().slice(0, 10), '1'], at, 100))
  const signs = [{ keys: ['2026-05-06', null], running: 1, restated: 0 }]
  const drawn = (count: number, by: readonly Dimension[], chart: AnalyticsChartKind) =>
    drawnAnswer({ ...answerOf(daysOf(count)), signs }, by, chart)

  it('are drawn by week of the terms of their days, with the signs of their days (N-22)', () => {
    assert.equal(drawn(62, ['DAY', 'SHIFT'], 'lines').isByWeek, false)
    const { answer, by, isByWeek } = drawn(63, ['DAY', 'SHIFT'], 'lines')
    assert.deepEqual([by, isByWeek, answer.cells.length], [['WEEK', 'SHIFT'], true, 9])
    assert.deepEqual(answer.cells[1]?.keys, ['2026-05-11', '1'])
    assert.deepEqual(answer.cells[1]?.figure, { keys: [], part: 7 + 8 + 9 + 10 + 11 + 12 + 13, base: 700 })
    assert.deepEqual(answer.signs[0]?.keys, ['2026-05-04', null])
    assert.deepEqual(linesOf(answer, 'OEE', by)?.columns.slice(0, 2), ['2026-05-04', '2026-05-11'])
  })

  it('have the planned time of their weeks, so that a week without losses is 0', () => {
    const planned = [
      ...['2026-05-04', '2026-05-05', '2026-08-05'].map((day) => ({ keys: [day, null], planned: 60, compared: 60, before: 0 })),
    ]
    const own = answerOf([cell(['2026-05-04', 'r'], 1, null), cell(['2026-08-04', 'r'], 1, null)], planned)
    const { answer, by } = drawnAnswer({ ...own, signs: [] }, ['DAY', 'REASON'], 'lines')
    assert.deepEqual(answer.planned, [
      { keys: ['2026-05-04', null], planned: 120, compared: 120, before: 0 },
      { keys: ['2026-08-03', null], planned: 60, compared: 60, before: 0 },
    ])
    assert.equal(linesOf(answer, 'DURATION', by)?.lines[0]?.points.at(-1)?.value, 1)
  })

  it('count for lines with the days between, and stay days where they are parts of bars or a table', () => {
    const ends = [cell(['2026-05-04', '1'], 1, 2), cell(['2026-08-04', '1'], 1, 2)]
    const asked = { ...answerOf(ends), signs: [] }
    assert.equal(drawnAnswer(asked, ['DAY', 'SHIFT'], 'lines').isByWeek, true)
    assert.equal(drawnAnswer(asked, ['DAY', 'SHIFT'], 'bars').isByWeek, false)
    assert.equal(drawn(63, ['DAY', 'SHIFT'], 'bars').isByWeek, true)
    assert.equal(drawn(63, ['DAY', 'SHIFT'], 'heat').isByWeek, false)
    const turned = { ...answerOf(daysOf(63).map((one) => cell(one.keys.toReversed(), 1, 2))), signs: [] }
    assert.equal(drawnAnswer(turned, ['SHIFT', 'DAY'], 'bars').isByWeek, false)
  })
})

describe('the drawing of lines', () => {
  const draw = (values: readonly (readonly (number | null)[])[], { bottom, top } = { bottom: 0, top: 1 }) =>
    prepareLines({
      lines: values.map((own, at) => ({ key: String(at), values: own })),
      columns: values[0]?.length ?? 0,
      width: 300,
      height: 100,
      bottom,
      top,
      target: 0.8,
      labelWidth: 40,
    })

  it('begins anew after a gap, in the middle of columns, over an axis from 0', () => {
    const { lines, targetY, step } = draw([[0.5, null, 1]])
    assert.equal(step, 100)
    assert.equal(lines[0]?.path, 'M50 50M250 0')
    assert.ok(Math.abs((targetY ?? 0) - 20) < 1e-9)
    assert.deepEqual(
      [-5, 0, 99, 100, 400].map((x) => columnAt(x, step, 3)),
      [0, 0, 0, 1, 2],
    )
  })

  it('begins at a round value below ratios that would lie on each other, and says so at its marks', () => {
    const axis = lineAxis('OEE', [0.6, null, 0.66, 0.75])
    assert.deepEqual(axis, { bottom: 0.55, top: 0.8 })
    const { lines, marks } = draw([[0.6, 0.75]], axis)
    assert.equal(lines[0]?.path, 'M75 80L225 20')
    assert.deepEqual(
      marks.map(({ value, y }) => [Math.round(value * 100), Math.round(y)]),
      [
        [55, 100],
        [65, 60],
        [75, 20],
      ],
    )
    // The target is in it; what fills half of the height, or is no ratio, begins at 0.
    assert.deepEqual(lineAxis('OEE', [0.6, 0.75, 0.85]), { bottom: 0.5, top: 0.9 })
    assert.deepEqual(lineAxis('QUALITY', [0.985, 1]), { bottom: 0.98, top: 1 })
    assert.deepEqual(lineAxis('OEE', [0.7]), { bottom: 0.68, top: 0.72 })
    assert.deepEqual(lineAxis('OEE', [0, 0.1]), { bottom: 0, top: 0.15 })
    assert.deepEqual(lineAxis('ATTAINMENT', [1.02, 1.1]), { bottom: 1, top: 1.12 })
    assert.deepEqual(lineAxis('OEE', [0.2, 0.75]), { bottom: 0, top: 1 })
    assert.deepEqual(lineAxis('DURATION', [600, 610]), { bottom: 0, top: 610 })
    assert.deepEqual(lineAxis('OEE', [null]), { bottom: 0, top: 1 })
  })

  it('keeps names apart and in the order of their lines', () => {
    const places = draw([[0.5], [0.51], [0.02], [0]]).lines.map(({ labelY }) => labelY ?? -1)
    assert.deepEqual(places, [64, 49, 85, 100])
  })
})
