import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shiftOf } from './confirmedShift.view.ts'

test('a refusal of a confirmed shift leads to it, any other leads nowhere', () => {
  const params = { id: 7, shiftId: 41, shift: 'Morning', day: '2026-05-04' }
  assert.deepEqual(shiftOf([{ code: 'NOT_WHOLE' }, { code: 'SHIFT_CONFIRMED', params }]), {
    shiftId: 41,
    shift: 'Morning',
    day: '2026-05-04',
  })
  // Of a loss, of an older server.
  assert.equal(shiftOf([{ code: 'SHIFT_CONFIRMED', params: { id: 7 } }]), null)
  assert.equal(shiftOf([{ code: 'CONFLICT', params }]), null)
})
