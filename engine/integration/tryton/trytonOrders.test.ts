import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lastWork, TRYTON_OPEN, trytonOrders } from './trytonOrders.ts'
import type { TrytonProduction, TrytonWork } from './trytonOrders.ts'

const production = (more: Partial<TrytonProduction> = {}): TrytonProduction => ({
  id: 7,
  number: '7',
  state: 'waiting',
  product: { id: 3, code: 'B-8', name: '[B-8] Bolt' },
  quantity: 400,
  planStart: '2026-10-24',
  planEnd: '2026-10-25',
  place: { id: 1, name: 'Hall' },
  made: 400,
  ...more,
})
const work = (id: number, more: Partial<TrytonWork> = {}): TrytonWork => ({
  id,
  productionId: 7,
  sequence: null,
  state: 'request',
  place: { id: 2, name: 'Hall / Press' },
  ...more,
})

test('a production without works is an order at its own work center, by the days of the zone', () => {
  const [order] = trytonOrders([production()], [], 'Europe/Warsaw')
  assert.deepEqual(order, {
    externalId: 'production/7',
    code: '7',
    externalStatus: 'waiting',
    meaning: 'RELEASED',
    plannedQuantity: 400,
    productCode: 'B-8',
    productName: '[B-8] Bolt',
    placeId: '1',
    placeName: 'Hall',
    // The last Sunday of October has 25 hours, and the day of the end counts.
    planStart: Date.UTC(2026, 9, 23, 22),
    planEnd: Date.UTC(2026, 9, 25, 23),
    targetCycleTime: null,
    madeQuantity: 400,
  })
})

test('each work is an order, and the last step alone has the output', () => {
  const orders = trytonOrders([production()], [work(12, { sequence: 2 }), work(14, { sequence: 1 }), work(13)], 'UTC')
  assert.deepEqual(
    orders.map(({ externalId, code, placeId, madeQuantity }) => [externalId, code, placeId, madeQuantity]),
    [
      ['production.work/12', '7/12', '2', 400],
      ['production.work/14', '7/14', '2', null],
      ['production.work/13', '7/13', '2', null],
    ],
  )
  assert.equal(lastWork([work(5), work(6)])?.id, 6)
  assert.equal(lastWork([]), null)
})

const MEANT: readonly (readonly [production: string, work: string, meaning: string, status: string])[] = [
  ['request', 'request', 'DRAFT', 'request'],
  ['draft', 'draft', 'DRAFT', 'draft'],
  ['waiting', 'request', 'RELEASED', 'waiting'],
  ['assigned', 'draft', 'RELEASED', 'assigned'],
  ['running', 'running', 'RELEASED', 'running'],
  ['running', 'finished', 'ENDED', 'finished'],
  ['done', 'done', 'ENDED', 'done'],
  ['cancelled', 'request', 'ENDED', 'cancelled'],
  ['a state of a later version', 'draft', 'ENDED', 'a state of a later version'],
]
for (const [state, ofWork, meaning, status] of MEANT)
  test(`a production that is ${state} with a work that is ${ofWork} is ${meaning}`, () => {
    const [order] = trytonOrders([production({ state })], [work(9, { state: ofWork })], 'UTC')
    assert.deepEqual([order?.meaning, order?.externalStatus], [meaning, status])
  })

test('what a production lacks is said, not made up', () => {
  const [order] = trytonOrders(
    [
      production({
        product: { id: 4, code: null, name: 'Plate' },
        quantity: null,
        planStart: null,
        planEnd: null,
        place: null,
        made: null,
      }),
    ],
    [],
    'UTC',
  )
  assert.deepEqual(
    [order?.productCode, order?.plannedQuantity, order?.planStart, order?.planEnd, order?.placeId, order?.madeQuantity],
    ['tryton-4', null, null, null, null, null],
  )
  assert.deepEqual(TRYTON_OPEN, ['request', 'draft', 'waiting', 'assigned', 'running'])
})
