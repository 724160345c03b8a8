import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { instanceOn } from '#engine/shift/instances.ts'
import { DAY_MS, HOUR_MS } from '#engine/time/durations.ts'
import { isZone } from './zone.ts'
import {
  askedShifts,
  calendarMs,
  commonDates,
  dateAt,
  midnight,
  periodOf,
  periodsBetween,
  scopeMs,
  shiftScopeOf,
  takesShift,
  type PeriodType,
} from './statPeriod.ts'

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

const ZONES = ['UTC', 'Europe/Kyiv', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia', 'Australia/Lord_Howe', 'Africa/Cairo'].filter(
  isZone,
)
const plant = fc.record({
  zone: fc.constantFrom(...ZONES),
  shiftDateRule: fc.constantFrom('START' as const, 'END' as const),
  start: fc.integer({ min: 0, max: 23 }),
  length: fc.integer({ min: 1, max: 24 }),
})

function shiftsOf({ zone, shiftDateRule, start, length }: typeof plant extends fc.Arbitrary<infer T> ? T : never) {
  const clock = (hour: number) => `${String(hour % 24).padStart(2, '0')}:30`
  const shift = { shiftId: 1, code: 'A', name: 'A', timeStart: clock(start), timeEnd: clock(start + length) }
  return Array.from({ length: 60 }, (_, day) =>
    instanceOn({ zone, shiftDateRule }, shift, Temporal.PlainDate.from('2026-03-01').add({ days: day })),
  )
}

test('a period of whole days takes the shifts of their dates, whichever rule dates them, in every zone (D-44)', () => {
  fc.assert(
    fc.property(plant, fc.integer({ min: 3, max: 50 }), fc.integer({ min: 1, max: 5 }), (given, first, days) => {
      const from = Temporal.PlainDate.from('2026-03-01').add({ days: first })
      const [start, end] = [from, from.add({ days })].map((date) => midnight(given.zone, date.toString()))
      const scope = shiftScopeOf(given.zone, { start: start ?? 0, end: end ?? 0 })
      assert.deepEqual(scope, { from: from.toString(), to: from.add({ days }).toString(), startsFrom: null, startsBefore: null })
      const taken = shiftsOf(given).filter((shift) => takesShift(scope, shift))
      assert.deepEqual(
        taken.map(({ shiftDate }) => shiftDate),
        Array.from({ length: days }, (_, day) => from.add({ days: day }).toString()),
      )
    }),
    { numRuns: 200 },
  )
})

test('each shift is in exactly one of periods that follow each other, and by its start in none that ends before it', () => {
  const base = Date.parse('2026-03-03T00:00:00Z')
  const cut = fc.integer({ min: 0, max: 50 * 24 * 4 }).map((quarters) => base + quarters * (HOUR_MS / 4))
  fc.assert(
    fc.property(plant, fc.uniqueArray(cut, { minLength: 3, maxLength: 6 }), (given, cuts) => {
      const edges = cuts.toSorted((left, right) => left - right)
      const scopes = edges.slice(1).map((end, index) => shiftScopeOf(given.zone, { start: edges[index] ?? 0, end }))
      const whole = shiftScopeOf(given.zone, { start: edges[0] ?? 0, end: edges.at(-1) ?? 0 })
      for (const shift of shiftsOf(given)) {
        assert.equal(scopes.filter((scope) => takesShift(scope, shift)).length, takesShift(whole, shift) ? 1 : 0)
        if (given.shiftDateRule === 'START')
          assert.equal(takesShift(whole, shift), shift.start >= (edges[0] ?? 0) && shift.start < (edges.at(-1) ?? 0))
      }
    }),
    { numRuns: 200 },
  )
})

test('the calendar of a period is its own time, that of whole days their dates', () => {
  const hour = { start: Date.parse('2026-03-29T06:00:00Z'), end: Date.parse('2026-03-29T07:00:00Z') }
  const scope = shiftScopeOf('Europe/Kyiv', hour)
  assert.equal(scopeMs('Europe/Kyiv', scope, scope, Infinity), HOUR_MS)
  assert.equal(scopeMs('Europe/Kyiv', scope, scope, hour.start + 60_000), 60_000)
  const now = Date.parse('2026-03-29T12:00:00Z')
  const asked = askedShifts('Europe/Kyiv', null, now)
  assert.deepEqual(asked, { from: '2026-02-27', to: '2026-03-30', startsFrom: null, startsBefore: null })
  assert.equal(scopeMs('Europe/Kyiv', asked, { from: '2026-03-29', to: '2026-03-30' }, now + 7 * DAY_MS), 23 * HOUR_MS)
})
