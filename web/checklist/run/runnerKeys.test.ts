import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actOfKey, padKeyOf } from './runnerKeys.ts'

test('keys answer what the task asks, and nothing that it does not', () => {
  const task = { type: 'YES_NO', notApplicable: true, photoProofRequired: true } as const
  const acts = (of: Parameters<typeof actOfKey>[1]) => ['y', 'n', 'a', 'p', 'Enter', 'Backspace', 'x'].map((key) => actOfKey(key, of))
  assert.deepEqual(acts(task), ['YES', 'NO', 'NOT_APPLICABLE', 'PHOTO', 'NEXT', 'BACK', null])
  assert.deepEqual(acts({ type: 'MARK_AS_DONE', notApplicable: false, photoProofRequired: false }), [
    'YES',
    null,
    null,
    null,
    'NEXT',
    'BACK',
    null,
  ])
  assert.deepEqual(acts({ type: 'ATTACH_FILE', notApplicable: false, photoProofRequired: false }), [
    null,
    null,
    null,
    'PHOTO',
    'NEXT',
    'BACK',
    null,
  ])
  assert.deepEqual(acts({ type: 'MEASUREMENT', notApplicable: false, photoProofRequired: false }), [
    null,
    null,
    null,
    null,
    'NEXT',
    null,
    null,
  ])
})

test('digits, both separators, the sign and Backspace go to the number', () => {
  assert.deepEqual(['7', '.', ',', '-', 'Backspace', 'e', 'Enter'].map(padKeyOf), ['7', ',', ',', '-', 'DELETE', null, null])
})
