import assert from 'node:assert/strict'
import { test } from 'node:test'
import { replyOf } from './commandReply.ts'

test('a simulated device resets its counter with a shift, where it is built so, and refuses what it cannot do', () => {
  const answer = (counterReset: 'NEVER' | 'SHIFT_START', command: string, cause: string) =>
    replyOf({ counterReset }, { command, cause }).answer
  assert.deepEqual(
    [
      answer('SHIFT_START', 'RESET_OUTPUT', 'SHIFT_END'),
      answer('SHIFT_START', 'RESET_OUTPUT', 'PERSON'),
      answer('NEVER', 'RESET_OUTPUT', 'SHIFT_END'),
      answer('SHIFT_START', 'OTHER', 'SHIFT_END'),
    ],
    ['DONE', 'REFUSED', 'REFUSED', 'REFUSED'],
  )
})
