import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysOfEndingKey, keyWarning } from './keyEnd.ts'

test('a key is warned of once at 14, 3 and 0 days', () => {
  for (const [daysLeft, told, due] of [
    [15, null, null],
    [14, null, 14],
    [13, 14, null],
    [3, 14, 3],
    [2, 3, null],
    [0, 3, 0],
    [-5, 0, null],
    // Nobody looked for a while, or the day was entered late: one warning, the last.
    [1, null, 3],
    [-1, null, 0],
  ] as const)
    assert.equal(keyWarning(daysLeft, told), due, `${daysLeft} days, told ${told}`)
})

test('days are told of a key that ends soon', () => {
  assert.equal(daysOfEndingKey(null, '2026-11-24'), null)
  assert.equal(daysOfEndingKey('2026-12-09', '2026-11-24'), null)
  assert.equal(daysOfEndingKey('2026-12-08', '2026-11-24'), 14)
  assert.equal(daysOfEndingKey('2026-11-23', '2026-11-24'), -1)
})
