import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'
import { commonAxis, scaleOf, rankingsOf, targetOf, valueOf } from './compare.view.ts'

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
  assert.equal(valueOf('oee', undefined), null)
  assert.equal(valueOf('quality', live({})), null)
  assert.equal(valueOf('plan', live({})), null, 'without a plan')
  assert.equal(valueOf('plan', live({ due: 0 })), null, 'at the very start of the shift')
  assert.equal(valueOf('plan', live({ due: 200 })), 0.25)
  assert.equal(targetOf('oee', {}), null)
  assert.equal(targetOf('oee', { targetOee: 76 }), 0.76)
  assert.equal(targetOf('plan', {}), 1)
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
