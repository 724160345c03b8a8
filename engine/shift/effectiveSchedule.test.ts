import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shift, threeShifts } from '#engine/testing/exampleSetup.ts'
import { calendarOf, instancesBetween } from '#engine/time/calendar.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import { effectiveSchedule } from './effectiveSchedule.ts'

const DAY = Date.UTC(2026, 4, 4)
const company = threeShifts('UTC')
const own = [{ validFrom: DAY + 10 * HOUR_MS, zone: 'UTC', shifts: [shift(7, '12:00', '18:00')] }]

test('a work center without own shifts has those of the company', () => assert.equal(effectiveSchedule([], company), company))

test('own shifts begin after the one that runs when they come into force; what was before stays (E-36)', () => {
  const instances = instancesBetween(calendarOf(effectiveSchedule(own, company)), DAY, DAY + 48 * HOUR_MS)
  assert.deepEqual(
    instances.map(({ shiftId, start, end }) => [shiftId, (start - DAY) / HOUR_MS, (end - DAY) / HOUR_MS]),
    [
      [3, -2, 6],
      [1, 6, 14],
      [7, 36, 42],
    ],
  )
})

test('own shifts that hold from before the company had any leave nothing of the company', () => {
  const early = [{ ...own[0], validFrom: -1, zone: 'UTC', shifts: [shift(7, '12:00', '18:00')] }]
  assert.deepEqual(effectiveSchedule(early, company), early)
})
