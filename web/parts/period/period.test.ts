import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type PeriodChoice, readPeriod, RELATIVE_RANGES, writePeriod, wrongPeriodKeys } from '#engine/time/periodChoice.ts'
import { boundsOf, fixPeriod, movePeriod } from './period.ts'
import { readTyped, writeTyped } from './typedInstant.ts'
import { dayAt, dayOf, startOfDay } from './zoneDay.ts'

const ZONES = [
  'Europe/Kyiv',
  'America/New_York',
  'America/Sao_Paulo',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'UTC',
]
const LOCALES = ['en', 'uk', 'es', 'uz'] as const
const zones = fc.constantFrom(...ZONES)
/** 2005 to 2040, to the minute. */
const instants = fc.integer({ min: 18_410_000, max: 36_810_000 }).map((minutes) => minutes * 60_000)
const relative = fc
  .record({ range: fc.constantFrom(...RELATIVE_RANGES), shiftId: fc.option(fc.integer({ min: 1, max: 99 })) })
  .map(({ range, shiftId }): PeriodChoice => ({ kind: 'relative', range, shiftId }))
const fixed = fc
  .record({ from: instants, length: fc.integer({ min: 5, max: 31 * 24 * 60 }), shiftId: fc.constant(null) })
  .map(({ from, length, shiftId }): PeriodChoice => ({ kind: 'absolute', from, to: from + length * 60_000, shiftId }))
const choices: fc.Arbitrary<PeriodChoice> = fc.oneof(relative, fixed)

const plain = (day: number) => Temporal.PlainDate.from('1970-01-01').add({ days: day })

test('a day begins where the calendar of its zone says, also where clocks change or a day is skipped', () => {
  fc.assert(
    fc.property(zones, fc.integer({ min: 12_800, max: 25_500 }), (zone, day) => {
      assert.equal(startOfDay(zone, day), plain(day).toZonedDateTime(zone).epochMilliseconds)
    }),
  )
})

test('the day at an instant is that of the zone', () => {
  fc.assert(
    fc.property(zones, instants, (zone, at) => {
      const date = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate()
      assert.equal(plain(dayAt(zone, at)).toString(), date.toString())
    }),
  )
})

test('days with a change of clocks have 23 and 25 hours', () => {
  const hours = (year: number, month: number, date: number) => {
    const day = dayOf(year, month, date) ?? 0
    return (startOfDay('Europe/Kyiv', day + 1) - startOfDay('Europe/Kyiv', day)) / 3_600_000
  }
  assert.deepEqual([hours(2026, 3, 29), hours(2026, 10, 25), hours(2026, 5, 4)], [23, 25, 24])
  assert.equal(dayOf(2026, 2, 29), null)
})

test('a choice survives the address, relative ones stay relative', () => {
  fc.assert(
    fc.property(choices, (choice) => {
      const search = Object.fromEntries(Object.entries(writePeriod(choice)).filter(([, value]) => value !== undefined))
      assert.deepEqual(readPeriod(search), choice)
      assert.deepEqual(wrongPeriodKeys(search), [])
    }),
  )
})

test('where an address names no period a page has its usual one, and a current shift that was chosen stays', () => {
  const usual = { kind: 'relative', range: 'last7', shiftId: 2 }
  assert.deepEqual(readPeriod({ shift: '2' }, 'last7'), usual)
  const chosen: PeriodChoice = { kind: 'relative', range: 'currentShift', shiftId: null }
  assert.deepEqual(readPeriod(writePeriod(chosen), 'last7'), chosen)
})

test('the previous shift is the last one that is over; as much time before the current one while it is not known', () => {
  const now = Date.UTC(2026, 4, 4, 10)
  const currentShift = { from: now - 3_600_000, to: now + 7 * 3_600_000 }
  const previousShift = { from: now - 14 * 3_600_000, to: now - 6 * 3_600_000 }
  const previous: PeriodChoice = { kind: 'relative', range: 'previousShift', shiftId: null }
  const context = { now, timeZone: 'Europe/Kyiv', currentShift }
  assert.deepEqual(boundsOf(previous, { ...context, previousShift }), previousShift)
  assert.deepEqual(boundsOf(previous, context), { from: currentShift.from - 8 * 3_600_000, to: currentShift.from })
})

test('what an address says that means nothing is left out and named', () => {
  const search = { range: 'lastYear', from: '2026-05-03', to: '2026-05-04T00:00:00Z', shift: '-1' }
  assert.deepEqual(readPeriod(search), { kind: 'relative', range: 'currentShift', shiftId: null })
  assert.deepEqual(wrongPeriodKeys(search), ['range', 'from', 'to', 'shift'])
})

test('quick ranges are whole days that hold or touch now, and the seven days of a week follow each other', () => {
  fc.assert(
    fc.property(zones, instants, (timeZone, now) => {
      const bounds = (range: (typeof RELATIVE_RANGES)[number]) =>
        boundsOf({ kind: 'relative', range, shiftId: null }, { now, timeZone, currentShift: null })
      assert.ok(bounds('today').from <= now && now < bounds('today').to)
      assert.equal(bounds('yesterday').to, bounds('today').from)
      assert.equal(bounds('tomorrow').from, bounds('today').to)
      assert.equal(bounds('last7').to, bounds('today').to)
      assert.equal(bounds('last30').from, startOfDay(timeZone, dayAt(timeZone, now) - 29))
    }),
  )
})

test('weeks begin on Monday, hold or end before today, and are called so when one goes from one to the other', () => {
  fc.assert(
    fc.property(zones, instants, (timeZone, now) => {
      const context = { now, timeZone, currentShift: null }
      const thisWeek: PeriodChoice = { kind: 'relative', range: 'thisWeek', shiftId: null }
      const lastWeek: PeriodChoice = { ...thisWeek, range: 'lastWeek' }
      const [week, before] = [boundsOf(thisWeek, context), boundsOf(lastWeek, context)]
      assert.ok(week.from <= now && now < week.to)
      assert.equal(before.to, week.from)
      for (const { from, to } of [week, before]) {
        assert.equal(dayAt(timeZone, to) - dayAt(timeZone, from), 7)
        assert.equal(Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(timeZone).dayOfWeek, 1)
      }
      assert.deepEqual(movePeriod(thisWeek, -1, context), lastWeek)
      assert.deepEqual(movePeriod(lastWeek, 1, context), thisWeek)
    }),
  )
})

test('the period before touches the one shown, and going there and back ends where it began', () => {
  fc.assert(
    fc.property(choices, zones, instants, (choice, timeZone, now) => {
      const context = { now, timeZone, currentShift: { from: now - 3_600_000, to: now + 7 * 3_600_000 } }
      const here = boundsOf(choice, context)
      const before = movePeriod(choice, -1, context)
      assert.equal(boundsOf(before, context).to, here.from)
      const back = boundsOf(movePeriod(before, 1, context), context)
      assert.equal(back.from, here.from)
      assert.deepEqual(boundsOf(fixPeriod(choice, context), context), here)
    }),
  )
})

test('today moves to yesterday and tomorrow by their names', () => {
  const context = { now: Date.UTC(2026, 2, 29, 10), timeZone: 'Europe/Kyiv', currentShift: null }
  const today: PeriodChoice = { kind: 'relative', range: 'today', shiftId: 2 }
  assert.deepEqual(movePeriod(today, -1, context), { ...today, range: 'yesterday' })
  assert.deepEqual(movePeriod(today, 1, context), { ...today, range: 'tomorrow' })
})

test('what is written for an instant is read back as it, in every language', () => {
  fc.assert(
    fc.property(zones, instants, fc.constantFrom(...LOCALES), fc.constantFrom('from' as const, 'to' as const), (zone, at, locale, edge) => {
      const again = readTyped(writeTyped(at, edge, zone, locale), edge, zone)
      // Where clocks go back a local time comes twice, and the first is meant.
      assert.ok(again !== null && (again === at || (again < at && at - again <= 86_400_000)))
    }),
  )
})

test('dates are typed in the forms of the languages, and nonsense is refused', () => {
  const read = (text: string) => readTyped(text, 'from', 'Europe/Kyiv')
  const third = Date.UTC(2026, 4, 2, 21)
  assert.deepEqual([read('03.05.2026'), read('3/5/2026'), read(' 2026-05-03 ')], [third, third, third])
  assert.equal(read('03.05.2026 14:30'), third + 14.5 * 3_600_000)
  assert.equal(readTyped('2026-05-03', 'to', 'Europe/Kyiv'), third + 24 * 3_600_000)
  assert.deepEqual([read('31.02.2026'), read('03.05.2026 25:00'), read('yesterday'), read('')], [null, null, null, null])
})
