import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { coverageOf, DAY_MINUTES, lengthOf, minutesOf, readTime, weekSums, type CoveringShift } from './coverage.view.ts'

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]
const time = fc
  .nat(DAY_MINUTES - 1)
  .map((minutes) => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`)
const anyShift = fc.record({ code: fc.constant('A'), timeStart: time, timeEnd: time, weekdays: fc.subarray(EVERY_DAY, { minLength: 1 }) })

/** Minute by minute, as slowly as can be: which shifts run in each minute of the week. */
function minuteByMinute(shifts: readonly CoveringShift[]): readonly ReadonlySet<number>[] {
  const minutes = Array.from({ length: 7 * DAY_MINUTES }, () => new Set<number>())
  shifts.forEach((shift, index) => {
    for (const day of shift.weekdays) {
      const start = (day - 1) * DAY_MINUTES + (minutesOf(shift.timeStart) ?? 0)
      for (let minute = 0; minute < (lengthOf(shift) ?? 0); minute++) minutes[(start + minute) % minutes.length]?.add(index)
    }
  })
  return minutes
}

test('the bars show what a clock would, minute by minute, over midnight and over the end of the week', () => {
  fc.assert(
    fc.property(fc.array(anyShift, { maxLength: 4 }), (shifts) => {
      const days = coverageOf(shifts)
      const expected = minuteByMinute(shifts)
      assert.equal(days.length, 7)
      days.forEach((pieces, day) => {
        assert.equal(pieces[0]?.from, 0)
        assert.equal(pieces.at(-1)?.to, DAY_MINUTES)
        pieces.forEach((piece, at) => {
          assert.ok(piece.from < piece.to)
          assert.equal(pieces[at + 1]?.from ?? DAY_MINUTES, piece.to)
          for (const minute of [piece.from, Math.floor((piece.from + piece.to) / 2), piece.to - 1]) {
            assert.deepEqual([...(expected[day * DAY_MINUTES + minute] ?? [])], piece.shifts)
          }
        })
      })
      assert.deepEqual(weekSums(days), {
        uncovered: expected.filter((running) => running.size === 0).length,
        overlapping: expected.filter((running) => running.size > 1).length,
      })
    }),
    { numRuns: 60 },
  )
})

test('a shift of Sunday night goes on on Monday morning', () => {
  const days = coverageOf([{ code: 'N', timeStart: '22:00', timeEnd: '06:00', weekdays: [7] }])
  assert.deepEqual(days[0], [
    { from: 0, to: 360, shifts: [0] },
    { from: 360, to: DAY_MINUTES, shifts: [] },
  ])
  assert.deepEqual(days[6]?.at(-1), { from: 1320, to: DAY_MINUTES, shifts: [0] })
  assert.equal(weekSums(days).uncovered, 7 * DAY_MINUTES - 480)
})

test('times that are half typed cover nothing, equal ones a whole day', () => {
  assert.deepEqual(weekSums(coverageOf([{ code: 'A', timeStart: '6:', timeEnd: '14:00', weekdays: EVERY_DAY }])), {
    uncovered: 7 * DAY_MINUTES,
    overlapping: 0,
  })
  assert.equal(lengthOf({ timeStart: '06:00', timeEnd: '06:00' }), DAY_MINUTES)
  assert.equal(lengthOf({ timeStart: '22:00', timeEnd: '06:00' }), 480)
})

const TYPED: readonly (readonly [string, string | null])[] = [
  ['6', '06:00'],
  ['06:00', '06:00'],
  ['6:5', '06:05'],
  ['0605', '06:05'],
  ['6.30', '06:30'],
  [' 22 15 ', '22:15'],
  ['24:00', null],
  ['6:60', null],
  ['six', null],
  ['', null],
]
for (const [typed, expected] of TYPED) test(`the time "${typed}"`, () => assert.equal(readTime(typed), expected))
