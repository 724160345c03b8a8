import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { seriesBuckets } from './seriesBuckets.ts'

const WINDOW = { start: 0, bucketMs: 100, count: 3, holdMs: 1000 }

describe('buckets of a series', () => {
  it('weighs a value by how long it held, across bucket edges', () => {
    const buckets = seriesBuckets({ instants: [0, 50, 150], values: [10, 20, 40] }, WINDOW)
    assert.deepEqual(buckets, [
      { average: 15, min: 10, max: 20, sum: 30 },
      { average: 30, min: 20, max: 40, sum: 40 },
      { average: 40, min: 40, max: 40, sum: 0 },
    ])
  })

  it('is null where nothing held, never 0: before the first value, after an unavailable one, beyond the hold', () => {
    assert.deepEqual(seriesBuckets({ instants: [100, 200], values: [5, Number.NaN] }, WINDOW), [
      null,
      { average: 5, min: 5, max: 5, sum: 5 },
      null,
    ])
    assert.deepEqual(seriesBuckets({ instants: [0], values: [5] }, { ...WINDOW, holdMs: 100 }), [
      { average: 5, min: 5, max: 5, sum: 5 },
      null,
      null,
    ])
    assert.deepEqual(seriesBuckets({ instants: [], values: [] }, WINDOW), [null, null, null])
  })

  it('lets a value from before the window hold into it without counting it there', () => {
    const [first] = seriesBuckets({ instants: [-50, 80], values: [1, 3] }, WINDOW)
    assert.deepEqual(first, { average: (80 * 1 + 20 * 3) / 100, min: 1, max: 3, sum: 3 })
  })
})
