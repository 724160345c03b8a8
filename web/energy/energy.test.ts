import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { EnergyCostRowFragment } from '#web/api/generated/graphql.ts'
import {
  comparedTotals,
  differenceOf,
  energyBefore,
  energyDates,
  energyVariables,
  rowsOf,
  totalOf,
  whyUncompared,
  withDeleted,
} from './energy.view.ts'
import { ENERGY_SEARCH } from './energySearch.ts'

const TODAY = '2026-11-23'
const search = (texts: Record<string, string> = {}) => ENERGY_SEARCH.read(texts)
const row = (more: Partial<EnergyCostRowFragment>): EnergyCostRowFragment => ({
  key: 'ALL',
  name: null,
  statusRuleId: null,
  jobOrderId: null,
  isEffective: null,
  timeStart: '2026-11-16T00:00:00Z',
  timeEnd: '2026-11-23T00:00:00Z',
  energyConsumption: 10,
  coverage: 1,
  shiftDate: null,
  averagePower: null,
  maxPower: null,
  measuredOutput: null,
  duration: 7 * 86_400,
  isAssumedBalanced: false,
  cost: 5,
  currency: 'EUR',
  unpriced: 0,
  acceptedOutput: null,
  energyPerUnit: null,
  costPerUnit: null,
  workCenter: {
    id: 1,
    name: 'Press',
    deviceStatus: 'ACTIVE',
    timeZone: 'UTC',
    group: null,
    outputMeasurementUnit: { id: 1, shortName: 'pcs' },
  },
  ...more,
})

describe('the question of energy', () => {
  it('is by itself the seven whole days before today by work center, in the clock of the company', () => {
    assert.deepEqual(energyVariables(search(), { zone: 'Europe/Kyiv', today: TODAY }), {
      period: { start: '2026-11-15T22:00:00.000Z', end: '2026-11-22T22:00:00.000Z' },
      splitBy: 'WORK_CENTER',
    })
    assert.deepEqual(energyDates({ range: 'dates', from: '2026-11-10', to: '2026-11-02' }, TODAY), ['2026-11-02', '2026-11-10'])
  })
})

describe('the days before', () => {
  const clock = { zone: 'Europe/Kyiv', today: TODAY }
  const before = (texts: Record<string, string> = {}) => energyBefore(search(texts), clock)

  it('are as many, each by the clock of the company', () => {
    assert.deepEqual(before({ by: 'STATUS', wc: '4' }), {
      workCenterIds: [4],
      period: { start: '2026-11-08T22:00:00.000Z', end: '2026-11-15T22:00:00.000Z' },
      splitBy: 'STATUS',
    })
    // The clock was changed on 25 October.
    assert.deepEqual(before({ range: 'dates', from: '2026-10-25', to: '2026-10-25' })?.period, {
      start: '2026-10-23T21:00:00.000Z',
      end: '2026-10-24T21:00:00.000Z',
    })
  })

  it('are the same ranges of the calendar before, or of the year before (N-8)', () => {
    const dates = (range: string) => energyDates({ range: range as 'lastMonth', from: '', to: '' }, TODAY)
    assert.deepEqual(['lastWeek', 'lastMonth', 'lastYear', 'thisMonth', 'thisYear'].map(dates), [
      ['2026-11-16', '2026-11-22'],
      ['2026-10-01', '2026-10-31'],
      ['2025-01-01', '2025-12-31'],
      ['2026-11-01', '2026-11-30'],
      ['2026-01-01', '2026-12-31'],
    ])
    const days = (texts: Record<string, string>) => {
      const { period } = energyBefore(search(texts), { zone: 'UTC', today: TODAY }) ?? {}
      return [period?.start.slice(0, 10), period?.end.slice(0, 10)]
    }
    assert.deepEqual(days({ range: 'lastMonth' }), ['2026-09-01', '2026-10-01'])
    assert.deepEqual(days({ range: 'lastMonth', cmp: 'YEAR_BEFORE' }), ['2025-10-01', '2025-11-01'])
    assert.deepEqual(days({ range: 'lastYear' }), ['2024-01-01', '2025-01-01'])
    assert.deepEqual(days({ range: 'lastWeek', cmp: 'YEAR_BEFORE' }), ['2025-11-17', '2025-11-24'])
    // From a chosen date on, as long as the range.
    assert.deepEqual(days({ range: 'lastWeek', cmp: 'DATES', cmpFrom: '2026-03-03' }), ['2026-03-03', '2026-03-10'])
    assert.deepEqual(days({ range: 'lastMonth', cmp: 'DATES', cmpFrom: '2026-02-01' }), ['2026-02-01', '2026-03-01'])
    assert.equal(energyBefore(search({ cmp: 'DATES' }), clock), null)
    assert.equal(energyBefore(search({ cmp: 'DATES', cmpFrom: '2026-11-18' }), clock), null, 'it goes on')
    assert.equal(energyBefore(search({ range: 'thisMonth' }), clock), null)
    const why = (texts: Record<string, string>) => whyUncompared(search({ range: 'lastWeek', cmp: 'DATES', ...texts }), clock.today)
    assert.deepEqual([why({}), why({ cmpFrom: clock.today }), why({ cmpFrom: '2026-03-03' })], ['noDate', 'notOver', null])
    assert.deepEqual([why({ cmp: 'NONE' }), why({ by: 'HOUR' })], [null, null])
    for (const by of ['WEEK', 'MONTH', 'SHIFT']) assert.notEqual(before({ by }), null)
  })

  it('stand beside weeks and months that are as long, and beside shifts of the same name', () => {
    const month = (from: string, to: string, energyConsumption: number) =>
      row({ key: from, timeStart: `${from}T00:00:00Z`, timeEnd: `${to}T00:00:00Z`, energyConsumption })
    const found = rowsOf([month('2026-10-01', '2026-11-01', 9), month('2026-11-01', '2026-11-10', 3)], 'MONTH', [
      month('2026-09-01', '2026-10-01', 8),
      month('2026-10-01', '2026-10-12', 4),
    ])
    assert.deepEqual(
      found.map((one) => one.before),
      [8, null],
    )
    const shift = (date: string, name: string, energyConsumption: number) =>
      row({ key: `${date}${name}`, name, timeStart: `${date}T0${name === 'A' ? 6 : 8}:00:00Z`, energyConsumption })
    const shifts = rowsOf([shift('2026-11-17', 'A', 1), shift('2026-11-17', 'B', 2)], 'SHIFT', [shift('2026-11-10', 'B', 7)])
    assert.deepEqual(
      shifts.map((one) => one.before),
      [null, 7],
    )
  })

  it('are of no days that go on, and of no parts of the clock but days', () => {
    assert.equal(before({ range: 'today' }), null)
    assert.equal(before({ range: 'dates', from: '2026-11-20', to: TODAY }), null)
    assert.equal(before({ by: 'HOUR' }), null)
    assert.equal(before({ cmp: 'NONE' }), null)
    assert.notEqual(before({ by: 'DAY' }), null)
  })

  it('stand beside their rows, days by their place', () => {
    const day = (date: string, energyConsumption: number) => row({ key: date, timeStart: `${date}T00:00:00Z`, energyConsumption })
    assert.deepEqual(
      rowsOf([day('2026-11-17', 4), day('2026-11-16', 5)], 'DAY', [day('2026-11-10', 8), day('2026-11-09', 7)]).map((one) => one.before),
      [7, 8],
    )
    const [press, mill] = rowsOf([row({ key: 'OFF' }), row({ key: 'RUN', energyConsumption: 3 })], 'STATUS', [
      row({ key: 'RUN', energyConsumption: 9 }),
    ])
    assert.deepEqual([press?.before, mill?.before], [null, 9])
  })

  it('are compared with nothing where less than half of their time is known, or of the time now (N-9)', () => {
    const changes = (now: Partial<EnergyCostRowFragment>, before: Partial<EnergyCostRowFragment>) =>
      rowsOf([row(now)], 'WORK_CENTER', [row(before)]).map((one) => [one.before, differenceOf(one)])
    assert.deepEqual(changes({ energyConsumption: 12 }, { coverage: 0.5 }), [[10, 2]])
    assert.deepEqual(changes({ energyConsumption: 12 }, { coverage: 0.3, energyConsumption: 3 }), [[null, null]])
    assert.deepEqual(changes({ coverage: 0.3, energyConsumption: 3 }, {}), [[10, null]])
  })

  it('are compared as a whole by the time of what is measured at all', () => {
    const mill = { ...row({}).workCenter, id: 2, name: 'Mill' }
    const bench = row({ energyConsumption: null, coverage: 0, workCenter: { ...mill, id: 3 } })
    assert.deepEqual(comparedTotals([row({}), bench], [row({ energyConsumption: 20 }), bench]), { now: 10, before: 20 })
    // The mill had no sensor in most of its days, and is three quarters of the time.
    const was = (coverage: number) => [
      row({ energyConsumption: 20 }),
      row({ workCenter: mill, coverage, energyConsumption: 4, duration: 21 * 86_400 }),
    ]
    assert.deepEqual(comparedTotals([row({}), row({ workCenter: mill })], was(0.3)), { now: 20, before: null })
    assert.deepEqual(comparedTotals([row({}), row({ workCenter: mill })], was(0.4)), { now: 20, before: 24 })
    assert.deepEqual(comparedTotals([row({ coverage: 0.2 })], [row({})]), { now: null, before: 10 })
  })
})

describe('the rows of energy', () => {
  it('name deleted work centers as such', () => {
    const deleted = row({ workCenter: { ...row({}).workCenter, deviceStatus: 'ARCHIVE' } })
    assert.deepEqual(
      withDeleted([row({}), deleted], (name) => `${name} (deleted)`).map(({ workCenter }) => workCenter.name),
      ['Press', 'Press (deleted)'],
    )
  })

  it('stand by size with their share, parts of the clock by their time', () => {
    const rows = rowsOf([row({ energyConsumption: 10 }), row({ key: 'B', energyConsumption: 30, coverage: 0.4 })], 'STATUS')
    assert.deepEqual(
      rows.map(({ share, isLow }) => [share, isLow]),
      [
        [0.75, true],
        [0.25, false],
      ],
    )
    const hours = rowsOf([row({ key: '2', timeStart: '2026-11-17T00:00:00Z' }), row({ key: '1', energyConsumption: 1 })], 'DAY')
    assert.deepEqual(
      hours.map(({ key }) => key),
      ['1', '2'],
    )
  })

  it('never add money of two currencies, and tell what was used while nothing was made', () => {
    const total = totalOf([
      row({ isEffective: true }),
      row({ isEffective: false, energyConsumption: 30, cost: 7 }),
      row({ isEffective: false, energyConsumption: null, cost: null, currency: null, unpriced: 3 }),
    ])
    const { kwh, costs, unpricedKwh, idle } = total
    assert.deepEqual(
      { kwh, costs, unpricedKwh, idle },
      {
        kwh: 40,
        costs: [{ currency: 'EUR', cost: 12 }],
        unpricedKwh: 3,
        idle: { kwh: 30, share: 0.75, cost: 7, currency: 'EUR' },
      },
    )
    const mixed = totalOf([row({ isEffective: false }), row({ isEffective: false, currency: 'PLN', cost: 1 })])
    assert.deepEqual([mixed.costs.length, mixed.idle?.cost], [2, null])
    assert.equal(totalOf([row({})]).idle, null, 'by anything but status')
  })
})

describe('energy of groups, power and units of all', () => {
  const place = (id: number, group: { id: number; name: string } | null, unit = 'pcs') => ({
    ...row({}).workCenter,
    id,
    name: `Press ${id}`,
    group,
    outputMeasurementUnit: { id: unit === 'pcs' ? 1 : 2, shortName: unit },
  })
  const hall = { id: 7, name: 'Hall' }
  const rows = [
    row({ workCenter: place(1, hall), energyConsumption: 84, maxPower: 3, acceptedOutput: 500, measuredOutput: 400, cost: 8 }),
    row({
      workCenter: place(2, hall),
      energyConsumption: 16,
      maxPower: 5,
      acceptedOutput: 100,
      measuredOutput: 100,
      cost: 2,
      coverage: 0.5,
    }),
    row({ workCenter: place(3, null), energyConsumption: null, coverage: 0, cost: null, acceptedOutput: 40, measuredOutput: 0 }),
  ]

  it('are the sums of the work centers, divided once (D-34, D-44)', () => {
    const total = totalOf(rows)
    assert.deepEqual(
      [total.kwh, total.perUnit, total.costPerUnit],
      [100, { kwh: 0.2, unit: 'pcs' }, { cost: 0.02, currency: 'EUR', unit: 'pcs' }],
    )
    // A week of one and half a week of the other are known; the third has nothing that could be.
    assert.deepEqual([total.coverage, total.max, total.meanKw], [0.75, { kw: 5, name: 'Press 2' }, 100 / (168 * 1.5)])
    const groups = rowsOf(rows, 'GROUP')
    assert.deepEqual(
      groups.map(({ key, name, energyConsumption, energyPerUnit, cost, maxPower, acceptedOutput }) => [
        key,
        name,
        energyConsumption,
        energyPerUnit,
        cost,
        maxPower,
        acceptedOutput,
      ]),
      [
        ['7', 'Hall', 100, 0.2, 10, null, 600],
        ['', null, null, null, null, null, 40],
      ],
    )
    assert.equal(
      groups.reduce((sum, one) => sum + (one.energyConsumption ?? 0), 0),
      total.kwh,
    )
    assert.equal(energyVariables(search({ by: 'GROUP' }), { zone: 'UTC', today: TODAY }).splitBy, 'WORK_CENTER')
  })

  it('leave out of the energy of a unit a work center that made nothing, whatever it used, by whatever they are divided (D-34)', () => {
    const press = { workCenter: place(1, hall), energyConsumption: 96, acceptedOutput: 4800, measuredOutput: 4800 }
    const stoodBy = row({ workCenter: place(2, hall), energyConsumption: 54, acceptedOutput: 0, measuredOutput: 0 })
    assert.deepEqual(totalOf([row(press), stoodBy]).perUnit, { kwh: 0.02, unit: 'pcs' })
    assert.equal(rowsOf([row(press), stoodBy], 'GROUP')[0]?.energyPerUnit, 0.02)
    // What the press used on Sunday is in, as it is in the row of its week.
    const sunday = row({ workCenter: place(1, hall), energyConsumption: 16, acceptedOutput: 0, measuredOutput: 0 })
    assert.deepEqual(totalOf([row({ ...press, energyConsumption: 80 }), sunday, stoodBy]).perUnit, { kwh: 0.02, unit: 'pcs' })
  })

  it('have no energy of a unit where pieces and metres were made (E-56)', () => {
    const mixed = [...rows, row({ workCenter: place(4, hall, 'm'), energyConsumption: 1, acceptedOutput: 9, measuredOutput: 9 })]
    assert.deepEqual([totalOf(mixed).perUnit, totalOf(mixed).costPerUnit, rowsOf(mixed, 'GROUP')[0]?.energyPerUnit], [null, null, null])
  })

  it('stand beside the same group before, whichever of its work centers was measured then', () => {
    assert.equal(rowsOf([rows[1] ?? row({})], 'GROUP', [rows[0] ?? row({})])[0]?.before, 84)
  })
})
