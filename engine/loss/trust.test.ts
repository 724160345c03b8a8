import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { tenthsThatAddUp, trustShares } from './trust.ts'

const NONE = { UNEXPLAINED: 0, BY_STATUS: 0, BY_RULE: 0, HASTY: 0, AT_ONCE: 0, LATE: 0 }

describe('trustShares', () => {
  it('divides all time of stops (W-30)', () => {
    const shares = trustShares({ AT_ONCE: 30, LATE: 20, BY_RULE: 12, HASTY: 5, UNEXPLAINED: 7, BY_STATUS: 30 })
    const shown = Object.fromEntries(shares.map(({ kind, shownPercent }) => [kind, shownPercent]))
    assert.deepEqual(shown, { AT_ONCE: 28.9, LATE: 19.2, BY_RULE: 11.5, HASTY: 4.8, UNEXPLAINED: 6.7, BY_STATUS: 28.9 })
  })

  it('gives the two tenths that are missing of 113 minutes to the largest remainders', () => {
    // 46.903, 9.735, 25.664, 6.195 and 11.504 %: cut to tenths they sum to 99.8; 6.1|95 and 25.6|64 get one more.
    const shares = trustShares({ ...NONE, AT_ONCE: 53, LATE: 11, BY_RULE: 29, HASTY: 7, UNEXPLAINED: 13 })
    const shown = Object.fromEntries(shares.map(({ kind, shownPercent }) => [kind, shownPercent]))
    assert.deepEqual(shown, { AT_ONCE: 46.9, LATE: 9.7, BY_RULE: 25.7, HASTY: 6.2, UNEXPLAINED: 11.5 })
  })

  it('prints what adds up to 100 %', () => {
    const shares = trustShares({ ...NONE, AT_ONCE: 30, LATE: 20, BY_RULE: 12, HASTY: 5, UNEXPLAINED: 7 })
    const shown = Object.fromEntries(shares.map(({ kind, shownPercent }) => [kind, shownPercent]))
    assert.deepEqual(shown, { AT_ONCE: 40.5, LATE: 27, BY_RULE: 16.2, HASTY: 6.8, UNEXPLAINED: 9.5 })
  })

  it('leaves out what there is none of', () => {
    assert.deepEqual(
      trustShares({ ...NONE, BY_RULE: 4 }).map(({ kind, shownPercent }) => [kind, shownPercent]),
      [['BY_RULE', 100]],
    )
    assert.deepEqual(trustShares(NONE), [])
  })
})

describe('tenthsThatAddUp', () => {
  it('gives what is missing to the largest remainders', () => {
    assert.deepEqual(tenthsThatAddUp([1 / 3, 1 / 3, 1 / 3]), [33.4, 33.3, 33.3])
    assert.deepEqual(tenthsThatAddUp([0.5, 0.5]), [50, 50])
  })

  it('adds up to 100 whatever the times, no share further than a tenth from its own', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 30_000_000 }), { minLength: 1, maxLength: 6 }), (times) => {
        const total = times.reduce((sum, one) => sum + one, 0)
        const shown = tenthsThatAddUp(times.map((one) => one / total))
        assert.equal(Math.round(shown.reduce((sum, one) => sum + one, 0) * 10), 1000)
        shown.forEach((one, index) => assert.ok(Math.abs(one - (100 * (times[index] ?? 0)) / total) < 0.1 + 1e-9, String(one)))
      }),
    )
  })
})
