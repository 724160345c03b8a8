import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts'
import { timesOfDay } from './timesOfDay.ts'

const ZONES = ['Europe/Warsaw', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC'] as const

test('times of day are those that a clock in the zone shows, also far from and near to a change of clocks', () => {
  let found = 0
  const asked = fc.record({
    zone: fc.constantFrom(...ZONES),
    times: fc.uniqueArray(fc.constantFrom('00:00', '02:30', '06:05', '12:00', '23:59'), { minLength: 1 }),
    start: fc
      .integer({ min: Date.UTC(2026, 0, 1) / MINUTE_MS, max: Date.UTC(2027, 0, 1) / MINUTE_MS })
      .map((minutes) => minutes * MINUTE_MS),
    hours: fc.integer({ min: 1, max: 100 }),
  })
  fc.assert(
    fc.property(asked, ({ zone, times, start, hours }) => {
      const end = start + hours * HOUR_MS
      const expected: number[] = []
      for (
        let date = Temporal.Instant.fromEpochMilliseconds(start - 2 * DAY_MS)
            .toZonedDateTimeISO(zone)
            .toPlainDate(),
          day = 0;
        day < 10;
        day++
      ) {
        for (const time of times) {
          const at = date.add({ days: day }).toPlainDateTime(time).toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds
          if (start <= at && at < end) expected.push(at)
        }
      }
      assert.deepEqual(timesOfDay(zone, times, { start, end }), expected)
      found += expected.length
    }),
    { numRuns: 300 },
  )
  assert.ok(found > 200, String(found))
})
