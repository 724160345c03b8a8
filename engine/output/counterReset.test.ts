import assert from 'node:assert/strict'
import { test } from 'node:test'
import { counterResetState, RESET_VALID_MS } from './counterReset.ts'
import type { CounterReset, CounterResetState } from './counterReset.ts'

const AT = Date.UTC(2026, 4, 4, 14)
const expiresAt = AT + RESET_VALID_MS
const asked: CounterReset = { answer: null, sentAt: null, expiresAt }
const rows: readonly (readonly [name: string, reset: CounterReset, now: number, state: CounterResetState])[] = [
  ['waits for a device that is away', asked, AT, 'WAITING'],
  ['waits until the last moment', asked, expiresAt - 1, 'WAITING'],
  ['was delivered to nobody', asked, expiresAt, 'NOT_DELIVERED'],
  ['is on its way', { ...asked, sentAt: AT }, AT + 1, 'SENT'],
  ['was never answered', { ...asked, sentAt: AT }, expiresAt, 'NO_ANSWER'],
  ['was done', { ...asked, sentAt: AT, answer: 'DONE' }, AT + 1, 'DONE'],
  ['was refused', { ...asked, sentAt: AT, answer: 'REFUSED' }, AT + 1, 'REFUSED'],
  ['was done though the answer came late', { ...asked, sentAt: AT, answer: 'DONE' }, expiresAt + 1, 'DONE'],
]
for (const [name, reset, now, state] of rows) {
  test(`a command to reset a counter ${name} (O-21)`, () => assert.equal(counterResetState(reset, now), state))
}
