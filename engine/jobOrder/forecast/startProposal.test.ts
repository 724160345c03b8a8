import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { asId } from '#engine/ids.ts'
import type { JobOrderId } from '#engine/ids.ts'
import { judgedAnswers, proposedStart } from './startProposal.ts'
import type { GivenAnswer, SeenAfterStop } from './startProposal.ts'

const STOP_AT = Date.UTC(2026, 4, 4, 10, 35)
const id = (number: number) => asId<JobOrderId>(number)
const answer = (jobOrderId: number, isAccepted: boolean, at = STOP_AT - 3_600_000): GivenAnswer => ({
  at,
  jobOrderId: id(jobOrderId),
  isAccepted,
})
// Worked example 30: A 12 s is worked on, B 20 s and C 12.6 s are planned, after a stop of six minutes units come every 20.9 s.
const SEEN: SeenAfterStop = {
  stopAt: STOP_AT,
  intervalMs: 20_900,
  running: { cycleMs: 12_000, accepted: 500, plan: 1000 },
  planned: [
    { id: id(2), cycleMs: 20_000 },
    { id: id(3), cycleMs: 12_600 },
  ],
  answers: [],
}

describe('a proposal that another order began', () => {
  it('names the order whose pace is seen (worked example 30)', () => {
    assert.deepEqual(proposedStart(SEEN), { id: id(2), sign: 'PACE' })
    assert.equal(proposedStart({ ...SEEN, intervalMs: 13_100 }), null)
  })

  it('waits for units, and for a pace to compare with', () => {
    assert.equal(proposedStart({ ...SEEN, intervalMs: null }), null)
    assert.equal(proposedStart({ ...SEEN, running: { ...SEEN.running, cycleMs: null } }), null)
    assert.equal(proposedStart({ ...SEEN, planned: [{ id: id(2), cycleMs: null }] }), null)
  })

  it('names the next one once a tenth more than planned is made', () => {
    const made = (accepted: number) => proposedStart({ ...SEEN, intervalMs: 12_600, running: { ...SEEN.running, accepted } })
    assert.equal(made(1099), null)
    assert.deepEqual(made(1100), { id: id(2), sign: 'OVER_PLAN' })
  })

  it('comes once a stop, and in a shift not again for an order that was refused', () => {
    assert.equal(proposedStart({ ...SEEN, answers: [answer(2, false)] }), null)
    assert.deepEqual(proposedStart({ ...SEEN, answers: [answer(2, true)] }), { id: id(2), sign: 'PACE' })
    assert.equal(proposedStart({ ...SEEN, answers: [answer(3, true, STOP_AT)] }), null)
  })

  it('goes off where fewer than half of twenty were right', () => {
    const answers = (accepted: number, of: number) => Array.from({ length: of }, (_none, index) => answer(2, index < accepted))
    assert.deepEqual(judgedAnswers(answers(9, 20)), { answered: 20, accepted: 9, isOff: true })
    assert.deepEqual(judgedAnswers(answers(10, 20)), { answered: 20, accepted: 10, isOff: false })
    assert.deepEqual(judgedAnswers(answers(0, 19)), { answered: 19, accepted: 0, isOff: false })
    // Only the newest twenty count.
    assert.equal(judgedAnswers(answers(20, 60)).isOff, false)
  })
})
