import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR_MS } from '#engine/time/durations.ts'
import { calendarMs, commonDates, dateAt, periodOf, periodsBetween, type PeriodType } from './statPeriod.ts'

const periods: readonly (readonly [type: PeriodType, date: string, from: string, to: string])[] = [
  ['SHIFT', '2026-05-04', '2026-05-04', '2026-05-05'],
  ['DAY', '2026-12-31', '2026-12-31', '2027-01-01'],
  ['WEEK', '2026-05-04', '2026-05-04', '2026-05-11'],
  ['WEEK', '2026-05-10', '2026-05-04', '2026-05-11'],
  ['WEEK', '2027-01-01', '2026-12-28', '2027-01-04'],
  ['MONTH', '2028-02-29', '2028-02-01', '2028-03-01'],
  ['YEAR', '2026-05-04', '2026-01-01', '2027-01-01'],
]
for (const [type, date, from, to] of periods) {
  test(`${date} is in the ${type} from ${from}`, () => assert.deepEqual(periodOf(type, date), { from, to }))
}

test('periods between dates follow each other, clipped at both ends', () => {
  assert.deepEqual(periodsBetween('MONTH', { from: '2026-01-15', to: '2026-03-10' }), [
    { from: '2026-01-15', to: '2026-02-01' },
    { from: '2026-02-01', to: '2026-03-01' },
    { from: '2026-03-01', to: '2026-03-10' },
  ])
  assert.deepEqual(periodsBetween('DAY', { from: '2026-01-15', to: '2026-01-15' }), [])
  assert.deepEqual(commonDates({ from: '2026-01-01', to: '2026-02-01' }, { from: '2026-01-20', to: '2026-03-01' }), {
    from: '2026-01-20',
    to: '2026-02-01',
  })
  assert.equal(commonDates({ from: '2026-01-01', to: '2026-02-01' }, { from: '2026-02-01', to: '2026-03-01' }), null)
})

test('a day of the calendar has 23 or 25 hours where the clock changes, and ends now (D-1)', () => {
  const never = Infinity
  assert.equal(calendarMs('Europe/Kyiv', { from: '2026-03-29', to: '2026-03-30' }, never), 23 * HOUR_MS)
  assert.equal(calendarMs('Europe/Kyiv', { from: '2026-10-25', to: '2026-10-26' }, never), 25 * HOUR_MS)
  assert.equal(calendarMs('Asia/Kathmandu', { from: '2026-03-29', to: '2026-03-30' }, never), 24 * HOUR_MS)
  assert.equal(calendarMs('UTC', { from: '2026-03-29', to: '2026-03-30' }, Date.parse('2026-03-29T06:00:00Z')), 6 * HOUR_MS)
  assert.equal(calendarMs('UTC', { from: '2026-03-29', to: '2026-03-30' }, 0), 0)
  assert.equal(dateAt('Asia/Kathmandu', Date.parse('2026-03-29T18:15:00Z')), '2026-03-30')
})
