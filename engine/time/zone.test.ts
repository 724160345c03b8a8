import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { nextLocalHour } from './zone.ts'

const at = (text: string): number => Temporal.Instant.from(text).epochMilliseconds

test('the next local hour is the one of the zone, strictly later', () => {
  assert.equal(nextLocalHour('Europe/Warsaw', at('2026-05-04T00:30Z'), 3), at('2026-05-04T01:00Z'))
  assert.equal(nextLocalHour('Europe/Warsaw', at('2026-05-04T01:00Z'), 3), at('2026-05-05T01:00Z'))
  assert.equal(nextLocalHour('Asia/Kathmandu', at('2026-05-04T00:00Z'), 3), at('2026-05-04T21:15Z'))
})

test('an hour that the clocks skip in spring is the one after it, one that they repeat comes once', () => {
  assert.equal(nextLocalHour('Europe/Warsaw', at('2026-03-28T12:00Z'), 2), at('2026-03-29T01:00Z'))
  const first = nextLocalHour('Europe/Warsaw', at('2026-10-24T12:00Z'), 2)
  assert.equal(first, at('2026-10-25T00:00Z'))
  assert.equal(nextLocalHour('Europe/Warsaw', first, 2), at('2026-10-26T01:00Z'))
})

test('it is never more than a day and an hour away', () => {
  const zones = ['Europe/Warsaw', 'Asia/Kathmandu', 'Pacific/Apia', 'America/New_York', 'UTC']
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: at('2015-01-01T00:00Z'), max: at('2030-01-01T00:00Z') }),
      fc.integer({ min: 0, max: 23 }),
      (zone, now, hour) => {
        const next = nextLocalHour(zone, now, hour)
        assert.ok(next > now && next - now <= 25 * 3_600_000)
      },
    ),
  )
})
