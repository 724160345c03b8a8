import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { EnergyCostRowFragment } from '#web/api/generated/graphql.ts'
import { comparedTotals, differenceOf, energyBefore, energyDates, energyVariables, rowsOf, totalOf, withDeleted } from './energy.view.ts'
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
  duration: 7 * 86_400,
  isAssumedBalanced: false,
  cost: 5,
  currency: 'EUR',
  unpriced: 0,
  acceptedOutput: null,
  energyPerUnit: null,
  costPerUnit: null,
  workCenter: { id: 1, name: 'Press', deviceStatus: 'ACTIVE', timeZone: 'UTC', outputMeasurementUnit: { id: 1, shortName: 'pcs' } },
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
    assert.deepEqual(total, {
      kwh: 40,
      costs: [{ currency: 'EUR', cost: 12 }],
      unpriced: 3,
      idle: { kwh: 30, share: 0.75, cost: 7, currency: 'EUR' },
    })
    const mixed = totalOf([row({ isEffective: false }), row({ isEffective: false, currency: 'PLN', cost: 1 })])
    assert.deepEqual([mixed.costs.length, mixed.idle?.cost], [2, null])
    assert.equal(totalOf([row({})]).idle, null, 'by anything but status')
  })
})
