import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { type ShareRow, sharingOf } from './shares.view.ts'

const rejects = { source: 'OUTPUT', units: 8, ms: 48_000 } as const
const row = (reasonId: string, amount: string, comment = ''): ShareRow => ({ key: 1, reasonId, amount, comment })

test('shares and what stays are the whole', () => {
  const { whole, shared, left, shares, wrongAt } = sharingOf(rejects, [row('3', '5'), row('4', '2,5', ' chipped ')], 'uk')
  assert.deepEqual([whole, shared, left, wrongAt], [8, 7.5, 0.5, null])
  assert.equal(shared + left, whole)
  assert.deepEqual(shares, [
    { reasonId: 3, quantity: 5 },
    { reasonId: 4, quantity: 2.5, comment: 'chipped' },
  ])
})

test('nothing is sent while a reason or an amount is missing, or more is given out than there is', () => {
  assert.equal(sharingOf(rejects, [], 'en').shares, null)
  assert.equal(sharingOf(rejects, [row('3', '5'), row('', '1')], 'en').shares, null)
  assert.equal(sharingOf(rejects, [row('3', '5'), row('4', '')], 'en').wrongAt, null)
  const tooMuch = sharingOf(rejects, [row('3', '5'), row('4', '4')], 'en')
  assert.deepEqual([tooMuch.left, tooMuch.wrongAt, tooMuch.shares], [-1, 1, null])
  assert.equal(sharingOf(rejects, [row('3', '0')], 'en').wrongAt, 0)
  assert.equal(sharingOf(rejects, [row('3', 'x')], 'en').shares, null)
})

test('lost speed is shared by minutes and sent in seconds', () => {
  const slow = { source: 'SPEED', units: null, ms: 12 * MINUTE_MS } as const
  const { whole, left, shares } = sharingOf(slow, [row('3', '7.5')], 'en')
  assert.deepEqual([whole, left, shares], [12, 4.5, [{ reasonId: 3, duration: 450 }]])
})
