import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { MINUTE_MS } from '#engine/time/durations.ts'
import type { StatusSpan } from '#web/parts/timeline/statusSpans.ts'
import { nextOpenStop, ofReason, ordersIn, orderSpans, readReason } from './historySpans.ts'
import { askedWindow, isThinned, outputBucketSeconds, spliceRows } from './historyWindow.ts'
import { historyRows, ROW_VALUES } from './historyRows.ts'
import { sortRows } from '#web/parts/list/listColumn.ts'
import { barsTop, pointsOf, scaleOf, sensorValueAt } from './drawLanes.ts'
import { readSensors, writeSensors } from './sensorChoice.ts'
import { markOffShift, outsideShifts } from './shiftSpans.ts'
import type { History } from './useHistory.ts'

const HOUR = 60 * MINUTE_MS
const iso = (ms: number) => new Date(ms).toISOString()
const row = (start: number, end: number | null, mergedCount = 1) => ({
  timeStart: iso(start * MINUTE_MS),
  timeEnd: end === null ? null : iso(end * MINUTE_MS),
  mergedCount,
})
const span = (start: number, end: number | null, parts: Partial<StatusSpan> = {}): StatusSpan => ({
  start,
  end,
  kind: 'RULE',
  style: 'run',
  name: null,
  color: null,
  statusRuleId: null,
  cause: null,
  ...parts,
})

test('buckets are lengths that the API answers, about a hundred bars from five minutes to a month', () => {
  fc.assert(
    fc.property(fc.integer({ min: 5 * MINUTE_MS, max: 31 * 24 * HOUR }), (length) => {
      const seconds = outputBucketSeconds({ from: 0, to: length })
      assert.equal(86_400 % seconds, 0)
      assert.ok(length / 1000 / seconds <= 100)
    }),
  )
})

test('the axis of bars holds the highest of them and wastes no more than half of it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), (highest) => {
      const top = barsTop(highest)
      assert.ok(top >= highest && top <= highest * 2)
    }),
  )
  assert.equal(barsTop(24), 30)
  assert.equal(barsTop(0), 1)
})

test('losses are those of one reason, those that wait for one, those that their status plans, or those in no need of one', () => {
  const of = (id: number | null, isScheduledLoss = false, lossLevel = 2) => ({
    reason: id === null ? null : { id },
    source: 'STATUS' as const,
    isScheduledLoss,
    lossLevel,
  })
  const losses = [of(1), of(null), of(2), of(null, true), of(null, false, 1)]
  assert.deepEqual(ofReason(losses, '2'), [of(2)])
  assert.deepEqual(ofReason(losses, 'none'), [of(null)])
  assert.deepEqual(ofReason(losses, 'planned'), [of(null, true)])
  assert.deepEqual(ofReason(losses, 'small'), [of(null, false, 1)])
  assert.equal(ofReason(losses, null), losses)
  assert.deepEqual(
    ['none', 'planned', 'small', '7', 'x', '0'].map((reason) => readReason({ reason })),
    ['none', 'planned', 'small', '7', null, null],
  )
})

test('the asked window holds the shown one with a margin, inside the period, and is the same after a small move', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 600 * HOUR }), fc.integer({ min: 5 * MINUTE_MS, max: 100 * HOUR }), (from, length) => {
      const period = { from: 0, to: 720 * HOUR }
      const window = { from, to: Math.min(period.to, from + length) }
      const asked = askedWindow(window, period)
      assert.ok(asked.from <= window.from && asked.to >= window.to && asked.from >= period.from && asked.to <= period.to)
    }),
  )
  const period = { from: 0, to: 720 * HOUR }
  const asked = askedWindow({ from: 100 * HOUR, to: 108 * HOUR }, period)
  assert.deepEqual(askedWindow({ from: 100 * HOUR + MINUTE_MS, to: 108 * HOUR + MINUTE_MS }, period), asked)
  assert.deepEqual(askedWindow({ from: 800 * HOUR, to: 808 * HOUR }, period), period)
})

test('finer rows take the place of thinned ones, and no time is told twice or lost', () => {
  const rows = [row(0, 100, 7), row(100, 200), row(200, null, 3)]
  const window = { from: 50 * MINUTE_MS, to: 150 * MINUTE_MS }
  assert.equal(isThinned(rows, window), true)
  assert.equal(isThinned(rows, { from: 110 * MINUTE_MS, to: 190 * MINUTE_MS }), false)
  const spliced = spliceRows(rows, [row(50, 70), row(70, 150)], window, 300 * MINUTE_MS)
  assert.deepEqual(spliced, [row(0, 50, 7), row(50, 70), row(70, 150), row(150, 200), row(200, null, 3)])
  assert.deepEqual(
    spliceRows(rows, [row(250, null)], { from: 250 * MINUTE_MS, to: 300 * MINUTE_MS }, 300 * MINUTE_MS).map(({ timeStart }) => timeStart),
    [0, 100, 200, 250].map((minute) => iso(minute * MINUTE_MS)),
  )
})

test('off is calm outside every shift and alarming inside one, cut where the shift begins', () => {
  const shifts = [{ from: 10, to: 20, shiftId: 1, name: 'Day', status: 'PROGRESS' }]
  const cut = markOffShift([span(0, 30, { kind: 'OFF', style: 'stop' })], shifts, 40)
  assert.deepEqual(
    cut.map(({ start, end, style }) => [start, end, style]),
    [
      [0, 10, 'offShift'],
      [10, 20, 'stop'],
      [20, 30, 'offShift'],
    ],
  )
  assert.equal(markOffShift([span(12, null, { kind: 'OFF', style: 'stop' })], shifts, 15)[0]?.end, null)
  assert.deepEqual(outsideShifts({ from: 0, to: 40 }, shifts, 1), [
    { from: 0, to: 10 },
    { from: 20, to: 40 },
  ])
  assert.deepEqual(outsideShifts({ from: 0, to: 40 }, shifts, null), [])
})

test('orders worked on together share a span, and each is found once in a stretch', () => {
  const run = (orderId: number, start: number, end: number | null) => ({
    orderId,
    code: `JO-${orderId}`,
    status: 'PROGRESS',
    start,
    end,
    made: 5,
    plan: 20,
  })
  const runs = [run(1, 0, 20), run(2, 10, null), run(1, 30, 40)]
  assert.deepEqual(
    orderSpans(runs, ({ made, plan }) => `${made} / ${plan}`).map(({ start, end, name, more }) => [start, end, name, more]),
    [
      [0, 10, 'JO-1', '5 / 20'],
      [10, 20, 'JO-1 + JO-2', undefined],
      [20, 30, 'JO-2', '5 / 20'],
      [30, 40, 'JO-2 + JO-1', undefined],
      [40, null, 'JO-2', '5 / 20'],
    ],
  )
  assert.deepEqual(
    ordersIn(runs, { from: 5, to: 35 }).map(({ orderId }) => orderId),
    [1, 2],
  )
})

test('the next stop without a reason is found on both sides', () => {
  const loss = (reason: string | null) => ({ id: 1, reason, isProvisional: false, comment: null, isUnclassified: reason === null })
  const spans = [
    span(0, 10, { style: 'stop', loss: loss(null) }),
    span(10, 20),
    span(20, 30, { style: 'stopKnown', loss: loss('Jam') }),
    span(30, 40, { style: 'stop', loss: loss(null) }),
  ]
  assert.deepEqual([nextOpenStop(spans, 0, 1), nextOpenStop(spans, 20, -1), nextOpenStop(spans, 30, 1)], [30, 0, null])
})

const HISTORY: History = {
  statuses: [span(0, 10 * MINUTE_MS, { name: 'Working' }), span(10 * MINUTE_MS, null, { name: 'Idle', style: 'idle' })],
  lossSpans: [],
  losses: [],
  isCut: false,
  orderProblem: null,
  isThinned: false,
  orders: [{ orderId: 1, code: 'JO-1', status: 'PROGRESS', start: 0, end: 5 * MINUTE_MS, made: 7, plan: 20 }],
  bars: [{ from: 0, to: 5 * MINUTE_MS, total: 7, rejected: 1, plan: null }],
  shifts: [],
  isFailed: false,
  isFetching: false,
  refetch: () => {},
}

test('rows are the spans of the lanes, an open one lasts until now, and missing values come last however they are sorted', () => {
  const texts = { nameOf: ({ name }: Pick<StatusSpan, 'name'>) => name ?? '', reasonOf: () => null, output: 'Output' }
  const wanted = { period: { from: 0, to: HOUR }, now: 30 * MINUTE_MS, shiftId: null }
  const rows = historyRows(HISTORY, texts, { ...wanted, lanes: ['status', 'order', 'output'] })
  assert.deepEqual(
    rows.map((one) => [one.lane, one.name, one.ms / MINUTE_MS, one.orders]),
    [
      ['status', 'Working', 10, 'JO-1'],
      ['order', 'JO-1', 5, 'JO-1'],
      ['output', 'Output', 5, 'JO-1'],
      ['status', 'Idle', 20, ''],
    ],
  )
  const columns = [
    { key: 'total', value: ROW_VALUES.total },
    { key: 'duration', value: ROW_VALUES.duration },
  ]
  for (const sort of ['total', '-total']) assert.equal(sortRows(rows, columns, sort, (a, b) => a.localeCompare(b))[0]?.lane, 'output')
  assert.equal(sortRows(rows, columns, '-duration', (a, b) => a.localeCompare(b))[0]?.name, 'Idle')
})

test('a sensor has no values after now, although its last one holds', () => {
  const instants = [0, 60_000, 120_000].map((at) => new Date(at).toISOString())
  const values = [1, 2, 2]
  const points = pointsOf(instants, { values, minValues: values, maxValues: values }, 60_000)
  assert.deepEqual(points, { at: [0, 60_000], values: [1, 2], min: [1, 2], max: [1, 2] })
  assert.equal(pointsOf(instants, { values, minValues: values, maxValues: values }, 500_000).at.length, 3)
})

test('a sensor has a scale from its values, a value at an instant, and a place in the address', () => {
  const points = { at: [0, 10, 20], values: [1, null, 3], min: [0.5, null, 2], max: [2, null, 4] }
  assert.deepEqual(scaleOf(points), { low: 0, high: 4 })
  assert.deepEqual(scaleOf({ at: [], values: [], min: [], max: [] }), null)
  assert.deepEqual(
    [sensorValueAt(points, -1), sensorValueAt(points, 5), sensorValueAt(points, 15), sensorValueAt(points, 25)],
    [null, 1, null, 3],
  )
  assert.deepEqual(readSensors({ sensors: writeSensors(['POWER', 'LOAD:2']) }), ['POWER', 'LOAD:2'])
  assert.deepEqual(readSensors({ sensors: writeSensors([]) }), [])
  assert.equal(readSensors({}), null)
})
