import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isProviderRole, ROLES } from '#engine/access/abilities.ts'
import { assignedTo, companyRoleProblem, isJoinLinkRole, lastAdministratorProblem } from './role.ts'
import type { RoleChange } from './role.ts'

const changes: readonly (RoleChange & { readonly name: string; readonly isRefused: boolean })[] = [
  { name: 'the only administrator is removed', before: 'ADMIN', after: null, otherAdministrators: 0, isRefused: true },
  { name: 'the only administrator is demoted', before: 'ADMIN', after: 'USER', otherAdministrators: 0, isRefused: true },
  { name: 'the only administrator stays one', before: 'ADMIN', after: 'ADMIN', otherAdministrators: 0, isRefused: false },
  { name: 'one of two is removed', before: 'ADMIN', after: null, otherAdministrators: 1, isRefused: false },
  { name: 'one of two is demoted', before: 'ADMIN', after: 'GUEST', otherAdministrators: 1, isRefused: false },
  { name: 'a user is removed', before: 'USER', after: null, otherAdministrators: 0, isRefused: false },
  { name: 'a visitor of the provider leaves', before: 'PROVIDER_ADMIN', after: null, otherAdministrators: 0, isRefused: false },
]

for (const { name, isRefused, ...change } of changes) {
  test(`last administrator: ${name}`, () => {
    assert.deepEqual(lastAdministratorProblem(change), isRefused ? { code: 'LAST_ADMINISTRATOR' } : null)
  })
}

test('a company gives its own four roles, a link never the one of administrators', () => {
  assert.deepEqual(
    ROLES.filter((role) => companyRoleProblem(role) === null),
    ['ADMIN', 'USER', 'OPERATOR', 'GUEST'],
  )
  assert.deepEqual(ROLES.filter(isJoinLinkRole), ['USER', 'OPERATOR', 'GUEST'])
  assert.deepEqual(ROLES.filter(isProviderRole), ['PROVIDER_ADMIN', 'PROVIDER_SUPPORT', 'PROVIDER_USER'])
  assert.deepEqual(companyRoleProblem('PROVIDER_ADMIN'), { code: 'ROLE_NOT_FOUND', field: 'role', params: { role: 'PROVIDER_ADMIN' } })
})

test("a role that contains the brand word is the provider's own, however it is written", () => {
  for (const role of ['Trueline Support', 'trueline-admin', 'role:TRUELINE', 'PROVIDER_USER']) assert.ok(isProviderRole(role), role)
  for (const role of ['ADMIN', 'USER', 'OPERATOR', 'GUEST', 'true line', 'SERVICE_PROVIDER_OF_US']) assert.ok(!isProviderRole(role), role)
})

test('only operators are limited to work centers, each once and in order', () => {
  assert.deepEqual(assignedTo('OPERATOR', [7, 3, 7]), [3, 7])
  assert.deepEqual(assignedTo('USER', [7, 3]), [])
})
