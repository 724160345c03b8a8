import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { shift, threeShifts } from '#engine/testing/exampleSetup.ts'
import { calendarOf, instancesBetween } from '#engine/time/calendar.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import type { ChecklistFacts, ChecklistFrequency, StatusStretch } from './checklist.ts'
import { occurrencesOf } from './occurrences.ts'

const ZONE = 'Europe/Warsaw'
const MONDAY = '2026-05-04'
const at = (time: string, date = MONDAY): number => Temporal.ZonedDateTime.from(`${date}T${time}[${ZONE}]`).epochMilliseconds
const clockOf = (instant: number): string =>
  Temporal.Instant.fromEpochMilliseconds(instant)
    .toZonedDateTimeISO(ZONE)
    .toPlainTime()
    .toString({ smallestUnit: 'second' })
    .replace(/:00$/, '')

const A = shift(1, '06:00', '14:00')
const B = shift(2, '14:00', '22:00')
const DAYS = { start: at('00:00'), end: at('00:00') + 3 * DAY_MS }
const shiftsOf = (shifts = [A, B, shift(3, '22:00', '06:00')], window = DAYS) =>
  instancesBetween(calendarOf([{ validFrom: 0, zone: ZONE, shifts }]), window.start, window.end)

const frequency = (more: Partial<ChecklistFrequency>): ChecklistFrequency => ({
  source: 'REGULAR_INTERVALS',
  everyMs: null,
  everyUnits: null,
  resetAtShiftStart: false,
  resetAtProductChangeover: false,
  pauseDuringDowntime: false,
  allowManualActivation: false,
  statusRuleId: null,
  reasonId: null,
  showAfterMs: 0,
  showAfterUnit: 'MINUTES',
  showAt: [],
  ...more,
})
const facts = (more: Partial<ChecklistFacts> = {}): ChecklistFacts => ({
  zone: ZONE,
  shifts: shiftsOf(),
  statuses: [],
  sameStatuses: new Map([1, 2, 3].map((id) => [id, [id]])),
  stops: [],
  changeovers: [],
  counts: [],
  ...more,
})
const run = (start: string, end: string | null): StatusStretch => ({
  start: at(start),
  end: end === null ? null : at(end),
  statusRuleId: 1,
  isRunning: true,
  hasData: true,
})
const stop = (start: string, end: string | null, statusRuleId = 2): StatusStretch => ({
  ...run(start, end),
  statusRuleId,
  isRunning: false,
})

type Asked = { readonly from?: string; readonly to?: number; readonly answerWithinMs?: number | null }
const occurrences = (how: Partial<ChecklistFrequency>, given: Partial<ChecklistFacts> = {}, asked: Asked = {}) => {
  const from = at(asked.from ?? '06:00')
  const checklist = { frequency: frequency(how), activeFrom: from, answerWithinMs: asked.answerWithinMs ?? null }
  return occurrencesOf(checklist, facts(given), { from, to: asked.to ?? at('22:00') }).due
}
const dues = (...given: Parameters<typeof occurrences>): string =>
  occurrences(...given)
    .map(({ dueAt }) => clockOf(dueAt))
    .join(' ')

describe('a checklist at regular intervals', () => {
  it('counts from the start of each shift, and what is reached as it ends is not due', () => {
    const how = { everyMs: 2 * HOUR_MS, resetAtShiftStart: true }
    assert.equal(dues(how, {}, { to: at('14:00') + 1 }), '08:00 10:00 12:00')
    assert.equal(dues(how), '08:00 10:00 12:00 16:00 18:00 20:00')
  })

  it('counts only time in which the machine works', () => {
    const statuses = [run('06:00', '06:50'), stop('06:50', '07:30'), run('07:30', null)]
    assert.equal(dues({ everyMs: HOUR_MS, pauseDuringDowntime: true }, { statuses }, { to: at('08:00') }), '07:40')
  })

  it('is due at the instant at which the hour is full, also when the machine stops there', () => {
    const statuses = [run('06:00', '07:00'), stop('07:00', '07:30'), run('07:30', null)]
    assert.equal(dues({ everyMs: HOUR_MS, pauseDuringDowntime: true }, { statuses }, { to: at('08:00') }), '07:00')
  })

  it('does not count time without data where it pauses', () => {
    const statuses = [run('06:00', '06:50'), { ...stop('06:50', '07:30'), hasData: false }, run('07:30', null)]
    assert.equal(dues({ everyMs: HOUR_MS, pauseDuringDowntime: true }, { statuses }, { to: at('08:00') }), '07:40')
  })

  it('goes on over a change of shifts', () => {
    assert.equal(dues({ everyMs: 3 * HOUR_MS }, { shifts: shiftsOf([A, B]) }), '09:00 12:00 15:00 18:00 21:00')
  })

  it('stands still between shifts and carries the rest to the next day', () => {
    const given = { shifts: shiftsOf([A, B]) }
    const twoDays = { to: at('22:00') + DAY_MS }
    assert.equal(dues({ everyMs: 3 * HOUR_MS }, given, twoDays), '09:00 12:00 15:00 18:00 21:00 08:00 11:00 14:00 17:00 20:00')
  })

  it('is due as the next shift begins when the last minute of a shift made it full', () => {
    const given = { shifts: shiftsOf([A]) }
    assert.equal(dues({ everyMs: 8 * HOUR_MS }, given, { to: at('22:00') }), '')
    assert.equal(dues({ everyMs: 8 * HOUR_MS }, given, { to: at('07:00') + DAY_MS }), '06:00')
  })

  it('counts anew where another product begins', () => {
    assert.equal(
      dues({ everyMs: 2 * HOUR_MS, resetAtProductChangeover: true }, { changeovers: [at('09:00')] }, { to: at('12:00') }),
      '08:00 11:00',
    )
  })

  it('counts hours that pass, not hours that clocks show', () => {
    const night = [shift(1, '00:00', '00:00')]
    const given = (date: string) => ({ shifts: shiftsOf(night, { start: at('00:00', date), end: at('00:00', date) + 2 * DAY_MS }) })
    const asked = (date: string) => {
      const from = at('00:00', date)
      const checklist = { frequency: frequency({ everyMs: 2 * HOUR_MS, resetAtShiftStart: true }), activeFrom: from, answerWithinMs: null }
      return occurrencesOf(checklist, facts(given(date)), { from, to: at('06:30', date) })
        .due.map(({ dueAt }) => clockOf(dueAt))
        .join(' ')
    }
    assert.equal(asked('2026-03-29'), '03:00 05:00')
    assert.equal(asked('2026-10-25'), '02:00 03:00 05:00')
  })
})

describe('a checklist by units', () => {
  const counts = [
    { at: at('07:00'), units: 0 },
    { at: at('08:00'), units: 499 },
    { at: at('08:01'), units: 2 },
    { at: at('10:00'), units: 1_599 },
  ]

  it('is due at the count that passes a multiple, and once for several', () => {
    const found = occurrences({ source: 'QUANTITY_PRODUCED', everyUnits: 500 }, { counts })
    assert.deepEqual(
      found.map(({ dueAt, mergedCount, number }) => [clockOf(dueAt), mergedCount, number]),
      [
        ['08:01', 1, 1],
        ['10:00', 3, 4],
      ],
    )
  })

  it('counts from the start of the shift, and not what was made outside shifts', () => {
    const given = {
      shifts: shiftsOf([A, B]),
      counts: [
        { at: at('05:00'), units: 900 },
        { at: at('13:00'), units: 400 },
        { at: at('15:00'), units: 400 },
        { at: at('16:00'), units: 100 },
      ],
    }
    assert.equal(dues({ source: 'QUANTITY_PRODUCED', everyUnits: 500, resetAtShiftStart: true }, given, { from: '04:00' }), '16:00')
    assert.equal(dues({ source: 'QUANTITY_PRODUCED', everyUnits: 500 }, given, { from: '04:00' }), '15:00')
  })

  it('asks in the next shift for what its last count made due', () => {
    const given = { shifts: shiftsOf([A, B]), counts: [{ at: at('22:00'), units: 600 }] }
    assert.equal(dues({ source: 'QUANTITY_PRODUCED', everyUnits: 500 }, given, { to: at('07:00') + DAY_MS }), '06:00')
    assert.equal(dues({ source: 'QUANTITY_PRODUCED', everyUnits: 500, resetAtShiftStart: true }, given, { to: at('07:00') + DAY_MS }), '')
  })
})

describe('a checklist at times of day', () => {
  const inUtc = (date: string) => {
    const window = { start: at('00:00', date) - HOUR_MS, end: at('00:00', date) + DAY_MS }
    const given = facts({ shifts: instancesBetween(calendarOf(threeShifts(ZONE)), window.start, window.end) })
    const checklist = {
      frequency: frequency({ source: 'DAILY_SCHEDULE', showAt: ['02:30'] }),
      activeFrom: window.start,
      answerWithinMs: null,
    }
    return occurrencesOf(checklist, given, { from: window.start, to: window.end }).due.map(({ dueAt }) => new Date(dueAt).toISOString())
  }

  it('moves a time that clocks skip, and takes the first of one that they show twice', () => {
    assert.deepEqual(inUtc('2026-03-29'), ['2026-03-29T01:30:00.000Z'])
    assert.deepEqual(inUtc('2026-10-25'), ['2026-10-25T00:30:00.000Z'])
  })

  it('makes one of two times that fall together', () => {
    const date = '2026-03-29'
    const shifts = shiftsOf([A, B, shift(3, '22:00', '06:00')], { start: at('00:00', date) - DAY_MS, end: at('00:00', date) + DAY_MS })
    const checklist = {
      frequency: frequency({ source: 'DAILY_SCHEDULE', showAt: ['02:30', '03:30'] }),
      activeFrom: at('00:00', date),
      answerWithinMs: null,
    }
    const { due } = occurrencesOf(checklist, facts({ shifts }), { from: at('00:00', date), to: at('12:00', date) })
    assert.deepEqual(
      due.map(({ dueAt, mergedCount }) => [clockOf(dueAt), mergedCount]),
      [['03:30', 2]],
    )
  })

  it('asks nothing on a day without shifts', () => {
    assert.equal(dues({ source: 'DAILY_SCHEDULE', showAt: ['12:00'] }, { shifts: [] }), '')
  })
})

describe('a checklist after a stop', () => {
  it('waits from the end of the last stop', () => {
    const statuses = [run('06:00', '09:40'), stop('09:40', '10:00'), run('10:00', '10:05'), stop('10:05', '10:08'), run('10:08', null)]
    const how = { source: 'STATUS', showAfterMs: 10 * MINUTE_MS } as const
    assert.equal(dues(how, { statuses }), '10:18')
    assert.equal(dues({ ...how, statusRuleId: 3 }, { statuses }), '')
    assert.equal(dues({ ...how, showAfterMs: 0 }, { statuses }), '10:00 10:08')
  })

  it('follows the end of the stop, not that of each of its statuses', () => {
    const statuses = [stop('09:40', '09:50'), stop('09:50', '10:00', 3), run('10:00', null)]
    assert.equal(dues({ source: 'STATUS' }, { statuses }), '10:00')
    assert.equal(dues({ source: 'STATUS', statusRuleId: 2 }, { statuses }), '09:50')
  })

  it('follows the status of its name that the machine has, and none that is of another', () => {
    const statuses = [stop('09:40', '09:50'), stop('09:50', '10:00', 3), run('10:00', null)]
    const sameStatuses = new Map([
      [7, [3, 4]],
      [8, []],
    ])
    assert.equal(dues({ source: 'STATUS', statusRuleId: 7 }, { statuses, sameStatuses }), '10:00')
    assert.equal(dues({ source: 'STATUS', statusRuleId: 8 }, { statuses, sameStatuses }), '')
    assert.equal(dues({ source: 'STATUS', statusRuleId: 2 }, { statuses, sameStatuses }), '')
  })

  it('waits for the next shift when the stop ends outside of any', () => {
    const statuses = [stop('21:00', '23:00'), run('23:00', null)]
    assert.equal(dues({ source: 'STATUS' }, { statuses, shifts: shiftsOf([A, B]) }, { to: at('12:00') + DAY_MS }), '06:00')
  })

  it('counts running time until it is due where it pauses', () => {
    const statuses = [stop('09:40', '10:00', 2), run('10:00', '10:05'), stop('10:05', '10:08', 3), run('10:08', null)]
    const how = { source: 'STATUS', statusRuleId: 2, showAfterMs: 10 * MINUTE_MS } as const
    assert.equal(dues(how, { statuses }), '10:10')
    assert.equal(dues({ ...how, pauseDuringDowntime: true }, { statuses }), '10:13')
  })

  const breakdown = (knownAt: string | null, end: string | null = '10:30') => ({
    stops: [{ start: at('10:00'), end: end === null ? null : at(end), reasonId: 7, knownAt: knownAt === null ? null : at(knownAt) }],
  })

  it('with a reason waits until the stop ended and the reason is known', () => {
    const how = { source: 'REASON', reasonId: 7, showAfterMs: 5 * MINUTE_MS } as const
    assert.equal(dues(how, breakdown('10:45')), '10:45')
    assert.equal(dues(how, breakdown('10:04')), '10:35')
    assert.equal(dues(how, breakdown('10:04', null)), '')
    assert.equal(dues(how, breakdown(null)), '')
    assert.equal(dues({ ...how, reasonId: 8 }, breakdown('10:04')), '')
  })

  it('is asked at once for a reason that is given while the stop lasts, and not after it', () => {
    const how = { source: 'LOSS_REASON', reasonId: 7, showAfterMs: 5 * MINUTE_MS } as const
    assert.equal(dues(how, breakdown('10:45')), '')
    assert.equal(dues(how, breakdown('10:04')), '10:04')
    assert.equal(dues(how, breakdown('10:04', null)), '10:04')
  })
})

it('closes with its shift, or earlier after its own time', () => {
  const how = { everyMs: 4 * HOUR_MS }
  assert.deepEqual(
    occurrences(how, {}, { to: at('15:00') }).map(({ closesAt }) => clockOf(closesAt)),
    ['14:00', '22:00'],
  )
  assert.deepEqual(
    occurrences(how, {}, { to: at('12:00'), answerWithinMs: 30 * MINUTE_MS }).map(({ closesAt }) => clockOf(closesAt)),
    ['10:30'],
  )
})

/** Worked out by the rules CL-1 to CL-4 on paper, with numbers of their own. */
describe('checklists by other numbers', () => {
  it('each 90 minutes of running, and each five hours of two shifts, whose last hour goes along to the next day', () => {
    const statuses = [run('06:00', '07:10'), stop('07:10', '07:45'), run('07:45', null)]
    assert.equal(dues({ everyMs: 90 * MINUTE_MS, pauseDuringDowntime: true }, { statuses }, { to: at('10:00') }), '08:05 09:35')
    const twoDays = { to: at('22:00') + DAY_MS }
    assert.equal(dues({ everyMs: 5 * HOUR_MS }, { shifts: shiftsOf([A, B]) }, twoDays), '11:00 16:00 21:00 10:00 15:00 20:00')
  })

  it('each 300 units, two multiples of which one count passes', () => {
    const counts = [
      { at: at('07:00'), units: 299 },
      { at: at('07:30'), units: 2 },
      { at: at('08:15'), units: 600 },
    ]
    const found = occurrences({ source: 'QUANTITY_PRODUCED', everyUnits: 300 }, { counts })
    assert.deepEqual(
      found.map(({ dueAt, mergedCount, number }) => [clockOf(dueAt), mergedCount, number]),
      [
        ['07:30', 1, 1],
        ['08:15', 2, 3],
      ],
    )
  })

  it('seven minutes after the last of two stops', () => {
    const statuses = [run('06:00', '09:50'), stop('09:50', '10:00'), run('10:00', '10:03'), stop('10:03', '10:06'), run('10:06', null)]
    assert.equal(dues({ source: 'STATUS', showAfterMs: 7 * MINUTE_MS }, { statuses }), '10:13')
  })
})
