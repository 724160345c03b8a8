import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { asId, type LossAnnotationId, type LossReasonId } from '#engine/ids.ts'
import type { LossAnnotation } from './lossSetup.ts'
import { closeRejections, NO_REJECTIONS, registerRejects, rejectionQuantities, MAX_OUTPUT_LOSSES } from './outputLoss.ts'
import { shareLoss } from './shareLoss.ts'
import { speedLossOf } from './speedLoss.ts'

const MIN = 60_000

function said(id: number, more: Partial<LossAnnotation>): LossAnnotation {
  return {
    id: asId<LossAnnotationId>(id),
    source: 'OUTPUT',
    start: 0,
    end: null,
    startsWithStop: true,
    endsWithStop: true,
    reasonId: asId<LossReasonId>(id * 10),
    isManual: false,
    shareMs: null,
    shareUnits: null,
    ...more,
  }
}

describe('the SPEED loss of a segment (S-29)', () => {
  const input = { runMs: 60 * MIN, smallStopMs: 0, total: 1000, netOperatingMs: 1000 * 3000, idealCycleMs: 3000 }

  it('is run time without small stops less net operating time, and the units that were possible in it', () => {
    assert.deepEqual(speedLossOf(input, 'DISCRETE'), { durationMs: 10 * MIN, quantity: 200 })
    assert.deepEqual(speedLossOf({ ...input, smallStopMs: 5 * MIN }, 'DISCRETE'), { durationMs: 5 * MIN, quantity: 100 })
    assert.deepEqual(speedLossOf({ ...input, idealCycleMs: 7000, total: 0, netOperatingMs: 0 }, 'DISCRETE')?.quantity, 514)
    assert.deepEqual(speedLossOf({ ...input, idealCycleMs: 7000, total: 0, netOperatingMs: 0 }, 'CONTINUOUS')?.quantity, 514.286)
  })

  it('is none at a minute or 5 % of the run time, for a gain, and without a reference speed', () => {
    assert.equal(speedLossOf({ ...input, netOperatingMs: 57 * MIN }, 'DISCRETE'), null)
    assert.equal(speedLossOf({ ...input, netOperatingMs: 57 * MIN - 1 }, 'DISCRETE')?.durationMs, 3 * MIN + 1)
    assert.equal(speedLossOf({ ...input, runMs: 2 * MIN, netOperatingMs: MIN }, 'DISCRETE'), null)
    assert.equal(speedLossOf({ ...input, netOperatingMs: 70 * MIN }, 'DISCRETE'), null)
    assert.equal(speedLossOf({ ...input, netOperatingMs: null }, 'DISCRETE'), null)
  })
})

describe('a loss that is shared among reasons', () => {
  const whole = { quantity: 10, durationMs: 100_000 }

  it('is one unclassified part when nothing is said, one classified part when one annotation takes all', () => {
    assert.deepEqual(shareLoss(whole, []), [{ ...whole, annotationId: null, reasonId: null }])
    assert.deepEqual(shareLoss(whole, [said(1, {})]), [{ ...whole, annotationId: 1, reasonId: 10 }])
  })

  it('gives each its share in ms or units, what is left to nobody, and keeps the sums', () => {
    const parts = shareLoss(whole, [said(1, { shareMs: 33_333 }), said(2, { shareUnits: 5 })])
    assert.deepEqual(
      parts.map((part) => [part.annotationId, part.durationMs]),
      [
        [1, 33_333],
        [2, 50_000],
        [null, 16_667],
      ],
    )
    assert.ok(Math.abs(parts.reduce((sum, part) => sum + part.quantity, 0) - 10) < 1e-9)
  })

  it('gives no more than there is', () => {
    const parts = shareLoss(whole, [said(1, { shareUnits: 8 }), said(2, { shareUnits: 8 }), said(3, { shareUnits: 8 })])
    assert.deepEqual(
      parts.map((part) => [part.annotationId, part.quantity, part.durationMs]),
      [
        [1, 8, 80_000],
        [2, 2, 20_000],
      ],
    )
  })
})

describe('OUTPUT losses (S-30, A-5)', () => {
  it('are all of a segment where no amount is set: units are told, and none is a loss of its own', () => {
    const rules = { rejectionAmount: null, annotations: [said(1, { start: 0, end: 900, shareUnits: 2 })] }
    const rejections = registerRejects(registerRejects(NO_REJECTIONS, 6, 100, rules), 11, 250, rules)
    assert.deepEqual(rejections, { ...NO_REJECTIONS, told: 17, left: 17 })
    assert.deepEqual([rejectionQuantities(17, null), rejectionQuantities(0, null)], [[17], []])
  })

  it('are one each time that the amount is reached, and one of what is left over when the segment ends', () => {
    const rules = { rejectionAmount: 5, annotations: [] }
    const rejections = registerRejects(registerRejects(NO_REJECTIONS, 3, 100, rules), 9, 200, rules)
    assert.deepEqual(
      rejections.registered.map(({ at, part, quantity }) => [at, part, quantity]),
      [
        [200, 0, 5],
        [200, 1, 5],
      ],
    )
    assert.deepEqual(
      closeRejections(rejections, 12, 1000, rules).map(({ at, part, quantity }) => [at, part, quantity]),
      [
        [200, 0, 5],
        [200, 1, 5],
        [999, 0, 2],
      ],
    )
    assert.deepEqual(
      closeRejections(rejections, 12, 201, rules).map(({ at, part, quantity }) => [at, part, quantity]),
      [
        [200, 0, 5],
        [200, 1, 5],
        [200, 2, 2],
      ],
    )
  })

  it('have the reason that covers their instant; a smaller share splits one', () => {
    const annotations = [said(1, { start: 100, end: 150, shareUnits: 4 })]
    const rules = { rejectionAmount: 3, annotations }
    const rejections = registerRejects(registerRejects(NO_REJECTIONS, 6, 100, rules), 3, 200, rules)
    assert.deepEqual(
      rejections.registered.map(({ at, part, quantity, annotationId }) => [at, part, quantity, annotationId]),
      [
        [100, 0, 3, 1],
        [100, 1, 1, 1],
        [100, 2, 2, null],
        [200, 0, 3, null],
      ],
    )
  })

  it('of nine with an amount of four are 4, 2 + 2 and 1, six of the first reason and three of the second', () => {
    const annotations = [said(1, { end: 1000, shareUnits: 6 }), said(2, { end: 1000, shareUnits: 3 })]
    const losses = closeRejections(registerRejects(NO_REJECTIONS, 9, 200, { rejectionAmount: 4, annotations }), 9, 1000, {
      rejectionAmount: 4,
      annotations,
    })
    assert.deepEqual(
      losses.map(({ quantity, reasonId }) => [quantity, reasonId]),
      [
        [4, 10],
        [2, 10],
        [2, 20],
        [1, 20],
      ],
    )
  })

  it('stay a bounded number: what is rejected beyond shares the last', () => {
    const rules = { rejectionAmount: 1, annotations: [] }
    let rejections = NO_REJECTIONS
    for (let at = 0; at < 30; at++) rejections = registerRejects(rejections, 100, at, rules)
    const losses = closeRejections(rejections, 3000, 100, rules)
    assert.equal(losses.length, MAX_OUTPUT_LOSSES)
    assert.equal(losses.at(-1)?.quantity, 3000 - (MAX_OUTPUT_LOSSES - 1))
    assert.deepEqual(rejectionQuantities(7, 3), [3, 3, 1])
    assert.equal(rejectionQuantities(5000, 1).length, MAX_OUTPUT_LOSSES)
  })
})
