import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DAY_MS } from '#engine/time/durations.ts'
import { isAnswerable, problemOfFlood, problemsOfSupport, supportAnswered, supportStatusAt } from './supportRequest.ts'

const NOW = Date.UTC(2026, 10, 23, 12)
const ago = (days: number, status: 'CLOSED' | 'NEW' | 'OPEN' | 'SOLVED' | 'WAITING') => ({ status, statusSince: NOW - days * DAY_MS })

describe('a question to the provider', () => {
  it('closes by itself 7 days after it was solved', () => {
    assert.equal(supportStatusAt(ago(6.99, 'SOLVED'), NOW), 'SOLVED')
    assert.equal(supportStatusAt(ago(7, 'SOLVED'), NOW), 'CLOSED')
    assert.equal(supportStatusAt(ago(70, 'WAITING'), NOW), 'WAITING')
  })

  it('is open again by an answer of who asked, within 30 days of its end', () => {
    assert.equal(supportAnswered(ago(1, 'WAITING'), 'ASKER', NOW), 'OPEN')
    assert.equal(supportAnswered(ago(1, 'SOLVED'), 'ASKER', NOW), 'OPEN')
    assert.equal(supportAnswered(ago(30, 'CLOSED'), 'ASKER', NOW), 'OPEN')
    assert.equal(supportAnswered(ago(37, 'SOLVED'), 'ASKER', NOW), 'OPEN')
    assert.deepEqual(supportAnswered(ago(30.01, 'CLOSED'), 'ASKER', NOW), { code: 'SUPPORT_REQUEST_CLOSED', params: { days: 30 } })
    assert.equal(isAnswerable(ago(37.01, 'SOLVED'), NOW), false)
  })

  it('waits for who asked once the provider answered, and stays new until then', () => {
    assert.equal(supportAnswered(ago(0, 'NEW'), 'ASKER', NOW), 'NEW')
    assert.equal(supportAnswered(ago(0, 'NEW'), 'PROVIDER', NOW), 'WAITING')
    assert.equal(supportAnswered(ago(0, 'OPEN'), 'SOLVER', NOW), 'SOLVED')
  })

  it('says something, of at most 5,000 characters, and not more often than people do', () => {
    assert.deepEqual(
      problemsOfSupport({ content: ' ', diagnostics: 'x'.repeat(20_001) }).map(({ code, field }) => [code, field]),
      [
        ['REQUIRED', 'content'],
        ['LENGTH_OUT_OF_RANGE', 'diagnostics'],
      ],
    )
    assert.deepEqual(problemsOfSupport({ content: 'x'.repeat(5_000) }), [])
    assert.equal(problemOfFlood(9, 10), null)
    assert.deepEqual(problemOfFlood(10, 10), { code: 'TOO_MANY_SUPPORT_REQUESTS', params: { max: 10 } })
  })
})
