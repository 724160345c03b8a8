import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { bordersOf } from './orderBorders.ts'

const DAY = Date.UTC(2026, 4, 4)
const stretch = { start: DAY, end: DAY + 30 * HOUR_MS }

test('orders change where the machine was set up, three to nine hours after the one before', () => {
  const setups = Array.from({ length: 60 }, (_none, index) => {
    const start = DAY + index * 31 * MINUTE_MS
    return { start, end: start + 12 * MINUTE_MS }
  })
  const borders = bordersOf(setups, stretch, 'press-7')
  const [first, ...later] = borders
  assert.equal(first, DAY)
  assert.ok(later.length >= 3)
  later.forEach((at, index) => {
    assert.ok(setups.some(({ start }) => start === at))
    const hours = (at - (borders[index] ?? 0)) / HOUR_MS
    assert.ok(hours >= 3 && hours <= 9, `${hours} h`)
  })
  assert.deepEqual(bordersOf(setups, stretch, 'press-7'), borders)
})

test('an order without a setup near its end takes the longest, and nothing fits into an empty stretch', () => {
  assert.deepEqual(
    bordersOf([], stretch, 'mill-2'),
    [0, 9, 18, 27].map((hours) => DAY + hours * HOUR_MS),
  )
  assert.deepEqual(bordersOf([], { start: DAY, end: DAY }, 'mill-2'), [])
})
