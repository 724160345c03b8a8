import assert from 'node:assert/strict'
import { it } from 'node:test'
import { SHIFT_GRACE_MS, shiftStatusAt } from './shiftStatus.ts'

it('is in progress until two minutes past its end, then unconfirmed, and confirmed whenever a person said so', () => {
  const shift = { isConfirmed: false, end: 1_000_000 }
  assert.equal(shiftStatusAt(shift, 0), 'PROGRESS')
  assert.equal(shiftStatusAt(shift, shift.end + SHIFT_GRACE_MS - 1), 'PROGRESS')
  assert.equal(shiftStatusAt(shift, shift.end + SHIFT_GRACE_MS), 'UNCONFIRMED')
  assert.equal(shiftStatusAt({ ...shift, isConfirmed: true }, 0), 'CONFIRMED')
})
