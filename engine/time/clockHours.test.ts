import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { clockHoursOf } from './clockHours.ts'
import { HOUR_MS, MINUTE_MS } from './durations.ts'

const at = (text: string) => Date.parse(text)
const hoursIn = (start: string, end: string) => clockHoursOf('Europe/Kyiv', { start: at(start), end: at(end) })

describe('clockHoursOf', () => {
  it('cuts a shift that begins off the hour along the clock, and counts on over midnight', () => {
    const hours = hoursIn('2026-05-04T18:30:00Z', '2026-05-04T21:30:00Z')
    assert.deepEqual(
      hours.map(({ start, end, bucketStart, clockHour }) => [(end - start) / MINUTE_MS, (start - bucketStart) / MINUTE_MS, clockHour]),
      [
        [30, 30, 21],
        [60, 0, 22],
        [60, 0, 23],
        [30, 0, 24],
      ],
    )
  })

  it('shows the hour twice in the night in which clocks go back, and none that they skip', () => {
    const clocks = (hours: readonly { readonly clockHour: number }[]) => hours.map(({ clockHour }) => clockHour)
    assert.deepEqual(clocks(hoursIn('2026-10-24T23:00:00Z', '2026-10-25T03:00:00Z')), [2, 3, 3, 4])
    assert.deepEqual(clocks(hoursIn('2027-03-27T23:00:00Z', '2027-03-28T03:00:00Z')), [1, 2, 4, 5])
  })

  it('tells the first hour of a shift of a whole day from its last', () => {
    const hours = hoursIn('2026-05-04T03:30:00Z', '2026-05-05T03:30:00Z')
    assert.deepEqual([hours[0]?.clockHour, hours.at(-1)?.clockHour, hours.length], [6, 30, 25])
    assert.equal(
      hours.reduce((sum, { start, end }) => sum + end - start, 0),
      24 * HOUR_MS,
    )
  })
})
