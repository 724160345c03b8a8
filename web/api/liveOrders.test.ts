import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asId } from '#engine/ids.ts'
import type { JobOrderId, WorkCenterId } from '#engine/ids.ts'
import type { JobOrdersChanged, LiveOrder } from '#engine/jobOrder/liveOrder.ts'
import { afterFrame } from './liveOrders.ts'
import type { OrdersHeard } from './liveOrders.ts'
import { createLiveStore } from './liveStore.ts'

const NOTHING: OrdersHeard = { orders: new Map(), sequence: null }
const order = (id: number, total: number, status: LiveOrder['status'] = 'PROGRESS'): LiveOrder => ({
  id: asId<JobOrderId>(id),
  version: 1,
  status,
  workCenterId: asId<WorkCenterId>(1),
  rank: null,
  counted: { total, accepted: total, rejected: 0 },
  confirmed: { accepted: 0, rejected: 0 },
  runSince: null,
})
const frame = (sequence: number, orders: readonly LiveOrder[], removed: readonly number[] = []): JobOrdersChanged => ({
  sequence,
  serverTime: 0,
  orders,
  removed: removed.map((id) => asId<JobOrderId>(id)),
  queues: [],
})
const counts = ({ orders }: OrdersHeard) => [...orders.values()].map(({ id, counted }) => [id, counted?.total])

test('the last state of each order is known, and none of those that went', () => {
  const first = afterFrame(NOTHING, frame(7, [order(1, 10), order(2, 20)]))
  assert.equal(first.isGap, false, 'the first frame of a subscription has none before it')
  const second = afterFrame(first, frame(8, [order(1, 11)]))
  assert.deepEqual(
    [counts(second), second.isGap],
    [
      [
        [1, 11],
        [2, 20],
      ],
      false,
    ],
  )
  assert.deepEqual(counts(afterFrame(second, frame(9, [], [1]))), [[2, 20]])
})

test('a frame that is missing, and a new connection, have what is shown asked again, and nothing of before stands', () => {
  const known = afterFrame(NOTHING, frame(1, [order(1, 10)]))
  const late = afterFrame(known, frame(3, [order(2, 5)]))
  assert.equal(late.isGap, true)
  // After ten minutes without a connection an order that ran then may be finished.
  const again = afterFrame(late, null)
  assert.deepEqual([counts(again), again.isGap, again.sequence], [[], true, null])
  assert.equal(afterFrame(again, frame(1, [])).isGap, false)
})

test('orders are heard of from the first who asks to the last who leaves', () => {
  const store = createLiveStore()
  const wished: boolean[] = []
  store.subscribeOrderWish(() => void wished.push(store.hearsOrders()))
  const heard: (number | null)[] = []
  const leave = [1, 2].map((who) => store.subscribeOrders((one) => void heard.push(one === null ? null : one.sequence * 10 + who)))
  store.applyOrders(null)
  store.applyOrders(frame(4, []))
  assert.deepEqual(heard, [null, null, 41, 42])
  leave[0]?.()
  leave[0]?.()
  assert.deepEqual(wished, [true])
  leave[1]?.()
  assert.deepEqual(wished, [true, false])
  store.applyOrders(frame(5, []))
  assert.equal(heard.length, 4)
})
