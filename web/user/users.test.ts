import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_TEAM_ID } from '#engine/company/teamForm.ts'
import { sortRows } from '#web/parts/list/listColumn.ts'
import { type Employee, isFiltered, isLastAdministrator, EMPLOYEE_RANKS, filterEmployees } from './users.view.ts'
import { SORTS, USERS_SEARCH } from './usersSearch.ts'

const TEAM = { id: '11111111-1111-1111-1111-111111111111', name: 'Day', color: '#1886D4' }
const EMPLOYEES: readonly Employee[] = [
  { id: 'a', fullName: 'Łucja Nowak', email: 'lucja@acme.example', login: 'l.nowak', role: 'OPERATOR', team: TEAM },
  { id: 'b', fullName: 'Ivan Bondar', email: 'ivan@acme.example', login: null, role: 'ADMIN', team: null },
  {
    id: 'c',
    fullName: 'Anna Kowal',
    email: 'anna@acme.example',
    login: 'press-2',
    role: 'OPERATOR',
    team: { ...TEAM, id: '2', name: 'Assembly' },
  },
]
const compare = new Intl.Collator('en', { sensitivity: 'base' }).compare
const ids = (query: Record<string, unknown>) => {
  const search = USERS_SEARCH.read(query)
  const columns = SORTS.map((key) => ({ key, rank: EMPLOYEE_RANKS[key] }))
  return sortRows(filterEmployees(EMPLOYEES, search, compare), columns, search.sort, compare).map((one) => one.id)
}

const rows: readonly { name: string; query: Record<string, unknown>; shown: readonly string[] }[] = [
  { name: 'everybody by name', query: {}, shown: ['c', 'b', 'a'] },
  { name: 'the name from Z to A', query: { sort: '-name' }, shown: ['a', 'b', 'c'] },
  { name: 'accents and case do not matter', query: { q: 'lucj' }, shown: ['a'] },
  { name: 'the login is searched', query: { q: 'PRESS-2' }, shown: ['c'] },
  { name: 'the address is searched', query: { q: 'ivan@acme' }, shown: ['b'] },
  { name: 'one of several roles', query: { role: 'ADMIN,GUEST' }, shown: ['b'] },
  { name: 'an unknown role filters nothing', query: { role: 'BOSS' }, shown: ['c', 'b', 'a'] },
  { name: 'a team', query: { team: TEAM.id }, shown: ['a'] },
  { name: 'nobody’s team', query: { team: NO_TEAM_ID }, shown: ['b'] },
  { name: 'by role, then by name', query: { sort: 'role' }, shown: ['b', 'c', 'a'] },
  { name: 'by team, those without one last', query: { sort: 'team' }, shown: ['c', 'a', 'b'] },
]

for (const { name, query, shown } of rows) {
  test(`the list of employees: ${name}`, () => assert.deepEqual(ids(query), shown))
}

test('what is in the address comes back from it, and defaults are left out', () => {
  const query = { tab: 'teams', q: 'an', role: 'ADMIN,OPERATOR', team: TEAM.id, sort: '-role', user: 'a' }
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
  const second: Employee = { id: 'd', fullName: 'Olena', email: 'o@acme.example', role: 'ADMIN' }
  assert.equal(isLastAdministrator(EMPLOYEES, 'b'), true)
  assert.equal(isLastAdministrator(EMPLOYEES, 'a'), false)
  assert.equal(isLastAdministrator([...EMPLOYEES, second], 'b'), false)
})
