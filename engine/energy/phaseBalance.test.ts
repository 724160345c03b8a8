import assert from 'node:assert/strict'
import { test } from 'node:test'
import { phaseBalance, phaseUnbalancePercent } from './phaseBalance.ts'

const cases: readonly (readonly [a: number | null, b: number | null, c: number | null, expected: string | null])[] = [
  [10, 10, 10, 'OK'],
  [10, 10, 7, 'OK'],
  [10, 10, 6.99, 'UNBALANCE'],
  [10, 10, 4, 'UNBALANCE'],
  [10, 3.99, 10, 'PHASE_LOSS'],
  [0, 10, 10, 'PHASE_LOSS'],
  [0.1, 0.1, 0, 'OFF'],
  [0.11, 0, 0, 'PHASE_LOSS'],
  [10, 10, null, null],
  [null, null, null, null],
]
for (const [a, b, c, expected] of cases) {
  test(`${a}, ${b} and ${c} A are ${expected ?? 'unknown'}`, () => assert.equal(phaseBalance({ a, b, c }, 0.1), expected))
}

test('unbalance is the greatest deviation from the mean', () => {
  assert.equal(phaseUnbalancePercent({ a: 9, b: 10, c: 11 }), 10)
  assert.equal(phaseUnbalancePercent({ a: 0, b: 0, c: 0 }), null)
  assert.equal(phaseUnbalancePercent({ a: 9, b: null, c: 11 }), null)
})
