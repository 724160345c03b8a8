import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { OeeTerms } from '#engine/facts.ts'
import { NO_OUTPUT } from '#engine/output/outputCount.ts'
import type { StoryLoss } from '#engine/shift/shiftStory.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { type ChangeSide, explainChange, explainChangeTogether } from './explainChange.ts'
import { explainMix } from './explainMix.ts'
import { oeeStepsOf } from './oeeSteps.ts'
import { sumsOf } from './recordSums.ts'

const minutes = (count: number) => count * MINUTE_MS
const points = (fraction: number | undefined) => (100 * (fraction ?? NaN)).toFixed(2)

/** A shift of 480 minutes with 30 of lunch at 6 s a piece. */
function terms(lost: { readonly stops: number; readonly small: number; readonly total: number; readonly rejected: number }): OeeTerms {
  const { stops, small, total, rejected } = lost
  return {
    elapsedMs: minutes(480),
    excludedMs: minutes(30),
    noDataMs: 0,
    availabilityLossMs: minutes(stops),
    smallStopMs: minutes(small),
    plannedDowntimeMs: minutes(30),
    unplannedDowntimeMs: minutes(stops),
    unclassifiedDowntimeMs: 0,
    plannedIncludedMs: 0,
    unplannedIncludedMs: minutes(stops),
    orderLossMs: 0,
    setupMs: 0,
    failureMs: 0,
    failureCount: 0,
    netOperatingMs: total * 6_000,
    qualityLossMs: rejected * 6_000,
    output: { total, accepted: total - rejected, rejected },
    uncountedOutput: NO_OUTPUT,
  }
}
const stop = (cause: StoryLoss['cause'], reasonId: number | null, lost: number): StoryLoss => ({
  cause,
  reasonId,
  durationMs: minutes(lost),
  count: 1,
  longestMs: minutes(lost),
})
const [JAM, SETUP, MATERIAL] = [1, 2, 3]
const side = (one: OeeTerms, stops: readonly StoryLoss[], switches?: NonNullable<ChangeSide['part']['switches']>): ChangeSide => ({
  part: { sums: sumsOf(one), ...(switches && { switches }) },
  stops,
  silentMs: 0,
})
const BASE = side(terms({ stops: 62, small: 12, total: 3400, rejected: 68 }), [
  stop('REASON', JAM, 25),
  stop('REASON', SETUP, 20),
  stop('REASON', MATERIAL, 10),
  stop('UNEXPLAINED', null, 7),
  stop('SMALL_STOPS', null, 12),
])
const BEFORE = side(terms({ stops: 40, small: 10, total: 3700, rejected: 37 }), [stop('REASON', JAM, 15), stop('REASON', SETUP, 25)])

describe('explainChange', () => {
  it('says to the last point why OEE fell (W-10)', () => {
    const change = explainChange(BEFORE, BASE)
    assert.deepEqual([points(change?.before), points(change?.now), points(change?.difference)], ['81.40', '74.04', '-7.36'])
    const of = (...causes: readonly string[]) =>
      points(change?.parts.filter(({ cause }) => causes.includes(cause)).reduce((sum, part) => sum + part.points, 0))
    assert.equal(of('REASON', 'PLANNED', 'UNEXPLAINED', 'NOT_TRACKED'), '-4.89')
    assert.deepEqual([of('SMALL_STOPS'), of('SPEED'), of('QUALITY')], ['-0.44', '-1.33', '-0.69'])
    // Availability further by reason, each against 450 planned minutes.
    assert.deepEqual(
      change?.parts.map(({ cause, reasonId, points: gained }) => [cause, reasonId, points(gained)]),
      [
        ['REASON', JAM, '-2.22'],
        ['REASON', MATERIAL, '-2.22'],
        ['UNEXPLAINED', null, '-1.56'],
        ['SPEED', null, '-1.33'],
        ['REASON', SETUP, '1.11'],
        ['QUALITY', null, '-0.69'],
        ['SMALL_STOPS', null, '-0.44'],
      ],
    )
  })

  it('closes by what is not tracked where a status makes no losses (W-11)', () => {
    const untracked = side(terms({ stops: 62, small: 12, total: 3400, rejected: 68 }), [
      stop('REASON', JAM, 25),
      stop('REASON', SETUP, 20),
      stop('REASON', MATERIAL, 10),
      stop('UNEXPLAINED', null, 3),
    ])
    const change = explainChange(BEFORE, untracked)
    const missing = change?.parts.find(({ cause }) => cause === 'NOT_TRACKED')
    assert.equal(((missing?.lostNow ?? 0) * 450).toFixed(6), '4.000000')
  })

  it('tells silence that counts as downtime from stops that are not tracked', () => {
    const stops = [stop('REASON', JAM, 25), stop('REASON', SETUP, 20), stop('REASON', MATERIAL, 10)]
    const silent = { ...side(terms({ stops: 62, small: 12, total: 3400, rejected: 68 }), stops), silentMs: minutes(5) }
    const lost = (cause: string) =>
      (450 * (explainChange(BEFORE, silent)?.parts.find((part) => part.cause === cause)?.lostNow ?? 0)).toFixed(6)
    assert.deepEqual([lost('SILENCE'), lost('NOT_TRACKED')], ['5.000000', '2.000000'])
  })

  it('has no part for a factor that is switched off, and none where OEE is not known', () => {
    const off = { calculateAvailability: false, calculatePerformance: true, calculateQuality: true }
    const change = explainChange({ ...BEFORE, part: { ...BEFORE.part, switches: off } }, { ...BASE, part: { ...BASE.part, switches: off } })
    assert.deepEqual(
      change?.parts.map(({ cause }) => cause),
      ['SPEED', 'QUALITY', 'SMALL_STOPS'],
    )
    const unpriced = side({ ...terms({ stops: 62, small: 12, total: 0, rejected: 0 }), netOperatingMs: null, qualityLossMs: null }, [])
    assert.equal(explainChange(BEFORE, unpriced), null)
    assert.equal(explainChange(unpriced, BASE), null)
  })

  it('sums to the difference whatever the shifts are', () => {
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    for (let turn = 0; turn < 500; turn++) {
      const any = (): ChangeSide => {
        const stopped = random(200)
        const total = random(3000)
        return side(terms({ stops: stopped, small: random(30), total, rejected: random(total + 1) }), [
          stop('REASON', 1 + random(3), random(stopped + 1)),
          stop('UNEXPLAINED', null, random(20)),
        ])
      }
      const change = explainChange(any(), any())
      const sum = change?.parts.reduce((all, part) => all + part.points, 0) ?? NaN
      assert.ok(Math.abs(sum - (change?.difference ?? NaN)) < 1e-8, String(turn))
    }
  })
})

describe('explainChangeTogether', () => {
  // 440 minutes at 24 s a piece with 20 of stops: OEE 81.82; half of its stops were Jam.
  const other = side({ ...terms({ stops: 20, small: 0, total: 0, rejected: 0 }), elapsedMs: minutes(470), netOperatingMs: minutes(360) }, [
    stop('REASON', JAM, 10),
    stop('UNEXPLAINED', null, 10),
  ])

  it('adds the lost time of the work centers, and divides it once (W-8, W-10)', () => {
    const change = explainChangeTogether([BEFORE, other], [BASE, other])
    assert.deepEqual([points(change?.before), points(change?.now)], [points((366.3 + 360) / 890), points((333.2 + 360) / 890)])
    const jam = change?.parts.find(({ reasonId }) => reasonId === JAM)
    assert.deepEqual([points(jam?.lostBefore), points(jam?.lostNow)], [points(25 / 890), points(35 / 890)])
    const sum = change?.parts.reduce((all, part) => all + part.points, 0) ?? NaN
    assert.ok(Math.abs(sum - (change?.difference ?? NaN)) < 1e-9)
  })

  it('counts nothing of a work center that takes no part in OEE', () => {
    const unpriced = side({ ...terms({ stops: 62, small: 12, total: 0, rejected: 0 }), netOperatingMs: null, qualityLossMs: null }, [
      stop('REASON', SETUP, 62),
    ])
    assert.deepEqual(explainChangeTogether([BEFORE, unpriced], [BASE, unpriced]), explainChange(BEFORE, BASE))
  })
})

describe('oeeStepsOf', () => {
  it('goes from the shift to its valuable time, each step less the next (W-1)', () => {
    const steps = oeeStepsOf([BASE.part])
    assert.deepEqual(
      Object.values(steps ?? {}).map((ms) => Number((ms / MINUTE_MS).toFixed(1))),
      [480, 30, 450, 62, 12, 36, 6.8, 333.2],
    )
    assert.equal(oeeStepsOf([]), null)
  })
})

describe('explainMix', () => {
  it('tells better machines from machines that ran longer (W-14)', () => {
    const mix = explainMix(
      [
        { id: 1, plannedMs: 450, oee: 0.8 },
        { id: 2, plannedMs: 450, oee: 0.6 },
      ],
      [
        { id: 1, plannedMs: 300, oee: 0.78 },
        { id: 2, plannedMs: 600, oee: 0.62 },
      ],
    )
    assert.deepEqual([points(mix?.before), points(mix?.now), points(mix?.difference)], ['70.00', '67.33', '-2.67'])
    assert.deepEqual(
      mix?.parts.map(({ rate }) => points(rate)),
      ['-0.83', '1.17'],
    )
    assert.deepEqual(
      mix?.parts.map((part) => points(part.mix)),
      ['-1.72', '-1.28'],
    )
    assert.deepEqual([points(mix?.rate), points(mix?.mix)], ['0.33', '-3.00'])
  })

  it('takes a machine of one period only as all mix, and closes', () => {
    const mix = explainMix(
      [{ id: 1, plannedMs: 450, oee: 0.8 }],
      [
        { id: 1, plannedMs: 450, oee: 0.8 },
        { id: 2, plannedMs: 450, oee: 0.5 },
      ],
    )
    assert.equal(mix?.rate, 0)
    assert.ok(Math.abs((mix?.mix ?? 0) - (mix?.difference ?? 1)) < 1e-12)
    assert.equal(explainMix([], [{ id: 1, plannedMs: 450, oee: 0.8 }]), null)
  })
})
