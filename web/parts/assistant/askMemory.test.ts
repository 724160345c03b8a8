import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askMemory } from './askMemory.ts'

test('what a question was about is known for ten minutes', () => {
  let now = 0
  const memory = askMemory<{ readonly workCenterId: number }>(() => now)
  assert.equal(memory.kept(), null)
  memory.keep({ workCenterId: 3 })
  now = 599_999
  assert.deepEqual(memory.kept(), { workCenterId: 3 })
  now = 600_000
  assert.equal(memory.kept(), null)
})
