import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { LOSS_SOURCES } from '#engine/facts.ts'
import { CLASSIFICATIONS } from '#engine/loss/lossKind.ts'
import { figuresOf } from '#engine/oee/figures.ts'
import { NO_SUMS } from '#engine/oee/recordSums.ts'
import { STATUS_KINDS } from '#engine/status/statusRule.ts'
import { daysBetween, movedDate, periodOf, periodsBetween, type DateRange } from '#engine/time/statPeriod.ts'
import { addCells, sumOfCells, valueOfCell, type Cell } from './cells.ts'
import { comparedDates, COMPARISONS } from './comparedDates.ts'
import { DIMENSIONS, mayDivide, mayDivideAll, MEASURES, type Dimension } from './dimensions.ts'
import { dateKey, lossCells, statusesByName, type FactReason, type LossFact } from './lossFact.ts'
import { lossParts, lossPlan, LOSS_GRAINS } from './lossPlan.ts'
import { pairCells, pairedDates } from './pairCells.ts'
import { recordCells, targetCells, type RecordFact } from './recordCells.ts'

const REASONS: readonly FactReason[] = [
  { id: 1, groupId: 7, category: 'AVAILABILITY', type: 'UNPLANNED', activityTypes: ['BREAKDOWN_TIME'] },
  { id: 2, groupId: null, category: 'PERFORMANCE', type: 'PLANNED', activityTypes: ['SETUP_TIME', 'CHANGEOVER_TIME'] },
  { id: 3, groupId: 7, category: 'QUALITY', type: 'UNPLANNED', activityTypes: [] },
]
const day = fc.integer({ min: 0, max: 420 }).map((days) => Temporal.PlainDate.from('2025-11-20').add({ days }).toString())
const facts = fc.array(
  fc.record({
    date: day,
    workCenterId: fc.integer({ min: 1, max: 4 }),
    groupId: fc.option(fc.integer({ min: 1, max: 2 })),
    hour: fc.integer({ min: 0, max: 23 }),
    weekday: fc.integer({ min: 1, max: 7 }),
    shiftCode: fc.constantFrom('A', 'B', 'C'),
    personId: fc.option(fc.uuid()),
    kind: fc.option(fc.constantFrom(...STATUS_KINDS)),
    statusRuleId: fc.option(fc.integer({ min: 1, max: 3 })),
    reasonId: fc.option(fc.integer({ min: 1, max: 3 })),
    source: fc.constantFrom(...LOSS_SOURCES),
    isScheduledLoss: fc.boolean(),
    classification: fc.constantFrom(...CLASSIFICATIONS),
    count: fc.integer({ min: 1, max: 50 }),
    durationMs: fc.integer({ min: 0, max: 9000 }).map((seconds) => seconds * 1000),
  } satisfies { [key in keyof LossFact]: fc.Arbitrary<LossFact[key]> }),
  { minLength: 1, maxLength: 60 },
)

describe('cells of losses', () => {
  it('add up to the same whole, whatever they are divided by', () => {
    const by = fc.subarray<Dimension>([...DIMENSIONS], { maxLength: 2 })
    fc.assert(
      fc.property(facts, by, fc.constantFrom('COUNT' as const, 'DURATION' as const), (given, dimensions, measure) => {
        const whole = given.reduce((sum, fact) => sum + (measure === 'COUNT' ? fact.count : fact.durationMs / 1000), 0)
        const cells = lossCells(given, { measure, by: dimensions, reasons: REASONS })
        assert.equal(sumOfCells(cells).part, whole)
        assert.equal(new Set(cells.map(({ keys }) => keys.join())).size, cells.length, 'one cell for each list of keys')
      }),
    )
  })

  it('give a mean that is time over number, never a mean of means (W-13)', () => {
    const fact = { ...EXAMPLE, reasonId: 1, count: 5, durationMs: 25 * 60_000 }
    const other = { ...EXAMPLE, reasonId: 3, count: 2, durationMs: 14 * 60_000 }
    const cells = lossCells([fact, other], { measure: 'AVERAGE', by: ['REASON'], reasons: REASONS })
    assert.deepEqual(cells.map(valueOfCell), [300, 420])
    assert.equal(((valueOfCell(sumOfCells(cells)) ?? 0) / 60).toFixed(2), '5.57')
  })

  it('are of the statuses of one name together, and of what is lost without a stop apart', () => {
    const statuses = statusesByName([
      { id: 7, name: 'Heating up' },
      { id: 3, name: 'HEATING-UP' },
      { id: 5, name: 'Cooling' },
      { id: 8, name: '+' },
      { id: 9, name: '-' },
    ])
    assert.deepEqual(
      new Map([
        [7, 3],
        [3, 3],
        [5, 5],
        [8, 8],
        [9, 9],
      ]),
      statuses,
    )
    const given: readonly LossFact[] = [
      { ...EXAMPLE, kind: 'RULE', statusRuleId: 7 },
      { ...EXAMPLE, kind: 'RULE', statusRuleId: 3 },
      { ...EXAMPLE, kind: 'OFF' },
      { ...EXAMPLE, kind: 'RULE', statusRuleId: 5, source: 'SPEED' },
    ]
    const cells = lossCells(given, { measure: 'COUNT', by: ['STATUS'], reasons: REASONS, statuses })
    assert.deepEqual(
      cells.map(({ keys, part }) => [keys[0], part]),
      [
        ['3', 2],
        ['OFF', 1],
        ['SPEED', 1],
      ],
    )
  })

  it('name what has no reason by why it has none', () => {
    const stop = { ...EXAMPLE, reasonId: null }
    const given: readonly LossFact[] = [
      stop,
      { ...stop, classification: 'NOT_NEEDED' },
      { ...stop, classification: 'CLASSIFIED', isScheduledLoss: true },
      { ...stop, source: 'SPEED', classification: 'NOT_NEEDED' },
      { ...stop, source: 'OUTPUT', classification: 'NOT_NEEDED' },
    ]
    const keys = (by: Dimension) => lossCells(given, { measure: 'COUNT', by: [by], reasons: REASONS }).map((cell) => cell.keys[0])
    assert.deepEqual(keys('REASON'), ['UNCLASSIFIED', 'NOT_NEEDED', 'PLANNED', 'SPEED', 'OUTPUT'])
    assert.deepEqual(keys('CATEGORY'), ['AVAILABILITY', 'PERFORMANCE', 'QUALITY'])
    assert.deepEqual(keys('TYPE'), ['UNDEFINED', 'PLANNED'])
  })

  it('belong to the Monday of their week and the first of their month', () => {
    const of = (by: Dimension) => lossCells([{ ...EXAMPLE, date: '2026-11-01' }], { measure: 'COUNT', by: [by], reasons: [] })[0]?.keys
    assert.deepEqual([of('WEEK'), of('MONTH'), of('DAY')], [['2026-10-26'], ['2026-11-01'], ['2026-11-01']])
  })
})

const record = fc
  .tuple(
    fc.integer({ min: 0, max: 900 }),
    fc.integer({ min: 0, max: 900 }),
    fc.integer({ min: 1, max: 900 }),
    fc.integer({ min: 0, max: 7 }),
  )
  .map(([loss, net, run, bits]): RecordFact => ({
    keys: [String((bits + loss) % 3)],
    switches: { calculateAvailability: (bits & 1) === 0, calculatePerformance: (bits & 2) === 0, calculateQuality: (bits & 4) === 0 },
    sums: {
      ...NO_SUMS,
      records: 1,
      pricedRecords: 1,
      elapsedMs: run + loss,
      availabilityLossMs: loss,
      pricedElapsedMs: run + loss,
      pricedPlannedMs: run + loss,
      pricedRunMs: run,
      netOperatingMs: net,
      qualityLossMs: Math.floor(net / 3),
      goodRunMs: run / 2,
      output: { total: net, accepted: net, rejected: 0 },
    },
  }))

describe('cells of records', () => {
  it('have together the figures of all records (D-44)', () => {
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 20 }), (given) => {
        const figures = figuresOf(given)
        const near = (value: number | null, expected: number | null) =>
          value === null || expected === null ? assert.equal(value, expected) : assert.ok(Math.abs(value - expected) < 1e-9)
        near(valueOfCell(sumOfCells(recordCells(given, 'OEE'))), figures.oee)
        const whole = given.map((fact) => ({ ...fact, keys: [] }))
        near(valueOfCell(sumOfCells(recordCells(whole, 'AVAILABILITY'))), figures.availability)
        near(valueOfCell(sumOfCells(recordCells(whole, 'PERFORMANCE'))), figures.performance)
      }),
    )
  })

  it('add terms before they divide: W-12', () => {
    const rest = [
      { keys: ['a'], part: 150, base: 300 },
      { keys: ['b'], part: 90, base: 100 },
      { keys: ['c'], part: 40, base: 50 },
    ]
    assert.equal(((valueOfCell(sumOfCells(rest, ['Other'])) ?? 0) * 100).toFixed(2), '62.22')
    assert.equal(valueOfCell({ part: 0, base: 0 }), null)
    assert.deepEqual(
      addCells([...rest, ...rest]).map(({ base }) => base),
      [600, 200, 100],
    )
  })

  it('are not divided by what a record does not know', () => {
    assert.deepEqual(
      DIMENSIONS.filter((dimension) => !mayDivide('OEE', dimension)),
      ['ACTIVITY', 'CATEGORY', 'PERSON', 'REASON', 'REASON_GROUP', 'SOURCE', 'STATUS', 'TYPE'],
    )
    assert.deepEqual(
      DIMENSIONS.filter((dimension) => !mayDivide('COUNT', dimension)),
      ['ORDER', 'PRODUCT'],
    )
  })
})

describe('what is read of kept sums', () => {
  it('covers each date once, whole periods from sums that are closed', () => {
    const dates = fc.tuple(day, day).map(([a, b]): DateRange => (a < b ? { from: a, to: b } : { from: b, to: a }))
    fc.assert(
      fc.property(dates, day, fc.constantFrom(...LOSS_GRAINS), (asked, closedBefore, grain) => {
        const parts = lossParts(grain, asked, closedBefore)
        const days = (range: DateRange) => periodsBetween('DAY', range).map(({ from }) => from)
        assert.deepEqual(parts.flatMap(days), asked.from < asked.to ? days(asked) : [])
        for (const { grain: own, ...range } of parts) {
          if (own === 'ROWS') continue
          assert.ok(range.to <= closedBefore)
          if (own !== 'DAY')
            for (const period of periodsBetween(own, range))
              assert.ok(own === 'MONTH' ? period.from.endsWith('-01') : dayOf(period.from) === 1)
        }
      }),
    )
  })

  it('is as coarse as the question allows', () => {
    const none = { isOfWorkCenters: false, isOfHours: false, isOfWeekdays: false }
    const of = (by: readonly Dimension[], more: Partial<typeof none> = {}) => lossPlan({ by, ...none, ...more })
    assert.deepEqual(of(['REASON']), { cut: 'COMPANY', grain: 'MONTH' })
    assert.deepEqual(of(['WEEK', 'REASON']), { cut: 'COMPANY', grain: 'WEEK' })
    assert.deepEqual(of(['WEEK', 'MONTH']), { cut: 'COMPANY', grain: 'DAY' })
    assert.deepEqual(of(['GROUP', 'WEEKDAY']), { cut: 'WORK_CENTER', grain: 'DAY' })
    assert.deepEqual(of(['HOUR', 'REASON']), { cut: 'HOUR', grain: 'DAY' })
    assert.equal(of(['HOUR'], { isOfWorkCenters: true }), null)
    assert.deepEqual(of(['PERSON', 'WEEK']), { cut: 'PERSON', grain: 'WEEK' })
    assert.deepEqual([of(['PERSON', 'HOUR']), of(['PERSON', 'GROUP']), of(['PERSON'], { isOfWorkCenters: true })], [null, null, null])
  })
})

describe('targets', () => {
  const minutes = (of: { planned: number; run: number; net: number; valuable: number }) => {
    const [plannedMs, runMs, netMs] = [of.planned * 60_000, of.run * 60_000, of.net * 60_000]
    return {
      ...NO_SUMS,
      records: 1,
      elapsedMs: plannedMs,
      availabilityLossMs: plannedMs - runMs,
      output: { total: 10, accepted: 9, rejected: 1 },
      pricedRecords: 1,
      pricedElapsedMs: plannedMs,
      pricedPlannedMs: plannedMs,
      pricedRunMs: runMs,
      netOperatingMs: netMs,
      qualityLossMs: netMs - of.valuable * 60_000,
    }
  }
  const b = minutes({ planned: 450, run: 388, net: 340, valuable: 333.2 })
  const m = minutes({ planned: 440, run: 420, net: 360, valuable: 360 })
  const targetOf = (measure: 'AVAILABILITY' | 'OEE' | 'PERFORMANCE', facts: readonly RecordFact[]) =>
    Math.round((valueOfCell(sumOfCells(targetCells(facts, measure))) ?? 0) * 10_000) / 100

  it('of two work centers are their times added, then divided (W-9)', () => {
    const facts = (ofB: number, ofM: number): RecordFact[] => [
      { keys: ['1'], sums: b, target: ofB },
      { keys: ['2'], sums: m, target: ofM },
    ]
    assert.equal(targetOf('OEE', facts(0.76, 0.9)), 82.92)
    assert.equal(targetOf('AVAILABILITY', facts(0.85, 0.95)), 89.94)
    assert.equal(targetOf('PERFORMANCE', facts(0.92, 0.97)), 94.6)
  })

  it('leave out work centers without one, and factors that are switched off', () => {
    const switches = { calculateAvailability: true, calculatePerformance: false, calculateQuality: true }
    assert.deepEqual(targetCells([{ keys: ['1'], sums: b, target: null }], 'OEE'), [])
    assert.deepEqual(targetCells([{ keys: ['1'], sums: b, target: 0.9, switches }], 'PERFORMANCE'), [])
    assert.equal(
      targetOf('OEE', [
        { keys: ['1'], sums: b, target: 0.76 },
        { keys: ['2'], sums: m },
      ]),
      76,
    )
  })
})

describe('what can be divided by what', () => {
  it('never asks hours of orders, nor reasons of anything but losses', () => {
    for (const measure of MEASURES) {
      assert.equal(mayDivideAll(measure, ['HOUR', 'ORDER']), false, measure)
      assert.equal(mayDivide(measure, 'REASON'), ['AVERAGE', 'COUNT', 'DURATION'].includes(measure), measure)
      assert.equal(mayDivide(measure, 'DAY'), true, measure)
    }
  })
})

describe('compared dates', () => {
  for (const [name, dates, previous, yearBefore] of [
    ['seven days', ['2026-11-16', '2026-11-23'], ['2026-11-09', '2026-11-16'], ['2025-11-17', '2025-11-24']],
    ['a whole month', ['2026-03-01', '2026-04-01'], ['2026-02-01', '2026-03-01'], ['2025-03-01', '2025-04-01']],
    ['three whole months', ['2026-07-01', '2026-10-01'], ['2026-04-01', '2026-07-01'], ['2025-07-01', '2025-10-01']],
    ['a year', ['2025-01-01', '2026-01-01'], ['2024-01-01', '2025-01-01'], ['2024-01-01', '2025-01-01']],
    ['a leap year', ['2024-01-01', '2025-01-01'], ['2023-01-01', '2024-01-01'], ['2023-01-01', '2024-01-01']],
    ['the last 365 days', ['2025-11-28', '2026-11-28'], ['2024-11-28', '2025-11-28'], ['2024-11-29', '2025-11-29']],
    ['a part of a month', ['2026-03-01', '2026-03-11'], ['2026-02-19', '2026-03-01'], ['2025-03-02', '2025-03-12']],
  ] as const) {
    it(`of ${name}`, () => {
      const range = ([from, to]: readonly [string, string]): DateRange => ({ from, to })
      assert.deepEqual(comparedDates(range(dates), 'PREVIOUS'), range(previous))
      assert.deepEqual(comparedDates(range(dates), 'YEAR_BEFORE'), range(yearBefore))
    })
  }
})

describe('paired cells', () => {
  it('compare a week that goes on with as many days of the week before (W-33)', () => {
    const week = { from: '2026-11-16', to: '2026-11-23' }
    assert.deepEqual(pairedDates(week, 'PREVIOUS', '2026-11-18'), {
      dates: week,
      over: { from: '2026-11-16', to: '2026-11-18' },
      before: { from: '2026-11-09', to: '2026-11-11' },
    })
    assert.deepEqual(pairedDates(week, 'PREVIOUS', '2026-11-16').before, null, 'nothing of it is over')
    assert.deepEqual(pairedDates(week, 'PREVIOUS', '2026-12-01').before, { from: '2026-11-09', to: '2026-11-16' })
    const month = { from: '2026-03-01', to: '2026-04-01' }
    assert.deepEqual(
      pairedDates(month, 'PREVIOUS', '2026-03-31'),
      { dates: month, over: { from: '2026-03-01', to: '2026-03-29' }, before: { from: '2026-02-01', to: '2026-03-01' } },
      'February is shorter: 28 days of both',
    )
    assert.deepEqual(pairedDates(month, 'PREVIOUS', '2026-04-01').over, month, 'a whole month is compared with a whole month')
  })

  it('compare the months of a year or a quarter that are over with whole months, and of the one that goes on as many days', () => {
    const until = (dates: readonly [string, string], openFrom: string) => {
      const { over, before } = pairedDates({ from: dates[0], to: dates[1] }, 'PREVIOUS', openFrom)
      return [over, before].map((range) => [range?.from, range?.to].join(' '))
    }
    // Of a leap year, after February: the same days of the calendar, not as many.
    const year = ['2028-01-01', '2029-01-01'] as const
    assert.deepEqual(until(year, '2028-03-21'), ['2028-01-01 2028-03-21', '2027-01-01 2027-03-21'])
    assert.deepEqual(until(year, '2028-04-01'), ['2028-01-01 2028-04-01', '2027-01-01 2027-04-01'])
    assert.deepEqual(until(['2026-07-01', '2026-10-01'], '2026-08-16'), ['2026-07-01 2026-08-16', '2026-04-01 2026-05-16'])
    // January and 29 days of February against November and 29 days of December; then April against a February of 28 days.
    assert.deepEqual(until(['2028-01-01', '2028-03-01'], '2028-02-29'), ['2028-01-01 2028-02-29', '2027-11-01 2027-12-29'])
    assert.deepEqual(until(['2026-03-01', '2026-05-01'], '2026-04-30'), ['2026-03-01 2026-04-29', '2026-01-01 2026-03-01'])
  })

  it('compare with dates that somebody chose, as many of both, of whole months as many months (N-8)', () => {
    const against = (dates: readonly [string, string], chosen: readonly [string, string | null], openFrom = '2030-01-01') => {
      const { over, before } = pairedDates({ from: dates[0], to: dates[1] }, { from: chosen[0], to: chosen[1] }, openFrom)
      return [over, before].map((range) => (range === null ? null : `${range.from} ${range.to}`))
    }
    const week = ['2026-05-04', '2026-05-11'] as const
    assert.deepEqual(against(week, ['2026-02-02', null]), ['2026-05-04 2026-05-11', '2026-02-02 2026-02-09'])
    assert.deepEqual(against(week, ['2026-02-02', '2026-02-05']), ['2026-05-04 2026-05-07', '2026-02-02 2026-02-05'], 'three of both')
    assert.deepEqual(against(week, ['2026-02-02', '2026-03-05']), ['2026-05-04 2026-05-11', '2026-02-02 2026-02-09'], 'seven of both')
    assert.deepEqual(against(['2026-05-01', '2026-06-01'], ['2026-02-01', null]), ['2026-05-01 2026-06-01', '2026-02-01 2026-03-01'])
    assert.deepEqual(against(['2026-05-01', '2026-06-01'], ['2026-01-01', '2026-04-01']), [
      '2026-05-01 2026-06-01',
      '2026-01-01 2026-02-01',
    ])
    assert.deepEqual(against(['2026-05-01', '2026-06-01'], ['2026-02-02', null]), ['2026-05-01 2026-06-01', '2026-02-02 2026-03-05'])
    // What goes on, on either side, is compared as far as it is over.
    assert.deepEqual(against(week, ['2026-02-02', null], '2026-05-06'), ['2026-05-04 2026-05-06', '2026-02-02 2026-02-04'])
    assert.deepEqual(against(week, ['2026-05-11', null], '2026-05-13'), ['2026-05-04 2026-05-06', '2026-05-11 2026-05-13'])
    assert.deepEqual(against(week, ['2026-06-01', null], '2026-05-13'), [null, null], 'nothing of it is over')
  })

  it('pair dates by their place and all else by name, and keep what is there no more', () => {
    const [now, before] = [
      { from: '2026-11-16', to: '2026-11-18' },
      { from: '2026-11-09', to: '2026-11-11' },
    ]
    const cell = (keys: readonly string[], part: number) => ({ keys, part, base: null })
    const rows = pairCells(
      ['DAY', 'REASON'],
      { dates: now, over: now, before },
      {
        now: [cell(['2026-11-17', '1'], 5), cell(['2026-11-16', '1'], 2)],
        over: [cell(['2026-11-16', '1'], 2)],
        before: [cell(['2026-11-09', '1'], 9), cell(['2026-11-10', '4'], 7)],
      },
    )
    assert.deepEqual(
      rows.map((row) => [row.cell.keys.join(' '), row.cell.part, row.compared?.part, row.before?.part]),
      [
        ['2026-11-16 1', 2, 2, 9],
        ['2026-11-17 1', 5, undefined, undefined],
        ['2026-11-17 4', 0, undefined, 7],
      ],
    )
  })

  it('add up to the whole of both periods, and have no date outside of the period', () => {
    const few = fc.tuple(day, fc.integer({ min: 1, max: 70 })).map(([from, days]): DateRange => ({ from, to: movedDate(from, days) }))
    const whole = day.map((date) => periodOf('MONTH', date))
    fc.assert(
      fc.property(
        fc.oneof(few, whole),
        day,
        fc.constantFrom('DAY', 'MONTH', 'WEEK'),
        fc.constantFrom(...COMPARISONS),
        (dates, today, by, to) => {
          const paired = pairedDates(dates, to, today)
          const cellsOf = (range: DateRange | null) =>
            range === null
              ? []
              : addCells(periodsBetween('DAY', range).map(({ from }, at) => ({ keys: [dateKey(by, from)], part: 2 ** (at % 20), base: 1 })))
          const given = { now: cellsOf(dates), over: cellsOf(paired.over), before: cellsOf(paired.before) }
          const rows = pairCells([by], paired, given)
          const sum = (cells: readonly (Cell | null)[]) => sumOfCells(cells.filter((cell) => cell !== null))
          assert.deepEqual(sum(rows.map((row) => row.cell)), sum(given.now))
          assert.deepEqual(sum(rows.map((row) => row.compared)), sum(given.over))
          assert.deepEqual(sum(rows.map((row) => row.before)), sum(given.before))
          const own = new Set(periodsBetween(by, dates).map(({ from }) => dateKey(by, from)))
          assert.deepEqual(
            rows.map(({ cell }) => cell.keys[0] ?? '').filter((key) => !own.has(key)),
            [],
          )
        },
      ),
    )
  })

  it('tell a change of weeks and months alone that are as long as their partners (N-8)', () => {
    const alike = (by: 'DAY' | 'MONTH' | 'WEEK', dates: readonly [string, string], openFrom = '2027-01-01') => {
      const paired = pairedDates({ from: dates[0], to: dates[1] }, 'PREVIOUS', openFrom)
      const cellsOf = (range: DateRange | null) =>
        (range === null ? [] : periodsBetween(by, range)).map(({ from, to }) => ({
          keys: [dateKey(by, from)],
          part: daysBetween(from, to),
          base: null,
        }))
      const given = { now: cellsOf(paired.dates), over: cellsOf(paired.over), before: cellsOf(paired.before) }
      return pairCells([by], paired, given).flatMap(({ cell, before, isComparable }) =>
        isComparable ? [[cell.keys[0]?.slice(5), before?.part]] : [],
      )
    }
    // July to September against April, May and June.
    assert.deepEqual(alike('MONTH', ['2026-07-01', '2026-10-01']), [
      ['07-01', 30],
      ['08-01', 31],
      ['09-01', 30],
    ])
    // November begins with a week of one day, October with one of four, and ends with one of six.
    assert.deepEqual(alike('WEEK', ['2026-11-01', '2026-12-01']), [
      ['11-02', 7],
      ['11-09', 7],
      ['11-16', 7],
    ])
    // The last 30 days lie in two months, each with other days of them.
    assert.deepEqual(alike('MONTH', ['2026-10-28', '2026-11-27']), [])
    // A week that goes on has the same days as the one before, a month that goes on the same as the one before.
    assert.deepEqual(alike('WEEK', ['2026-11-23', '2026-11-30'], '2026-11-27'), [['11-23', 4]])
    assert.deepEqual(alike('MONTH', ['2026-11-01', '2026-12-01'], '2026-11-27'), [['11-01', 26]])
    // The last day of November has two of October beside it, and so no change; days to come have none.
    assert.equal(alike('DAY', ['2026-11-01', '2026-12-01']).length, 29)
    assert.equal(alike('DAY', ['2026-03-01', '2026-04-01']).length, 28)
    assert.equal(alike('DAY', ['2026-11-23', '2026-11-30'], '2026-11-27').length, 4)
  })

  it('add what has no partner to the last day, week or month of the period', () => {
    const cell = (key: string, part: number) => ({ keys: [key], part, base: null })
    const dates = { from: '2026-11-03', to: '2026-11-23' }
    const before = { from: '2026-10-14', to: '2026-11-03' }
    const now = [cell('2026-11-01', 300)]
    const rows = pairCells(
      ['MONTH'],
      { dates, over: dates, before },
      { now, over: now, before: [cell('2026-10-01', 180), cell('2026-11-01', 20)] },
    )
    assert.deepEqual(
      rows.map((row) => [row.compared?.part, row.before?.part]),
      [[300, 200]],
    )
  })

  it('stand by size where they are no dates', () => {
    const cell = (key: string, part: number) => ({ keys: [key], part, base: null })
    const dates = { from: '2026-11-16', to: '2026-11-18' }
    const rows = pairCells(
      ['REASON'],
      { dates, over: null, before: null },
      { now: [cell('10', 1), cell('9', 1), cell('3', 4)], over: [], before: [] },
    )
    assert.deepEqual(
      rows.map((row) => row.cell.keys[0]),
      ['3', '9', '10'],
    )
  })
})

function dayOf(date: string): number {
  return Temporal.PlainDate.from(date).dayOfWeek
}

const EXAMPLE: LossFact = {
  date: '2026-11-20',
  workCenterId: 1,
  groupId: null,
  hour: 8,
  weekday: 5,
  shiftCode: 'A',
  personId: null,
  kind: null,
  statusRuleId: null,
  reasonId: null,
  source: 'STATUS',
  isScheduledLoss: false,
  classification: 'UNCLASSIFIED',
  count: 1,
  durationMs: 60_000,
}
