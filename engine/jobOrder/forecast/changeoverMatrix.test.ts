import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { changeoverMatrix } from './changeoverMatrix.ts'

const one = (fromItem: number, toItem: number, minutes: number) => ({ fromItem, toItem, ms: minutes * MINUTE_MS })

test('a cell says what is usual, the fastest quarter and how often; the hottest took longest (F-3)', () => {
  const matrix = changeoverMatrix([one(1, 2, 24.5), one(1, 2, 31), one(1, 2, 28), one(2, 1, 5), one(3, 1, 16)])
  assert.deepEqual(
    matrix.cells.map(({ fromItem, toItem, usualMs, bestMs, cases, heat }) => [
      fromItem,
      toItem,
      usualMs / MINUTE_MS,
      bestMs / MINUTE_MS,
      cases.length,
      Math.round(heat * 100) / 100,
    ]),
    [
      [1, 2, 28, 24.5, 3, 1],
      [2, 1, 5, 5, 1, 0],
      [3, 1, 16, 16, 1, 0.48],
    ],
  )
})

test('products that are changed most come first, and of a pair only the last twenty count', () => {
  const matrix = changeoverMatrix([...Array.from({ length: 20 }, () => one(2, 3, 10)), one(2, 3, 500), one(1, 2, 10)])
  assert.deepEqual(
    [matrix.fromItems, matrix.toItems, matrix.cells[0]?.cases.length, matrix.cells[0]?.usualMs],
    [[2, 1], [3, 2], 20, 600_000],
  )
})

test('without any case there is nothing to see', () => {
  assert.deepEqual(changeoverMatrix([]), { fromItems: [], toItems: [], cells: [] })
})
