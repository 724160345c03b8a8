import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shift } from '#engine/testing/exampleSetup.ts'
import type { ShiftDefinition } from './shiftSchedule.ts'
import { validateSchedule } from './validateSchedule.ts'

const day = shift(1, '06:00', '14:00')
const cases: readonly (readonly [name: string, shifts: readonly ShiftDefinition[], codes: readonly string[]])[] = [
  ['accepts touching shifts over midnight', [day, shift(2, '14:00', '22:00'), shift(3, '22:00', '06:00')], []],
  ['accepts one shift of 24 hours', [shift(1, '06:00', '06:00')], []],
  ['accepts an empty set', [], []],
  ['refuses an overlap', [day, shift(2, '13:59', '22:00')], ['SHIFTS_OVERLAP']],
  ['refuses an overlap over midnight', [shift(1, '22:00', '06:00'), shift(2, '05:59', '07:00')], ['SHIFTS_OVERLAP']],
  ['refuses anything beside 24 hours', [shift(1, '06:00', '06:00'), shift(2, '12:00', '13:00')], ['SHIFTS_OVERLAP']],
  ['refuses the same start', [day, shift(2, '06:00', '07:00')], ['SHIFT_START_NOT_UNIQUE']],
  ['refuses a code of two characters', [{ ...day, code: 'AB' }], ['SHIFT_CODE_NOT_ONE_CHARACTER']],
  ['refuses an empty code', [{ ...day, code: '' }], ['SHIFT_CODE_NOT_ONE_CHARACTER']],
  ['refuses the same code', [day, { ...shift(2, '14:00', '22:00'), code: '1' }], ['SHIFT_CODE_NOT_UNIQUE']],
  ['refuses a blank name', [{ ...day, name: '  ' }], ['SHIFT_NAME_REQUIRED']],
  ['accepts days of the week', [{ ...shift(1, '06:00', '14:00'), weekdays: [7, 1] }], []],
  ['refuses no day of the week', [{ ...shift(1, '06:00', '14:00'), weekdays: [] }], ['SHIFT_WEEKDAYS_NOT_VALID']],
  [
    'refuses a day twice and an eighth day',
    [
      { ...shift(1, '06:00', '14:00'), weekdays: [1, 1] },
      { ...shift(2, '14:00', '15:00'), weekdays: [8] },
    ],
    ['SHIFT_WEEKDAYS_NOT_VALID', 'SHIFT_WEEKDAYS_NOT_VALID'],
  ],
  ['refuses a time that no clock shows', [shift(1, '24:00', '06:60')], ['SHIFT_TIME_NOT_VALID', 'SHIFT_TIME_NOT_VALID']],
]
for (const [name, shifts, codes] of cases) {
  test(name, () => {
    assert.deepEqual(
      validateSchedule(shifts).map((problem) => problem.code),
      codes,
    )
  })
}
