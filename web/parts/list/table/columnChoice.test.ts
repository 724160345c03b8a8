import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toggledColumn } from './columnChoice.ts'

const COLUMNS = ['status', 'oee', 'order', 'strip'] as const

test('columns come and go in their own order; all of them are the usual ones, and none is never chosen', () => {
  assert.deepEqual(toggledColumn(COLUMNS, ['oee', 'strip'], 'status'), ['status', 'oee', 'strip'])
  assert.deepEqual(toggledColumn(COLUMNS, ['oee', 'strip'], 'strip'), ['oee'])
  assert.deepEqual(toggledColumn(COLUMNS, ['oee'], 'oee'), ['oee'])
  assert.equal(toggledColumn(COLUMNS, ['status', 'oee', 'strip'], 'order'), null)
  assert.deepEqual(toggledColumn(COLUMNS, null, 'order'), ['status', 'oee', 'strip'])
})
