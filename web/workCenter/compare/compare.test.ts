import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'
import { commonAxis, comparedPeriod, comparedShift, scaleOf, rankingsOf, targetOf } from './compare.view.ts'

type Parts = {
  readonly oee?: number | null
  readonly due?: number | null
  readonly shift?: { readonly start: number; readonly end: number } | null
}

function live({ oee = null, due = null, shift = null }: Parts): LiveWorkCenter {
  return {
    oee: { oee, availability: 0.9, performance: 1.1, quality: null },
    output: { total: 50, accepted: 50, rejected: 0, targetToDate: due, targetFullShift: null },
    shift,
  } as unknown as LiveWorkCenter
}

test('figures that are not known are compared with nothing', () => {
  assert.equal(comparedShift(undefined).oee, null)
  assert.equal(comparedShift(live({})).quality, null)
  assert.equal(comparedShift(live({})).plan, null, 'without a plan')
  assert.equal(comparedShift(live({ due: 0 })).plan, null, 'at the very start of the shift')
  assert.equal(comparedShift(live({ due: 200 })).plan, 0.25)
  assert.equal(targetOf('oee', {}), null)
  assert.equal(targetOf('oee', { targetOee: 76 }), 0.76)
  assert.equal(targetOf('plan', {}), 1)
})

test('a period is compared by its sums, and output only where it is of one unit', () => {
  const none = { __typename: 'Percentage' } as const
  const percent = (exactValue: number) => ({ ...none, exactValue })
  const made = { unit: 'PIECE', totalOutput: 300, rejectedOutput: 12, targetOutput: 400 } as const
  const stats = { records: 3, isProvisional: false, oee: percent(60), availability: percent(80), performance: percent(105), quality: null }
  assert.deepEqual(comparedPeriod({ ...stats, outputs: [made] }), {
    oee: 0.6,
    availability: 0.8,
    performance: 1.05,
    quality: null,
    plan: 0.75,
    output: { made: 300, rejected: 12, target: 400 },
  })
  assert.equal(comparedPeriod({ ...stats, outputs: [made, { ...made, unit: 'METER' }] }).output, null)
  assert.equal(comparedPeriod({ ...stats, outputs: [{ ...made, targetOutput: null }] }).plan, null, 'without a plan')
  const nothing = { oee: null, availability: null, performance: null, quality: null, plan: null, output: null }
  assert.deepEqual(comparedPeriod({ ...stats, records: 0, oee: null, availability: null, performance: null, outputs: [made] }), nothing)
  assert.deepEqual(comparedPeriod(undefined), nothing)
})

test('the highest is marked and the others know how far below they are, as they are shown', () => {
  assert.deepEqual(rankingsOf([0.5, 0.7521, null]), [
    { isBest: false, behind: 0.252 },
    { isBest: true, behind: null },
    { isBest: false, behind: null },
  ])
  assert.deepEqual(
    rankingsOf([0.70001, 0.70002]).map(({ isBest }) => isBest),
    [false, false],
    'equal as shown',
  )
  assert.deepEqual(rankingsOf([0.4]), [{ isBest: false, behind: null }])
})

test('whatever the values, somebody is the highest exactly when somebody is below', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.double({ min: 0, max: 3, noNaN: true })), { maxLength: 3 }), (values) => {
      const found = rankingsOf(values)
      assert.equal(
        found.some(({ isBest }) => isBest),
        found.some(({ behind }) => behind !== null),
      )
      assert.ok(found.every(({ behind }) => behind === null || behind > 0))
    }),
  )
})

test('all bars share one scale, which performance above 100 % makes longer', () => {
  assert.equal(scaleOf([0.2, null]), 1)
  assert.equal(scaleOf([1.12]), 1.2)
  assert.equal(scaleOf([]), 1)
})

test('shifts stand on one axis from the first start to the last end', () => {
  assert.equal(commonAxis([undefined, live({})]), null)
  const lives = [live({ shift: { start: 10, end: 20 } }), live({ shift: { start: 5, end: 15 } }), undefined]
  assert.deepEqual(commonAxis(lives), { from: 5, to: 20 })
})
