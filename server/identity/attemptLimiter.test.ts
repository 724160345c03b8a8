import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAttemptLimiter } from './attemptLimiter.ts'

test('an address waits after its failures until the window ends, others do not', () => {
  const limiter = createAttemptLimiter({ failures: 3, windowMs: 1000 })
  for (const at of [0, 100, 200]) {
    assert.equal(limiter.waitMs('a', at), 0)
    limiter.countFailure('a', at)
  }
  assert.equal(limiter.waitMs('a', 300), 700)
  assert.equal(limiter.waitMs('b', 300), 0)
  assert.equal(limiter.waitMs('a', 1000), 0)
})

test('a flood of addresses does not grow without end', () => {
  const limiter = createAttemptLimiter({ failures: 1, windowMs: 1000 })
  limiter.countFailure('first', 0)
  for (let at = 0; at < 10_000; at++) limiter.countFailure(`address ${at}`, 0)
  assert.equal(limiter.waitMs('first', 1), 0)
  assert.equal(limiter.waitMs('address 9999', 1), 999)
})
