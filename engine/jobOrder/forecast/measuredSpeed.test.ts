import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { measuredSpeed } from './measuredSpeed.ts'

describe('the measured speed of a product', () => {
  const order = (seconds: number, units: number, closedOn = 0) => ({ closedOn, runMs: seconds * 1000, units })

  it('is the middle of what a unit took while the machine ran', () => {
    const speed = measuredSpeed([order(1260, 100), order(1000, 100), order(2000, 100)])
    assert.deepEqual([speed?.cycleMs, speed?.orders], [12_600, 3])
  })

  it('names the newest five of them', () => {
    const orders = Array.from({ length: 8 }, (_none, index) => order(100 * (index + 1), 100, 8 - index))
    assert.deepEqual(
      measuredSpeed(orders)?.newest.map(({ closedOn, cycleMs }) => [closedOn, cycleMs]),
      [8, 7, 6, 5, 4].map((closedOn, index) => [closedOn, 1000 * (index + 1)]),
    )
  })

  it('is not known of orders that made nothing, or of which no machine ran', () => {
    assert.equal(measuredSpeed([]), null)
    assert.equal(measuredSpeed([order(0, 10), order(10, 0)]), null)
    assert.equal(measuredSpeed([order(0, 10), order(10, 10)])?.orders, 1)
  })
})
