import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { coverageOf, weekSums } from './coverage.view.ts'
import {
  countChanges,
  rivalsOf,
  rowProblems,
  rowsOf,
  stateOf,
  validFromOf,
  weekMinutes,
  withNewRow,
  withReadTimes,
  type ShiftRow,
} from './schedule.view.ts'

const ALL = [1, 2, 3, 4, 5, 6, 7]
const row = (code: string, timeStart: string, timeEnd: string, more: Partial<ShiftRow> = {}): ShiftRow => ({
  key: code.codePointAt(0) ?? 0,
  shiftId: null,
  code,
  name: code,
  timeStart,
  timeEnd,
  weekdays: ALL,
  ...more,
})

test('problems come with their row and field, and both rows of an overlap are marked', () => {
  const rows = [row('D', '06:00', '18:00'), row('N', '17:00', '06:00'), row('XY', '6:00', '07:00', { name: ' ', weekdays: [] })]
  const problems = rowProblems(rows)
  assert.deepEqual(
    problems.map(({ row: at, field, code }) => `${at} ${field} ${code}`),
    [
      '2 code SHIFT_CODE_NOT_ONE_CHARACTER',
      '2 name SHIFT_NAME_REQUIRED',
      '2 timeStart SHIFT_TIME_NOT_VALID',
      '2 weekdays SHIFT_WEEKDAYS_NOT_VALID',
      '1 timeStart SHIFTS_OVERLAP',
    ],
  )
  assert.deepEqual([...rivalsOf(rows, problems)], [1, 0])
})

test('added shifts fill the day one after another, never over each other', () => {
  const minutes = fc.nat(1439)
  const text = (value: number) => `${String(Math.floor(value / 60)).padStart(2, '0')}:${String(value % 60).padStart(2, '0')}`
  fc.assert(
    fc.property(minutes, fc.integer({ min: 1, max: 1439 }), (start, length) => {
      let rows: readonly ShiftRow[] = [row('D', text(start), text((start + length) % 1440))]
      while (weekMinutes(rows) < 7 * 1440) {
        const more = withNewRow(rows)
        assert.equal(more.length, rows.length + 1)
        rows = more
      }
      assert.deepEqual(weekSums(coverageOf(rows)), { uncovered: 0, overlapping: 0 })
      assert.deepEqual(
        rowProblems(rows).filter(({ code }) => code !== 'SHIFT_NAME_REQUIRED'),
        [],
      )
    }),
  )
})

test('each row that was added, removed or changed is one change', () => {
  const before = [row('D', '06:00', '18:00'), row('N', '18:00', '06:00')]
  assert.equal(countChanges(before, before), 0)
  assert.equal(countChanges(before, [row('D', '06:00', '17:00', { weekdays: [1] })]), 2)
  assert.equal(countChanges(before, withNewRow(before)), 1)
})

test('a version is past, in force or coming', () => {
  const version = { validFrom: '2026-05-04T00:00:00Z', validTo: '2026-05-09T00:00:00Z', timeZone: 'UTC', isOwn: true, shifts: [] }
  const states = ['2026-05-03', '2026-05-04', '2026-05-09'].map((date) => stateOf(version, Date.parse(`${date}T00:00:00Z`)))
  assert.deepEqual(states, ['coming', 'now', 'past'])
})

test('a chosen date begins at midnight of the zone', () => {
  assert.equal(validFromOf('date', '2026-05-04', 'Europe/Kyiv'), '2026-05-03T21:00:00.000Z')
  assert.equal(validFromOf('next', '2026-05-04', 'Europe/Kyiv'), null)
})

test('rows stand in the order of their starts', () => {
  const shift = (shiftId: number, timeStart: string) => ({ shiftId, code: 'A', name: 'A', timeStart, timeEnd: '06:00', weekdays: [7, 1] })
  assert.deepEqual(
    rowsOf([shift(1, '22:00'), shift(2, '06:00')]).map(({ shiftId, weekdays }) => [shiftId, weekdays]),
    [
      [2, [1, 7]],
      [1, [1, 7]],
    ],
  )
})

test('times in another form are written as HH:mm before they are saved', () => {
  assert.deepEqual(
    withReadTimes([row('D', '6', '1800'), row('N', 'late', '06:00')]).map(({ timeStart, timeEnd }) => [timeStart, timeEnd]),
    [
      ['06:00', '18:00'],
      ['late', '06:00'],
    ],
  )
})
