import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JobOrderId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import { borderEffect, uponMade } from './borderEffect.ts'
import type { ComparedSegment } from './borderEffect.ts'

const at = (hours: number, minutes: number) => Date.UTC(2026, 4, 4, hours, minutes)
const id = (number: number) => asId<JobOrderId>(number)
const segment = (start: number, end: number | null, orders: readonly number[], accepted: number, rejected = 0): ComparedSegment => ({
  start,
  end,
  jobOrderIds: orders.map(id),
  strokes: null,
  effective: { accepted, rejected },
})

describe('what a moved border changes', () => {
  it('goes from one order to the other, and the sum stays (worked example 31)', () => {
    const before = [segment(at(6, 0), at(10, 42), [1], 1200, 12), segment(at(10, 42), null, [2], 300)]
    const after = [segment(at(6, 0), at(10, 20), [1], 1180, 11), segment(at(10, 20), null, [2], 320, 1)]
    assert.deepEqual(borderEffect(before, after, []), [
      { jobOrderIds: [id(1)], before: { accepted: 1200, rejected: 12 }, after: { accepted: 1180, rejected: 11 } },
      { jobOrderIds: [id(2)], before: { accepted: 300, rejected: 0 }, after: { accepted: 320, rejected: 1 } },
    ])
  })

  it('leaves out segments that stay, and tells output of no order and of several', () => {
    const stays = segment(at(4, 0), at(6, 0), [1], 500)
    const before = [
      stays,
      segment(at(6, 0), at(10, 0), [1], 1000),
      segment(at(10, 0), at(11, 0), [], 100),
      segment(at(11, 0), null, [2, 3], 50),
    ]
    const after = [
      stays,
      segment(at(6, 0), at(10, 30), [1], 1050),
      segment(at(10, 30), at(11, 0), [], 50),
      segment(at(11, 0), null, [2, 3], 50),
    ]
    assert.deepEqual(borderEffect(before, after, []), [
      { jobOrderIds: [id(1)], before: { accepted: 1000, rejected: 0 }, after: { accepted: 1050, rejected: 0 } },
      { jobOrderIds: [], before: { accepted: 100, rejected: 0 }, after: { accepted: 50, rejected: 0 } },
    ])
    assert.deepEqual(borderEffect(before, before, []), [])
  })

  it('keeps what was confirmed with its order where its middle comes to lie with another', () => {
    // 40 of order 1 were confirmed from 10:00 to 10:42; the border goes before their middle.
    const said = [{ start: at(10, 0), end: at(10, 42), jobOrderId: id(1), accepted: 40, rejected: 0, isClosing: false }]
    const before = [segment(at(10, 0), at(10, 42), [1], 42), segment(at(10, 42), null, [2], 100)]
    const after = [segment(at(10, 0), at(10, 10), [1], 10), segment(at(10, 10), null, [2], 172)]
    assert.deepEqual(borderEffect(before, after, said), [
      { jobOrderIds: [id(1)], before: { accepted: 42, rejected: 0 }, after: { accepted: 50, rejected: 0 } },
      { jobOrderIds: [id(2)], before: { accepted: 100, rejected: 0 }, after: { accepted: 132, rejected: 0 } },
    ])
  })

  it('is laid upon what was made of the order before', () => {
    const part = { jobOrderIds: [id(1)], before: { accepted: 200.5, rejected: 3 }, after: { accepted: 180.2, rejected: 2 } }
    assert.deepEqual(uponMade(part, { accepted: 1240.5, rejected: 14 }), {
      before: { accepted: 1240.5, rejected: 14 },
      after: { accepted: 1220.2, rejected: 13 },
    })
  })
})
