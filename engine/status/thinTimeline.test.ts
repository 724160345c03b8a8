import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { asId } from '#engine/ids.ts'
import type { StatusRuleId } from '#engine/ids.ts'
import { thinTimeline } from './thinTimeline.ts'
import type { TimelineRun } from './thinTimeline.ts'

const OPEN_END = 1_000_000

/** Statuses one after the other, the last one open. */
const timelines = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 0, max: 3 })), { minLength: 1, maxLength: 120 })
  .map((parts) => {
    let start = 0
    return parts.map(([length, rule], at): TimelineRun => {
      const begun = start
      start += length
      return run(begun, at === parts.length - 1 ? null : start, rule)
    })
  })

describe('thinning a timeline', () => {
  it('joins neighbours of one status and leaves a hole alone', () => {
    const thinned = thinTimeline([run(0, 10, 1), run(10, 20, 1), run(30, 40, 1), run(40, 50, 2)], 100, 50)
    assert.deepEqual(
      thinned.map(({ start, end, mergedCount }) => [start, end, mergedCount]),
      [
        [0, 20, 2],
        [30, 40, 1],
        [40, 50, 1],
      ],
    )
  })

  it('comes to an end where holes leave more than the cap', () => {
    const runs = Array.from({ length: 20 }, (_none, at) => run(at * 10, at * 10 + 5, at % 3))
    assert.deepEqual(thinTimeline(runs, 3, 1000), runs)
  })

  it('absorbs the shortest runs first', () => {
    const thinned = thinTimeline([run(0, 1000, 1), run(1000, 1001, 2), run(1001, 2000, 1), run(2000, 3000, 2)], 2, 3000)
    assert.deepEqual(
      thinned.map(({ start, end, mergedCount }) => [start, end, mergedCount]),
      [
        [0, 2000, 3],
        [2000, 3000, 1],
      ],
    )
  })

  it('keeps to the cap, covers the same time without overlap, and counts every interval once', () => {
    fc.assert(
      fc.property(timelines, fc.integer({ min: 1, max: 50 }), (runs, cap) => {
        const thinned = thinTimeline(runs, cap, OPEN_END)
        assert.ok(thinned.length <= cap || thinned.length === runs.length)
        assert.equal(thinned[0]?.start, runs[0]?.start)
        assert.equal(thinned.at(-1)?.end, runs.at(-1)?.end)
        thinned.forEach((one, at) => at > 0 && assert.equal(one.start, thinned[at - 1]?.end))
        assert.equal(
          thinned.reduce((sum, one) => sum + one.mergedCount, 0),
          runs.length,
        )
      }),
    )
  })
})

function run(start: number, end: number | null, rule: number): TimelineRun {
  return {
    start,
    end,
    kind: rule === 0 ? 'OFF' : 'RULE',
    statusRuleId: rule === 0 ? null : asId<StatusRuleId>(rule),
    cause: null,
    mergedCount: 1,
  }
}
