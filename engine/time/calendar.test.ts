import { HOUR_MS } from '#engine/time/durations.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shift, threeShifts } from '#engine/testing/exampleSetup.ts'
import { bucketAt } from './bucket.ts'
import { calendarOf, instancesBetween } from './calendar.ts'
import { contains, intersect, subtract } from './interval.ts'

const HOUR = HOUR_MS
const at = (text: string): number => Temporal.Instant.from(text).epochMilliseconds

const zones = ['UTC', 'Europe/Kyiv', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Apia', 'Africa/Casablanca']
for (const zone of zones) {
  test(`shifts and hours of a year in ${zone} follow each other without gap or overlap`, () => {
    const calendar = calendarOf(threeShifts(zone))
    const start = at('2025-01-01T00:00Z')
    const end = at('2026-01-01T00:00Z')
    for (let instant = start; instant < end;) {
      const window = calendar.windowAt(instant)
      assert.ok(window.shift && window.start <= instant && window.end > instant)
      assert.deepEqual(calendar.windowAt(window.end - 1), window)
      instant = window.end
    }
    for (let instant = start; instant < start + 400 * 24 * HOUR;) {
      const bucket = bucketAt(zone, instant)
      assert.ok(bucket.start <= instant && instant < bucket.end && bucket.end - bucket.start <= HOUR)
      assert.deepEqual(bucketAt(zone, bucket.end - 1), bucket)
      instant = bucket.end
    }
  })
}

test('a shift that starts in the skipped hour moves forward, and the one before ends there (E-30)', () => {
  const calendar = calendarOf([{ validFrom: 0, zone: 'Europe/Kyiv', shifts: [shift(1, '19:30', '03:30'), shift(2, '03:30', '19:30')] }])
  const moved = calendar.windowAt(at('2025-03-30T01:30Z'))
  assert.equal(moved.shift?.shiftId, 2)
  assert.equal(moved.start, at('2025-03-30T04:30+03:00'))
  assert.equal(calendar.windowAt(moved.start - 1).end, moved.start)
})

test('a repeated wall time is the first of the two (S-42)', () => {
  const calendar = calendarOf([{ validFrom: 0, zone: 'Europe/Kyiv', shifts: [shift(1, '03:30', '11:30')] }])
  assert.equal(calendar.windowAt(at('2025-10-26T02:00Z')).start, at('2025-10-26T03:30+03:00'))
})

test('a shift of 24 hours has 23 and 25 where the clocks change', () => {
  const calendar = calendarOf([{ validFrom: 0, zone: 'Europe/Kyiv', shifts: [shift(1, '00:00', '00:00')] }])
  const lengths = instancesBetween(calendar, at('2025-03-29T22:00Z'), at('2025-03-30T21:00Z')).map(
    (window) => (window.end - window.start) / HOUR,
  )
  assert.deepEqual(lengths, [23])
})

test('time between two shifts is out of schedule', () => {
  const calendar = calendarOf([{ validFrom: 0, zone: 'UTC', shifts: [shift(1, '06:00', '14:00')] }])
  assert.deepEqual(calendar.windowAt(at('2026-05-04T20:00Z')), {
    start: at('2026-05-04T14:00Z'),
    end: at('2026-05-05T06:00Z'),
    shift: null,
  })
})

test('without a schedule all time is one stretch out of schedule', () => {
  assert.deepEqual(calendarOf([]).windowAt(0), { start: -Infinity, end: Infinity, shift: null })
})

const changedAt = at('2026-05-04T10:00Z')
const changes = [
  {
    name: 'a longer shift applies from the next start',
    shifts: [shift(1, '06:00', '15:00')],
    expected: ['2026-05-04T06:00Z 2026-05-04T14:00Z', '2026-05-05T06:00Z 2026-05-05T15:00Z'],
  },
  {
    name: 'an own schedule begins with its first start after the running shift, the gap is out of schedule (E-36)',
    shifts: [shift(7, '12:00', '18:00'), shift(8, '18:00', '00:00')],
    expected: ['2026-05-04T06:00Z 2026-05-04T14:00Z', '2026-05-04T18:00Z 2026-05-05T00:00Z', '2026-05-05T12:00Z 2026-05-05T18:00Z'],
  },
  { name: 'without shifts the running one is the last (E-34)', shifts: [], expected: ['2026-05-04T06:00Z 2026-05-04T14:00Z'] },
]
for (const change of changes) {
  test(`schedule change: ${change.name}`, () => {
    const before = { validFrom: at('2026-05-01T00:00Z'), zone: 'UTC', shifts: [shift(1, '06:00', '14:00')] }
    const calendar = calendarOf([before, { ...before, validFrom: changedAt, shifts: change.shifts }])
    const found = instancesBetween(calendar, at('2026-05-04T06:00Z'), at('2026-05-05T18:00Z'))
    assert.deepEqual(
      found.slice(0, change.expected.length).map((window) => `${minute(window.start)} ${minute(window.end)}`),
      change.expected,
    )
    assert.equal(calendar.windowAt(at('2026-05-01T00:00Z')).shift, null)
  })
}

test('an hour bucket in Kathmandu starts at a quarter to the UTC hour (E-31)', () => {
  assert.deepEqual(bucketAt('Asia/Kathmandu', at('2026-05-04T10:30Z')), { start: at('2026-05-04T10:15Z'), end: at('2026-05-04T11:15Z') })
})

test('interval operations are half-open', () => {
  assert.equal(intersect({ start: 0, end: 5 }, { start: 5, end: 9 }), null)
  assert.ok(contains({ start: 0, end: 5 }, 0) && !contains({ start: 0, end: 5 }, 5))
  assert.deepEqual(
    subtract({ start: 0, end: 10 }, [
      { start: 8, end: 12 },
      { start: 2, end: 4 },
      { start: 3, end: 5 },
    ]),
    [
      { start: 0, end: 2 },
      { start: 5, end: 8 },
    ],
  )
})

function minute(instant: number): string {
  return `${Temporal.Instant.fromEpochMilliseconds(instant).toString({ smallestUnit: 'minute' })}`
}
