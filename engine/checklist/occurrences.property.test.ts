import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { shift } from '#engine/testing/exampleSetup.ts'
import { calendarOf, instancesBetween } from '#engine/time/calendar.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { contains } from '#engine/time/interval.ts'
import { CHECKLIST_SOURCES } from './checklist.ts'
import type { ChecklistFacts, ChecklistFrequency, StatusStretch } from './checklist.ts'
import { occurrencesOf } from './occurrences.ts'
import { isOpen, planOccurrences } from './occurrencePlan.ts'
import type { StoredOccurrence } from './occurrencePlan.ts'

const RUNS = 300
const DAYS = 3
/** Begins the day before the clocks of Warsaw go back. */
const START = Date.UTC(2026, 9, 24)
const END = START + DAYS * DAY_MS

const minutes = fc.integer({ min: 0, max: DAYS * 24 * 60 - 1 })
const instants = (max: number) =>
  fc.uniqueArray(minutes, { maxLength: max }).map((found) => found.toSorted((a, b) => a - b).map((one) => START + one * MINUTE_MS))

const frequencies: fc.Arbitrary<ChecklistFrequency> = fc.record({
  source: fc.constantFrom(...CHECKLIST_SOURCES),
  everyMs: fc.integer({ min: 5, max: 600 }).map((one) => one * MINUTE_MS),
  everyUnits: fc.integer({ min: 1, max: 50 }),
  resetAtShiftStart: fc.boolean(),
  resetAtProductChangeover: fc.boolean(),
  pauseDuringDowntime: fc.boolean(),
  allowManualActivation: fc.boolean(),
  statusRuleId: fc.constantFrom(null, 1, 2),
  reasonId: fc.constantFrom(null, 7, 8),
  showAfterMs: fc.integer({ min: 0, max: 90 }).map((one) => one * MINUTE_MS),
  showAfterUnit: fc.constantFrom('MINUTES', 'HOURS'),
  showAt: fc.uniqueArray(fc.constantFrom('00:00', '02:30', '06:00', '13:59', '22:00'), { maxLength: 4 }),
})

const schedules = fc.constantFrom(
  [shift(1, '06:00', '14:00'), shift(2, '14:00', '22:00'), shift(3, '22:00', '06:00')],
  [shift(1, '06:00', '14:00'), shift(2, '14:00', '22:00')],
  [shift(1, '08:00', '16:30')],
  [],
)

const allFacts: fc.Arbitrary<ChecklistFacts> = fc
  .record({ shifts: schedules, borders: instants(40), counts: instants(40), changeovers: instants(6) })
  .map(({ shifts, borders, counts, changeovers }) => {
    const statuses = borders.map((start, index): StatusStretch => {
      const statusRuleId = [null, 1, 2][index % 3] ?? null
      return { start, end: borders[index + 1] ?? null, statusRuleId, isRunning: index % 2 === 0, hasData: index % 5 !== 3 }
    })
    return {
      zone: 'Europe/Warsaw',
      shifts:
        shifts.length === 0
          ? []
          : instancesBetween(calendarOf([{ validFrom: 0, zone: 'Europe/Warsaw', shifts }]), START - DAY_MS, END + DAY_MS),
      statuses,
      sameStatuses: new Map([1, 2].map((id) => [id, [id]])),
      stops: statuses
        .filter(({ isRunning }) => !isRunning)
        .map(({ start, end }, index) => ({
          start,
          end,
          reasonId: [7, 8, null][index % 3] ?? null,
          knownAt: start + (index % 4) * 20 * MINUTE_MS,
        })),
      changeovers,
      counts: counts.map((at, index) => ({ at, units: (index * 7) % 60 })),
    }
  })

/** What was known at an instant. */
function knownBy({ statuses, stops, counts, ...rest }: ChecklistFacts, at: number): ChecklistFacts {
  const open = <Stretch extends { readonly start: number; readonly end: number | null }>(list: readonly Stretch[]): Stretch[] =>
    list.filter(({ start }) => start < at).map((one) => ({ ...one, end: one.end !== null && one.end < at ? one.end : null }))
  const known = open(stops).map((one) => (one.knownAt !== null && one.knownAt < at ? one : { ...one, reasonId: null, knownAt: null }))
  return { ...rest, statuses: open(statuses), stops: known, counts: counts.filter((one) => one.at < at) }
}

test('an evaluation cut into any windows gives the same occurrences, also without what was not known yet', () => {
  fc.assert(
    fc.property(frequencies, allFacts, instants(8), (frequency, facts, cuts) => {
      const checklist = { frequency, activeFrom: START, answerWithinMs: null }
      const whole = occurrencesOf(checklist, facts, { from: START, to: END })
      let clock = null
      let from = START
      const parts = []
      for (const to of [...cuts, END]) {
        const part = occurrencesOf(checklist, knownBy(facts, to), { from, to, clock })
        parts.push(...part.due)
        clock = part.clock
        from = to
      }
      // The stop behind an occurrence may go on after it was asked.
      const told = (list: typeof whole.due) => list.map(({ subject: _subject, ...one }) => one)
      assert.deepEqual(told(parts), told(whole.due))
    }),
    { numRuns: RUNS },
  )
})

test('everything is due within a shift and closes after it was due, by the end of that shift', () => {
  fc.assert(
    fc.property(frequencies, allFacts, fc.constantFrom(null, 10 * MINUTE_MS, 9 * HOUR_MS), (frequency, facts, answerWithinMs) => {
      const { due } = occurrencesOf({ frequency, activeFrom: START, answerWithinMs }, facts, { from: START, to: END })
      for (const [index, one] of due.entries()) {
        const shiftOf = facts.shifts.find((each) => contains(each, one.dueAt))
        assert.ok(shiftOf !== undefined && one.dueAt < one.closesAt && one.closesAt <= shiftOf.end)
        assert.ok(index === 0 || (due[index - 1]?.dueAt ?? 0) < one.dueAt)
        assert.ok(one.mergedCount >= 1)
      }
    }),
    { numRuns: RUNS },
  )
})

test('planned at any instants, one occurrence is open at most, and planning again changes nothing', () => {
  fc.assert(
    fc.property(frequencies, allFacts, instants(12), (frequency, facts, looks) => {
      const checklist = { frequency, activeFrom: START, answerWithinMs: null }
      let rows: StoredOccurrence[] = []
      const plan = (now: number) => {
        const { due } = occurrencesOf(checklist, knownBy(facts, now), { from: START, to: now })
        return planOccurrences({ due, stored: rows, shifts: facts.shifts, window: { start: START, end: now }, now })
      }
      for (const now of [...looks, END]) {
        const { added, changed } = plan(now)
        rows = rows.map((row) => ({ ...row, ...changed.find(({ id }) => id === row.id) }))
        rows = [...rows, ...added.map((one, index) => ({ ...one, id: rows.length + index, isReasonGone: false }))]
        assert.ok(rows.filter(({ state }) => isOpen(state)).length <= 1)
        assert.deepEqual(plan(now), { added: [], changed: [] })
      }
    }),
    { numRuns: RUNS },
  )
})
