import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, HOUR_MS } from '#engine/time/durations.ts'
import { batteryForecast } from './batteryForecast.ts'
import type { BatteryReading } from './batteryLow.ts'

const NOW = Date.UTC(2026, 10, 28)
const reading = (daysAgo: number, level: number | null, isCharging = false): BatteryReading => ({
  at: NOW - daysAgo * DAY_MS,
  level,
  isCharging,
})

test('the median of what was lost a day says how long it lasts, the quartiles from when to when', () => {
  // Lost a day: 2, 4, 4, 6, 4.
  const levels = [reading(5, 40), reading(4, 38), reading(3, 34), reading(2, 30), reading(1, 24), reading(0, 20)]
  assert.deepEqual(batteryForecast(levels, NOW), { days: 5, from: 5, to: 5 })
  const uneven = [reading(6, 44), ...levels.slice(0, 5), reading(0, 22)]
  // 4, 2, 4, 4, 6, 2: the quartiles are 2.5 and 4.
  assert.deepEqual(batteryForecast(uneven, NOW), { days: 5.5, from: 5.5, to: 8.8 })
})

test('fewer than five days, a battery that charges, or one that does not drain, say nothing', () => {
  const four = [reading(4, 38), reading(3, 34), reading(2, 30), reading(1, 24), reading(0, 20)]
  assert.equal(batteryForecast(four, NOW), null)
  const five = [reading(5, 40), ...four]
  assert.equal(batteryForecast([...five.slice(0, 5), reading(0, 20, true)], NOW), null)
  assert.equal(
    batteryForecast(
      five.map((one) => ({ ...one, level: 30 })),
      NOW,
    ),
    null,
  )
  assert.equal(batteryForecast([], NOW), null)
  // Older than a fortnight counts no more.
  assert.equal(batteryForecast(five, NOW + 12 * DAY_MS), null)
})

test('charging between breaks the stretch: what was gained is no drain', () => {
  const charged = [reading(6, 20), reading(5.5, 90, true), reading(5, 60), reading(4, 50), reading(3, 40), reading(2, 30), reading(1, 20)]
  assert.deepEqual(batteryForecast([...charged, { at: NOW - 12 * HOUR_MS, level: 15, isCharging: false }], NOW - 12 * HOUR_MS), {
    days: 1.5,
    from: 1.5,
    to: 1.5,
  })
})
