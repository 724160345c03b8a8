import assert from 'node:assert/strict'
import { test } from 'node:test'
import { abilitiesOf, grantsOf, ROLES } from '#engine/access/abilities.ts'
import type { AbilityGrants, Role } from '#engine/access/abilities.ts'
import { mayEditCompany, mayManageKeys } from '#engine/company/mayEditCompany.ts'
import {
  mayManagePeople,
  mayReadAudit,
  maySeePeople,
  problemOfRemoval,
  problemOfRequests,
  problemOfRoleChange,
  problemOfRoleRequest,
} from './mayEditPeople.ts'

type Right = readonly [string, (grants: AbilityGrants) => boolean, readonly Role[], 'looked at in the demo' | 'closed in the demo']
const rights: readonly Right[] = [
  ['see people', maySeePeople, ['ADMIN', 'PROVIDER_ADMIN', 'PROVIDER_SUPPORT'], 'looked at in the demo'],
  ['manage people', mayManagePeople, ['ADMIN', 'PROVIDER_ADMIN'], 'closed in the demo'],
  ['read the audit log', mayReadAudit, ['ADMIN', 'PROVIDER_ADMIN'], 'looked at in the demo'],
  ['edit the company', mayEditCompany, ['ADMIN', 'PROVIDER_ADMIN'], 'closed in the demo'],
  ['manage keys', mayManageKeys, ['ADMIN'], 'closed in the demo'],
]
for (const [name, may, roles, inDemo] of rights) {
  test(`who may ${name}; ${inDemo}`, () => {
    assert.deepEqual(
      ROLES.filter((role) => may(grantsOf(abilitiesOf(role, 'ACME1')))),
      roles,
    )
    assert.deepEqual(
      ROLES.filter((role) => may(grantsOf(abilitiesOf(role, 'DEFLT')))),
      inDemo === 'looked at in the demo' ? roles : [],
    )
  })
}

const roleChanges: readonly (readonly [string, Role, Role, number, string | null])[] = [
  ['a user becomes an administrator', 'USER', 'ADMIN', 0, null],
  ['one of two administrators becomes a user', 'ADMIN', 'USER', 1, null],
  ['the last administrator stays one', 'ADMIN', 'USER', 0, 'LAST_ADMINISTRATOR'],
  ['the last administrator keeps the role', 'ADMIN', 'ADMIN', 0, null],
  ['nobody becomes one of the provider', 'USER', 'PROVIDER_ADMIN', 1, 'ROLE_NOT_FOUND'],
  ['a visitor stays a visitor', 'PROVIDER_USER', 'ADMIN', 1, 'PROVIDER_PERSON'],
  ['a visitor keeps the role', 'PROVIDER_USER', 'PROVIDER_USER', 1, null],
]
for (const [name, before, after, otherAdministrators, code] of roleChanges) {
  test(`a change of role: ${name}`, () => assert.equal(problemOfRoleChange({ before, after, otherAdministrators })?.code ?? null, code))
}

const removals: readonly (readonly [string, Role, number, string | null])[] = [
  ['a guest', 'GUEST', 0, null],
  ['one of two administrators', 'ADMIN', 1, null],
  ['the last administrator', 'ADMIN', 0, 'LAST_ADMINISTRATOR'],
  ['a visitor', 'PROVIDER_ADMIN', 0, null],
]
for (const [name, before, otherAdministrators, code] of removals) {
  test(`removing ${name}`, () => assert.equal(problemOfRemoval({ before, otherAdministrators })?.code ?? null, code))
}

test('a request for a role: a new one, of the company, for its own people, outside the demo', () => {
  assert.equal(problemOfRoleRequest({ before: 'GUEST', after: 'USER' }), null)
  assert.deepEqual(problemOfRoleRequest({ before: 'USER', after: 'USER' }), {
    code: 'ROLE_UNCHANGED',
    field: 'role',
    params: { role: 'USER' },
  })
  assert.deepEqual(problemOfRoleRequest({ before: 'PROVIDER_USER', after: 'ADMIN' }), { code: 'PROVIDER_PERSON' })
  assert.deepEqual(problemOfRequests('DEFLT'), { code: 'DEMO_COMPANY' })
  assert.equal(problemOfRequests('ACME1'), null)
})
