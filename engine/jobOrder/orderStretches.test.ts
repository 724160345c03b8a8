import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { asId, type JobOrderId } from '#engine/ids.ts'
import { NO_JOBS, type JobRun } from './jobRun.ts'
import { nextChange, orderStretches, priceOf, stretchAt } from './orderStretches.ts'

const [A, B] = [asId<JobOrderId>(1), asId<JobOrderId>(2)]

function run(jobOrderId: JobOrderId, start: number, end: number | null, idealCycleMs: number | null): JobRun {
  return { jobOrderId, start, end, idealCycleMs }
}

describe('stretches of constant orders (S-51, D-46)', () => {
  it('is one stretch without orders, at the speed of the work center', () => {
    const stretches = orderStretches(NO_JOBS, 2000)
    assert.deepEqual(stretches, [
      { start: -Infinity, orders: [], idealCycleMs: 2000, strokeMs: 2000, piecesPerStroke: 1, fastestCycleMs: 2000 },
    ])
    assert.equal(nextChange(stretches, 5), Infinity)
  })

  it('breaks where an order starts or stops, and has the mean cycle while they overlap', () => {
    const stretches = orderStretches({ ...NO_JOBS, runs: [run(A, 10, 40, 1000), run(B, 20, null, 3000)] }, null)
    assert.deepEqual(
      stretches.map(({ start, orders, idealCycleMs }) => [start, orders.map(({ jobOrderId }) => jobOrderId), idealCycleMs]),
      [
        [-Infinity, [], null],
        [10, [A], 1000],
        [20, [A, B], 2000],
        [40, [B], 3000],
      ],
    )
    assert.equal(stretchAt(stretches, 19).idealCycleMs, 1000)
    assert.equal(stretchAt(stretches, 20).idealCycleMs, 2000)
    assert.equal(stretchAt(stretches, 20).fastestCycleMs, 1000)
    assert.deepEqual([nextChange(stretches, 9), nextChange(stretches, 10), nextChange(stretches, 40)], [10, 20, Infinity])
  })

  it('goes on where a run follows another of the same order, and ignores an empty run', () => {
    const runs = [run(A, 10, 20, 1000), run(B, 15, 15, 1), run(A, 20, 30, 1000)]
    assert.deepEqual(
      orderStretches({ ...NO_JOBS, runs }, 500).map(({ start }) => start),
      [-Infinity, 10, 30],
    )
  })

  it('prices a piece of a stroke that makes one of every order at its share, and waits for the next as long as for all (O-16)', () => {
    const runs = [run(A, 0, null, 12_000), run(B, 0, null, 30_000)]
    const { idealCycleMs, strokeMs, piecesPerStroke } = stretchAt(
      orderStretches({ ...NO_JOBS, runs, parallelMode: 'SIMULTANEOUS' }, null),
      5,
    )
    assert.deepEqual([idealCycleMs, strokeMs, piecesPerStroke], [10_500, 21_000, 2])
    const inTurns = stretchAt(orderStretches({ ...NO_JOBS, runs }, null), 5)
    assert.deepEqual([inTurns.idealCycleMs, inTurns.strokeMs, inTurns.piecesPerStroke], [21_000, 21_000, 1])
  })

  it('takes the work center for an order without a cycle, and knows no price when that is unknown too', () => {
    const runs = [run(A, 0, null, null), run(B, 5, null, 4000)]
    assert.equal(stretchAt(orderStretches({ ...NO_JOBS, runs }, 2000), 5).idealCycleMs, 3000)
    assert.equal(stretchAt(orderStretches({ ...NO_JOBS, runs }, null), 5).idealCycleMs, null)
  })
})

describe('the price of what was made of each order (D-46)', () => {
  const stretch = {
    idealCycleMs: 2000,
    orders: [
      { jobOrderId: A, idealCycleMs: 1000 },
      { jobOrderId: B, idealCycleMs: 3000 },
    ],
  }
  const made = [
    { jobOrderId: A, units: 10 },
    { jobOrderId: B, units: 20 },
  ]

  it('is the sum where orders take turns, its share where each stroke makes a piece of every order', () => {
    assert.equal(priceOf(made, stretch, 'ALTERNATING'), 70_000)
    assert.equal(priceOf(made, stretch, 'SIMULTANEOUS'), 35_000)
  })

  it('takes the shared cycle for what names no order, and nothing for no units', () => {
    assert.equal(priceOf([{ jobOrderId: null, units: 5 }], stretch, 'SIMULTANEOUS'), 10_000)
    assert.equal(priceOf([{ jobOrderId: A, units: 0 }], { ...stretch, orders: [{ jobOrderId: A, idealCycleMs: null }] }, 'ALTERNATING'), 0)
    assert.equal(
      priceOf([{ jobOrderId: A, units: 1 }], { ...stretch, orders: [{ jobOrderId: A, idealCycleMs: null }] }, 'ALTERNATING'),
      null,
    )
  })
})
