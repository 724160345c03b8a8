import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actOfKey, padKeyOf } from './runnerKeys.ts'

test('keys answer what the task asks, and nothing that it does not', () => {
  const acts = (of: Parameters<typeof actOfKey>[1]) => ['y', 'n', 'a', 'Enter', 'Backspace', 'x'].map((key) => actOfKey(key, of))
  assert.deepEqual(acts({ type: 'YES_NO', notApplicable: true }), ['YES', 'NO', 'NOT_APPLICABLE', 'NEXT', 'BACK', null])
  assert.deepEqual(acts({ type: 'MARK_AS_DONE', notApplicable: false }), ['YES', null, null, 'NEXT', 'BACK', null])
  assert.deepEqual(acts({ type: 'ATTACH_FILE', notApplicable: false }), [null, null, null, 'NEXT', 'BACK', null])
  assert.deepEqual(acts({ type: 'MEASUREMENT', notApplicable: false }), [null, null, null, 'NEXT', null, null])
})

test('digits, both separators, the sign and Backspace go to the number', () => {
  assert.deepEqual(['7', '.', ',', '-', 'Backspace', 'e', 'Enter'].map(padKeyOf), ['7', ',', ',', '-', 'DELETE', null, null])
})
