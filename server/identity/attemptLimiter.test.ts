import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAttemptLimiter } from './attemptLimiter.ts'

test('an address waits after its failures until the window ends, others do not', () => {
  const limiter = createAttemptLimiter({ failures: 3, windowMs: 1000 })
  for (const at of [0, 100, 200]) assert.equal(limiter.take('a', at), 0)
  assert.equal(limiter.take('a', 300), 700)
  assert.equal(limiter.take('b', 300), 0)
  assert.equal(limiter.take('a', 1000), 0)
})

test('an attempt that succeeded does not count', () => {
  const limiter = createAttemptLimiter({ failures: 1, windowMs: 1000 })
  for (let attempt = 0; attempt < 5; attempt++) {
    assert.equal(limiter.take('a', 0), 0)
    limiter.giveBack('a', 1)
  }
  assert.equal(limiter.take('a', 2), 0)
  assert.equal(limiter.take('a', 3), 997)
})

test('a flood of addresses does not grow without end', () => {
  const limiter = createAttemptLimiter({ failures: 1, windowMs: 1000 })
  limiter.take('first', 0)
  for (let at = 0; at < 10_000; at++) limiter.take(`address ${at}`, 0)
  assert.equal(limiter.take('address 9999', 1), 999)
  assert.equal(limiter.take('first', 1), 0)
})
