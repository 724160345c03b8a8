import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { OeeTerms } from '#engine/facts.ts'
import { ALL_FACTORS } from '#engine/oee/kpis.ts'
import { NO_OUTPUT } from '#engine/output/outputCount.ts'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { dueAt } from './countedTime.ts'
import { missedPeriods } from './missedTargets.ts'
import { judgedPeriods, nextJudgedAt } from './targetPeriod.ts'
import type { PeriodRule, PeriodShift } from './targetPeriod.ts'

const LATER = Date.UTC(2027, 0, 1)
const RULE: PeriodRule = { periodType: 'DAY', mode: 'OEE', timeOfSending: null, switches: ALL_FACTORS, target: null }
/** Eight hours of planned time; units of an ideal second each. */
const terms = (units: number, given: Partial<OeeTerms> = {}): OeeTerms => ({
  elapsedMs: 8 * HOUR_MS,
  excludedMs: 0,
  noDataMs: 0,
  availabilityLossMs: 0,
  smallStopMs: 0,
  plannedDowntimeMs: 0,
  unplannedDowntimeMs: 0,
  unclassifiedDowntimeMs: 0,
  plannedIncludedMs: 0,
  unplannedIncludedMs: 0,
  orderLossMs: 0,
  setupMs: 0,
  failureMs: 0,
  failureCount: 0,
  netOperatingMs: units * 1000,
  qualityLossMs: 0,
  output: { ...NO_OUTPUT, total: units },
  uncountedOutput: NO_OUTPUT,
  ...given,
})
/** A shift from six to two by UTC, or of the hours. */
const shift = (shiftDate: string, given: Partial<PeriodShift> = {}): PeriodShift => {
  const start = Date.parse(`${shiftDate}T06:00Z`)
  return { start, end: start + 8 * HOUR_MS, shiftDate, zone: 'UTC', terms: terms(14_400), ...given }
}
const judged = (rule: Partial<PeriodRule>, shifts: readonly PeriodShift[], now = LATER) =>
  judgedPeriods({ ...RULE, ...rule }, shifts, now).map(({ from, judgedAt, value, skipped }) => [
    from,
    new Date(judgedAt).toISOString().slice(0, 16),
    value ?? skipped,
  ])

describe('when a target is judged', () => {
  it('is the time of sending on the day after, not before the last shift has settled', () => {
    // 22:00 to 06:00 in Warsaw.
    const night = shift('2026-11-23', { zone: 'Europe/Warsaw', start: Date.UTC(2026, 10, 23, 21), end: Date.UTC(2026, 10, 24, 5) })
    assert.deepEqual(judged({ timeOfSending: '06:00' }, [night]), [['2026-11-23', '2026-11-24T05:05', 50]])
    assert.deepEqual(judged({ timeOfSending: '06:30' }, [night]), [['2026-11-23', '2026-11-24T05:30', 50]])
    assert.deepEqual(judged({}, [night]), [['2026-11-23', '2026-11-24T07:00', 50]])
  })

  it('is five minutes after the end for a shift, whatever the time of sending', () => {
    const rule = { periodType: 'SHIFT', timeOfSending: '06:00' } as const
    assert.deepEqual(judged(rule, [shift('2026-11-23')]), [['2026-11-23', '2026-11-23T14:05', 50]])
  })

  it('is Monday for a week and the first day for a month', () => {
    const shifts = [shift('2026-11-23'), shift('2026-11-29'), shift('2026-11-30'), shift('2026-12-01')]
    assert.deepEqual(judged({ periodType: 'WEEK' }, shifts), [
      ['2026-11-23', '2026-11-30T08:00', 50],
      ['2026-11-30', '2026-12-07T08:00', 50],
    ])
    // December is judged later, at eight on the first of January.
    assert.deepEqual(judged({ periodType: 'MONTH' }, shifts), [['2026-11-01', '2026-12-01T08:00', 50]])
  })

  it('is by the clock of the plant on days of 23 and 25 hours', () => {
    const warsaw = (date: string) => shift(date, { zone: 'Europe/Warsaw' })
    const at = (date: string, timeOfSending: string) => judged({ timeOfSending }, [warsaw(date)])[0]?.[1]
    // 02:30 is skipped and becomes 03:30; 02:30 is shown twice and the first counts.
    assert.equal(at('2026-03-28', '02:30'), '2026-03-29T01:30')
    assert.equal(at('2026-10-24', '02:30'), '2026-10-25T00:30')
    assert.equal(at('2026-03-28', '08:00'), '2026-03-29T06:00')
    assert.equal(at('2026-10-24', '08:00'), '2026-10-25T07:00')
  })

  it('waits for shifts of the date that go on or are to come', () => {
    const running = shift('2026-11-23', { start: Date.UTC(2026, 10, 24, 5), end: Date.UTC(2026, 10, 24, 9), terms: null })
    const shifts = [shift('2026-11-23'), running]
    const now = Date.UTC(2026, 10, 24, 9)
    assert.deepEqual(judged({}, shifts, now), [])
    assert.equal(nextJudgedAt(RULE, shifts, now), now + 5 * MINUTE_MS)
    assert.deepEqual(judged({}, shifts, now + 5 * MINUTE_MS), [['2026-11-23', '2026-11-24T09:05', 50]])
    assert.equal(nextJudgedAt(RULE, shifts, now + 5 * MINUTE_MS), null)
  })
})

describe('periods of shifts in any order', () => {
  const TYPES = ['SHIFT', 'DAY', 'WEEK', 'MONTH'] as const
  const days = fc.uniqueArray(fc.integer({ min: 0, max: 90 }), { minLength: 1, maxLength: 60, size: 'max' })
  it('are the same, ascending, and hold each shift once', () => {
    fc.assert(
      fc.property(days, fc.constantFrom(...TYPES), (list, periodType) => {
        const shifts = list.map((day) => shift(new Date(Date.UTC(2026, 8, 1 + day)).toISOString().slice(0, 10)))
        const periods = judgedPeriods({ ...RULE, periodType }, shifts, LATER)
        assert.deepEqual(judgedPeriods({ ...RULE, periodType }, shifts.toReversed(), LATER), periods)
        for (const [index, { start, end, judgedAt }] of periods.entries()) {
          assert.ok(judgedAt >= end + 5 * MINUTE_MS && start >= (periods[index - 1]?.end ?? 0))
        }
        const held = shifts.filter((one) => periods.filter(({ start, end }) => start <= one.start && one.end <= end).length === 1)
        assert.equal(held.length, shifts.length)
      }),
    )
  })
})

describe('the figure of a period', () => {
  it('is a ratio of sums, not a mean of percentages', () => {
    const short = shift('2026-11-23', { start: Date.UTC(2026, 10, 23, 14), end: Date.UTC(2026, 10, 23, 18) })
    const shifts = [shift('2026-11-23', { terms: terms(28_800) }), { ...short, terms: terms(0, { elapsedMs: 4 * HOUR_MS }) }]
    assert.deepEqual(judged({}, shifts)[0]?.[2], (8 / 12) * 100)
    assert.deepEqual(judged({ mode: 'AVAILABILITY' }, shifts)[0]?.[2], 100)
  })

  it('is not judged with less than fifteen planned minutes, or where there is none', () => {
    const twelve = terms(10, { elapsedMs: 12 * MINUTE_MS })
    const excluded = terms(10, { excludedMs: 8 * HOUR_MS })
    const unpriced = terms(10, { netOperatingMs: null, qualityLossMs: null })
    const skipped = (given: OeeTerms, rule: Partial<PeriodRule> = { periodType: 'SHIFT' }) =>
      judged(rule, [shift('2026-11-23', { terms: given })])[0]?.[2]
    assert.deepEqual([skipped(twelve), skipped(excluded), skipped(unpriced)], ['TOO_SHORT', 'TOO_SHORT', 'NO_FIGURE'])
    assert.equal(skipped(terms(10, { elapsedMs: 15 * MINUTE_MS, netOperatingMs: 7.5 * MINUTE_MS })), 50)
  })

  it('misses the target of the rule, or the one in force, and is told until the next is judged', () => {
    const shifts = [shift('2026-11-23'), shift('2026-11-24', { terms: terms(28_800) })]
    const missed = (targetValue: number | null, target: number | null) =>
      missedPeriods({ comparisonType: 'LOWER', targetValue }, judgedPeriods({ ...RULE, target }, shifts, LATER)).map((one) =>
        [dueAt(one.counted, one.since, 0) ?? 0, one.until ?? 0].map((at) => new Date(at).toISOString().slice(0, 16)),
      )
    assert.deepEqual(missed(65, null), [['2026-11-24T08:00', '2026-11-25T08:00']])
    assert.deepEqual(missed(null, 65), missed(65, null))
    assert.deepEqual(missed(null, null), [])
    assert.deepEqual(missed(50, 65), [])
  })

  it('is the accepted output of all shifts against what they should have made, where output is compared', () => {
    const made = (accepted: number) => terms(14_400, { output: { total: 9_999, accepted, rejected: 9_999 - accepted } })
    const day = [
      shift('2026-11-23', { terms: made(300), targetOutput: 400 }),
      shift('2026-11-23', { start: Date.UTC(2026, 10, 23, 14), end: Date.UTC(2026, 10, 23, 22), terms: made(500), targetOutput: 600 }),
    ]
    assert.deepEqual(judged({ mode: 'OUTPUT' }, day), [['2026-11-23', '2026-11-24T08:00', 80]])
    const [first, second] = day
    assert.ok(first !== undefined && second !== undefined)
    assert.deepEqual(judged({ mode: 'OUTPUT' }, [first, { ...second, targetOutput: null }]), [
      ['2026-11-23', '2026-11-24T08:00', 'NO_FIGURE'],
    ])
    // What is to come has made nothing yet, and is no shift without a target.
    assert.deepEqual(judged({ mode: 'OUTPUT' }, [first, { ...second, terms: null, targetOutput: null }]), [
      ['2026-11-23', '2026-11-24T08:00', 75],
    ])
  })
})
