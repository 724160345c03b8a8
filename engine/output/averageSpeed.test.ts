import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { speedToShow } from './averageSpeed.ts'

describe('the speed that is shown', () => {
  it('has two decimals, and exact halves go up (D-51)', () => {
    // 0.575 and 1.005 a minute.
    assert.deepEqual([speedToShow(23, 40 * MINUTE_MS), speedToShow(201, 200 * MINUTE_MS)], [0.58, 1.01])
    assert.deepEqual([speedToShow(1000, 210 * MINUTE_MS), speedToShow(1008, 210 * MINUTE_MS)], [4.76, 4.8])
  })

  it('is none without run time', () => {
    assert.equal(speedToShow(23, 0), null)
  })
})
