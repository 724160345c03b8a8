import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isSameOrder } from '#web/parts/order/orderAct.ts'
import type { OutboxEntry } from '#web/parts/outbox/outboxEntry.ts'
import { confirmOf, keptUnits, OUTPUT_CONFIRM } from './confirmAct.ts'

let id = 0
const entry = (kind: string, body: unknown, refused = false): OutboxEntry => ({
  id: ++id,
  key: `key-${id}`,
  owner: 'anna@1',
  kind,
  madeAt: 0,
  body,
  refusal: refused ? { code: 'SHIFT_CONFIRMED', detail: null } : null,
})
const said = (workCenterId: number, jobOrderId: number | null, acceptedOutput: number, rejectedOutput = 0, refused = false) =>
  entry(
    OUTPUT_CONFIRM,
    {
      variables: { workCenterId, jobOrderId, acceptedOutput, rejectedOutput, closeAfterConfirmation: false },
      orderCode: 'JO-1',
      place: 'Press',
    },
    refused,
  )
const act = (action: string, orderId: number, more: object = {}) =>
  entry('ORDER_ACT', { action, orderId, workCenterId: 1, orderCode: 'JO-1', place: 'Press', tappedAt: null, actingUserId: null, ...more })

describe('confirmations that wait for a connection', () => {
  it('are those of an order at its work center that nobody refused', () => {
    const entries = [said(1, 7, 40, 2), said(1, 7, 10), said(1, 8, 100), said(2, 7, 100), said(1, null, 5), said(1, 7, 99, 0, true)]
    assert.deepEqual(keptUnits(entries, 1, 7), { accepted: 50, rejected: 2 })
    assert.deepEqual(keptUnits(entries, 1, null), { accepted: 5, rejected: 0 })
    assert.deepEqual(keptUnits([act('STOP', 7)], 1, 7), { accepted: 0, rejected: 0 })
  })

  it('wait behind what was done with the same order, and that behind them', () => {
    const [start, confirm, close] = [
      act('START', 7, { running: { choice: 'STOP', ids: [6], codes: ['JO-0'] } }),
      said(1, 7, 40),
      act('CLOSE', 7),
    ]
    assert.ok(isSameOrder(start, confirm) && isSameOrder(confirm, close) && isSameOrder(start, said(1, 6, 3)))
    assert.ok(!isSameOrder(start, said(1, 8, 40)) && !isSameOrder(said(1, null, 1), said(1, null, 2)))
  })

  it('of another form, as an older version may have kept them, are none', () => {
    assert.deepEqual(
      [{}, null, 'x', { variables: null }].map((body) => confirmOf(entry(OUTPUT_CONFIRM, body))),
      [null, null, null, null],
    )
  })
})
