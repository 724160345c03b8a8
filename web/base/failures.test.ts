import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failures, noteFailure } from './failures.ts'

test('the last twenty failures are kept, the newest first', () => {
  assert.deepEqual(failures(), [])
  for (let at = 0; at < 25; at++) noteFailure({ operation: `Asked${at}`, codes: ['INTERNAL_ERROR'], requestId: `r-${at}` }, at * 1000)
  assert.equal(failures().length, 20)
  assert.deepEqual(failures()[0], {
    at: '1970-01-01T00:00:24.000Z',
    operation: 'Asked24',
    codes: ['INTERNAL_ERROR'],
    requestId: 'r-24',
  })
  assert.equal(failures().at(-1)?.operation, 'Asked5')
})
