import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { keptConsumptions, keptReasons } from './keptOfPosting.ts'

describe('what a correction keeps of its posting (O-12)', () => {
  const spokes = [
    { itemId: 1, batchId: 7, quantity: 30_000 },
    { itemId: 1, batchId: 8, quantity: 6000 },
  ]

  it('is its material in proportion: less of each batch, or more that no batch is named for', () => {
    assert.deepEqual(keptConsumptions(spokes, 1000, 1000), spokes)
    assert.deepEqual(
      keptConsumptions(spokes, 1000, 940).map(({ batchId, quantity }) => [batchId, quantity]),
      [
        [7, 28_200],
        [8, 5640],
      ],
    )
    assert.deepEqual(
      keptConsumptions(spokes, 1000, 1010).map(({ batchId, quantity }) => [batchId, quantity]),
      [
        [7, 30_000],
        [8, 6000],
        [null, 300],
        [null, 60],
      ],
    )
    assert.deepEqual(keptConsumptions([{ batchId: null, quantity: 1 }], 3, 1), [{ batchId: null, quantity: 0.333333 }])
  })

  it('is its reasons as far as there are rejects', () => {
    const reasons = [
      { reasonId: 1, units: 4 },
      { reasonId: 2, units: 2 },
    ]
    assert.deepEqual(keptReasons(reasons, 9), reasons)
    assert.deepEqual(
      keptReasons(reasons, 5).map(({ units }) => units),
      [4, 1],
    )
    assert.deepEqual(
      keptReasons(reasons, 4).map(({ units }) => units),
      [4],
    )
  })
})
