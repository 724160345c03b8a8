import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addSigns, signOf } from '#engine/analytics/rowSigns.ts'
import { savedLookOf } from '#engine/analytics/savedLook.ts'
import { savedQuestionOf } from '#engine/analytics/savedQuestion.ts'
import { movedDate } from '#engine/time/statPeriod.ts'
import type { AnalyticsQuery } from '#web/api/generated/graphql.ts'
import {
  analyticsDates,
  analyticsInput,
  barsOf,
  changeOf,
  datesBeside,
  fixedLink,
  dimensionsOf,
  furtherMeasuresOf,
  growthOf,
  hasBefore,
  hasUneven,
  OTHER,
  rateOf,
  rowsOf,
  seriesOf,
  valuesByKey,
  trustFilter,
  worthOfReason,
} from './analytics.view.ts'
import { ANALYTICS_SEARCH, type AnalyticsSearch } from './analyticsSearch.ts'
import { clickOn } from './markActions.ts'
import { drillOf, filterOf, knownIdsOf, splitsOf } from './drill.view.ts'

const search = (texts: Record<string, string> = {}): AnalyticsSearch => ANALYTICS_SEARCH.read(texts)
const TODAY = '2026-11-23'

type Cells = AnalyticsQuery['analytics']['cells']
const cell = (keys: readonly string[], part: number, before: number | null = null, base: number | null = null): Cells[number] => ({
  keys: [...keys],
  figure: { part, base },
  compared: { part, base },
  before: before === null ? null : { part: before, base },
  target: null,
  isBeforeUnknown: false,
  isComparable: true,
  coverage: null,
})

describe('what a figure is compared with (N-9)', () => {
  const unknown = { ...cell(['2'], 30), isBeforeUnknown: true }

  it('is nothing where most of the time before is unknown, and 0 where nothing was lost in it', () => {
    const answer = { cells: [cell(['1'], 10), unknown], whole: cell([], 40, 20) }
    assert.deepEqual(
      rowsOf(answer, 'DURATION').map(({ before }) => before),
      [0, null],
    )
    assert.deepEqual(
      barsOf({ cells: [cell(['1', 'a'], 10, 5), { ...unknown, keys: ['1', 'b'] }], whole: cell([], 40, 20) }, 'DURATION', [
        'WORK_CENTER',
        'REASON',
      ]).map(({ before }) => before),
      [null],
    )
  })

  it('is nothing for a week that is not as long as the one before, but something for all weeks of a work center (N-8)', () => {
    const cut = { ...cell(['2026-11-30', '1'], 5, 40), isComparable: false }
    const answer = { cells: [cell(['2026-11-23', '1'], 30, 20), cut], whole: cell([], 35, 60) }
    assert.deepEqual(
      rowsOf(answer, 'DURATION').map(({ before }) => before),
      [20, null],
    )
    assert.deepEqual(
      barsOf(answer, 'DURATION', ['WEEK', 'WORK_CENTER']).map(({ compared, before }) => [compared, before]),
      [
        [30, 20],
        [5, null],
      ],
    )
    const byPlace = answer.cells.map((one) => ({ ...one, keys: one.keys.toReversed() }))
    assert.deepEqual(
      barsOf({ ...answer, cells: byPlace }, 'DURATION', ['WORK_CENTER', 'WEEK']).map(({ compared, before }) => [compared, before]),
      [[35, 60]],
    )
  })

  it('is nothing where energy is known for less than half of the time, which several rows together may be too (S-13)', () => {
    const of = (key: string, hours: number) => ({ ...cell([key, 'A'], 10, 40), coverage: { part: hours, base: 24 } })
    const answer = { cells: [of('1', 1), of('2', 24)], whole: { ...cell([], 20, 80), coverage: { part: 25, base: 48 } } }
    assert.deepEqual(
      rowsOf(answer, 'ENERGY').map(({ isLow, before }) => [isLow, before]),
      [
        [true, null],
        [false, 40],
      ],
    )
    assert.equal(hasUneven({ cells: [{ ...of('1', 1), isComparable: false }] }), false)
    assert.equal(hasUneven({ cells: [{ ...of('1', 24), isComparable: false }] }), true)
    const both = { ...answer, cells: [of('1', 1), { ...of('1', 20), keys: ['1', 'B'] }, of('2', 0)] }
    assert.deepEqual(
      barsOf(both, 'ENERGY', ['WORK_CENTER', 'SHIFT']).map(({ isLow, before }) => [isLow, before]),
      [
        [true, null],
        [true, null],
      ],
      '21 of 48 hours, and none',
    )
  })

  it('is told in percent of a sum that was not 0', () => {
    assert.deepEqual(
      [growthOf(12, 10), growthOf(8, 10), growthOf(8, 0), growthOf(8, null), growthOf(null, 8)],
      [0.2, -0.2, null, null, null],
    )
  })

  it('is told in points of a ratio, and in percent of all else, as reports tell it', () => {
    assert.deepEqual(
      [
        changeOf({ compared: 0.5, before: 0.75 }, true),
        changeOf({ compared: 30, before: 40 }, false),
        changeOf({ compared: 30, before: 0 }, false),
        changeOf({ compared: 0.5, before: null }, true),
        changeOf({ compared: null, before: 0.5 }, true),
      ],
      [-25, -25, null, null, null],
    )
  })

  it('of losses is also over the planned time of the shifts, whichever of them a row is of (N-20)', () => {
    const planned = [
      { keys: [null, null], planned: 10_800, compared: 7200, before: 7200 },
      { keys: ['a', null], planned: 7200, compared: 3600, before: 7200 },
      { keys: ['b', null], planned: 3600, compared: 3600, before: 0 },
    ]
    const row = (key: string) => ({ keys: [key, 'jam'], value: 720, compared: 360, before: 720 })
    assert.deepEqual(rateOf(row('a'), 'DURATION', planned), { value: 0.1, compared: 0.1, before: 0.1 })
    assert.deepEqual(rateOf(row('b'), 'COUNT', planned), { value: 720, compared: 360, before: null })
    assert.equal(rateOf(row('c'), 'COUNT', planned), null)
    assert.equal(rateOf(row('a'), 'AVERAGE', planned), null)
    // All of it is over all shifts.
    assert.deepEqual(rateOf({ keys: [], value: 1080, compared: 720, before: null }, 'DURATION', planned), {
      value: 0.1,
      compared: 0.1,
      before: null,
    })
  })

  it('has a sign where shifts of a row are running or were confirmed again, and none where shifts do not know rows apart', () => {
    const signs = [
      { keys: ['7', null], running: 1, restated: 0 },
      { keys: ['8', null], running: 0, restated: 2 },
    ]
    assert.deepEqual(signOf(signs, ['8', 'jam']), { running: 0, restated: 2 })
    assert.equal(signOf(signs, ['9', 'jam']), null)
    assert.equal(signOf([{ keys: [null], running: 3, restated: 1 }], ['jam']), null)
    assert.deepEqual(addSigns(signs), { running: 1, restated: 2 })
  })
})

describe('the question of an address', () => {
  it('is by itself: stops by reason, of the seven days before today against the seven before', () => {
    assert.deepEqual(analyticsInput(search(), TODAY), {
      measure: 'DURATION',
      by: ['REASON'],
      dateFrom: '2026-11-16',
      dateTo: '2026-11-22',
      comparison: 'PREVIOUS',
      source: 'STATUS',
    })
  })

  it('is about the losses of the same dates and filters', () => {
    assert.deepEqual(trustFilter(analyticsInput(search({ reason: '4', wc: '7' }), TODAY)), {
      workCenterIds: [7],
      source: 'STATUS',
      reasonIds: [4],
      shiftDateFrom: '2026-11-16',
      shiftDateTo: '2026-11-22',
    })
  })

  it('has only filters that the measure knows', () => {
    const filters = { reason: '4', hour: '8,9', weekday: '1', shift: 'A', wc: '7', kind: 'ALL' }
    const input = analyticsInput(search({ m: 'OEE', by: 'DAY', ...filters }), TODAY)
    assert.deepEqual(Object.keys(input), [
      ...['measure', 'by', 'dateFrom', 'dateTo', 'comparison', 'workCenterIds', 'shiftCodes', 'weekdays', 'hoursOfDay'],
    ])
    assert.equal(analyticsInput(search({ m: 'ENERGY_PER_UNIT', ...filters }), TODAY).hoursOfDay, undefined)
    const made = analyticsInput(search({ m: 'OEE', order: '7,-', product: 'SEVERAL', ...filters }), TODAY)
    assert.deepEqual([made.orders, made.products, made.hoursOfDay], [['7', ''], ['SEVERAL'], undefined])
    assert.equal(analyticsInput(search({ order: '7' }), TODAY).orders, undefined)
    assert.deepEqual(analyticsInput(search(filters), TODAY).hoursOfDay, [8, 9])
  })

  it('is of stops alone where pieces are counted or hours told, and so is the list behind it', () => {
    const sourceOf = (texts: Record<string, string>) => analyticsInput(search({ kind: 'ALL', ...texts }), TODAY).source
    assert.deepEqual(
      [{ m: 'COUNT' }, { m: 'AVERAGE' }, { by: 'HOUR' }, { and: 'HOUR' }, { hour: '8' }, { kind: 'SPEED', m: 'COUNT' }].map(sourceOf),
      ['STATUS', 'STATUS', 'STATUS', 'STATUS', 'STATUS', 'STATUS'],
    )
    assert.equal(sourceOf({ by: 'DAY' }), undefined)
    const list = drillOf(
      search({ kind: 'ALL', m: 'COUNT' }),
      { from: '2026-11-18', to: '2026-11-24' },
      { keys: ['4'] },
      knownIdsOf(undefined),
    )
    assert.deepEqual(list?.search, { range: 'dates', from: '2026-11-18', to: '2026-11-24', source: 'STATUS', reason: [4] })
  })

  it('divides by what the measure can be divided by, each dimension once', () => {
    assert.deepEqual(dimensionsOf(search({ m: 'OEE', by: 'REASON', and: 'DAY' })), ['WORK_CENTER', 'DAY'])
    assert.deepEqual(dimensionsOf(search({ by: 'DAY', and: 'DAY' })), ['DAY'])
    assert.deepEqual(dimensionsOf(search({ by: 'DAY', and: 'REASON' })), ['DAY', 'REASON'])
  })

  for (const [range, from, to] of [
    ['last30', '2026-10-24', '2026-11-22'],
    ['last365', '2025-11-23', '2026-11-22'],
    ['thisYear', '2026-01-01', '2026-12-31'],
    ['lastYear', '2025-01-01', '2025-12-31'],
    ['thisWeek', '2026-11-23', '2026-11-29'],
    ['lastWeek', '2026-11-16', '2026-11-22'],
    ['thisMonth', '2026-11-01', '2026-11-30'],
    ['lastMonth', '2026-10-01', '2026-10-31'],
  ] as const) {
    it(`takes the dates of ${range}`, () => assert.deepEqual(analyticsDates(search({ range }), TODAY), [from, to]))
  }

  it('takes one date for both, and turned ones the right way round', () => {
    assert.deepEqual(analyticsDates(search({ range: 'dates', from: '2026-11-05' }), TODAY), ['2026-11-05', '2026-11-05'])
    assert.deepEqual(analyticsDates(search({ range: 'dates', from: '2026-11-09', to: '2026-11-05' }), TODAY), ['2026-11-05', '2026-11-09'])
    assert.deepEqual(datesBeside(search(), TODAY, -1), { from: '2026-11-09', to: '2026-11-15' })
    assert.deepEqual(datesBeside(search(), TODAY, 1), { from: '2026-11-23', to: '2026-11-29' })
    assert.equal(datesBeside(search({ range: 'thisWeek' }), TODAY, 1), null)
  })

  it('goes on by whole months and years where the range is of whole ones, else by as many days', () => {
    const dates = (from: string, to: string) => search({ range: 'dates', from, to })
    const october = { from: '2026-10-01', to: '2026-10-31' }
    assert.deepEqual(datesBeside(search({ range: 'thisMonth' }), TODAY, -1), october)
    assert.deepEqual(datesBeside(dates(october.from, october.to), TODAY, -1), { from: '2026-09-01', to: '2026-09-30' })
    assert.deepEqual(datesBeside(dates(october.from, october.to), TODAY, 1), { from: '2026-11-01', to: '2026-11-30' })
    assert.equal(datesBeside(search({ range: 'thisMonth' }), TODAY, 1), null)
    assert.deepEqual(datesBeside(search({ range: 'thisYear' }), TODAY, -1), { from: '2025-01-01', to: '2025-12-31' })
    assert.deepEqual(datesBeside(dates('2024-01-01', '2024-12-31'), TODAY, 1), { from: '2025-01-01', to: '2025-12-31' })
    assert.deepEqual(datesBeside(dates('2024-02-01', '2024-02-29'), TODAY, -1), { from: '2024-01-01', to: '2024-01-31' })
    assert.deepEqual(datesBeside(dates('2026-07-01', '2026-09-30'), TODAY, -1), { from: '2026-04-01', to: '2026-06-30' })
    assert.deepEqual(datesBeside(dates('2026-10-02', '2026-10-31'), TODAY, -1), { from: '2026-09-02', to: '2026-10-01' })
    assert.deepEqual(datesBeside(search({ range: 'lastWeek' }), TODAY, -1), { from: '2026-11-09', to: '2026-11-15' })
  })
})

describe('the bars of an answer', () => {
  it('put together what is beyond twenty, and add up to the whole', () => {
    const cells = Array.from({ length: 30 }, (_, at) => cell([String(at)], 30 - at, 1))
    const bars = barsOf({ cells, whole: cell([], 465, 30) }, 'COUNT', ['REASON'])
    assert.equal(bars.length, 20)
    assert.deepEqual([bars[19]?.keys, bars[19]?.value, bars[19]?.before], [[OTHER], 66, 11])
    assert.equal(
      bars.reduce((sum, { value }) => sum + (value ?? 0), 0),
      465,
    )
    assert.ok(Math.abs((bars[19]?.cumulative ?? 0) - 1) < 1e-12)
  })

  it('never average: a bar of ratios is the sum of its parts over that of its bases (W-12)', () => {
    const cells = [cell(['A', '1'], 90, null, 100), cell(['A', '2'], 40, null, 50), cell(['B', '1'], 150, null, 300)]
    const bars = barsOf({ cells, whole: cell([], 280, null, 450) }, 'OEE', ['SHIFT', 'WORK_CENTER'])
    assert.deepEqual(
      bars.map(({ keys, value, segments }) => [keys[0], value, segments.length]),
      [
        ['A', 130 / 150, 0],
        ['B', 0.5, 0],
      ],
    )
  })

  it('have eight series at most, the least of them together', () => {
    const cells = Array.from({ length: 10 }, (_, at) => cell(['2026-11-16', String(at)], 10 - at))
    const answer = { cells, whole: cell([], 55) }
    assert.deepEqual(seriesOf(answer), ['0', '1', '2', '3', '4', '5', '6', OTHER])
    const [bar] = barsOf(answer, 'DURATION', ['DAY', 'REASON'])
    assert.deepEqual(bar?.segments.at(-1), { key: OTHER, value: 6 })
    assert.equal(
      bar?.segments.reduce((sum, { value }) => sum + value, 0),
      55,
    )
  })

  it('say nothing of days before that there is nothing of, and 0 of what is new', () => {
    const without = { cells: [cell(['1'], 5)], whole: cell([], 5, 0) }
    assert.equal(hasBefore(without), false)
    assert.equal(rowsOf(without, 'COUNT')[0]?.before, null)
    assert.equal(rowsOf({ cells: [cell(['1'], 5)], whole: cell([], 5, 4) }, 'COUNT')[0]?.before, 0)
  })
})

describe('further measures beside that of the chart', () => {
  it('are two at most, another each, and such as can be divided alike', () => {
    const of = (texts: Record<string, string>) => furtherMeasuresOf(search(texts))
    assert.deepEqual(of({ m: 'DURATION', by: 'WORK_CENTER', also: 'COUNT,DURATION,OEE,OUTPUT' }), ['COUNT', 'OEE'])
    assert.deepEqual(of({ m: 'DURATION', by: 'REASON', also: 'OEE,COUNT,NO' }), ['COUNT'])
    assert.deepEqual(of({ m: 'OEE', by: 'DAY', and: 'HOUR', also: 'ENERGY_PER_UNIT,QUALITY' }), ['QUALITY'])
    assert.deepEqual(of({}), [])
  })

  it('have their values under the keys of the rows', () => {
    const values = valuesByKey({ cells: [cell(['A', '1'], 90, null, 100), cell(['A', '2'], 40, null, 0)] })
    assert.deepEqual(
      [...values],
      [
        ['A\n1', 0.9],
        ['A\n2', null],
      ],
    )
  })
})

describe('the list behind a mark (N-10)', () => {
  const dates = { from: '2026-11-18', to: '2026-11-24' }
  const known = {
    reasons: new Map([
      ['', [4, 5]],
      ['2', [9, 11]],
    ]),
    workCenters: new Map([
      ['', [7]],
      ['3', [8]],
    ]),
    byActivity: new Map([
      ['BREAKDOWN_TIME', [4, 9]],
      ['', [5]],
    ]),
  }
  const drill = (texts: Record<string, string>, keys: readonly string[], rest: readonly string[] | null = null) =>
    drillOf(search(texts), dates, { keys, rest }, known)

  it('has the filters of the page and the keys of the mark, which narrow further', () => {
    assert.deepEqual(drill({ wc: '1,2', by: 'WORK_CENTER', and: 'REASON', weekday: '1' }, ['2', '9']), {
      to: '/losses',
      search: { range: 'dates', from: '2026-11-18', to: '2026-11-24', source: 'STATUS', weekday: ['1'], wc: [2], reason: [9] },
    })
  })

  it('is where a day and its week meet, whichever is named first', () => {
    for (const [by, and] of [
      ['DAY', 'WEEK'],
      ['WEEK', 'DAY'],
    ] as const) {
      const keys = by === 'DAY' ? ['2026-11-19', '2026-11-16'] : ['2026-11-16', '2026-11-19']
      const found = drill({ by, and }, keys)?.search
      assert.deepEqual([found?.from, found?.to], ['2026-11-19', '2026-11-19'])
    }
  })

  it('cuts a week by the dates of the page', () => {
    const of = (key: string) => drill({ by: 'WEEK' }, [key])?.search
    assert.deepEqual([of('2026-11-16')?.from, of('2026-11-16')?.to], ['2026-11-18', '2026-11-22'])
    assert.deepEqual([of('2026-11-23')?.from, of('2026-11-23')?.to], ['2026-11-23', '2026-11-24'])
  })

  for (const [key, more] of [
    ['UNCLASSIFIED', { source: 'STATUS', noReason: 'UNCLASSIFIED' }],
    ['NOT_NEEDED', { source: 'STATUS', noReason: 'NOT_NEEDED' }],
    ['PLANNED', { source: 'STATUS', noReason: 'CLASSIFIED' }],
    ['SPEED', { source: 'SPEED', noReason: 'NOT_NEEDED' }],
    ['OUTPUT', { source: 'OUTPUT', noReason: 'NOT_NEEDED' }],
  ] as const) {
    it(`names what has no reason: ${key}`, () => {
      assert.deepEqual(drill({ kind: 'ALL' }, [key])?.search, { range: 'dates', ...dates, ...more })
    })
  }

  it('names what has no group by its ids', () => {
    assert.deepEqual(drill({ by: 'REASON_GROUP' }, [''])?.search, { range: 'dates', ...dates, source: 'STATUS', reason: [4, 5] })
    assert.deepEqual(drill({ by: 'GROUP' }, [''])?.search, { range: 'dates', ...dates, source: 'STATUS', wc: [7] })
  })

  it('is of shifts for figures of shifts, where their list can be narrowed so far', () => {
    assert.deepEqual(drill({ m: 'OEE', by: 'DAY', and: 'WORK_CENTER' }, ['2026-11-19', '3']), {
      to: '/shifts',
      search: { view: 'list', range: 'dates', from: '2026-11-19', to: '2026-11-19', wc: [3] },
    })
    const days = { view: 'list', range: 'dates', from: '2026-11-18', to: '2026-11-24' }
    assert.deepEqual(drill({ m: 'OEE', by: 'SHIFT', and: 'GROUP' }, ['A', '2'])?.search, { ...days, wcGroup: [2], code: ['A'] })
    assert.deepEqual(drill({ m: 'OEE', by: 'WEEKDAY', shift: 'B' }, ['7'])?.search, { ...days, code: ['B'], weekday: ['7'] })
  })

  it('is the question that divides what was made, and hours, further, as far as they can be', () => {
    const asked = (texts: Record<string, string>, keys: readonly string[]) => {
      const found = drill(texts, keys)
      if (found?.to !== '/analytics') return found
      const { m, by, and, from, to, wc, shift, hour, order, product } = found.search
      const narrowed = Object.entries({ wc, shift, hour, order, product }).filter(([, list]) => list.length > 0)
      return [m, by, and, from, to, Object.fromEntries(narrowed)]
    }
    const { from, to } = dates
    assert.deepEqual(asked({ m: 'OUTPUT', by: 'PRODUCT' }, ['7']), ['OUTPUT', 'ORDER', '', from, to, { product: ['7'] }])
    assert.deepEqual(asked({ m: 'OEE', by: 'ORDER', product: '7' }, ['']), [
      ...['OEE', 'WORK_CENTER', '', from, to],
      { order: ['-'], product: ['7'] },
    ])
    assert.deepEqual(asked({ m: 'OEE', by: 'ORDER', and: 'WORK_CENTER' }, ['SEVERAL', '3']), [
      ...['OEE', 'DAY', '', from, to],
      { wc: [3], order: ['SEVERAL'] },
    ])
    assert.deepEqual(asked({ m: 'OEE', by: 'DAY', wc: '3', order: '5' }, [from]), [
      'OEE',
      'SHIFT',
      '',
      from,
      from,
      { wc: [3], order: ['5'] },
    ])
    assert.equal(asked({ m: 'OEE', by: 'SHIFT', and: 'DAY', wc: '3', order: '5' }, ['A', from]), null, 'nothing is left')
    assert.deepEqual(asked({ m: 'OEE', by: 'HOUR' }, ['8']), ['OEE', 'WORK_CENTER', '', from, to, { hour: ['8'] }])
    assert.deepEqual(asked({ m: 'OUTPUT', by: 'WORK_CENTER', hour: '8,9' }, ['3']), [
      'OUTPUT',
      'DAY',
      '',
      from,
      to,
      { wc: [3], hour: ['8', '9'] },
    ])
    assert.equal(asked({ m: 'OUTPUT', by: 'HOUR' }, ['']), null, 'no hour holds it')
  })

  it('is the question that divides energy further, by places, days and hours', () => {
    const asked = (texts: Record<string, string>, keys: readonly string[]) => {
      const found = drill({ m: 'ENERGY', ...texts }, keys)
      if (found?.to !== '/analytics') return found
      const { by, and, range, from, to, wc, shift } = found.search
      return { by, and, range, from, to, wc, shift }
    }
    const at = { and: '', range: 'dates', ...dates, wc: [], shift: [] }
    assert.deepEqual(asked({ by: 'SHIFT', and: 'DAY' }, ['A', '2026-11-19']), {
      ...at,
      by: 'WORK_CENTER',
      from: '2026-11-19',
      to: '2026-11-19',
      shift: ['A'],
    })
    assert.deepEqual(asked({ by: 'WORK_CENTER' }, ['3']), { ...at, by: 'DAY', wc: [3] })
    assert.deepEqual(asked({ by: 'DAY', wc: '3' }, ['2026-11-19']), { ...at, by: 'HOUR', from: '2026-11-19', to: '2026-11-19', wc: [3] })
    assert.equal(asked({ m: 'ENERGY_PER_UNIT', by: 'DAY', wc: '3' }, ['2026-11-19']), null)
    assert.deepEqual(asked({ by: 'HOUR' }, ['8']), { ...at, by: 'WORK_CENTER' })
    assert.equal(drill({ m: 'ENERGY', by: 'HOUR', and: 'DAY', wc: '3' }, ['8', '2026-11-19'])?.to, '/analytics')
    assert.equal(drill({ m: 'ENERGY', by: 'SHIFT', and: 'DAY', wc: '3', hour: '8' }, ['A', '2026-11-19']), null)
    // Of rejects and attainment the list of shifts has no column; it is where one shift is left.
    for (const m of ['ATTAINMENT', 'REJECTED']) {
      assert.deepEqual(asked({ m, by: 'WORK_CENTER' }, ['3']), { ...at, by: 'DAY', wc: [3] })
      assert.deepEqual(asked({ m, by: 'DAY', wc: '3' }, ['2026-11-19']), {
        ...at,
        by: 'SHIFT',
        from: '2026-11-19',
        to: '2026-11-19',
        wc: [3],
      })
      assert.equal(drill({ m, by: 'SHIFT', and: 'DAY', wc: '3' }, ['A', '2026-11-19'])?.to, '/shifts')
    }
  })

  it('of work centers in no group is of the deleted ones, too, so that it adds up', () => {
    const names = {
      companies: [],
      workCenters: [
        { id: 1, name: 'Press', groupId: null },
        { id: 2, name: 'Mill', groupId: 3 },
      ],
      deleted: [
        { id: 5, name: 'Saw', groupId: null },
        { id: 6, name: 'Lathe', groupId: 3 },
      ],
      workCenterGroups: [],
      lossReasons: [],
      lossReasonGroups: [],
    }
    assert.deepEqual(drillOf(search({ by: 'GROUP' }), dates, { keys: [''] }, knownIdsOf(names))?.search, {
      range: 'dates',
      ...dates,
      source: 'STATUS',
      wc: [1, 5],
    })
  })

  it('is of a week of days that a chart draws together all its days that are asked for (N-22)', () => {
    const week = { keys: ['2026-05-04'], by: ['WEEK'] as const }
    assert.deepEqual(drillOf(search({ by: 'DAY' }), { from: '2026-03-01', to: '2026-05-08' }, week, known)?.search, {
      range: 'dates',
      from: '2026-05-04',
      to: '2026-05-08',
      source: 'STATUS',
    })
  })

  it('is the question of the page narrowed to it, where a filter says what it is of (N-10)', () => {
    const narrowed = (texts: Record<string, string>, keys: readonly (string | null)[]) => filterOf(search(texts), dates, { keys }, known)
    const by = (texts: Record<string, string>, keys: readonly (string | null)[]) => {
      const found = narrowed(texts, keys)
      return found && { ...found, cols: undefined }
    }
    const own = (texts: Record<string, string>) => ({ ...search({ ...texts, range: 'dates', ...dates }), cols: undefined })
    assert.deepEqual(by({}, ['4']), own({ reason: '4' }))
    assert.deepEqual(by({ by: 'DAY', and: 'TYPE' }, ['2026-11-19', 'ACTUAL']), {
      ...own({ by: 'DAY', and: 'TYPE', type: 'ACTUAL' }),
      from: '2026-11-19',
      to: '2026-11-19',
    })
    assert.deepEqual(by({ by: 'SOURCE', kind: 'ALL' }, ['SPEED']), own({ by: 'SOURCE', kind: 'SPEED' }))
    assert.deepEqual(
      by({ m: 'OEE', by: 'WORK_CENTER', and: 'HOUR' }, ['3', '8']),
      own({ m: 'OEE', by: 'WORK_CENTER', and: 'HOUR', wc: '3', hour: '8' }),
    )
    // No filter of the page is of what has no reason, a status or a person.
    assert.equal(narrowed({}, ['UNCLASSIFIED']), null)
    assert.equal(narrowed({ by: 'STATUS' }, ['5']), null)
    assert.equal(narrowed({ by: 'PERSON' }, ['0']), null)
  })

  it('is narrowed to several that are put together by all of them, unless one of them is no value of the same filter', () => {
    assert.deepEqual(drill({}, [OTHER], ['4', '9'])?.search, { range: 'dates', ...dates, source: 'STATUS', reason: [4, 9] })
    const at = { range: 'dates', ...dates, source: 'STATUS' }
    assert.deepEqual(drill({}, [OTHER], ['4', 'UNCLASSIFIED'])?.search, { ...at, why: ['4', 'UNCLASSIFIED'] })
    assert.deepEqual(drill({ by: 'REASON_GROUP', reason: '4,9' }, [OTHER], ['2', '', 'PLANNED'])?.search, {
      ...at,
      reason: [4, 9],
      why: ['9', '11', '4', '5', 'PLANNED'],
    })
    assert.deepEqual(drill({ by: 'ACTIVITY' }, [OTHER], ['BREAKDOWN_TIME', 'SPEED'])?.search, { ...at, why: ['4', '9', 'SPEED'] })
    assert.deepEqual(drill({ by: 'GROUP' }, [OTHER], ['3', ''])?.search, { ...at, wc: [8, 7] })
    assert.equal(drill({}, [OTHER]), null, 'nobody says of what it is')
    assert.deepEqual(drill({ m: 'OEE', by: 'SHIFT' }, [OTHER], ['B', 'C'])?.search, {
      view: 'list',
      range: 'dates',
      ...dates,
      code: ['B', 'C'],
    })
    assert.deepEqual(drill({ by: 'PERSON', and: 'REASON' }, [OTHER, '9'], ['a', 'b'])?.search, {
      range: 'dates',
      ...dates,
      source: 'STATUS',
      person: ['a', 'b'],
      reason: [9],
    })
  })

  it('is where the filters of the page and the mark meet, also of what is named by ids', () => {
    const at = { range: 'dates', ...dates, source: 'STATUS' }
    assert.deepEqual(drill({ by: 'REASON_GROUP', reason: '4,9' }, [''])?.search, { ...at, reason: [4] })
    assert.equal(drill({ by: 'REASON_GROUP', reason: '9' }, ['']), null)
    assert.deepEqual(drill({ by: 'ACTIVITY' }, ['BREAKDOWN_TIME'])?.search, { ...at, reason: [4, 9] })
    assert.deepEqual(drill({ by: 'ACTIVITY', and: 'REASON' }, ['BREAKDOWN_TIME', '9'])?.search, { ...at, reason: [9] })
    assert.deepEqual(drill({ by: 'ACTIVITY' }, [''])?.search, { ...at, reason: [5] })
    assert.deepEqual(drill({ by: 'ACTIVITY' }, ['UNCLASSIFIED'])?.search, { ...at, noReason: 'UNCLASSIFIED' })
    assert.deepEqual(drill({ by: 'SOURCE', kind: 'ALL' }, ['SPEED'])?.search, { range: 'dates', ...dates, source: 'SPEED' })
    assert.deepEqual(drill({ by: 'CATEGORY', category: 'QUALITY,PERFORMANCE', type: 'PLANNED,ACTUAL' }, ['QUALITY'])?.search, {
      ...at,
      category: ['QUALITY'],
      plan: ['UNPLANNED', 'PLANNED'],
    })
  })
})

describe('what a minute less of a row is worth (S-90)', () => {
  const worths: AnalyticsQuery['analytics']['minuteWorths'] = (['EXCLUDED', 'QUALITY', 'SMALL_STOP', 'SPEED', 'STOP'] as const).map(
    (kind, at) => ({
      kind,
      points: at,
      units: null,
      unit: null,
    }),
  )
  const reasons = [
    { id: 7, includeInOee: true, isSmallStop: false, category: 'AVAILABILITY' as const },
    { id: 8, includeInOee: true, isSmallStop: true, category: 'PERFORMANCE' as const },
    { id: 9, includeInOee: false, isSmallStop: false, category: 'AVAILABILITY' as const },
  ]
  const kindOf = (key: string, kind: AnalyticsSearch['kind'] = 'STATUS') => worthOfReason(key, kind, reasons, worths)?.kind ?? null

  it('is that of the kind of loss that the reason makes', () => {
    assert.deepEqual(
      ['7', '8', '9', 'UNCLASSIFIED'].map((key) => kindOf(key)),
      ['STOP', 'SMALL_STOP', 'EXCLUDED', 'STOP'],
    )
    assert.deepEqual(
      [kindOf('7', 'SPEED'), kindOf('7', 'OUTPUT'), kindOf('SPEED', 'ALL'), kindOf('OUTPUT', 'ALL')],
      ['SPEED', 'QUALITY', 'SPEED', 'QUALITY'],
    )
  })

  it('is not told of what no reason says, of several reasons together, and of a reason of losses of every kind', () => {
    assert.deepEqual(
      ['NOT_NEEDED', 'PLANNED', OTHER, '10'].map((key) => kindOf(key)),
      [null, null, null, null],
    )
    assert.equal(kindOf('7', 'ALL'), null)
  })
})

describe('a link', () => {
  it('shows the same days always, where somebody wants it to', () => {
    const href = fixedLink('https://plant.example/analytics?m=OEE&range=lastWeek&wc=3', { from: '2026-11-16', to: '2026-11-22' })
    const { range, from, to, m, wc } = search(Object.fromEntries(new URL(href).searchParams))
    assert.deepEqual({ range, from, to, m, wc }, { range: 'dates', from: '2026-11-16', to: '2026-11-22', m: 'OEE', wc: [3] })
  })
})

describe('a saved view', () => {
  const asked = (text: string) => {
    const {
      dateFrom: _from,
      dateTo: _to,
      comparedFrom,
      comparedTo,
      ...input
    } = analyticsInput(search(Object.fromEntries(new URLSearchParams(text))), TODAY)
    const last = comparedTo == null ? null : movedDate(comparedTo, 1)
    return comparedFrom == null ? input : { ...input, comparison: { from: comparedFrom, to: last } }
  }
  const read = (text: string) => {
    const { workCenterIds, ...question } = savedQuestionOf(text)
    return Object.fromEntries(Object.entries({ ...question, workCenterIds }).filter(([, value]) => value !== null))
  }

  it('asks by itself what the page asks for it', () => {
    const views = [
      '',
      'm=OEE&by=REASON&and=WORK_CENTER',
      'm=OUTPUT&by=WORK_CENTER&and=DAY&unit=kg',
      'm=COUNT&by=HOUR&kind=ALL&cmp=NONE',
      'm=DURATION&by=REASON&and=HOUR&kind=SPEED',
      'm=DURATION&hour=7,3,24&kind=OUTPUT',
      'm=ENERGY_COST&by=WEEK&unit=EUR&oee=1&reason=4',
      'm=AVERAGE&by=PERSON&and=PERSON&kind=SPEED',
      'by=ORDER&and=HOUR&m=OEE',
      'm=OUTPUT&by=DAY&order=7,-,SEVERAL&product=-&hour=7',
      'm=OEE&by=DAY&hour=7,8',
      'm=ENERGY_PER_UNIT&by=DAY&hour=7&order=7',
      'm=DURATION&by=DAY&order=7&product=8',
      'wc=3,x,0,2147483648,1,3&wcGroup=2&reason=9,8&reasonGroup=5&category=QUALITY,AVAILABILITY&type=PLANNED,ACTUAL&activity=SETUP_TIME,BREAKDOWN_TIME&shift=A%2C1%252C2&weekday=7,1,9&oee=1&kind=ALL',
      'm=NO&by=NO&and=NO&cmp=NO&kind=NO&category=NO&type=NO&weekday=&hour=&wc=&shift=,',
      'cmp=DATES&cmpFrom=2026-02-02&cmpTo=2026-02-08',
      'cmp=DATES&cmpFrom=2026-02-02&cmpTo=2026-02-01',
      'cmp=DATES&cmpFrom=2026-02-30&cmpTo=2026-02-08',
      'cmp=YEAR_BEFORE&range=dates&from=2026-01-01&to=2026-01-31&sort=-value&cols=value&chart=heat',
    ]
    for (const text of views) assert.deepEqual(read(text), asked(text), text)
  })

  it('shows by itself what the page shows of it', () => {
    const shown = (text: string) => {
      const { sort, cols, chart } = ANALYTICS_SEARCH.read(Object.fromEntries(new URLSearchParams(text)))
      const column = sort.replace('-', '')
      const isSorted = column !== 'order'
      return { sort: isSorted ? { column, isDescending: sort.startsWith('-') } : null, columns: cols, chart: chart === '' ? null : chart }
    }
    for (const text of [
      '',
      'sort=-value&cols=change,value,no&chart=heat',
      'sort=first&cols=second,value,share,target,before,change&chart=bars',
      'sort=-order&cols=&chart=pie',
      'sort=--value&cols=no',
      'sort=no&cols=share',
    ])
      assert.deepEqual(savedLookOf(text), shown(text), text)
  })
})

describe('what a mark can be divided by', () => {
  const of = (texts: Record<string, string>) => splitsOf(search(texts), ['DAY'])
  it('is what the server answers: no orders of hours, no hours of orders, and nothing twice (N-10)', () => {
    assert.deepEqual(
      [of({ m: 'OEE' }).includes('ORDER'), of({ m: 'OEE' }).includes('HOUR'), of({ m: 'OEE' }).includes('DAY')],
      [true, true, false],
    )
    const ofHour = of({ m: 'OEE', hour: '5' })
    assert.deepEqual([ofHour.includes('ORDER'), ofHour.includes('PRODUCT'), ofHour.includes('SHIFT')], [false, false, true])
    for (const kept of [{ order: 'A-1' }, { product: 'Lid' }]) assert.equal(of({ m: 'OEE', ...kept }).includes('HOUR'), false)
  })
})

describe('a click on a mark', () => {
  const mark = { keys: ['2026-11-16'] }
  const named = { mark, name: '16 Nov', parts: [{ name: 'Jam', mark }] }
  const narrowed = search({ m: 'COUNT' })
  const drill = { to: '/analytics', search: search() } as const
  const on = (isAlt: boolean, part: number, filter: AnalyticsSearch | null) =>
    clickOn(named, { drillOf: () => drill, filterOf: () => filter }, { isAlt, part })

  it('narrows the page with Alt, and opens the menu where no filter says the mark, so that no browser saves the page (N-10)', () => {
    assert.deepEqual(on(true, NaN, narrowed), { to: '/analytics', search: narrowed })
    assert.deepEqual([on(true, NaN, null), on(true, 0, null)], ['MENU', 'MENU'])
  })

  it('opens the rows of the part, and else follows the link', () => {
    assert.deepEqual([on(false, 0, narrowed), on(false, NaN, narrowed), on(false, 3, null)], [drill, null, null])
  })
})
