import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeBefore } from './placeBefore.ts'

test('puts one before another, at the end, or where it stands already', () => {
  assert.deepEqual(placeBefore([1, 2, 3], 3, 1), [3, 1, 2])
  assert.deepEqual(placeBefore([1, 2, 3], 1, 3), [2, 1, 3])
  assert.deepEqual(placeBefore([1, 2, 3], 1, null), [2, 3, 1])
  assert.deepEqual(placeBefore([1, 2, 3], 2, 3), [1, 2, 3])
})

test('one that was not among them comes in', () => {
  assert.deepEqual(placeBefore([1, 2], 9, 2), [1, 9, 2])
  assert.deepEqual(placeBefore([], 9, null), [9])
})

test('nothing stands before itself, or before what is not there', () => {
  assert.equal(placeBefore([1, 2], 1, 1), null)
  assert.equal(placeBefore([1, 2], 1, 7), null)
})
