import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draftOf, keptDraft } from './draft.view.ts'

const EMPTY = { content: '', severity: 'NORMAL', isTold: false }

test('what was typed is there again', () => {
  const typed = { content: 'The press stands', severity: 'HIGH', isTold: true }
  assert.deepEqual(draftOf(keptDraft(typed, EMPTY), EMPTY), typed)
})

test('of an empty form nothing is kept', () => {
  assert.equal(keptDraft({ ...EMPTY }, EMPTY), null)
  assert.deepEqual(draftOf(null, EMPTY), EMPTY)
})

test('what is no draft of the form is left', () => {
  assert.deepEqual(draftOf('{"content":7,"severity":"LOW","other":"x"}', EMPTY), { ...EMPTY, severity: 'LOW' })
  assert.deepEqual(draftOf('no JSON', EMPTY), EMPTY)
  assert.deepEqual(draftOf('null', EMPTY), EMPTY)
})
