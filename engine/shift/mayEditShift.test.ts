import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { abilitiesOf, grantsOf } from '#engine/access/abilities.ts'
import type { Role } from '#engine/access/abilities.ts'
import { mayEditSchedules, maySeeSchedules, problemOfConfirmation, problemOfReopening, problemOfShiftComment } from './mayEditShift.ts'
import type { ConfirmableShift, RecordedShift } from './mayEditShift.ts'

const grants = (role: Role) => grantsOf(abilitiesOf(role, 'ACME1'))
const ENDED: ConfirmableShift = { status: 'UNCONFIRMED', version: 3, isRecalculating: false, issues: [] }
const OPEN: RecordedShift = { version: 3, storedStatus: 'UNCONFIRMED' }
const CONFIRMED: RecordedShift = { version: 3, storedStatus: 'CONFIRMED' }
const ISSUE = { code: 'UNCLASSIFIED_LOSSES', count: 1, ids: [7] } as const

describe('what a person may do with a shift', () => {
  const confirmations: readonly (readonly [string, Role, Partial<ConfirmableShift>, string | null])[] = [
    ['a user confirms', 'USER', {}, null],
    ['an operator only reads', 'OPERATOR', {}, 'FORBIDDEN'],
    ['a guest learns nothing else', 'GUEST', { status: 'CONFIRMED' }, 'FORBIDDEN'],
    ['a shift in progress waits', 'ADMIN', { status: 'PROGRESS' }, 'SHIFT_IN_PROGRESS'],
    ['a recalculation comes first', 'ADMIN', { isRecalculating: true, issues: [ISSUE] }, 'SHIFT_RECALCULATING'],
    ['issues need a comment', 'ADMIN', { issues: [ISSUE] }, 'SHIFT_HAS_ISSUES'],
    ['once is enough', 'ADMIN', { status: 'CONFIRMED' }, 'SHIFT_CONFIRMED'],
  ]
  for (const [name, role, state, code] of confirmations) {
    it(`confirming: ${name}`, () => assert.equal(problemOfConfirmation(grants(role), { ...ENDED, ...state }), code))
  }

  const comments: readonly (readonly [string, Role, RecordedShift, number | null, string | null])[] = [
    ['a user says something', 'USER', OPEN, 3, null],
    ['so does an operator, who cannot confirm', 'OPERATOR', OPEN, null, null],
    ['a guest does not', 'GUEST', OPEN, 2, 'FORBIDDEN'],
    ['somebody else was faster', 'USER', CONFIRMED, 2, 'CONFLICT'],
    ['a confirmed shift stays as it is', 'ADMIN', CONFIRMED, 3, 'SHIFT_CONFIRMED'],
  ]
  for (const [name, role, shift, seen, code] of comments) {
    it(`a comment: ${name}`, () => assert.equal(problemOfShiftComment({ grants: grants(role), role }, shift, seen)?.code ?? null, code))
  }

  const reopenings: readonly (readonly [string, Role, RecordedShift, boolean, number | null, string | null])[] = [
    ['an administrator reopens', 'ADMIN', CONFIRMED, false, 3, null],
    ['a user does not', 'USER', CONFIRMED, false, null, 'FORBIDDEN'],
    ['somebody else was faster', 'ADMIN', OPEN, false, 2, 'CONFLICT'],
    ['only a confirmed shift', 'ADMIN', OPEN, true, null, 'SHIFT_NOT_CONFIRMED'],
    ['no shift of an archived work center', 'ADMIN', CONFIRMED, true, null, 'WORK_CENTER_ARCHIVED'],
  ]
  for (const [name, role, shift, isWorkCenterArchived, seen, code] of reopenings) {
    it(`reopening: ${name}`, () =>
      assert.equal(problemOfReopening(grants(role), { ...shift, isWorkCenterArchived }, seen)?.code ?? null, code))
  }

  it('a conflict names the version that is stored', () => {
    assert.deepEqual(problemOfShiftComment({ grants: grants('USER'), role: 'USER' }, OPEN, 2), { code: 'CONFLICT', params: { version: 3 } })
  })

  it('everybody sees schedules, administrators change them', () => {
    const roles: readonly Role[] = ['ADMIN', 'USER', 'OPERATOR', 'GUEST', 'PROVIDER_ADMIN', 'PROVIDER_SUPPORT']
    assert.deepEqual(
      roles.filter((role) => maySeeSchedules(grants(role))),
      roles,
    )
    assert.deepEqual(
      roles.filter((role) => mayEditSchedules(grants(role))),
      ['ADMIN', 'PROVIDER_ADMIN'],
    )
  })
})
