import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bucketSeconds, axisValues, labelPlace, prepareOutput, valueAt } from './prepareOutput.ts'
import { speedOfOutput } from './prepareSpeed.ts'
import { axisMaximum, bandsEnd, pickSeries, prepareSignal, summarize } from './prepareSignal.ts'

const iso = (ms: number) => new Date(ms).toISOString()
const chart = (values: readonly (number | null)[], stepMs = 60_000) => ({
  arguments: values.map((_, index) => iso(index * stepMs)),
  bucketSeconds: stepMs / 1000,
  valueSeries: [
    { sensorType: 'LOAD', values: values.map(() => null) },
    { sensorType: 'POWER', values },
  ],
})

test('the first wanted series that has a value is charted', () => {
  const data = chart([null, 3])
  const types = (wanted: string[]) => wanted.map((type) => pickSeries(data, [[type]])[0]?.sensorType)
  assert.deepEqual(types(['LOAD', 'POWER']), [undefined, 'POWER'])
  assert.equal(pickSeries(data, [['LOAD'], ['POWER']])[0]?.sensorType, 'POWER')
  assert.deepEqual(pickSeries(data, [['LOAD']]), [])
})

test('live points follow the loaded ones, and a long silence is a gap', () => {
  const data = chart([1, null, 2])
  const series = pickSeries(data, [['POWER']])
  const prepared = prepareSignal({
    chart: data,
    series,
    live: [
      { at: 60_000, values: [99] },
      { at: 130_000, values: [4] },
      { at: 900_000, values: [null] },
    ],
    now: 900_000,
  })
  assert.deepEqual(prepared.xs, [0, 60, 120, 130, 515, 900])
  assert.deepEqual(prepared.series[0], [1, null, 2, 4, null, null])
})

test('the part of the shift still to come is no gap: live points join the last loaded one', () => {
  const data = chart([1, 2, null, null, null])
  const prepared = prepareSignal({ chart: data, series: pickSeries(data, [['POWER']]), live: [{ at: 70_000, values: [3] }], now: 900_000 })
  assert.deepEqual(prepared.xs, [0, 60, 70])
  assert.equal(summarize(prepared)?.last, 3)
})

test('nothing is drawn after now, although the last value holds', () => {
  const data = chart([1, 2, 2, 2])
  assert.deepEqual(prepareSignal({ chart: data, series: pickSeries(data, [['POWER']]), live: [], now: 70_000 }).xs, [0, 60])
})

test('several channels of one type go without live points of one', () => {
  const data = { ...chart([1, 2]), valueSeries: ['A', 'B'].map(() => ({ sensorType: 'ELECTRIC_CURRENT', values: [1, 2] })) }
  const prepared = prepareSignal({
    chart: data,
    series: pickSeries(data, [['ELECTRIC_CURRENT']]),
    live: [{ at: 70_000, values: [5] }],
    now: 900_000,
  })
  assert.equal(prepared.series.length, 2)
  assert.deepEqual(prepared.xs, [0, 60])
})

test('the phases go on together with what is told live', () => {
  const phases = ['ELECTRIC_CURRENT_A', 'ELECTRIC_CURRENT_B', 'ELECTRIC_CURRENT_C']
  const data = { ...chart([1, 2]), valueSeries: phases.map((sensorType, index) => ({ sensorType, values: [10 + index, 20 + index] })) }
  const series = pickSeries(data, [phases])
  const live = [{ at: 70_000, values: [30, null, 32] }]
  const prepared = prepareSignal({ chart: data, series, live, now: 900_000 })
  assert.deepEqual(prepared.xs, [0, 60, 70])
  assert.deepEqual(prepared.series, [
    [10, 20, 30],
    [11, 21, null],
    [12, 22, 32],
  ])
})

test('the phases of one measurement are charted together', () => {
  const data = { ...chart([1]), valueSeries: ['A', 'B', 'C'].map((phase) => ({ sensorType: `ELECTRIC_CURRENT_${phase}`, values: [1] })) }
  assert.equal(pickSeries(data, [['ELECTRIC_CURRENT_A', 'ELECTRIC_CURRENT_B', 'ELECTRIC_CURRENT_C']]).length, 3)
})

test('before anything is loaded the live points stand alone', () => {
  const data = chart([null, null])
  const prepared = prepareSignal({ chart: data, series: pickSeries(data, [['POWER']]), live: [{ at: 5000, values: [7] }], now: 900_000 })
  assert.deepEqual(prepared, { xs: [5], series: [[7]] })
  assert.equal(summarize(prepareSignal({ chart: data, series: [], live: [], now: 900_000 })), null)
})

test('counted output is a speed a minute, without the bucket that is not over', () => {
  const speed = speedOfOutput(
    [0, 1, 2].map((index) => ({
      timeStart: iso(index * 120_000),
      timeEnd: iso((index + 1) * 120_000),
      totalOutput: 30,
      rejectedOutput: 0,
    })),
    300_000,
  )
  assert.deepEqual(speed.arguments, [iso(60_000), iso(180_000)])
  assert.equal(speed.bucketSeconds, 120)
  assert.deepEqual(speed.valueSeries[0], { sensorType: 'LINEAR_SPEED', values: [15, 15] })
})

test('the summary knows the last value, even a missing one, and nothing of an empty chart', () => {
  assert.deepEqual(summarize({ xs: [0, 1, 2], series: [[3, 1, null]] }), { min: 1, max: 3, last: null })
  assert.equal(summarize({ xs: [], series: [[]] }), null)
})

test('the axis shows every value and where the highest band begins', () => {
  const bands = [{ name: 'run', color: '', min: 8, max: null }]
  assert.ok(axisMaximum({ min: 0, max: 5, last: 5 }, bands) > 5)
  assert.ok(axisMaximum({ min: 0, max: 12, last: 5 }, bands) > 12)
  assert.ok(axisMaximum(null, bands) >= 6)
})

const bucket = (index: number, total: number, plan: number | null) => ({
  timeStart: iso(index * 100),
  timeEnd: iso((index + 1) * 100),
  totalOutput: total,
  rejectedOutput: 1,
  planOutput: plan,
})

test('output adds up to now and ends in the live total; the plan goes to the end', () => {
  const view = prepareOutput({
    buckets: [bucket(0, 10, 20), bucket(1, 10, 20), bucket(2, 5, 20), bucket(3, 0, 20)],
    now: 250,
    start: 0,
    end: 400,
    live: { total: 27, rejected: 4, targetToDate: 50, targetFullShift: 85 },
  })
  assert.deepEqual(
    view.actual.map(({ at, value }) => [at, value]),
    [
      [0, 0],
      [100, 10],
      [200, 20],
      [250, 27],
    ],
  )
  assert.deepEqual(
    view.plan.map(({ at, value }) => [at, value]),
    [
      [0, 0],
      [250, 50],
      [400, 85],
    ],
  )
  assert.deepEqual(view.expectedNow, { at: 250, value: 50 })
  assert.equal(view.projected?.value, (27 * 400) / 250)
  assert.equal(view.rejected.at(-1)?.value, 4)
  assert.ok(view.top >= 85)
})

test('the chart asks for buckets that the API answers, whatever the length of the shift', () => {
  const hours = (count: number) => bucketSeconds({ from: 0, to: count * 3_600_000 })
  assert.deepEqual([hours(0.5), hours(8), hours(12), hours(24)], [60, 300, 600, 900])
})

test('without a plan there is no plan line, before enough time no projection', () => {
  const view = prepareOutput({
    buckets: [bucket(0, 1, null)],
    now: 5,
    start: 0,
    end: 400,
    live: { total: 0, rejected: 0, targetToDate: null, targetFullShift: null },
  })
  assert.deepEqual(view.plan, [])
  assert.equal(view.expectedNow, null)
  assert.equal(view.projected, null)
})

test('after the end of the shift the line stops there and nothing is projected', () => {
  const view = prepareOutput({ buckets: [bucket(0, 10, 5)], now: 5000, start: 0, end: 100, live: null })
  assert.deepEqual(view.actual.at(-1), { at: 100, value: 10 })
  assert.equal(view.projected, null)
})

test('values between points are on the line, outside they are not known', () => {
  const line = [
    { at: 0, value: 0 },
    { at: 10, value: 20 },
  ]
  assert.equal(valueAt(line, 5), 10)
  assert.equal(valueAt(line, 11), null)
})

test('axis values are round, from zero to the top', () => {
  assert.deepEqual(axisValues(1638, 4), [0, 500, 1000, 1500])
  assert.deepEqual(axisValues(1.05, 4), [0, 0.5, 1])
  assert.deepEqual(axisValues(1.05, 4, 1), [0, 1])
  assert.deepEqual(axisValues(1638, 4, 1), [0, 500, 1000, 1500])
})

test('a label stands above every line under it and inside the plot', () => {
  const rising = [
    { x: 0, y: 180 },
    { x: 400, y: 0 },
  ]
  const place = (x: number) => labelPlace({ lines: [rising], x, labelWidth: 100, plotWidth: 400, gap: 10 })
  assert.deepEqual(place(200), { left: 110, bottom: 180 - 210 * 0.45 - 10 })
  assert.equal(place(20).left, 0, 'not left of the axis')
  assert.equal(place(20).bottom, 180 - 100 * 0.45 - 10, 'above the line at its right end')
  assert.equal(place(400).left, 300)
  assert.equal(place(400).bottom, 10, 'not above the plot')
})

test('the ranges of the rules end now: of what is to come nobody knows a status', () => {
  const window = { from: 1000, to: 9000 }
  assert.equal(bandsEnd(window, 4000), 4000)
  assert.equal(bandsEnd(window, 12_000), 9000)
  assert.equal(bandsEnd(window, 0), 1000)
})
