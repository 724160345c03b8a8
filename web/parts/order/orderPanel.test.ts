import assert from 'node:assert/strict'
import { describe, it, test } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import type { PanelOrderFragment } from '#web/api/generated/graphql.ts'
import type { OutboxEntry } from '#web/parts/outbox/outboxEntry.ts'
import { asOfNow } from './asOfNow.ts'
import { isSameOrder, ORDER_ACT, withActs } from './orderAct.ts'
import type { OrderActBody } from './orderAct.ts'
import { alreadySo } from './alreadySo.ts'
import {
  alreadyRunning,
  containerWord,
  figuresOf,
  forecastWord,
  hindrancesOf,
  likelyEnds,
  likelyStarts,
  movedBegin,
  countedWithout,
  madeNow,
  panelOrders,
  stillBooked,
  switchOf,
  unconfirmedOrders,
} from './orderPanel.view.ts'

const NOON = Date.UTC(2026, 4, 4, 12)
const output = (acceptedOutput: number, rejectedOutput = 0) => ({
  totalOutput: acceptedOutput + rejectedOutput,
  acceptedOutput,
  rejectedOutput,
})
const orderOf = (id: number, more: Partial<PanelOrderFragment> = {}): PanelOrderFragment => ({
  id,
  orderCode: `JO-${id}`,
  status: 'PLANNED',
  priority: id,
  product: null,
  unreadMessages: 0,
  lateness: null,
  forecast: null,
  changeover: null,
  hinderedActions: [],
  measurementUnit: null,
  planOutput: 800,
  planEnd: null,
  dueDate: null,
  acceptedOutput: 0,
  rejectedOutput: 0,
  madeOutput: output(0),
  countedOutput: output(0),
  expectedNow: null,
  sharedCountedOutput: null,
  runs: [],
  allowedActions: ['START'],
  ...more,
})
const runningOf = (id: number, more: Partial<PanelOrderFragment> = {}) =>
  orderOf(id, {
    status: 'PROGRESS',
    priority: 0,
    allowedActions: ['STOP', 'CLOSE'],
    runs: [{ workCenterId: 1, timeStart: '2026-05-04T10:00:00.000Z', timeEnd: null, startedBy: null }],
    ...more,
  })
const actOf = (more: Partial<OrderActBody>): OrderActBody => ({
  action: 'START',
  orderId: 2,
  workCenterId: 1,
  orderCode: 'JO-2',
  place: 'Press',
  tappedAt: '2026-05-04T12:00:00.000Z',
  actingUserId: null,
  ...more,
})
const seen = (orders: readonly PanelOrderFragment[]) => orders.map(({ id, status }) => `${id} ${status}`)

describe('what waits for its confirmation', () => {
  it('is also of orders that were paused or finished: nobody else asks for it', () => {
    const paused = orderOf(4, { status: 'ON_HOLD', countedOutput: output(40, 2) })
    const finished = orderOf(5, { status: 'TECHNICALLY_COMPLETED', countedOutput: output(240), priority: null })
    const orders = [
      runningOf(3, { countedOutput: output(7) }),
      paused,
      orderOf(6, { status: 'ON_HOLD' }),
      orderOf(7, { status: 'ON_HOLD', countedOutput: null }),
    ]
    const waiting = unconfirmedOrders(orders, [finished, orderOf(8, { status: 'TECHNICALLY_COMPLETED' })])
    assert.deepEqual(seen(waiting), ['4 ON_HOLD', '5 TECHNICALLY_COMPLETED'])
  })

  it('is told once of an order that was started again meanwhile, by its card', () => {
    const before = orderOf(5, { status: 'TECHNICALLY_COMPLETED', countedOutput: output(240) })
    assert.deepEqual(unconfirmedOrders([runningOf(5, { countedOutput: output(240) })], [before]), [])
    assert.deepEqual(seen(unconfirmedOrders([{ ...before, status: 'ON_HOLD' }], [before])), ['5 ON_HOLD'])
  })
})

describe('an act that was refused for its time', () => {
  it('may be done as of now, without the time of the tap and the one that was typed', () => {
    const old = actOf({ at: '2026-05-04T11:00:00.000Z' })
    const { at, ...rest } = old
    assert.equal(at, '2026-05-04T11:00:00.000Z')
    for (const code of ['START_TOO_EARLY', 'SHIFT_CONFIRMED', 'TOO_OLD', 'RUN_OVERLAP', 'RUN_TOO_SHORT'])
      assert.deepEqual(asOfNow(old, code, NOON + MINUTE_MS), { ...rest, tappedAt: '2026-05-04T12:01:00.000Z' }, code)
  })

  it('is not changed where its time is not the matter', () => {
    assert.equal(asOfNow(actOf({}), 'JOB_ORDER_NOT_FOUND', NOON), null)
    assert.equal(asOfNow(actOf({}), 'INVALID_JOB_ORDER_TRANSITION', NOON), null)
  })
})

describe('a start that was refused', () => {
  const since = Date.UTC(2026, 4, 4, 10, 2)
  const problem = { code: 'INVALID_JOB_ORDER_TRANSITION', params: { action: 'START', status: 'PROGRESS', since, by: 'id-of-marek' } }
  const startedBy = { id: 'id-of-marek', fullName: 'Marek' }
  const run = { workCenterId: 1, timeStart: new Date(since).toISOString(), timeEnd: null, startedBy }

  it('says since when and by whom the order is in progress already', () => {
    assert.deepEqual(alreadyRunning(problem, runningOf(7, { runs: [run] })), { since, name: 'Marek' })
    // It was stopped again meanwhile: the refusal itself says who started it, or it was a program.
    assert.deepEqual(alreadyRunning({ ...problem, params: { ...problem.params, name: 'Ewa' } }, undefined), { since, name: 'Ewa' })
    assert.deepEqual(alreadyRunning(problem, undefined), { since, name: null })
  })

  it('is another matter where the order is not in progress', () => {
    assert.equal(alreadyRunning({ ...problem, params: { action: 'START', status: 'CANCELLED' } }, undefined), null)
    assert.equal(alreadyRunning({ code: 'PARALLEL_ORDERS_FULL', params: { since } }, undefined), null)
    assert.equal(alreadyRunning({ code: 'INVALID_JOB_ORDER_TRANSITION' }, undefined), null)
    const paused = { ...problem, params: { action: 'STOP', status: 'ON_HOLD', since, by: 'id-of-marek', name: 'Marek' } }
    assert.equal(alreadyRunning(paused, undefined), null)
    assert.deepEqual(alreadySo(paused), { status: 'ON_HOLD', since, name: 'Marek' })
    // A program has no name.
    assert.deepEqual(alreadySo({ ...paused, params: { ...paused.params, by: '', name: '' } }), { status: 'ON_HOLD', since, name: null })
  })
})

describe('what stands in the way of a start', () => {
  it('is told with the field of the plan that it speaks of', () => {
    const lacking = (field: string | null, code = 'REQUIRED') => ({ code, field, params: '{}' })
    const hinderedActions = [
      { action: 'CLOSE' as const, problems: [lacking('reasonId')] },
      { action: 'START' as const, problems: [lacking('productId'), lacking('planOutput'), lacking(null, 'PARALLEL_ORDERS_FULL')] },
    ]
    assert.deepEqual(
      hindrancesOf({ hinderedActions }).map(({ field, problem }) => [field, problem.code]),
      [
        ['productId', 'REQUIRED'],
        ['planOutput', 'REQUIRED'],
        [null, 'PARALLEL_ORDERS_FULL'],
      ],
    )
    assert.deepEqual(hindrancesOf({ hinderedActions: hinderedActions.slice(0, 1) }), [])
  })
})

describe('what is to come', () => {
  const iso = (minutes: number) => new Date(NOON + minutes * MINUTE_MS).toISOString()
  const format = { dayMonth: () => '4 May', time: (at: number) => new Date(at).toISOString().slice(11, 16) }
  const shifts = [{ timeStart: iso(0), timeEnd: iso(100), plannedShare: 0.9 }]
  const forecast = { timeEnd: iso(100), earliestEnd: iso(80), latestEnd: iso(130), rangesHeld: 0, rangesJudged: 0, shifts }

  it('is when the order will be made, with its range where there is one', () => {
    const word = { time: '13:40', range: '13:20–14:10', record: null }
    assert.deepEqual(forecastWord(runningOf(1, { forecast }), format, NOON), word)
    const judged = { ...forecast, rangesHeld: 41, rangesJudged: 50 }
    assert.deepEqual(forecastWord(runningOf(1, { forecast: judged }), format, NOON), { ...word, record: { held: 41, of: 50 } })
    assert.deepEqual(forecastWord(runningOf(1, { forecast: { ...judged, earliestEnd: null } }), format, NOON), {
      time: '13:40',
      range: null,
      record: null,
    })
    assert.equal(forecastWord(runningOf(1), format, NOON), null)
  })

  it('is when the next container is full, at the pace of the forecast, and how many are full', () => {
    const product = { id: 1, name: 'Cap', sku: 'C', containerQuantity: 200, isArchived: false }
    const order = runningOf(1, { product, forecast, planOutput: 2000, acceptedOutput: 1000 })
    // 70 are missing of the next one, 870 of the plan, which takes 100 minutes.
    const word = containerWord(order, 1130, NOON)
    assert.deepEqual([word?.full, Math.round(((word?.nextAt ?? 0) - NOON) / 1000)], [0, Math.round((70 / 870) * 6000)])
    assert.equal(containerWord(order, 1420, NOON)?.full, 2)
    assert.equal(containerWord({ ...order, forecast: { ...forecast, shifts: [] } }, 1130, NOON)?.nextAt, null)
    assert.equal(containerWord({ ...order, forecast: null }, 1130, NOON)?.nextAt, null)
    assert.equal(containerWord({ ...order, product: null }, 1130, NOON), null)
    // Counted by turns nobody knows whose units they are: what all of them wait for fills containers, and none of one order.
    const shared = { ...order, sharedCountedOutput: { totalOutput: 470, acceptedOutput: 450 } }
    assert.deepEqual(containerWord(shared, 1130, NOON), { quantity: 200, full: 2, nextAt: null, isShared: true })
    // What is missing of the plan fills no further container.
    assert.equal(containerWord({ ...order, planOutput: 1990 }, 1950, NOON)?.nextAt, null)
  })
})

describe('the next full container', () => {
  const at = (day: number, hour: number, minute: number, second = 0) => Date.UTC(2026, 4, day, hour, minute, second)
  const iso = (instant: number) => new Date(instant).toISOString()
  const product = { id: 1, name: 'Cap', sku: 'C', containerQuantity: 200, isArchived: false }
  const NOW = at(4, 21, 50)
  /** The rest of 2,000 after 1,130 takes 870 × 10 s × 1.35 = 11,745 s of planned time; a container misses 70, which are 945 s. */
  const fullAt = (end: number, plannedShare: number) => {
    const shifts = [
      { timeStart: iso(at(4, 6, 0)), timeEnd: iso(at(4, 22, 0)), plannedShare },
      { timeStart: iso(at(5, 6, 0)), timeEnd: iso(end), plannedShare },
    ]
    const forecast = { timeEnd: iso(end), earliestEnd: null, latestEnd: null, rangesHeld: 0, rangesJudged: 0, shifts }
    const order = runningOf(1, { product, forecast, planOutput: 2000, acceptedOutput: 1000 })
    return Math.round((containerWord(order, 1130, NOW)?.nextAt ?? 0) / 1000) * 1000
  }

  it('is not full in the night: 945 s after 21:50 are 5 min 45 s after 06:00', () => {
    assert.equal(iso(fullAt(at(5, 9, 5, 45), 1)), iso(at(5, 6, 5, 45)))
  })

  it('waits longer where half of a shift is planned', () => {
    // 300 s until 22:00, 645 s after 06:00, each twice by the clock; all 11,745 s end at 12:21:30.
    assert.equal(iso(fullAt(at(5, 12, 21, 30), 0.5)), iso(at(5, 6, 21, 30)))
  })
})

describe('what was tapped', () => {
  const orders = [runningOf(1), orderOf(2), orderOf(3)]

  it('is seen at once: a switch pauses the one and starts the other', () => {
    const shown = withActs(orders, [actOf({ running: { choice: 'STOP', ids: [1], codes: ['JO-1'] } })], NOON)
    assert.deepEqual(seen(shown), ['1 ON_HOLD', '2 PROGRESS', '3 PLANNED'])
    assert.equal(shown[0]?.runs[0]?.timeEnd, '2026-05-04T12:00:00.000Z')
    assert.deepEqual(shown[1]?.runs, [{ workCenterId: 1, timeStart: '2026-05-04T12:00:00.000Z', timeEnd: null, startedBy: null }])
    const { running, next } = panelOrders(shown)
    assert.deepEqual([seen(running), seen(next)], [['2 PROGRESS'], ['1 ON_HOLD', '3 PLANNED']])
  })

  it('takes away what is finished, by a switch or by itself, and keeps one that goes on beside', () => {
    const closing = actOf({ running: { choice: 'CLOSE', ids: [1], codes: ['JO-1'] } })
    assert.deepEqual(seen(withActs(orders, [closing], NOON)), ['2 PROGRESS', '3 PLANNED'])
    assert.deepEqual(seen(withActs(orders, [actOf({ action: 'CLOSE', orderId: 1 })], NOON)), ['2 PLANNED', '3 PLANNED'])
    assert.deepEqual(seen(withActs(orders, [actOf({})], NOON)), ['1 PROGRESS', '2 PROGRESS', '3 PLANNED'])
  })

  it('holds since the time that was typed, and changes nothing once the server has done it', () => {
    const began = withActs(orders, [actOf({ at: '2026-05-04T11:35:00.000Z' })], NOON)
    assert.equal(began[1]?.runs[0]?.timeStart, '2026-05-04T11:35:00.000Z')
    const answered = [orderOf(1, { status: 'ON_HOLD' }), runningOf(2)]
    assert.deepEqual(withActs(answered, [actOf({ running: { choice: 'STOP', ids: [1], codes: ['JO-1'] } })], NOON), answered)
  })

  it('of the same order waits for what was refused before, of another one it goes on', () => {
    const entry = (body: OrderActBody, id: number): OutboxEntry => ({
      id,
      key: String(id),
      owner: 'me',
      kind: ORDER_ACT,
      madeAt: 0,
      body,
      refusal: null,
    })
    const first = entry(actOf({ running: { choice: 'STOP', ids: [1], codes: [] } }), 1)
    assert.equal(isSameOrder(first, entry(actOf({ action: 'STOP', orderId: 2 }), 2)), true)
    assert.equal(isSameOrder(first, entry(actOf({ action: 'CLOSE', orderId: 1 }), 3)), true)
    assert.equal(isSameOrder(first, entry(actOf({ orderId: 3 }), 4)), false)
  })
})

describe('the figures of an order in progress', () => {
  it('say how far it is behind: 350 made where 400 of 800 are due', () => {
    const order = runningOf(1, { acceptedOutput: 200, madeOutput: output(350, 10), countedOutput: output(150, 10), expectedNow: 400 })
    const figures = figuresOf(order, { accepted: 350, rejected: 10 })
    assert.deepEqual(
      [figures.made, figures.behind, figures.confirmed, figures.counted, figures.bar],
      [350, 50, 200, 160, { confirmed: 0.25, counted: 0.1875, expected: 0.5, plan: 1 }],
    )
    assert.equal(figuresOf({ ...order, expectedNow: null }, { accepted: 350, rejected: 10 }).behind, null)
  })

  it('count on with the device within the shift, for an order alone', () => {
    const order = runningOf(1, { madeOutput: output(1_000, 14) })
    const asked = { shiftStart: 5, output: { accepted: 400, rejected: 3 } }
    const now = { shiftStart: 5, output: { accepted: 426, rejected: 4 } }
    assert.deepEqual(madeNow(order, { isAlone: true, asked, now }), { accepted: 1_026, rejected: 15 })
    const asAnswered = { accepted: 1_000, rejected: 14 }
    assert.deepEqual(madeNow(order, { isAlone: false, asked, now }), asAnswered)
    assert.deepEqual(madeNow(order, { isAlone: true, asked, now: { ...now, shiftStart: 6 } }), asAnswered)
    assert.deepEqual(madeNow(order, { isAlone: true, asked: null, now }), asAnswered)
    assert.deepEqual(madeNow({ ...order, countedOutput: null }, { isAlone: true, asked, now }), asAnswered)
  })
})

describe('a switch', () => {
  it('pauses what has not made its plan and finishes what has', () => {
    const made = new Map([
      [1, 799],
      [4, 900],
    ])
    const madeOf = ({ id }: PanelOrderFragment) => made.get(id) ?? 0
    assert.equal(switchOf([], madeOf), undefined)
    assert.deepEqual(switchOf([runningOf(1)], madeOf), { choice: 'STOP', ids: [1], codes: ['JO-1'] })
    assert.equal(switchOf([runningOf(4)], madeOf)?.choice, 'CLOSE')
    assert.deepEqual(switchOf([runningOf(1), runningOf(4)], madeOf), { choice: 'STOP', ids: [1, 4], codes: ['JO-1', 'JO-4'] })
    assert.equal(switchOf([runningOf(4, { planOutput: null })], madeOf)?.choice, 'STOP')
  })
})

describe('the likely beginnings of an order', () => {
  it('are the ends of the last stops, the newest first, then the start of the shift', () => {
    const shift = NOON - 240 * MINUTE_MS
    const ends = [-85, -200, -5, -30, 10, -300].map((minutes) => NOON + minutes * MINUTE_MS + 20_000)
    assert.deepEqual(
      likelyStarts(ends, shift, NOON).map(({ kind, at }) => [kind, (at - NOON) / MINUTE_MS]),
      [
        ['STOP_END', -5],
        ['STOP_END', -30],
        ['STOP_END', -85],
        ['SHIFT_START', -240],
      ],
    )
    assert.deepEqual(likelyStarts([], null, NOON), [])
  })

  it('moves by the instant of the border, and not at all to the minute in which it is', () => {
    const since = NOON + 20_000
    assert.deepEqual(movedBegin(since, NOON - MINUTE_MS), { at: since, newAt: NOON - MINUTE_MS })
    assert.equal(movedBegin(since, NOON), null)
  })

  it('likely ended when one of the last stops began or the shift did, never before it was begun', () => {
    const [runStart, shiftStart] = [NOON - 300.5 * MINUTE_MS, NOON - 240 * MINUTE_MS]
    const starts = [-400, -90, -12, -12, -4.5, -30, 3].map((minutes) => NOON + minutes * MINUTE_MS)
    const { instants, earliest } = likelyEnds(starts, { runStart, shiftStart }, NOON)
    assert.deepEqual(
      instants.map(({ kind, at }) => [kind, (at - NOON) / MINUTE_MS]),
      [
        ['STOP_START', -5],
        ['STOP_START', -12],
        ['STOP_START', -30],
        ['SHIFT_START', -240],
      ],
    )
    assert.equal(earliest, NOON - 300 * MINUTE_MS)
    const short = likelyEnds([NOON - 20 * MINUTE_MS], { runStart: NOON - 10 * MINUTE_MS, shiftStart }, NOON)
    assert.deepEqual(short, { instants: [], earliest: NOON - 9 * MINUTE_MS })
    assert.deepEqual(likelyEnds([], { runStart: NOON + 1, shiftStart: null }, NOON), { instants: [], earliest: NOON })
  })
})

describe('output that was counted without an order', () => {
  const row = (id: number, timeStart: string, more: object = {}) => ({
    id,
    timeStart,
    timeEnd: null,
    totalOutput: 40,
    isConfirmed: false,
    measurementUnit: null,
    shift: { id: 1, timeStart: '2026-05-04T06:00:00.000Z' },
    ...more,
  })
  const SHIFT = Date.parse('2026-05-04T06:00:00.000Z')

  it('is that of the running shift that nobody confirmed, the newest first, three at most', () => {
    const early = ['07', '08', '09', '10'].map((hour, index) => row(index, `2026-05-04T${hour}:00:00.000Z`))
    const others = [
      row(10, '2026-05-04T11:00:00.000Z', { totalOutput: 0 }),
      row(11, '2026-05-04T11:00:00.000Z', { isConfirmed: true }),
      row(12, '2026-05-04T05:00:00.000Z', { shift: { id: 0, timeStart: '2026-05-03T22:00:00.000Z' } }),
      row(13, '2026-05-04T05:30:00.000Z', { shift: null }),
    ]
    assert.deepEqual(
      countedWithout([...early, ...others], SHIFT).map(({ id }) => id),
      [3, 2, 1],
    )
    assert.deepEqual(countedWithout(early, null), [])
  })
})

test('a full container that was booked is not booked again before the order shows it, and again once it was shown and taken back', () => {
  const booked = [
    { orderId: 7, acceptedOutput: 1000 },
    { orderId: 8, acceptedOutput: 40 },
  ]
  assert.equal(stillBooked(booked, [{ id: 7, acceptedOutput: 1000 }]), booked)
  const shown = stillBooked(booked, [
    { id: 7, acceptedOutput: 1200 },
    { id: 8, acceptedOutput: 40 },
  ])
  assert.deepEqual(shown, [{ orderId: 8, acceptedOutput: 40 }])
  assert.equal(stillBooked(shown, [{ id: 7, acceptedOutput: 1000 }]), shown)
})
