import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EnergyCostRowFragment } from '#web/api/generated/graphql.ts'
import { energyChart, MOST_COLUMNS, OTHER } from './energyChart.view.ts'

function row(change: Partial<Omit<EnergyCostRowFragment, 'workCenter'>>, id = 1, timeZone = 'Europe/Kyiv'): EnergyCostRowFragment {
  return {
    key: 'ALL',
    name: null,
    statusRuleId: null,
    jobOrderId: null,
    isEffective: null,
    timeStart: '2026-05-04T00:00:00Z',
    timeEnd: '2026-05-05T00:00:00Z',
    energyConsumption: 1,
    duration: 3_600,
    coverage: 1,
    isAssumedBalanced: false,
    cost: 2,
    currency: 'EUR',
    unpriced: 0,
    acceptedOutput: null,
    measuredOutput: null,
    averagePower: null,
    maxPower: null,
    shiftDate: null,
    energyPerUnit: null,
    costPerUnit: null,
    workCenter: {
      id,
      name: `Machine ${id}`,
      deviceStatus: 'ACTIVE',
      timeZone,
      group: null,
      outputMeasurementUnit: { id: 1, shortName: 'pcs' },
    },
    ...change,
  }
}

function columnsOf(rows: readonly EnergyCostRowFragment[], split: 'DAY' | 'HOUR') {
  const model = energyChart(rows, split)
  assert.equal(model.kind, 'COLUMNS')
  return model.kind === 'COLUMNS' ? model : assert.fail()
}

test('a day of plants in two zones is one column, an hour is one by its instant', () => {
  const kyiv = row({ timeStart: '2026-05-03T21:00:00Z', energyConsumption: 3 })
  const warsaw = row({ timeStart: '2026-05-03T22:00:00Z', energyConsumption: 4 }, 2, 'Europe/Warsaw')
  const { columns, series } = columnsOf([kyiv, warsaw], 'DAY')
  assert.deepEqual(
    columns.map(({ key, kwh, cost, parts }) => [key, kwh, cost?.cost, parts]),
    [
      [
        '2026-05-04',
        7,
        4,
        [
          { key: '2', kwh: 4 },
          { key: '1', kwh: 3 },
        ],
      ],
    ],
  )
  assert.deepEqual(series, ['2', '1'])
  assert.equal(columnsOf([kyiv, warsaw], 'HOUR').columns.length, 2)
})

test('more than 62 days are columns of weeks of the sums of their days, with what was hardly known in a week', () => {
  const daysOf = (count: number) =>
    Array.from({ length: count }, (_none, at) => {
      const start = Date.UTC(2026, 4, 4 + at)
      return row(
        {
          timeStart: new Date(start).toISOString(),
          timeEnd: new Date(start + 86_400_000).toISOString(),
          energyConsumption: at === 3 ? null : 1,
          coverage: at === 3 || (at > 6 && at < 11) ? 0 : 1,
        },
        1,
        'UTC',
      )
    })
  assert.deepEqual([columnsOf(daysOf(62), 'DAY').columns.length, columnsOf(daysOf(62), 'DAY').drawn], [62, 'DAY'])
  const { columns, drawn } = columnsOf(daysOf(63), 'DAY')
  assert.deepEqual([columns.length, drawn], [9, 'WEEK'])
  assert.deepEqual(
    columns.slice(0, 2).map(({ key, start, end, kwh, cost, isLow }) => [key, start, end, kwh, cost?.cost, isLow]),
    [
      ['2026-05-04', Date.UTC(2026, 4, 4), Date.UTC(2026, 4, 11), 6, 14, false],
      ['2026-05-11', Date.UTC(2026, 4, 11), Date.UTC(2026, 4, 18), 7, 14, true],
    ],
  )
})

test('what was not measured is a gap and never 0, and what is hardly known says so', () => {
  const unknown = row({ energyConsumption: null, cost: null, currency: null, coverage: 0 })
  const known = row({ timeStart: '2026-05-05T00:00:00Z', energyConsumption: 0, coverage: 0.4 })
  assert.deepEqual(
    columnsOf([unknown, known], 'DAY').columns.map(({ kwh, cost, isLow }) => [kwh, cost === null, isLow]),
    [
      [null, true, true],
      [0, false, true],
    ],
  )
})

test('the smallest of more than eight machines stand together, and every column adds up', () => {
  const rows = Array.from({ length: 10 }, (_none, at) => row({ energyConsumption: at + 1 }, at + 1))
  const { columns, series } = columnsOf(rows, 'DAY')
  assert.deepEqual(series, ['10', '9', '8', '7', '6', '5', '4', OTHER])
  assert.deepEqual(columns[0]?.parts.at(-1), { key: OTHER, kwh: 1 + 2 + 3 })
  assert.equal(
    columns[0]?.parts.reduce((sum, { kwh }) => sum + kwh, 0),
    55,
  )
})

test('a status of several machines is one bar, money of two currencies is none, and nothing is left out', () => {
  const model = energyChart(
    [
      row({ key: '1', name: 'Running', energyConsumption: 5 }),
      row({ key: '9', name: 'Running', energyConsumption: 7 }, 2),
      row({ key: '2', name: 'Idle', energyConsumption: 20, currency: 'PLN' }),
      row({ key: '8', name: 'Idle', energyConsumption: 1 }, 2),
      row({ key: 'OFF', energyConsumption: 0 }),
    ],
    'STATUS',
  )
  assert.ok(model.kind === 'BARS')
  assert.deepEqual(
    model.bars.map(({ key, kwh, cost }) => [key, kwh, cost]),
    [
      ['Idle', 21, null],
      ['Running', 12, { cost: 4, currency: 'EUR' }],
    ],
  )
  const many = energyChart(
    Array.from({ length: 15 }, (_none, at) => row({ energyConsumption: at + 1 }, at + 1)),
    'WORK_CENTER',
  )
  assert.ok(many.kind === 'BARS')
  assert.deepEqual([many.bars.length, many.other], [11, 1 + 2 + 3 + 4])
})

test('more parts than can be told apart are not drawn', () => {
  const rows = Array.from({ length: MOST_COLUMNS + 1 }, (_none, at) => row({ timeStart: new Date(at * 300_000).toISOString() }))
  assert.deepEqual(energyChart(rows, 'MINUTES_5'), { kind: 'TOO_MANY', count: MOST_COLUMNS + 1 })
})
