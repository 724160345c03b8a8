import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_TEAM_ID } from '#engine/company/teamForm.ts'
import { countOf, employeesQuery, isFiltered, isLastAdministrator } from './users.view.ts'
import { USERS_SEARCH } from './usersSearch.ts'

const TEAM = '11111111-1111-1111-1111-111111111111'
const BY_NAME = { field: 'NAME', direction: 'ASC' }

const rows: readonly { name: string; query: Record<string, unknown>; asked: object }[] = [
  { name: 'everybody by name', query: {}, asked: { orderBy: BY_NAME } },
  { name: 'the name from Z to A', query: { sort: '-name' }, asked: { orderBy: { field: 'NAME', direction: 'DESC' } } },
  { name: 'a text', query: { q: 'lucj' }, asked: { search: 'lucj', orderBy: BY_NAME } },
  { name: 'one of several roles', query: { role: 'ADMIN,GUEST' }, asked: { roles: ['ADMIN', 'GUEST'], orderBy: BY_NAME } },
  { name: 'an unknown role filters nothing', query: { role: 'BOSS' }, asked: { orderBy: BY_NAME } },
  { name: 'a team', query: { team: TEAM }, asked: { teamId: TEAM, orderBy: BY_NAME } },
  { name: 'nobody’s team', query: { team: NO_TEAM_ID }, asked: { teamId: NO_TEAM_ID, orderBy: BY_NAME } },
  { name: 'by role', query: { sort: 'role' }, asked: { orderBy: { field: 'ROLE', direction: 'ASC' } } },
  { name: 'by team', query: { sort: 'team' }, asked: { orderBy: { field: 'TEAM', direction: 'ASC' } } },
]

for (const { name, query, asked } of rows) {
  test(`the list of employees asks for: ${name}`, () => assert.deepEqual(employeesQuery(USERS_SEARCH.read(query)), asked))
}

test('what is in the address comes back from it, and defaults are left out', () => {
  const query = { tab: 'teams', q: 'an', role: 'ADMIN,OPERATOR', team: TEAM, sort: '-role', user: 'a' }
  assert.deepEqual(USERS_SEARCH.write(USERS_SEARCH.read(query)), query)
  assert.deepEqual(USERS_SEARCH.write({ ...USERS_SEARCH.read({ tab: 'nothing', sort: 'shoe', team: 'x', q: 7 }), invalid: [] }), {})
})

test('a list is filtered by what leaves somebody out, not by its order', () => {
  assert.deepEqual(
    [{}, { sort: 'role' }, { q: ' ' }, { q: 'a' }, { role: 'USER' }, { team: NO_TEAM_ID }].map((query) =>
      isFiltered(USERS_SEARCH.read(query)),
    ),
    [false, false, false, true, true, true],
  )
})

test('the last administrator is the only one with that role', () => {
  const counts = (admins: number) => [{ role: 'ADMIN', count: admins } as const, { role: 'OPERATOR', count: 2 } as const]
  assert.equal(isLastAdministrator(counts(1), 'ADMIN'), true)
  assert.equal(isLastAdministrator(counts(1), 'OPERATOR'), false)
  assert.equal(isLastAdministrator(counts(2), 'ADMIN'), false)
  assert.deepEqual([countOf(counts(1)), countOf(counts(1), 'OPERATOR'), countOf(counts(1), 'GUEST')], [3, 2, 0])
})
