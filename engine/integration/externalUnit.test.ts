import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOtherUnit } from './externalUnit.ts'

test('an order in another unit than the work center counts is none for it, one in a unit of their own is', () => {
  for (const [theirs, ours, isOther] of [
    ['Units', 'pcs', false],
    ['Unit(s)', 'pcs', false],
    ['szt.', 'pcs', false],
    ['шт', 'pcs', false],
    ['Units', 'm', true],
    ['m', 'm', false],
    ['м', 'm', false],
    ['m²', 'm', true],
    ['m', 'pcs', true],
    ['Dozens', 'pcs', true],
    ['kg', 'pcs', true],
    ['km', 'm', true],
    ['Rolls', 'pcs', false],
    ['Rolls', 'm', false],
    [null, 'pcs', false],
  ] as const)
    assert.equal(isOtherUnit(theirs, ours), isOther, `${theirs} at ${ours}`)
})
