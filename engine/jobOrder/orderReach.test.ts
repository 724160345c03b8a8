import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MINUTE_MS, SECOND_MS } from '#engine/time/durations.ts'
import { nextReach } from './orderReach.ts'
import type { OrderReach } from './orderReach.ts'

const START = Date.UTC(2026, 4, 4, 6)
const at = (minutes: number) => START + minutes * MINUTE_MS
const look = (known: OrderReach | null, made: number, plan: number, minutes: number) =>
  nextReach(known, { made, plan, startedAt: START }, at(minutes))

describe('an order and its plan', () => {
  it('reaches it with its planned units, once, however much more is made', () => {
    const before = look(null, 99, 100, 50)
    assert.deepEqual([before.reachedAt, before.endedAt], [null, null])
    const reached = look(before, 100, 100, 51)
    assert.equal(reached.reachedAt, at(51))
    assert.deepEqual(look(reached, 140, 100, 61), { ...reached, lookAt: at(71) })
  })

  it('goes on no longer when its plan is raised, and reaches the new one anew', () => {
    const reached = look(null, 100, 100, 50)
    const raised = look(reached, 104, 150, 55)
    assert.deepEqual([raised.reachedAt, raised.endedAt], [at(50), at(55)])
    assert.deepEqual([look(raised, 120, 150, 60).reachedAt, look(raised, 120, 150, 60).endedAt], [at(50), at(55)])
    const again = look(raised, 150, 150, 80)
    assert.deepEqual([again.reachedAt, again.endedAt], [at(80), null])
  })

  it('never reached it where units are taken away afterwards', () => {
    const reached = look(null, 100, 100, 50)
    assert.deepEqual([look(reached, 97, 100, 60).reachedAt, look(reached, 97, 100, 60).endedAt], [null, null])
  })

  it('is looked at again after half of what is left at its pace, between 30 seconds and ten minutes', () => {
    const pause = (made: number, minutes: number) => look(null, made, 100, minutes).lookAt - at(minutes)
    assert.equal(pause(90, 90), 5 * MINUTE_MS)
    assert.equal(pause(10, 60), 10 * MINUTE_MS)
    assert.equal(pause(99.9, 60), 30 * SECOND_MS)
    assert.equal(pause(0, 4), 2 * MINUTE_MS)
    assert.equal(pause(0, 0), 30 * SECOND_MS)
  })
})
