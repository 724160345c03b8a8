import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ApiProblem } from '#web/api/problems.ts'
import { attemptOf, saidHere, sendOrKeep } from './attempt.ts'

type NoteInput = { readonly workCenterIds: readonly number[]; readonly text: string }

const NOTE: NoteInput = { workCenterIds: [7], text: 'Belt slips' }
const AT = Date.UTC(2026, 10, 23, 8)
const SAID = saidHere(AT, 'anna')

/** A server that does each key once, and may lose its answer. */
function ways(answer: 'BUSY' | 'LOST' | 'REFUSES' | 'SAVES', room = true) {
  const [notes, kept] = [new Map<string, string>(), new Map<string, string>()]
  const problems: readonly ApiProblem[] =
    answer === 'SAVES'
      ? []
      : [{ code: answer === 'REFUSES' ? 'REQUIRED' : answer === 'BUSY' ? 'SERVICE_UNAVAILABLE' : 'OFFLINE', params: {} }]
  return {
    notes,
    kept,
    isWaiting: () => false,
    send: (input: NoteInput, key: string) => {
      if (answer === 'LOST' || answer === 'SAVES') notes.set(key, JSON.stringify(input))
      return Promise.resolve(problems)
    },
    keep: (input: NoteInput, key: string) => {
      if (room) kept.set(key, JSON.stringify(input))
      return Promise.resolve(room)
    },
  }
}

describe('sendOrKeep', () => {
  it('keeps a note whose answer was lost as the server has it: one key and one content', async () => {
    const way = ways('LOST')
    assert.equal(await sendOrKeep(attemptOf(NOTE, SAID, null), way), 'KEPT')
    assert.deepEqual([...way.kept], [...way.notes])
    assert.deepEqual(
      [...way.kept.values()].map((text): unknown => JSON.parse(text)),
      [{ ...NOTE, occurredAt: new Date(AT).toISOString(), actingUserId: 'anna' }],
    )
  })

  it('asks again under the same key when there was no room and the person saves again', async () => {
    const way = ways('LOST', false)
    const first = attemptOf(NOTE, SAID, null)
    assert.equal(await sendOrKeep(first, way), 'UNKNOWN')
    const second = attemptOf(NOTE, saidHere(AT + 60_000, null), first)
    await sendOrKeep(second, way)
    assert.equal(way.notes.size, 1)
    assert.notEqual(attemptOf({ ...NOTE, text: 'Another' }, SAID, first).key, first.key)
  })

  it('names nobody where nobody works, so that the header of a later time does not count', () => {
    assert.deepEqual(attemptOf(NOTE, saidHere(null, null), null).input, { ...NOTE, actingUserId: null })
  })

  it('keeps nothing that the server refused, and all that waits behind something', async () => {
    const refused = ways('REFUSES')
    assert.equal(await sendOrKeep(attemptOf(NOTE, SAID, null), refused), 'REFUSED')
    assert.equal(refused.kept.size, 0)
    const waiting = { ...ways('SAVES'), isWaiting: () => true }
    assert.equal(await sendOrKeep(attemptOf(NOTE, SAID, null), waiting), 'KEPT')
    assert.deepEqual([waiting.notes.size, waiting.kept.size], [0, 1])
    assert.equal(await sendOrKeep(attemptOf(NOTE, SAID, null), ways('SAVES')), 'SENT')
  })
})
