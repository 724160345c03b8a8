import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DAY_MS, HOUR_MS } from '#engine/time/durations.ts'
import { comparedShifts } from './comparedShifts.ts'

/** Shifts 06–14–22–06 of so many days from a Monday. */
const week = (monday: number, days: number) =>
  Array.from({ length: days * 3 }, (_, at) => {
    const start = monday + 6 * HOUR_MS + at * 8 * HOUR_MS
    return { day: Math.floor(at / 3), end: start + 8 * HOUR_MS }
  })
const [LAST, THIS] = [Date.UTC(2026, 10, 16), Date.UTC(2026, 10, 23)]
const at = (day: number, hour: number) => THIS + day * DAY_MS + hour * HOUR_MS

describe('comparedShifts', () => {
  it('compares six shifts of this week on Wednesday at 10:00 with the first six of the week before (W-33)', () => {
    const present = week(THIS, 3).slice(0, 7)
    const compared = comparedShifts(present, week(LAST, 7), at(2, 10))
    assert.equal(compared.present.length, 6)
    assert.deepEqual(compared.before, week(LAST, 7).slice(0, 6))
  })

  it('finds the same shift of the day where a shift before was not recorded', () => {
    const present = week(THIS, 2).filter((_, index) => index !== 1)
    const compared = comparedShifts(present, week(LAST, 7), at(1, 23))
    assert.deepEqual(
      compared.before.map(({ day }) => day),
      [0, 0, 0, 1, 1],
    )
  })

  it('has nothing to compare before the first shift is over', () => {
    assert.deepEqual(comparedShifts(week(THIS, 1), week(LAST, 7), at(0, 13)), { present: [], before: [] })
  })

  it('takes the whole of both once the last shift is over', () => {
    const compared = comparedShifts(week(THIS, 7), week(LAST, 7), at(8, 0))
    assert.deepEqual([compared.present.length, compared.before.length], [21, 21])
  })
})
