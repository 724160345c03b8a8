import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysOfEndingKey, endOfNewKey, isRenewalDue, keyWarning } from './keyEnd.ts'

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

test('a key is renewed from 21 days before its end until it ended, once a day', () => {
  const today = '2026-11-24'
  for (const [endsOn, triedOn, isDue] of [
    [null, null, false],
    ['2026-12-16', null, false],
    ['2026-12-15', null, true],
    ['2026-12-15', '2026-11-24', false],
    ['2026-12-15', '2026-11-23', true],
    ['2026-11-24', null, true],
    ['2026-11-23', null, false],
  ] as const)
    assert.equal(isRenewalDue(endsOn, { today, triedOn }), isDue, `${endsOn}, tried ${triedOn}`)
  assert.equal(endOfNewKey(today), '2027-02-21')
})
