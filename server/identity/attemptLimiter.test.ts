import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressKey, createAttemptLimiter } from './attemptLimiter.ts'

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

test('addresses of one IPv6 network count as one, and an IPv4 address counts the same however it is written', () => {
  const same = ['2001:db8:0:1::1', '2001:DB8:0:1:ffff:1:2:3', '2001:0db8::1:0:0:0:9', '2001:db8:0:1:2:3:1.2.3.4']
  assert.deepEqual([...new Set(same.map(addressKey))], ['2001:db8:0:1::/64'])
  assert.equal(addressKey('2001:db8:0:2::1'), '2001:db8:0:2::/64')
  assert.deepEqual(['::1', '::', 'fe80::1%eth0'].map(addressKey), ['0:0:0:0::/64', '0:0:0:0::/64', 'fe80:0:0:0::/64'])
  assert.deepEqual(['192.0.2.1', '::ffff:192.0.2.1', '::FFFF:192.0.2.1'].map(addressKey), ['192.0.2.1', '192.0.2.1', '192.0.2.1'])
})
