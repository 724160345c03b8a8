import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sensorSums } from './sensorSums.ts'

const WINDOW = { start: 100, bucketMs: 100, count: 3 }

test('sums add up amounts, and of counters what they advanced', () => {
  const readings = { instants: [50, 120, 180, 210, 220], values: [1000, 1004, 1010, Number.NaN, 1011] }
  assert.deepEqual(sensorSums('TOTAL_OUTPUT', readings, WINDOW), [10, 1, null])
  assert.deepEqual(sensorSums('DISCRETE_OUTPUT', { instants: [110, 150, 310], values: [1, 1, 2] }, WINDOW), [2, null, 2])
})

test('a counter that fell begins at 0 again, and the first reading ever advances nothing', () => {
  assert.deepEqual(sensorSums('REJECTED_OUTPUT', { instants: [110, 190, 250], values: [7, 9, 3] }, WINDOW), [2, 3, null])
})

test('readings of a rate or a level have no sum', () => {
  assert.deepEqual(sensorSums('POWER', { instants: [110], values: [5] }, WINDOW), [null, null, null])
})
