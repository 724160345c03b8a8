import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#engine/time/durations.ts'
import { createSteadyClock } from './steadyClock.ts'

function machine() {
  const at = { wall: 1_000_000, elapsed: 0 }
  const clock = createSteadyClock({ wall: () => at.wall, elapsed: () => at.elapsed })
  const pass = (ms: number, setBy = 0) => {
    at.wall += ms + setBy
    at.elapsed += ms
    return clock.now()
  }
  return { at, clock, pass }
}

describe('a clock that somebody sets', () => {
  it('is followed while it is kept right by little', () => {
    const { at, clock, pass } = machine()
    for (let round = 0; round < 100; round++) assert.equal(pass(SECOND_MS, 30 * SECOND_MS), at.wall)
    assert.equal(clock.isInDoubt(), false)
  })

  for (const [name, setBy] of [
    ['ahead', 2 * HOUR_MS],
    ['back', -2 * HOUR_MS],
  ] as const)
    it(`is not followed after a step ${name}, and time goes on`, () => {
      const { at, clock, pass } = machine()
      const before = pass(MINUTE_MS)
      assert.equal(pass(SECOND_MS, setBy), before + SECOND_MS)
      assert.equal(pass(10 * MINUTE_MS), before + SECOND_MS + 10 * MINUTE_MS)
      assert.equal(clock.isInDoubt(), true)
      clock.believe()
      assert.equal(clock.now(), at.wall)
      assert.equal(clock.isInDoubt(), false)
    })

  it('is followed again once it is set right', () => {
    const { at, clock, pass } = machine()
    pass(SECOND_MS, 2 * HOUR_MS)
    assert.equal(pass(SECOND_MS, -2 * HOUR_MS), at.wall)
    assert.equal(clock.isInDoubt(), false)
  })
})
