import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { moveBorder } from './runBorder.ts'

const at = (hours: number, minutes: number) => Date.UTC(2026, 4, 4, hours, minutes)
const A = { jobOrderId: 1, start: at(6, 0), end: at(10, 42) }
const B = { jobOrderId: 2, start: at(10, 42), end: at(13, 0) }
const C = { jobOrderId: 3, start: at(13, 30), end: null }
const RUNS = [A, B, C]
const move = (borderAt: number, newAt: number, runs: typeof RUNS = RUNS) => {
  const { moved, problem } = moveBorder(runs, { borderAt, newAt, now: at(14, 0) })
  return problem?.code ?? moved.map(({ after: { jobOrderId, start, end } }) => [jobOrderId, start, end])
}

describe('a border between orders', () => {
  it('moves for both orders, so that neither a gap nor an overlap arises', () => {
    assert.deepEqual(move(at(10, 42), at(10, 20)), [
      [1, A.start, at(10, 20)],
      [2, at(10, 20), B.end],
    ])
    assert.deepEqual(move(at(10, 42), at(10, 42)), [])
  })

  it('moves for one order where it is a free end, up to the next order', () => {
    assert.deepEqual(move(at(13, 0), at(13, 30)), [[2, B.start, at(13, 30)]])
    assert.deepEqual(move(at(13, 30), at(13, 0)), [[3, at(13, 0), null]])
  })

  it('never passes another border and leaves no run without time', () => {
    assert.equal(move(at(13, 0), at(13, 31)), 'BORDER_PASSED')
    assert.equal(move(at(10, 42), at(6, 0)), 'RUN_TOO_SHORT')
    assert.equal(move(at(10, 42), at(13, 0)), 'RUN_OVER_BEFORE')
    assert.equal(move(at(13, 30), at(14, 0)), 'START_IN_FUTURE')
    // What is told is the end that stays.
    const paramsOf = (newAt: number) => moveBorder(RUNS, { borderAt: at(10, 42), newAt, now: at(14, 0) }).problem?.params
    assert.deepEqual(paramsOf(at(5, 0)), { start: A.start, jobOrderId: A.jobOrderId })
    assert.deepEqual(paramsOf(at(13, 20)), { end: B.end, jobOrderId: B.jobOrderId })
    assert.equal(move(at(11, 0), at(12, 0)), 'BORDER_NOT_FOUND')
    // Of orders that run beside each other, one that ends between.
    assert.equal(move(at(10, 42), at(9, 0), [...RUNS, { jobOrderId: 4, start: at(7, 0), end: at(10, 0) }]), 'BORDER_PASSED')
  })
})
