import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explainedBy } from './explainedBy.ts'

test('a refusal leads to its entry, but for one that says all itself', () => {
  assert.equal(explainedBy('PIN_LOCKED'), 'station-pin')
  assert.equal(explainedBy('FORBIDDEN'), 'no-access')
  assert.equal(explainedBy('REQUIRED'), null)
  assert.equal(explainedBy('UNKNOWN'), null)
  assert.equal(explainedBy(null), null)
})
