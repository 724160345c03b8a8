import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { abilitiesOf, grantsOf } from '#engine/access/abilities.ts'
import type { Role } from '#engine/access/abilities.ts'
import { mayApproveLosses, problemOfApproval, problemOfDeletion, problemOfLossEdit } from './mayEditLoss.ts'

const grants = (role: Role) => grantsOf(abilitiesOf(role, 'ACME1'))
const LOSS = { id: 7, isApproved: false, isShiftConfirmed: false, isWorkCenterArchived: false }
const CLOSED = { id: 7, reasonId: 3, end: 100, isProvisional: false }

describe('what a person may do with a loss', () => {
  const edits: readonly (readonly [string, Role, Partial<typeof LOSS>, string | null])[] = [
    ['an operator edits', 'OPERATOR', {}, null],
    ['a guest only reads', 'GUEST', {}, 'FORBIDDEN'],
    [
      'the confirmed shift comes first',
      'ADMIN',
      { isShiftConfirmed: true, isWorkCenterArchived: true, isApproved: true },
      'SHIFT_CONFIRMED',
    ],
    ['then the archived work center', 'USER', { isWorkCenterArchived: true, isApproved: true }, 'WORK_CENTER_ARCHIVED'],
    ['an approved loss is not for a user', 'USER', { isApproved: true }, 'LOSS_APPROVED'],
    ['an administrator edits an approved loss', 'ADMIN', { isApproved: true }, null],
  ]
  for (const [name, role, state, code] of edits) {
    it(name, () => assert.equal(problemOfLossEdit(grants(role), { ...LOSS, ...state })?.code ?? null, code))
  }

  const approvals: readonly (readonly [string, Role, Partial<{ reasonId: null; end: null; isProvisional: true }>, string | null])[] = [
    ['an administrator approves', 'ADMIN', {}, null],
    ['a user does not approve', 'USER', {}, 'FORBIDDEN'],
    ['approval needs a reason', 'ADMIN', { reasonId: null }, 'LOSS_NOT_APPROVABLE'],
    ['approval needs an end', 'ADMIN', { end: null }, 'LOSS_NOT_APPROVABLE'],
    ['approval needs a settled reason', 'ADMIN', { isProvisional: true }, 'LOSS_NOT_APPROVABLE'],
  ]
  for (const [name, role, state, code] of approvals) {
    it(name, () => assert.equal(problemOfApproval(grants(role), { ...CLOSED, ...state })?.code ?? null, code))
  }

  it('only what a person entered can be deleted', () => {
    assert.equal(problemOfDeletion({ id: 7, isManual: true }), null)
    assert.deepEqual(problemOfDeletion({ id: 7, isManual: false }), { code: 'LOSS_NOT_DELETABLE', params: { id: 7 } })
  })

  it('who may approve is who may manage losses', () => {
    assert.deepEqual(
      (['ADMIN', 'USER', 'OPERATOR', 'GUEST'] as const).map((role) => mayApproveLosses(grants(role))),
      [true, false, false, false],
    )
  })
})
