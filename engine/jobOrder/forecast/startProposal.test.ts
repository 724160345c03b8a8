import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { asId } from '#engine/ids.ts'
import type { JobOrderId } from '#engine/ids.ts'
import { isOverPlan, isPlanAnswered, judgedAnswers, proposedPastPlan, proposedStart, proposedWithoutOrder } from './startProposal.ts'
import type { GivenAnswer, SeenAfterStop, SeenPastPlan, SeenWithoutOrder } from './startProposal.ts'

const STOP_AT = Date.UTC(2026, 4, 4, 10, 35)
const id = (number: number) => asId<JobOrderId>(number)
const answer = (jobOrderId: number, isAccepted: boolean, at = STOP_AT - 3_600_000): GivenAnswer => ({
  at,
  jobOrderId: id(jobOrderId),
  isAccepted,
  sign: 'PACE',
})
// Worked example 30: A 12 s is worked on, B 20 s and C 12.6 s are planned, after a stop of six minutes units come every 20.9 s.
const SEEN: SeenAfterStop = {
  stopAt: STOP_AT,
  intervalMs: 20_900,
  running: { cycleMs: 12_000, usualShare: null, accepted: 500, plan: 1000, isAnswered: false },
  planned: [
    { id: id(2), cycleMs: 20_000, usualShare: null },
    { id: id(3), cycleMs: 12_600, usualShare: null },
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
    assert.equal(proposedStart({ ...SEEN, planned: [{ id: id(2), cycleMs: null, usualShare: null }] }), null)
  })

  it('names the next one once a tenth more than planned is made', () => {
    const made = (accepted: number) => proposedStart({ ...SEEN, intervalMs: 12_600, running: { ...SEEN.running, accepted } })
    assert.equal(made(1099), null)
    assert.deepEqual(made(1100), { id: id(2), sign: 'OVER_PLAN' })
    const asked = { ...SEEN.running, accepted: 1100, isAnswered: true }
    assert.equal(proposedStart({ ...SEEN, intervalMs: 12_600, running: asked }), null)
    // Another pace is another sign.
    assert.deepEqual(proposedStart({ ...SEEN, running: asked }), { id: id(2), sign: 'PACE' })
  })

  it('has made a tenth more with just that: 55 of 50, 99 of 90, 36.63 m of 33.3 m', () => {
    const isOver = (accepted: number, plan: number | null) => isOverPlan({ ...SEEN.running, accepted, plan })
    for (let plan = 10; plan <= 5000; plan += 10) {
      assert.equal(isOver((plan / 10) * 11, plan), true, `${plan}`)
      assert.equal(isOver((plan / 10) * 11 - 1, plan), false, `${plan}`)
    }
    assert.deepEqual([isOver(36.63, 33.3), isOver(36.629, 33.3), isOver(99, null)], [true, false, false])
  })

  it('asks once of a run what it makes beyond its plan, whatever was answered', () => {
    const given = (sign: GivenAnswer['sign'], at: number, isAccepted = false) => [{ ...answer(2, isAccepted, at), sign }]
    const isAnswered = (answers: readonly GivenAnswer[]) => isPlanAnswered(answers, STOP_AT)
    assert.deepEqual([given('OVER_PLAN', STOP_AT + 1), given('OVER_PLAN', STOP_AT + 1, true), given(null, STOP_AT + 1)].map(isAnswered), [
      true,
      true,
      true,
    ])
    // Of the run before, of which Yes began this one; and of a stop.
    assert.deepEqual([given('OVER_PLAN', STOP_AT, true), given('PACE', STOP_AT + 1), []].map(isAnswered), [false, false, false])
  })

  it('compares with how long units really take there, where that is learned', () => {
    const slow = [{ id: id(2), cycleMs: 20_000, usualShare: 1.4 }]
    assert.equal(proposedStart({ ...SEEN, planned: slow }), null)
    assert.deepEqual(proposedStart({ ...SEEN, planned: slow, intervalMs: 28_000 }), { id: id(2), sign: 'PACE' })
    // What looks like another pace is the usual one of the order that is worked on.
    assert.equal(proposedStart({ ...SEEN, running: { ...SEEN.running, usualShare: 1.74 } }), null)
  })

  it('dates the next order to the first unit beyond the plan, where no stop lies between', () => {
    const units = Array.from({ length: 150 }, (_none, index) => STOP_AT + index * 12_000)
    const past = (accepted: number, more: Partial<SeenPastPlan> = {}) =>
      proposedPastPlan({ running: { accepted, plan: 1000, isAnswered: false }, units, planned: SEEN.planned, answers: [], ...more })
    assert.equal(past(1099), null)
    // A hundred units are beyond it: the first of them is the last but 99.
    assert.deepEqual(past(1100), { id: id(2), at: units[50] })
    assert.equal(past(1200), null)
    assert.deepEqual(past(1100, { answers: [answer(2, false)] }), { id: id(3), at: units[50] })
    assert.equal(past(1100, { planned: [] }), null)
    // One question a run, though another order is next and the units that are read begin a little later.
    assert.equal(past(1100, { running: { accepted: 1100, plan: 1000, isAnswered: true } }), null)
    assert.equal(
      proposedPastPlan({ running: { accepted: 5000, plan: null, isAnswered: false }, units, planned: SEEN.planned, answers: [] }),
      null,
    )
  })

  it('names an order for units that come while none is worked on: by their pace, else the first', () => {
    const units = (count: number, every: number) => Array.from({ length: count }, (_none, index) => STOP_AT + (index + 1) * every)
    const seen = (all: readonly number[], more: Partial<SeenWithoutOrder> = {}) =>
      proposedWithoutOrder({ since: STOP_AT - 60_000, units: all, planned: SEEN.planned, answers: [], ...more })
    assert.equal(seen(units(20, 13_000)), null)
    assert.deepEqual(seen(units(21, 13_000)), { id: id(3), at: STOP_AT })
    assert.deepEqual(seen(units(21, 40_000)), { id: id(2), at: STOP_AT })
    // No time before the order that ended is given to another one.
    assert.deepEqual(seen(units(21, 13_000), { since: STOP_AT + 5_000 }), { id: id(3), at: STOP_AT + 5_000 })
    assert.deepEqual(seen(units(21, 13_000), { answers: [answer(3, false)] }), { id: id(2), at: STOP_AT })
    assert.equal(seen(units(21, 13_000), { answers: [answer(9, true, STOP_AT)] }), null)
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
