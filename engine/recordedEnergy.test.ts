import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { advanceColumns, initialState, project } from './advance.ts'
import { createEnergyMeter, type EnergyBucket } from './energy/energyBuckets.ts'
import { energyBy, sumEnergy } from './energy/energySums.ts'
import { columnsOf, type SampleColumns } from './sensor/sampleColumns.ts'
import type { Sample, SensorKey } from './sensor/sensorType.ts'
import { exampleRule, exampleSetup, shift } from './testing/exampleSetup.ts'
import { createFactsStore } from './testing/factsStore.ts'
import { intersect } from './time/interval.ts'

const ZONE = 'Asia/Seoul'
const QUARTER = 900_000
const DAY = 96 * QUARTER
const MIN = 60_000
const TOLERANCE_KWH = 0.01

const days = linesOf('kwh_15min_2018.csv').map(([day = '', ...kwh]) => ({
  start: Date.parse(`${day}T00:00:00+09:00`),
  kwh: kwh.map(Number),
}))
const START = days[0]?.start ?? 0
const END = (days.at(-1)?.start ?? 0) + DAY
const window = { start: START, end: END, zone: ZONE }

/** The mean power of each quarter hour, sent at its start. */
const byPower = days.map(({ start, kwh }) =>
  columnsFrom(
    'POWER',
    start,
    kwh.map((value) => value * 4),
  ),
)

test('a year of quarter hours has 35,040 of them', () => {
  assert.equal(
    byPower.reduce((sum, { length }) => sum + length, 0),
    35_040,
  )
})

for (const minutes of [5, 15, 30, 60] as const) {
  test(`energy by power in buckets of ${minutes} minutes sums to the published hours, days and months`, () => {
    checkSums(bucketsOf(byPower, minutes), 'POWER')
  })
}

test('the differences of an energy meter give the same sums, over its roll-over and its replacement', () => {
  let reading = 99_000
  const readings = days.map(({ start, kwh }, index) => {
    // Its register has five digits, and in April a new meter takes its place.
    if (index === 100) reading = 0
    return columnsFrom(
      'OVERALL_ENERGY_CONSUMPTION',
      start + QUARTER,
      kwh.map((value) => (reading = (reading + value) % 100_000)),
    )
  })
  const first = columnsFrom('OVERALL_ENERGY_CONSUMPTION', START, [99_000])
  checkSums(bucketsOf([first, ...readings], 15), 'METER')
})

test('minutes of each band and their changes on each day are the published ones, by status rules through the fold', () => {
  const setup = exampleSetup({
    statusRules: [exampleRule(1, 30, 150, { name: 'Partial load' }), exampleRule(2, 150, null, { name: 'Work' })],
    nominalPeriodMs: QUARTER,
    schedule: [{ validFrom: 0, zone: ZONE, shifts: [shift(1, '00:00', '00:00')] }],
  })
  const store = createFactsStore()
  let state = initialState()
  for (const columns of byPower) {
    const step = advanceColumns(state, columns, setup)
    state = step.state
    store.write(step.facts)
  }
  store.write(project(state, END, setup))
  const { statuses, shifts } = store.read()
  const truths = linesOf('truth_status_daily.csv')
  assert.equal(truths.length, 365)
  for (const [index, [day = '', idle, partial, work, changes]] of truths.entries()) {
    const span = { start: START + index * DAY, end: START + (index + 1) * DAY }
    const inDay = statuses.flatMap((row) => {
      const part = intersect(span, { start: row.start, end: row.end ?? END })
      return part ? [{ key: row.statusRuleId ?? row.kind, minutes: (part.end - part.start) / MIN }] : []
    })
    const minutesOf = (key: string | number): number => inDay.reduce((sum, part) => sum + (part.key === key ? part.minutes : 0), 0)
    assert.deepEqual([minutesOf('OFF'), minutesOf(1), minutesOf(2), inDay.length - 1], [idle, partial, work, changes].map(Number), day)
    const terms = shifts[index]?.terms
    assert.equal(terms && (terms.elapsedMs - terms.availabilityLossMs) / MIN, Number(partial) + Number(work), day)
  }
})

function bucketsOf(columns: readonly SampleColumns[], minutes: number): EnergyBucket[] {
  const { electrical, electricalVersions } = exampleSetup()
  const meter = createEnergyMeter(
    { ...window, bucketMs: minutes * MIN },
    { electrical: { ...electrical, nominalPowerKw: null }, electricalVersions, maxGapMs: 3 * QUARTER, nominalPeriodMs: QUARTER },
  )
  for (const part of columns) meter.add(part)
  return meter.finish()
}

function checkSums(buckets: readonly EnergyBucket[], source: string): void {
  const total = sumEnergy(buckets)
  assert.equal(total.coveredMs, END - START)
  assert.equal(total.source, source)
  assert.ok(Math.abs((total.kwh ?? 0) - 959_636.71) < TOLERANCE_KWH, `${total.kwh} kWh`)
  const hours = linesOf('truth_hourly.csv').flatMap(([, ...kwh]) => kwh.map(Number))
  checkEach(energyBy('HOUR', ZONE, buckets), hours)
  checkEach(
    energyBy('DAY', ZONE, buckets),
    linesOf('truth_daily.csv').map(([, kwh]) => Number(kwh)),
  )
  const months = energyBy('MONTH', ZONE, buckets)
  const truths = linesOf('truth_monthly.csv')
  checkEach(
    months,
    truths.map(([, kwh]) => Number(kwh)),
  )
  for (const [index, truth] of truths.entries()) {
    const max = (months[index]?.maxKw ?? 0) / 4
    assert.ok(Math.abs(max - Number(truth[3])) < TOLERANCE_KWH, `greatest quarter hour of ${truth[0]}: ${max}`)
  }
}

function checkEach(sums: readonly EnergyBucket[], truths: readonly number[]): void {
  assert.equal(sums.length, truths.length)
  for (const [index, truth] of truths.entries()) {
    const kwh = sums[index]?.kwh ?? Number.NaN
    assert.ok(Math.abs(kwh - truth) < TOLERANCE_KWH, `${new Date(sums[index]?.start ?? 0).toISOString()}: ${kwh} is not ${truth}`)
  }
}

function columnsFrom(sensor: SensorKey, start: number, values: readonly number[]): SampleColumns {
  return columnsOf(values.map((value, index): Sample => ({ at: start + index * QUARTER, sensor, value })))
}

function linesOf(name: string): string[][] {
  const [, ...lines] = readFileSync(new URL(`./fixtures/steel/${name}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line) => line.trim().split(','))
}
