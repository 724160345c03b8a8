import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { effectiveExceptions, effectiveSchedule, withExceptions } from '#engine/shift/effectiveSchedule.ts'
import type { ShiftScheduleVersion } from '#engine/shift/shiftSchedule.ts'
import { shift } from '#engine/testing/exampleSetup.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import { bucketAt } from './bucket.ts'
import { calendarOf, instancesBetween } from './calendar.ts'

const at = (text: string): number => Temporal.Instant.from(text).epochMilliseconds
const dates = (version: ShiftScheduleVersion, from: string, to: string): string[] =>
  instancesBetween(calendarOf([version]), at(from), at(to)).map((instance) => instance.shiftDate)

const workdays = { ...shift(1, '06:00', '14:00'), weekdays: [1, 2, 3, 4, 5] }

test('a shift starts on its days of the week only; the days between are one stretch out of schedule (S-48)', () => {
  const version = { validFrom: 0, zone: 'UTC', shifts: [workdays] }
  assert.deepEqual(dates(version, '2026-05-07T00:00Z', '2026-05-13T00:00Z'), ['2026-05-07', '2026-05-08', '2026-05-11', '2026-05-12'])
  assert.deepEqual(calendarOf([version]).windowAt(at('2026-05-10T03:00Z')), {
    start: at('2026-05-08T14:00Z'),
    end: at('2026-05-11T06:00Z'),
    shift: null,
  })
})

test('a holiday has no shift and an extra day has all, whatever the weekday (S-48)', () => {
  const exceptions = [
    { date: '2026-05-08', isWorking: false },
    { date: '2026-05-09', isWorking: true },
  ]
  const version = { validFrom: 0, zone: 'UTC', shifts: [workdays], exceptions }
  assert.deepEqual(dates(version, '2026-05-07T00:00Z', '2026-05-13T00:00Z'), ['2026-05-07', '2026-05-09', '2026-05-11', '2026-05-12'])
})

test('a night shift that starts before a holiday ends on it, and none starts there', () => {
  const version = {
    validFrom: 0,
    zone: 'UTC',
    shifts: [shift(1, '22:00', '06:00')],
    exceptions: [{ date: '2026-05-05', isWorking: false }],
  }
  const found = instancesBetween(calendarOf([version]), at('2026-05-04T21:00Z'), at('2026-05-07T00:00Z'))
  assert.deepEqual(
    found.map((instance) => [instance.shiftDate, instance.end]),
    [
      ['2026-05-04', at('2026-05-05T06:00Z')],
      ['2026-05-06', at('2026-05-07T06:00Z')],
    ],
  )
})

test('a shutdown of four weeks is one stretch out of schedule', () => {
  const exceptions = Array.from({ length: 28 }, (_, day) => ({
    date: Temporal.PlainDate.from('2026-07-06').add({ days: day }).toString(),
    isWorking: false,
  }))
  const calendar = calendarOf([{ validFrom: 0, zone: 'Europe/Kyiv', shifts: [{ ...workdays, weekdays: [1] }], exceptions }])
  assert.deepEqual(calendar.windowAt(at('2026-07-20T00:00Z')), {
    start: at('2026-06-29T14:00+03:00'),
    end: at('2026-08-03T06:00+03:00'),
    shift: null,
  })
})

test("a work center's exception decides for its date, the company's for the others", () => {
  const holiday = { date: '2026-05-01', isWorking: false }
  assert.deepEqual(effectiveExceptions([{ ...holiday, isWorking: true }], [{ ...holiday, date: '2026-12-25' }, holiday]), [
    { ...holiday, isWorking: true },
    { ...holiday, date: '2026-12-25' },
  ])
  const versions = [{ validFrom: 0, zone: 'UTC', shifts: [workdays] }]
  assert.equal(withExceptions(versions, []), versions)
})

test('by the rule END a night belongs to the date of its last moment, a shift until midnight to its own (S-41, A-3)', () => {
  const shifts = [shift(1, '22:00', '06:00'), shift(2, '16:00', '22:00'), shift(3, '06:00', '16:00')]
  const version = { validFrom: 0, zone: 'Europe/Kyiv', shifts, shiftDateRule: 'END' as const }
  assert.deepEqual(
    instancesBetween(calendarOf([version]), at('2026-05-04T03:00Z'), at('2026-05-05T03:00Z')).map((one) => [one.shiftId, one.shiftDate]),
    [
      [3, '2026-05-04'],
      [2, '2026-05-04'],
      [1, '2026-05-05'],
    ],
  )
  assert.deepEqual(dates({ ...version, shifts: [shift(1, '16:00', '00:00')] }, '2026-05-04T13:00Z', '2026-05-04T21:00Z'), ['2026-05-04'])
})

test('a changed zone leaves the running instance alone and moves the ones after it (E-32)', () => {
  const before = { validFrom: 0, zone: 'Europe/Kyiv', shifts: [shift(1, '06:00', '18:00'), shift(2, '18:00', '06:00')] }
  const changedAt = at('2026-05-04T10:00+03:00')
  for (const zone of ['Asia/Kathmandu', 'Pacific/Tongatapu', 'America/Los_Angeles', 'UTC']) {
    const calendar = calendarOf([before, { ...before, validFrom: changedAt, zone }])
    assert.deepEqual(calendar.windowAt(changedAt), calendarOf([before]).windowAt(changedAt))
    assert.deepEqual(calendar.windowAt(changedAt - DAY_MS), calendarOf([before]).windowAt(changedAt - DAY_MS))
    const next = instancesBetween(calendar, at('2026-05-04T18:00+03:00'), at('2026-05-06T00:00Z'))[0]
    const wall = Temporal.Instant.fromEpochMilliseconds(next?.start ?? 0)
      .toZonedDateTimeISO(zone)
      .toPlainTime()
      .toString()
    assert.ok(['06:00:00', '18:00:00'].includes(wall), `${zone}: ${wall}`)
    assert.deepEqual(bucketAt(calendar.zoneAt(changedAt - 1), changedAt - 1), bucketAt('Europe/Kyiv', changedAt - 1))
  }
})

test('without its own shifts a work center is back in those of its company, after the running instance (E-36)', () => {
  const company = [
    { validFrom: 0, zone: 'UTC', shifts: [shift(1, '06:00', '14:00')] },
    { validFrom: at('2026-05-06T00:00Z'), zone: 'UTC', shifts: [shift(1, '07:00', '15:00')] },
  ]
  const own = [
    { validFrom: at('2026-05-02T00:00Z'), zone: 'UTC', shifts: [shift(9, '05:00', '17:00')] },
    { validFrom: at('2026-05-04T10:00Z'), zone: 'UTC', shifts: [] },
  ]
  const found = instancesBetween(calendarOf(effectiveSchedule(own, company)), at('2026-05-01T00:00Z'), at('2026-05-07T00:00Z'))
  assert.deepEqual(
    found.map((one) => `${one.shiftId} ${Temporal.Instant.fromEpochMilliseconds(one.start).toString({ smallestUnit: 'minute' })}`),
    [
      '1 2026-05-01T06:00Z',
      '9 2026-05-02T05:00Z',
      '9 2026-05-03T05:00Z',
      '9 2026-05-04T05:00Z',
      '1 2026-05-05T06:00Z',
      '1 2026-05-06T07:00Z',
    ],
  )
})

const zones = ['UTC', 'Europe/Kyiv', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Tongatapu', 'Pacific/Apia', 'Australia/Lord_Howe']
const scheduleOf = fc.record({
  zone: fc.constantFrom(...zones),
  start: fc.integer({ min: 0, max: 23 }),
  lengths: fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 3 }),
  weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
  exceptions: fc.uniqueArray(fc.record({ day: fc.integer({ min: 0, max: 60 }), isWorking: fc.boolean() }), {
    selector: (one) => one.day,
    maxLength: 20,
  }),
  shiftDateRule: fc.constantFrom('START' as const, 'END' as const),
})
type Drawn = typeof scheduleOf extends fc.Arbitrary<infer T> ? T : never

function toVersion(drawn: Drawn, validFrom: number): ShiftScheduleVersion {
  let hour = drawn.start
  const shifts = drawn.lengths.flatMap((length, index) => {
    if (hour + length > drawn.start + 24) return []
    const made = shift(index + 1, clock(hour), clock(hour + length))
    hour += length
    return [{ ...made, weekdays: drawn.weekdays }]
  })
  const exceptions = drawn.exceptions.map(({ day, isWorking }) => ({
    date: Temporal.PlainDate.from('2026-03-01').add({ days: day }).toString(),
    isWorking,
  }))
  return { validFrom, zone: drawn.zone, shifts, exceptions, shiftDateRule: drawn.shiftDateRule }
}

function clock(hour: number): string {
  return `${String(hour % 24).padStart(2, '0')}:30`
}

test('windows follow each other without gap or overlap, and what was before a change stays (S-43)', () => {
  const start = at('2026-02-20T00:00Z')
  fc.assert(
    fc.property(scheduleOf, scheduleOf, fc.integer({ min: 0, max: 70 * 24 }), (first, second, hours) => {
      const changedAt = start + hours * 3_600_000
      const one = toVersion(first, 0)
      const calendar = calendarOf([one, toVersion(second, changedAt)])
      const alone = calendarOf([one])
      let at = start
      while (at < start + 75 * DAY_MS) {
        const window = calendar.windowAt(at)
        assert.ok(window.start <= at && at < window.end)
        assert.deepEqual(calendarOf([one, toVersion(second, changedAt)]).windowAt(window.end === Infinity ? at : window.end - 1), window)
        const before = alone.windowAt(at)
        if (before.shift && before.start < changedAt) assert.deepEqual(window, before)
        at = window.end
      }
    }),
    { numRuns: 60 },
  )
})
