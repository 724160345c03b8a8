import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noteAnswer, noteAway, onServerState, serverState } from './serverState.ts'

test('a server is away once a second question fails too, and back with any answer', () => {
  const seen: string[] = []
  const leave = onServerState(() => seen.push(serverState()))
  noteAway()
  noteAnswer(['OFFLINE'])
  noteAnswer(['SERVICE_UNAVAILABLE'])
  noteAway()
  // A refusal is an answer.
  noteAnswer(['FORBIDDEN'])
  noteAnswer(['OFFLINE'])
  noteAnswer([])
  noteAnswer(['MAINTENANCE'])
  // During technical work an answer that cannot be had tells nothing.
  noteAnswer(['OFFLINE'])
  noteAway()
  noteAnswer([])
  leave()
  assert.deepEqual(seen, ['doubted', 'away', 'answers', 'doubted', 'answers', 'maintenance', 'answers'])
})
