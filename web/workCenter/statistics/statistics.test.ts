import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { HOUR_MS } from '#engine/time/durations.ts'
import type { LostFieldsFragment } from '#web/api/generated/graphql.ts'
import { plotWidthFor, prepareBars } from '#web/chart/prepareBars.ts'
import { askedPeriods, drawnTrendGrain } from './askedPeriod.view.ts'
import { cellPercent, heatView, type HeatPlace, moveInGrid } from './byTime.view.ts'
import { changeOf } from '#web/parts/figures/change.view.ts'
import { isFair, knownSeconds, pointsBefore, recordedSeconds, rowsBefore, weeksBefore } from './compare.view.ts'
import { comparedEnergy, energyBars, energySum, isFairEnergy } from './energy.view.ts'
import { classifiedOf, levelUnder, lossesOf, paretoBars, readLevel, writeLevel } from './pareto.view.ts'
import { readOrder, writeOrder } from './shifts.view.ts'
import { statusShares } from './statusShares.view.ts'

const DAY = 24 * HOUR_MS
const KYIV = 'Europe/Kyiv'

describe('a trend of many days', () => {
  const asked = (from: string, to: string) => ({
    filter: { workCenterIds: [7], period: { start: `${from}T00:00:00Z`, end: `${to}T00:00:00Z` }, shiftIds: null },
    shiftIds: null,
    window: { from: Date.parse(`${from}T00:00:00Z`), to: Date.parse(`${to}T00:00:00Z`) },
  })

  it('is drawn by week from 63 days on that have begun, over a change of the clocks too (N-22)', () => {
    const grain = (from: string, to: string, end = to) => {
      const [start, stop] = [Date.parse(from), Date.parse(to)]
      return drawnTrendGrain({ from: start, to: Date.parse(end) }, { window: { from: start, to: stop } }, KYIV)
    }
    assert.equal(grain('2026-10-01T00:00:00+03:00', '2026-10-08T00:00:00+03:00'), 'SHIFT')
    assert.equal(grain('2026-10-01T00:00:00+03:00', '2026-12-02T00:00:00+02:00'), 'DAY')
    assert.equal(grain('2026-10-01T00:00:00+03:00', '2026-12-03T00:00:00+02:00'), 'WEEK')
    assert.equal(grain('2026-01-01T00:00:00+02:00', '2026-01-20T12:00:00+02:00', '2027-01-01T00:00:00+02:00'), 'DAY')
  })

  it('is compared week by week of the same place, never one that a period cuts (N-8)', () => {
    const week = (dateStart: string) => ({ dateStart })
    // From a Wednesday on, and the 20 days before it, from a Thursday on.
    const periods = { current: asked('2026-05-06', '2026-05-26'), before: asked('2026-04-16', '2026-05-06'), timeZone: 'UTC' }
    const weeks = ['2026-05-06', '2026-05-11', '2026-05-18', '2026-05-25'].map(week)
    const earlier = ['2026-04-16', '2026-04-20', '2026-04-27', '2026-05-04'].map(week)
    assert.deepEqual(
      weeksBefore(weeks, earlier, periods).map((found) => found?.dateStart ?? null),
      [null, '2026-04-20', '2026-04-27', null],
    )
  })
})

describe('what a period is asked with', () => {
  const base = { workCenterId: 7, shift: null, timeZone: KYIV }

  it('takes whole days, and as many before, over a change of the clocks', () => {
    // The 25th has 25 hours.
    const period = { from: Date.parse('2026-10-24T21:00:00Z'), to: Date.parse('2026-10-25T22:00:00Z') }
    const { current, before } = askedPeriods({ ...base, period, choice: { kind: 'absolute', ...period, shiftId: 2 }, now: period.to + DAY })
    assert.deepEqual(current.filter, {
      workCenterIds: [7],
      period: { start: '2026-10-24T21:00:00.000Z', end: '2026-10-25T22:00:00.000Z' },
      shiftIds: [2],
    })
    assert.deepEqual(before.filter.period, { start: '2026-10-23T21:00:00.000Z', end: '2026-10-24T21:00:00.000Z' })
    assert.equal(before.window?.from, Date.parse('2026-10-23T21:00:00Z'))
  })

  it('ends by the clock now, and the period before as early', () => {
    const period = { from: Date.parse('2026-05-03T21:00:00Z'), to: Date.parse('2026-05-04T21:00:00Z') }
    const now = period.from + 10 * HOUR_MS
    const { current, before } = askedPeriods({ ...base, period, choice: { kind: 'relative', range: 'today', shiftId: null }, now })
    assert.deepEqual(current.window, { from: period.from, to: now })
    assert.deepEqual(before.window, { from: period.from - DAY, to: now - DAY })
    const future = askedPeriods({
      ...base,
      period,
      choice: { kind: 'relative', range: 'tomorrow', shiftId: null },
      now: period.from - HOUR_MS,
    })
    assert.equal(future.current.window, null)
  })

  it('compares the running shift with the same shift of the day before', () => {
    const start = Date.parse('2026-05-04T19:00:00Z')
    const period = { from: start, to: start + 8 * HOUR_MS }
    const shift = { shiftId: 3, start, shiftDate: '2026-05-04' }
    const { current, before } = askedPeriods({
      ...base,
      shift,
      period,
      choice: { kind: 'relative', range: 'currentShift', shiftId: null },
      now: start + HOUR_MS,
    })
    assert.deepEqual(current.filter.shiftIds, [3])
    assert.deepEqual(current.filter.period, { start: '2026-05-03T21:00:00.000Z', end: '2026-05-04T21:00:00.000Z' })
    assert.deepEqual(before.filter.period, { start: '2026-05-02T21:00:00.000Z', end: '2026-05-03T21:00:00.000Z' })
    assert.deepEqual(before.window, { from: start - DAY, to: start - DAY + HOUR_MS })
  })
})

describe('the shift before', () => {
  it('is asked for as one shift of its date, and compared with the same shift of the day before', () => {
    const start = Date.parse('2026-05-04T19:00:00Z')
    const period = { from: start, to: start + 8 * HOUR_MS }
    const { current, before } = askedPeriods({
      workCenterId: 7,
      timeZone: KYIV,
      shift: { shiftId: 1, start: period.to, shiftDate: '2026-05-05' },
      previous: { shiftId: 3, start, shiftDate: '2026-05-04' },
      period,
      choice: { kind: 'relative', range: 'previousShift', shiftId: null },
      now: period.to + HOUR_MS,
    })
    assert.deepEqual(current.filter.shiftIds, [3])
    assert.deepEqual(current.filter.period, { start: '2026-05-03T21:00:00.000Z', end: '2026-05-04T21:00:00.000Z' })
    assert.deepEqual(current.window, period)
    assert.deepEqual(before.window, { from: start - DAY, to: period.to - DAY })
  })
})

describe('the change of a figure', () => {
  const table = [
    { name: 'more is better', values: [80.04, 76.6, 'more', 1], change: { before: 76.6, difference: 3.4, verdict: 'better' } },
    { name: 'less is worse', values: [70, 80, 'more', 1], change: { before: 80, difference: -10, verdict: 'worse' } },
    { name: 'less time to repair is better', values: [60, 90, 'less', 0], change: { before: 90, difference: -30, verdict: 'better' } },
    { name: 'what reads alike is the same', values: [80.04, 79.96, 'more', 1], change: { before: 79.96, difference: 0, verdict: 'same' } },
    { name: 'of some figures it is neither', values: [2, 1, 'neutral', 0], change: { before: 1, difference: 1, verdict: 'neutral' } },
  ] as const
  for (const { name, values, change } of table)
    it(name, () => assert.deepEqual(changeOf(values[0], values[1], values[2], values[3]), change))
  it('is not known without one of the two', () => assert.equal(changeOf(null, 1, 'more', 0), null))
})

describe('a comparison with the period before', () => {
  const asked = (start: string, shiftIds: number[] | null = null) => ({
    filter: { workCenterIds: [7], period: { start, end: start }, shiftIds },
    shiftIds,
    window: { from: Date.parse(start), to: Date.parse(start) + DAY },
  })

  it('judges a change only where both periods have data of times near enough in length', () => {
    assert.equal(isFair(100, 50), true)
    assert.equal(isFair(49, 100), false)
    assert.equal(isFair(100, 0), false)
    assert.equal(isFair(0, 0), false)
    assert.equal(knownSeconds({ duration: 28_800, noDataDuration: 1800 }), 27_000)
    const times = [
      { kind: 'RULE', duration: 60 },
      { kind: 'OFF', duration: 30 },
      { kind: 'NO_DATA', duration: 500 },
    ]
    assert.equal(recordedSeconds(times), 90)
    const sum = (coverage: number | null) => ({ kwh: 1, coverage, isLow: false, isAssumed: false })
    const periods = { current: asked('2026-11-14T23:00:00Z'), past: asked('2026-11-13T23:00:00Z') }
    assert.equal(isFairEnergy(sum(1), sum(0.6), periods), true)
    assert.equal(isFairEnergy(sum(1), sum(0.4), periods), false)
    assert.equal(isFairEnergy(sum(1), sum(null), periods), false)
  })

  it('puts shifts of the period before at their own days, where its first ones are missing', () => {
    const periods = { current: asked('2026-11-14T23:00:00Z'), before: asked('2026-11-12T23:00:00Z'), timeZone: 'Europe/Warsaw' }
    const point = (dateStart: string, shiftId: number | null, name: string) => ({ dateStart, shiftId, name })
    const points = [point('2026-11-15', 1, 'a'), point('2026-11-15', 2, 'b'), point('2026-11-16', 1, 'c'), point('2026-11-16', 2, 'd')]
    const earlier = [point('2026-11-14', 2, 'later'), point('2026-11-13', 2, 'first')]
    assert.deepEqual(
      pointsBefore(points, earlier, periods).map((found) => found?.name ?? null),
      [null, 'first', null, 'later'],
    )
  })

  it('puts stretches of the period before at the same time of the clock, over a change of the clocks', () => {
    const row = (timeStart: string) => ({ timeStart, shiftId: null })
    // Kyiv: on 25 October its clocks go back, so its midnights are at 21:00 before and at 22:00 after it.
    const rows = [row('2026-10-25T22:00:00Z'), row('2026-10-26T22:00:00Z')]
    const earlier = [row('2026-10-23T21:00:00Z'), row('2026-10-24T21:00:00Z')]
    const begins = { current: Date.parse('2026-10-25T22:00:00Z'), before: Date.parse('2026-10-23T21:00:00Z'), timeZone: KYIV }
    assert.deepEqual(rowsBefore(rows, earlier, begins), earlier)
    assert.deepEqual(rowsBefore(rows, earlier.slice(1), begins), [null, earlier[1]])
  })
})

describe('shares of statuses', () => {
  const time = (duration: number, statusRuleId: number | null = 1) => ({
    duration,
    statusRuleId,
    isEffective: statusRuleId === 1,
    kind: statusRuleId === null ? ('NO_DATA' as const) : ('RULE' as const),
    statusName: 'x',
    statusColor: '#08855f',
  })

  it('make the whole period to the second, whatever was recorded of it', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 90_000 }), { maxLength: 6 }), fc.integer({ min: 0, max: 90_000 }), (lengths, gap) => {
        const whole = lengths.reduce((sum, length) => sum + length, 0) + gap
        const shares = statusShares(
          lengths.map((length, index) => time(length, index + 1)),
          whole * 1000,
          new Set(),
        )
        assert.equal(
          shares.reduce((sum, { seconds }) => sum + seconds, 0),
          whole === 0 ? 0 : whole,
        )
        assert.ok(whole === 0 || Math.abs(shares.reduce((sum, { share }) => sum + share, 0) - 1) < 1e-9)
      }),
    )
  })

  it('tell what was not recorded apart from what has no data', () => {
    const shares = statusShares([time(60), time(30, null)], 100_000, new Set())
    assert.deepEqual(
      shares.map(({ kind, seconds }) => [kind, seconds]),
      [
        ['RULE', 60],
        ['NO_DATA', 30],
        ['UNRECORDED', 10],
      ],
    )
  })
})

describe('the Pareto of losses', () => {
  const lost = (
    id: number | null,
    duration: number,
    count: number,
    more: { group?: number; isSmallStop?: boolean } = {},
  ): LostFieldsFragment => ({
    reasonId: id,
    classification: id === null ? 'UNCLASSIFIED' : 'CLASSIFIED',
    count,
    duration,
    quantity: 0,
    reason:
      id === null
        ? null
        : {
            id,
            name: `Reason ${id}`,
            color: '#08855f',
            category: 'AVAILABILITY',
            type: 'UNPLANNED',
            isSmallStop: more.isSmallStop ?? false,
            group: more.group === undefined ? null : { id: more.group, name: `Group ${more.group}`, color: '#08855f' },
          },
  })
  const losses = lossesOf({
    stops: [lost(1, 600, 2, { group: 5 }), lost(2, 100, 1, { group: 5 }), lost(3, 50, 9, { isSmallStop: true }), lost(null, 300, 3)],
    speed: [lost(null, 200, 1)],
    output: [],
  })
  const names = (level: Parameters<typeof paretoBars>[1], measure: 'duration' | 'count' = 'duration') =>
    paretoBars(losses, level, measure, null).map(({ key, value }) => [key, value])

  it('goes from categories over groups to reasons, small stops and unclassified ones by themselves', () => {
    assert.deepEqual(names({ kind: 'categories' }), [
      ['AVAILABILITY', 1050],
      ['PERFORMANCE', 200],
    ])
    assert.deepEqual(names({ kind: 'groups', category: 'AVAILABILITY' }), [
      ['group 5', 700],
      ['unclassified', 300],
      ['small 3', 50],
    ])
    assert.deepEqual(names({ kind: 'groups', category: 'AVAILABILITY' }, 'count')[0], ['small 3', 9])
    assert.deepEqual(names({ kind: 'reasons', category: 'AVAILABILITY', groupId: 5 }), [
      ['reason 1', 600],
      ['reason 2', 100],
    ])
  })

  it('keeps what its status plans, and what needs no reason, apart from what waits for one', () => {
    const of = (classification: LostFieldsFragment['classification'], seconds: number) => ({ ...lost(null, seconds, 1), classification })
    const mixed = lossesOf({ stops: [of('CLASSIFIED', 30), of('UNCLASSIFIED', 20), of('NOT_NEEDED', 10)], speed: [], output: [] })
    const bars = paretoBars(mixed, { kind: 'groups', category: 'AVAILABILITY' }, 'duration', null)
    assert.deepEqual(
      bars.map(({ kind, value }) => [kind, value]),
      [
        ['planned', 30],
        ['unclassified', 20],
        ['notNeeded', 10],
      ],
    )
  })

  it('shows reasons in the place of groups where no reason of the category has one', () => {
    const loose = lossesOf({
      stops: [lost(1, 600, 2), lost(2, 100, 1), lost(3, 50, 9, { isSmallStop: true }), lost(null, 300, 3)],
      speed: [],
      output: [],
    })
    const level = { kind: 'groups', category: 'AVAILABILITY' } as const
    const keys = (before: typeof loose | null) => paretoBars(loose, level, 'duration', before).map(({ key }) => key)
    assert.deepEqual(keys(null), ['reason 1', 'unclassified', 'reason 2', 'small 3'])
    assert.deepEqual(keys(losses), ['noGroup', 'unclassified', 'small 3'], 'as in the period before, which has groups')
    assert.deepEqual(
      paretoBars(loose, level, 'duration', null).map(({ value }) => value),
      [600, 300, 100, 50],
    )
  })

  it('ends at the whole, and knows each bar of the period before', () => {
    const bars = paretoBars(losses, { kind: 'categories' }, 'duration', [])
    assert.equal(bars.at(-1)?.cumulative, 1)
    assert.deepEqual(
      bars.map(({ before }) => before),
      [0, 0],
    )
  })

  it('tells how much is classified, by time and by number', () => {
    assert.deepEqual(classifiedOf([lost(1, 600, 2), lost(null, 200, 3)]), { byDuration: 0.75, byCount: 0.4 })
    assert.equal(classifiedOf([]), null)
    const planned = { ...lost(null, 200, 3), classification: 'CLASSIFIED' as const }
    assert.deepEqual(classifiedOf([lost(1, 600, 2), planned]), { byDuration: 1, byCount: 1 }, 'planned by its status')
  })

  it('keeps each level in the address', () => {
    for (const bar of paretoBars(losses, { kind: 'groups', category: 'AVAILABILITY' }, 'duration', null)) {
      const level = levelUnder(bar)
      if (level) assert.deepEqual(readLevel(writeLevel(level)), level)
    }
    assert.deepEqual(readLevel({ loss: 'x', lossGroup: '-1' }), { kind: 'categories' })
  })
})

describe('the grid of hours', () => {
  it('tells which marks it has, so that the legend explains only those', () => {
    const figures = { records: 1, oee: { exactValue: 79.96 }, availabilityLosses: 0, plannedProductionTime: 3600, totalOutput: 1 }
    const hour = (at: number) => ({
      timeStart: new Date(at * 3_600_000).toISOString(),
      timeEnd: new Date((at + 1) * 3_600_000).toISOString(),
      date: '1970-01-01',
      hour: at,
      figures,
    })
    const grid = (count: number) =>
      heatView(
        {
          timeZone: 'UTC',
          hours: Array.from({ length: count }, (_, at) => hour(at)),
          days: [{ date: '1970-01-01', figures }],
          hoursOfDay: [],
          total: figures,
        },
        'oee',
      )
    assert.deepEqual([grid(24).hasMissing, grid(24).hasOff], [false, false])
    assert.equal(grid(8).hasMissing, true)
    assert.equal(grid(8).rows[0]?.slots[0]?.[0]?.shade, 3)
  })

  it('shows no more than it has reached', () => {
    assert.deepEqual([79.96, 80, 0.2 * 3 * 100, 99.999].map(cellPercent), [79, 80, 60, 99])
  })

  const cell = { start: 0, end: 1, hour: 0, value: 1, shade: 0, isShift: true }
  // Hour 1 is skipped in the first row, and comes twice in the last.
  const rows = [{ slots: [[cell], [], [cell]] }, { slots: [[cell], [cell], [cell]] }, { slots: [[cell], [cell, cell], [cell]] }]
  const walk = (start: HeatPlace, ...keys: readonly string[]) => {
    let at = start
    for (const key of keys) at = moveInGrid(rows, at, key) ?? at
    return [at.row, at.column, at.index]
  }
  const origin = { row: 0, column: 0, index: 0 }

  it('is walked by the arrow keys, over skipped hours and through repeated ones', () => {
    assert.deepEqual(walk(origin, 'ArrowRight'), [0, 2, 0])
    assert.deepEqual(walk(origin, 'ArrowDown', 'ArrowRight', 'ArrowUp'), [1, 1, 0])
    assert.deepEqual(walk(origin, 'PageDown', 'ArrowRight', 'ArrowRight'), [2, 1, 1])
    assert.deepEqual(walk(origin, 'PageDown', 'End', 'ArrowLeft'), [2, 1, 1])
    assert.deepEqual(walk(origin, 'ArrowLeft', 'ArrowUp', 'x'), [0, 0, 0])
    assert.deepEqual(walk({ row: 2, column: 1, index: 1 }, 'PageUp', 'Home'), [1, 0, 0])
  })
})

describe('charts and orders', () => {
  it('draws columns from 0 on an axis that holds values, target and the period before; what is not known has no height', () => {
    const bar = { key: 'a', value: 50, before: null, isPartial: false }
    const view = prepareBars({
      bars: [bar, { ...bar, key: 'b', value: null, before: 120 }],
      width: 100,
      height: 100,
      least: 100,
      target: 80,
      labelWidth: 60,
    })
    assert.equal(Math.round(view.top), 126)
    assert.equal(Math.round(view.bars[0]?.height ?? 0), Math.round((50 / 126) * 100))
    assert.equal(view.bars[1]?.height, null)
    assert.equal(view.labelEvery, 2)
    assert.equal(prepareBars({ bars: [bar], width: 100, height: 100, least: 100, target: null, labelWidth: 10 }).top, 100)
  })

  it('leaves room for the label of the last column, however wide it is', () => {
    for (const [width, count, labelWidth] of [
      [300, 7, 70],
      [900, 7, 70],
      [300, 1, 70],
      [300, 30, 40],
    ] as const) {
      const plot = plotWidthFor(width, count, labelWidth)
      const middle = plot - plot / count / 2
      assert.ok(plot <= width && middle + labelWidth / 2 <= width + 1e-9, `${width} ${count} ${labelWidth}`)
      assert.ok(plot === width || Math.abs(middle + labelWidth / 2 - width) < 1e-9, 'no more room than that')
    }
  })

  it('keeps the order of shifts in the address, the newest first unless it says otherwise', () => {
    assert.deepEqual(readOrder({}), { sort: 'date', isDescending: true })
    for (const text of ['date', 'oee', '-oee', '-rejected']) assert.equal(writeOrder(readOrder({ sort: text })), text)
    assert.equal(writeOrder(readOrder({ sort: '-date' })), undefined)
  })
})

describe('the energy of a period', () => {
  const from = Date.parse('2026-11-19T23:00:00Z')
  const iso = (at: number) => new Date(at).toISOString()
  const rowOf = (start: number, hours: number, shiftId: number | null, kwh: number) => ({
    timeStart: iso(start),
    timeEnd: iso(start + hours * HOUR_MS),
    shiftId,
    energyConsumption: kwh,
    coverage: 1,
    isLowCoverage: false,
    isAssumedBalanced: false,
    source: null,
  })
  const askedOf = (shiftIds: number[] | null, to: number) => ({
    filter: { workCenterIds: [7], period: { start: iso(from), end: iso(from + DAY) }, shiftIds },
    shiftIds,
    window: { from, to },
  })

  it('is of a shift over midnight that of one night, the one that begins on the day', () => {
    const rows = [rowOf(from - 2 * HOUR_MS, 8, 3, 100), rowOf(from + 6 * HOUR_MS, 8, 1, 40), rowOf(from + 22 * HOUR_MS, 8, 3, 70)]
    const asked = askedOf([3], from + DAY)
    assert.equal(energySum({ energyStat: null, energyReport: rows, speedStat: null }, asked).kwh, 70)
    assert.deepEqual(
      energyBars({ asked, periodEnd: from + DAY, rows }, null, KYIV).map(({ value, isPartial }) => [value, isPartial]),
      [[70, false]],
    )
  })

  it('is compared with the one before only where both are known for half of the time (N-9)', () => {
    const sum = (kwh: number | null, coverage: number) => ({ kwh, coverage, isLow: coverage < 0.5, isAssumed: false })
    const was = sum(100, 1)
    assert.equal(comparedEnergy(sum(80, 0.5), was), was)
    for (const [now, before] of [
      [sum(20, 0.2), was],
      [was, sum(20, 0.2)],
      [sum(20, 0.2), sum(25, 0.25)],
      [sum(null, 0), was],
    ] as const)
      assert.equal(comparedEnergy(now, before), null)
    assert.equal(comparedEnergy(was, null), null)
    const bars = (now: number, before: number) =>
      energyBars(
        { asked: askedOf(null, from + DAY), periodEnd: from + DAY, rows: [{ ...rowOf(from, 24, null, 40), coverage: now }] },
        {
          asked: { ...askedOf(null, from), window: { from: from - DAY, to: from } },
          rows: [{ ...rowOf(from - DAY, 24, null, 90), coverage: before }],
        },
        KYIV,
      ).map((bar) => [bar.value, bar.before])
    assert.deepEqual([bars(1, 0.5), bars(0.4, 1), bars(1, 0.4)], [[[40, 90]], [[40, null]], [[40, null]]])
  })

  it('marks the last column while the period goes on, and none of one that is over', () => {
    const now = from + 10 * HOUR_MS
    const rows = [rowOf(from - DAY, 24, null, 100), rowOf(from, 10, null, 40)]
    const marks = (periodEnd: number) =>
      energyBars({ asked: askedOf(null, now), periodEnd, rows }, null, KYIV).map(({ isPartial }) => isPartial)
    assert.deepEqual(marks(from + DAY), [false, true])
    assert.deepEqual(marks(now), [false, false])
  })
})
