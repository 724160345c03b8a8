import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#engine/time/durations.ts'
import { estimateQueue, neededTimeOf } from './queueEstimate.ts'

/** 06–14 and 14–22 of one day, 06–14 of the next. */
const SHIFTS = [
  { start: 6 * HOUR_MS, end: 14 * HOUR_MS },
  { start: 14 * HOUR_MS, end: 22 * HOUR_MS },
  { start: 30 * HOUR_MS, end: 38 * HOUR_MS },
]
const need = (id: number, hours: number | null) => ({ id, neededMs: hours === null ? null : hours * HOUR_MS })
const hours = (found: ReturnType<typeof estimateQueue>) => [...found].map(([id, { start, end }]) => [id, start / HOUR_MS, end / HOUR_MS])

describe('the estimate of a queue', () => {
  it('puts one order after the other, from the last end of those in progress on, and passes over what is not scheduled', () => {
    const found = estimateQueue({ running: [need(1, 2), need(2, 4)], queued: [need(3, 9), need(4, 6)] }, 8 * HOUR_MS, SHIFTS)
    assert.deepEqual(hours(found), [
      [1, 8, 10],
      [2, 8, 12],
      [3, 12, 21],
      [4, 21, 35],
    ])
  })

  it('begins now where nothing is in progress, and in the next shift where none is', () => {
    assert.deepEqual(hours(estimateQueue({ running: [], queued: [need(1, 1)] }, 21.5 * HOUR_MS, SHIFTS)), [[1, 21.5, 30.5]])
  })

  it('knows nothing of an order without a speed, of those after it, and of what the shifts do not hold', () => {
    const found = estimateQueue({ running: [], queued: [need(1, 1), need(2, null), need(3, 1)] }, 6 * HOUR_MS, SHIFTS)
    assert.deepEqual(hours(found), [[1, 6, 7]])
    assert.deepEqual(hours(estimateQueue({ running: [need(1, null)], queued: [need(2, 1)] }, 6 * HOUR_MS, SHIFTS)), [])
    assert.deepEqual(hours(estimateQueue({ running: [], queued: [need(1, 25)] }, 6 * HOUR_MS, SHIFTS)), [])
  })

  it('takes what is missing of the plan at the speed of the order, else of the work center', () => {
    const speed = {
      performanceBy: 'CYCLE_TIME',
      planCycleTimeMs: 10 * SECOND_MS,
      targetSpeedQuantity: null,
      targetSpeedTimeMs: null,
    } as const
    assert.equal(neededTimeOf({ ...speed, planOutput: 1_200 }, 0, null), 200 * MINUTE_MS)
    assert.equal(neededTimeOf({ ...speed, planOutput: 1_200 }, 900, null), 50 * MINUTE_MS)
    assert.equal(neededTimeOf({ ...speed, planOutput: 1_200 }, 1_300, null), 0)
    assert.equal(neededTimeOf({ ...speed, planCycleTimeMs: null, planOutput: 60 }, 0, SECOND_MS), MINUTE_MS)
    assert.equal(neededTimeOf({ ...speed, planCycleTimeMs: null, planOutput: 60 }, 0, null), null)
    assert.equal(neededTimeOf({ ...speed, planOutput: null }, 0, null), null)
  })
})
