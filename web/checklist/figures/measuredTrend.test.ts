import assert from 'node:assert/strict'
import { test } from 'node:test'
import { trendOf } from './measuredTrend.view.ts'

const point = (time: string, value: number, limits: { min?: number | null; max?: number | null } = {}) => {
  const { min = 4, max = 6 } = limits
  const isWithin = (min === null || value >= min) && (max === null || value <= max)
  return { occurrenceId: 1, workCenterId: 1, at: `2026-05-04T${time}:00.000Z`, value, min, max, isWithin }
}

test('a trend stands between its lowest and highest value or limit, by time', () => {
  const trend = trendOf({ points: [point('08:00', 5), point('09:00', 7), point('10:00', 4)] })
  assert.deepEqual([trend?.low, trend?.high], [4, 7])
  assert.deepEqual(
    trend?.points.map(({ x, isWithin }) => [x, isWithin]),
    [
      [0, true],
      [0.5, false],
      [1, true],
    ],
  )
  const [, highest, lowest] = trend?.points ?? []
  assert.ok(highest !== undefined && lowest !== undefined && highest.y < lowest.y)
  assert.ok(trend?.points.every(({ y }) => y > 0 && y < 1))
})

test('limits step where they were changed, and are missing where there were none', () => {
  const trend = trendOf({ points: [point('08:00', 5), point('09:00', 5, { max: null }), point('10:00', 5, { min: 3, max: 8 })] })
  const spans = trend?.limits.map(({ from, to }) => `${from.x}-${to.x}`)
  assert.deepEqual(spans, ['0-0.5', '0.5-1', '1-1', '0-0.5', '1-1'])
})

test('one value stands in the middle, and equal values have room around them', () => {
  const trend = trendOf({ points: [point('08:00', 5, { min: null, max: null })] })
  assert.deepEqual([trend?.points[0]?.x, trend?.points[0]?.y], [0.5, 0.5])
  assert.equal(trendOf({ points: [] }), null)
})
