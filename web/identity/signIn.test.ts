import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explainsPause, readAnswer, secondsUntil } from './signIn.view.ts'

const NOW = 1_000_000

const answers: readonly { name: string; status: number; body: unknown; expected: unknown }[] = [
  { name: 'success', status: 200, body: { continueAt: '/x' }, expected: { kind: 'continue', url: '/x' } },
  { name: 'a code is asked for', status: 200, body: { next: 'SECOND_FACTOR' }, expected: { kind: 'secondFactor' } },
  { name: 'wrong code', status: 401, body: { error: 'WRONG_CODE' }, expected: { kind: 'wrongCode' } },
  { name: 'wrong', status: 401, body: { error: 'WRONG_CREDENTIALS' }, expected: { kind: 'wrong' } },
  {
    name: 'too many',
    status: 429,
    body: { error: 'TOO_MANY_ATTEMPTS', retryAfterSeconds: 30 },
    expected: { kind: 'tooMany', untilMs: NOW + 30_000 },
  },
  { name: 'not a member', status: 403, body: { error: 'NOT_A_MEMBER' }, expected: { kind: 'notAMember' } },
  { name: 'expired', status: 410, body: { error: 'INTERACTION_EXPIRED' }, expected: { kind: 'expired' } },
  { name: 'the database is away', status: 503, body: { error: { code: 'SERVICE_UNAVAILABLE' } }, expected: { kind: 'unavailable' } },
  { name: 'a page of a proxy', status: 502, body: null, expected: { kind: 'unavailable' } },
  { name: 'an address with an error status is not followed', status: 500, body: { continueAt: '/x' }, expected: { kind: 'unavailable' } },
]

for (const { name, status, body, expected } of answers) {
  test(`answer of the sign-in: ${name}`, () => assert.deepEqual(readAnswer(status, body, NOW), expected))
}

test('the wait counts down to zero', () => {
  assert.deepEqual([secondsUntil(NOW + 1500, NOW), secondsUntil(NOW, NOW), secondsUntil(NOW - 1, NOW)], [2, 0, 0])
})

test('the pause is explained from the fifth failure on', () => {
  assert.deepEqual([0, 4, 5, 6].map(explainsPause), [false, false, true, true])
})
