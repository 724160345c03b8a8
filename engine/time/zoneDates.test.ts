import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dateOf, dateOfParts, daysSinceMonday, startOfDate } from './zoneDates.ts'

test('the date of an instant is that of the zone', () => {
  const at = Date.parse('2026-11-22T22:30:00Z')
  assert.equal(dateOf('Europe/Kyiv', at), '2026-11-23')
  assert.equal(dateOf('UTC', at), '2026-11-22')
})

test('a date begins at the midnight of its zone, where it is skipped when the clocks jump over it', () => {
  assert.equal(startOfDate('Europe/Kyiv', '2026-11-05'), Date.parse('2026-11-04T22:00:00Z'))
  assert.equal(startOfDate('Europe/Kyiv', '2026-07-05'), Date.parse('2026-07-04T21:00:00Z'))
  assert.equal(startOfDate('America/Havana', '2026-03-08'), Date.parse('2026-03-08T05:00:00Z'))
})

test('a week begins on Monday', () => {
  assert.equal(daysSinceMonday('2026-11-23'), 0)
  assert.equal(daysSinceMonday('2026-11-22'), 6)
})

const PARTS: readonly (readonly [number, number, number, string | null])[] = [
  [2026, 11, 5, '2026-11-05'],
  [2028, 2, 29, '2028-02-29'],
  [2026, 2, 29, null],
  [2026, 13, 1, null],
  [2026, 0, 1, null],
  [2026, 11, 31, null],
  [Number.NaN, 1, 1, null],
]
for (const [year, month, day, date] of PARTS)
  test(`${year}-${month}-${day} is ${date ?? 'no date'}`, () => {
    assert.equal(dateOfParts(year, month, day), date)
  })
