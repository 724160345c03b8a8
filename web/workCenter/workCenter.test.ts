import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'
import {
  behindOf,
  type Details,
  explain,
  hasSeveralPrices,
  lostBehind,
  segmentsOf,
  timeBehind,
  unlistedCount,
  waterfall,
} from '#web/parts/why/why.view.ts'
import { STALE_AFTER_MS, staleSince } from './staleness.view.ts'
import { isDeviceId } from './isDeviceId.ts'
import { liveKeys, shownValues, signalBands, signalPlans, viewBounds } from './page/workCenterPage.view.ts'

type LiveParts = {
  readonly oee?: number | null
  readonly kind?: 'OFF' | 'NO_DATA' | 'RULE'
  readonly at?: number
  readonly reportPeriodMs?: number
  readonly noDataCause?: 'NO_STATUS_RULES'
  readonly values?: LiveWorkCenter['values']
}

function live({ oee = null, kind = 'RULE', at = 0, values = {}, reportPeriodMs, noDataCause }: LiveParts): LiveWorkCenter {
  const status = {
    kind,
    noDataCause: noDataCause ?? null,
    statusRuleId: null,
    name: null,
    color: null,
    isEffective: kind === 'RULE',
    isScheduledLoss: false,
    since: 0,
  }
  const shift = { shiftId: 1, shiftDate: '2026-05-04', code: 'A', name: 'A', start: 0, end: 100 }
  const figures = { availability: 0.9, performance: null, quality: 1, oee, asOf: at, issues: [] }
  const reports = { lastSampleAt: at - 5, reportPeriodMs: reportPeriodMs ?? null }
  return { at, ...reports, status, shift, oee: figures, values, unclassifiedLossCount: 0 } as unknown as LiveWorkCenter
}

test('figures are old without a live connection for ten seconds, or when the machine is silent', () => {
  const at = 1_000_000
  const fresh = { now: at, connection: { status: 'live', since: 1 } } as const
  const later = at + 2 * STALE_AFTER_MS
  const cut = { now: later, connection: { status: 'reconnecting', since: at } } as const
  assert.equal(staleSince(live({ at }), fresh), null)
  assert.equal(staleSince(live({ at }), { ...fresh, now: later }), null, 'a machine that reports changes may be quiet')
  assert.equal(staleSince(live({ at }), cut), at)
  assert.equal(staleSince(live({ at }), { ...cut, connection: { status: 'reconnecting', since: later - 1000 } }), null)
  assert.equal(staleSince(live({ at, kind: 'NO_DATA' }), fresh), at - 5)
  assert.equal(staleSince(undefined, cut), null)
  // One that reports every ten seconds is late after twenty.
  const periodic = live({ at, reportPeriodMs: 10_000 })
  const heardAt = at - 5
  assert.equal(staleSince(periodic, { ...fresh, now: heardAt + 20_000 }), null)
  assert.equal(staleSince(periodic, { ...fresh, now: heardAt + 20_001 }), heardAt)
  assert.equal(staleSince(live({ at, reportPeriodMs: 1_000 }), { ...fresh, now: heardAt + 9_000 }), null, 'samples need a moment to come')
  assert.equal(staleSince(live({ at, kind: 'NO_DATA', noDataCause: 'NO_STATUS_RULES' }), fresh), null, 'it is heard')
})

test('device ids are guids', () => {
  assert.ok(isDeviceId('0198a7c2-1111-7abc-8def-00000000000A'))
  assert.ok(!isDeviceId('7'))
  assert.ok(!isDeviceId('0198a7c2-1111-7abc-8def-00000000000A/settings'))
})

test('the view spans the shift, outside shifts the last eight hours in steps', () => {
  assert.deepEqual(viewBounds(live({}), 50), { from: 0, to: 100 })
  const now = Date.UTC(2026, 4, 4, 6, 7)
  const bounds = viewBounds(undefined, now)
  assert.equal(bounds.to - bounds.from, 8 * 3_600_000)
  assert.deepEqual(viewBounds(undefined, now + 60_000), bounds)
})

test('the chart prefers the signal of the status source and shows only its ranges', () => {
  assert.equal(signalPlans('SPEED')[0]?.signal, 'SPEED')
  assert.equal(signalPlans('SPEED').length, 4)
  const rule = { name: 'Run', color: '#123456', isEffective: true, isScheduledLoss: false }
  const bands = signalBands(
    [
      { ...rule, byPower: { minPower: 8, maxPower: null } },
      { ...rule, byPower: { minPower: 2, maxPower: 8 } },
      { ...rule, byLoad: { minLoad: 1 } },
    ],
    'POWER',
  )
  assert.deepEqual(
    bands.map(({ min, max }) => [min, max]),
    [
      [2, 8],
      [8, null],
    ],
  )
  const byCurrent = { minCurrentA: null, minCurrentB: 4, maxCurrentB: 9, minCurrentC: 5 }
  assert.deepEqual(
    signalBands([{ ...rule, byCurrent }], 'CURRENT').map(({ min, max }) => [min, max]),
    [[4, 9]],
    'by current the first phase that has a range',
  )
})

test('a line goes on with the live value of its own sensor, those of all phases together', () => {
  const [plan] = signalPlans('CURRENT')
  const told = { at: 1, value: 5 }
  const phases = ['A', 'B', 'C'].map((phase) => ({ sensorType: `ELECTRIC_CURRENT_${phase}` }))
  assert.deepEqual(liveKeys(plan, phases, {}), ['CURRENT_A', 'CURRENT_B', 'CURRENT_C'])
  assert.deepEqual(liveKeys(plan, phases.slice(1), {}), ['CURRENT_B', 'CURRENT_C'])
  assert.deepEqual(liveKeys(plan, [{ sensorType: 'ELECTRIC_CURRENT' }], {}), ['CURRENT'])
  assert.deepEqual(liveKeys(plan, [], { CURRENT_A: told, CURRENT_B: told, POWER: told }), ['CURRENT_A', 'CURRENT_B'])
  assert.deepEqual(liveKeys(plan, [], { POWER: told }), [])
  assert.deepEqual(liveKeys(plan, [{ sensorType: 'ELECTRIC_CURRENT' }, { sensorType: 'ELECTRIC_CURRENT' }], {}), [], 'two of one type')
  assert.deepEqual(liveKeys(plan && { ...plan, isLive: false }, phases, {}), [])
})

test('current values keep an unavailable channel and leave out one that never spoke', () => {
  assert.deepEqual(shownValues(live({ values: { LOAD: { at: 3, value: null }, POWER: { at: 2, value: 0 } } })), [
    { key: 'POWER', value: 0, at: 2 },
    { key: 'LOAD', value: null, at: 3 },
  ])
})

const term = (key: string, parts: readonly string[] = []) => ({
  key,
  unit: 'MS',
  value: 1,
  operator: 'MINUS',
  parts: parts.map((part) => ({ key: part, sign: 1 })),
  losses: [],
  statuses: [],
})

test('a factor is explained by its two terms and everything below them, each once', () => {
  const details = {
    formulas: [{ factor: 'AVAILABILITY', numerator: 'run', denominator: 'planned', isEnabled: true, value: 0.9 }],
    terms: [term('run', ['planned', 'loss']), term('planned', ['elapsed']), term('loss'), term('elapsed'), term('unrelated')],
  } as unknown as Details
  const explained = explain(details, 'AVAILABILITY')
  assert.deepEqual(
    explained.parts.map((part) => part.key),
    ['run', 'planned', 'elapsed', 'loss'],
  )
  assert.equal(explained.denominator?.key, 'planned')
  assert.equal(explain(details, 'QUALITY').formula, null)
})

test('behind a term stand its losses, newest first, else its statuses', () => {
  const loss = (id: number, start: string) => ({
    id,
    timeStart: start,
    timeEnd: null,
    kind: 'OFF',
    source: 'STATUS',
    isScheduledLoss: false,
    reason: { name: 'Jam', activityTypes: [] },
    statusRule: null,
  })
  const status = { timeStart: '2026-05-04T06:00:00.000Z', timeEnd: '2026-05-04T06:10:00.000Z', kind: 'RULE', statusRule: { name: 'Idle' } }
  const both = {
    ...term('a'),
    losses: [loss(1, '2026-05-04T06:00:00Z'), loss(2, '2026-05-04T07:00:00Z')],
    statuses: [status],
  } as unknown as Details['terms'][number]
  assert.deepEqual(
    behindOf(both).map(({ key, loss: own }) => [key, own?.reason]),
    [
      ['loss 2', 'Jam'],
      ['loss 1', 'Jam'],
    ],
  )
  assert.deepEqual(behindOf({ ...both, losses: [] })[0]?.statusName, 'Idle')
  const lost = { ...both, losses: [{ ...loss(3, '2026-05-04T08:00:00Z'), source: 'SPEED' }] } as unknown as Details['terms'][number]
  assert.equal(behindOf(lost)[0]?.loss, null, 'lost speed is no interval')
  assert.equal(unlistedCount({ ...both, lossesCount: 5, statusesCount: 1 }), 3)
})

const withValues = (values: Readonly<Record<string, number | null>>) =>
  ({ terms: Object.entries(values).map(([key, value]) => ({ ...term(key), value })) }) as unknown as Details

test('the time of the shift adds up to the second, whatever the fractions', () => {
  const losses = { excluded: 0, noData: 400, availabilityLoss: 1400, smallStop: 1400, speedLoss: -600, qualityLoss: 400, valuable: 7000 }
  const view = waterfall(withValues({ elapsed: 10_000, run: 8200, ...losses }))
  assert.equal(view?.totalMs, 10_000)
  assert.equal(view.elapsedMs, 10_000)
  assert.equal(
    view.rows.reduce((sum, { ms }) => sum + ms, 0),
    view.totalMs,
  )
  assert.ok(view.rows.every(({ ms }) => ms % 1000 === 0))
  assert.equal(view.rows.at(-1)?.share, 0.7)
})

test('without a reference speed the run time is not divided, and before the shift there is nothing to divide', () => {
  const view = waterfall(
    withValues({ elapsed: 9000, excluded: 1000, noData: 0, availabilityLoss: 2000, run: 6000, smallStop: 500, speedLoss: null }),
  )
  assert.deepEqual(
    view?.rows.map((row) => [row.term.key, row.ms]),
    [
      ['excluded', 1000],
      ['noData', 0],
      ['availabilityLoss', 2000],
      ['run', 6000],
    ],
  )
  assert.equal(view?.totalMs, 9000)
  assert.equal(waterfall(withValues({ elapsed: 0 })), null)
})

test('intervals count only inside the shift, an open one until its data ends', () => {
  const interval = (start: number, end: number | null) => ({ start, end })
  assert.equal(timeBehind([interval(-5, 3), interval(4, 6), interval(8, null)], { start: 0, end: 10 }), 7)
})

test('lost speed and rejects are told by reason, from the losses of their source', () => {
  const row = (quantity: number) => ({ reasonId: null, reason: null, count: 1, duration: 7, quantity })
  const lost = { speed: [row(1)], output: [row(2)], shifts: [] } as unknown as Parameters<typeof lostBehind>[1]
  assert.equal(lostBehind({ key: 'speedLoss' }, lost)?.[0]?.quantity, 1)
  assert.equal(lostBehind({ key: 'qualityLoss' }, lost)?.[0]?.quantity, 2)
  assert.deepEqual(lostBehind({ key: 'speedLoss' }, undefined), [])
  assert.equal(lostBehind({ key: 'run' }, lost), null)
})

test('without one cycle time but with ideal time there were several prices', () => {
  assert.ok(hasSeveralPrices(withValues({ idealCycle: null, netOperating: 5 })))
  assert.ok(!hasSeveralPrices(withValues({ idealCycle: null, netOperating: null })))
  assert.ok(!hasSeveralPrices(withValues({ idealCycle: 2, netOperating: 5 })))
})

test('ideal time is told by the output that counts, newest first, with its orders', () => {
  const segment = (timeStart: string, totalOutput: number, orderCodes: readonly string[]) => ({
    timeStart,
    timeEnd: null,
    orderCodes: [...orderCodes],
    isConfirmed: false,
    totalOutput,
    uncountedOutput: 1,
    cycleTime: 500,
    netOperatingMs: (totalOutput - 1) * 500,
  })
  const segments = [
    segment('2026-05-04T06:00:00Z', 11, ['A-1', 'A-2']),
    segment('2026-05-04T07:00:00Z', 5, []),
    segment('2026-05-04T08:00:00Z', 1, []),
  ]
  assert.deepEqual(
    segmentsOf({ key: 'netOperating', segments }).map(({ orders, units, netMs }) => [orders, units, netMs]),
    [
      ['', 4, 2000],
      ['A-1, A-2', 10, 5000],
    ],
  )
  assert.deepEqual(segmentsOf({ key: 'run', segments }), [])
})
