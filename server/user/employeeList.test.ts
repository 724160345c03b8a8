import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { NO_TEAM_ID } from '#engine/company/teamForm.ts'
import { asId } from '#engine/ids.ts'
import type { CompanyId } from '#engine/ids.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import type { TestDatabase } from '#server/testing/testDatabase.ts'
import { countRoles, pageEmployees } from './employee.store.ts'
import type { EmployeeFilter, EmployeeOrderField } from './employee.store.ts'

const ACME = asId<CompanyId>('ACME1')
const TEAM = '11111111-1111-1111-1111-111111111111'
const OTHER_TEAM = '22222222-2222-2222-2222-222222222222'

type Wanted = {
  readonly filter?: EmployeeFilter
  readonly field?: EmployeeOrderField
  readonly isDescending?: boolean
  readonly page?: number
  readonly size?: number
}

const ROWS: readonly (Wanted & { readonly name: string; readonly shown: readonly string[] })[] = [
  { name: 'everybody by name', shown: ['Anna', 'Ivan', 'Łucja'] },
  { name: 'the name from Z to A', isDescending: true, shown: ['Łucja', 'Ivan', 'Anna'] },
  { name: 'accents and case do not matter', filter: { search: 'LUCJ' }, shown: ['Łucja'] },
  { name: 'neither in the text that is searched for', filter: { search: ' ánna  kowal ' }, shown: ['Anna'] },
  { name: 'the login is searched', filter: { search: 'PRESS-2' }, shown: ['Anna'] },
  { name: 'the address is searched', filter: { search: 'ivan@acme' }, shown: ['Ivan'] },
  { name: 'signs of patterns mean themselves', filter: { search: '%' }, shown: [] },
  { name: 'one of several roles', filter: { roles: ['ADMIN', 'GUEST'] }, shown: ['Ivan'] },
  { name: 'a team', filter: { teamId: TEAM }, shown: ['Łucja'] },
  { name: 'nobody’s team', filter: { teamId: NO_TEAM_ID }, shown: ['Ivan'] },
  { name: 'by role, then by name', field: 'ROLE', shown: ['Ivan', 'Anna', 'Łucja'] },
  { name: 'by team, those without one last', field: 'TEAM', shown: ['Anna', 'Łucja', 'Ivan'] },
  { name: 'a page', page: 2, size: 2, shown: ['Łucja'] },
]

describe('the list of employees', () => {
  let given: TestDatabase
  before(async () => {
    given = await createTestDatabase()
    const { pool } = given.database
    await pool.query(`insert into company (id, name, country) values ('ACME1', 'Acme', 'pl'), ('OTHER', 'Other', 'pl')`)
    await pool.query(
      `insert into team (company_id, id, name, color) values ('ACME1', $1, 'Day', '#1886D4'), ('ACME1', $2, 'Assembly', '#1886D4')`,
      [TEAM, OTHER_TEAM],
    )
    const people = [
      ['Łucja', 'Nowak', 'lucja@acme.example', 'l.nowak', 'OPERATOR', TEAM],
      ['Ivan', 'Bondar', 'ivan@acme.example', null, 'ADMIN', null],
      ['Anna', 'Kowal', 'anna@acme.example', 'press-2', 'OPERATOR', OTHER_TEAM],
    ]
    for (const [first, last, email, login, role, team] of people) {
      const { rows } = await pool.query<{ id: string }>(
        `insert into app_user (first_name, last_name, email, login) values ($1, $2, $3, $4) returning id`,
        [first, last, email, login],
      )
      await pool.query(`insert into membership (company_id, user_id, role, team_id) values ('ACME1', $1, $2, $3)`, [
        rows[0]?.id,
        role,
        team,
      ])
    }
  })
  after(() => given.drop())

  for (const { name, shown, filter = {}, field = 'NAME', isDescending = false, page = 1, size = 10 } of ROWS) {
    it(`shows: ${name}`, async () => {
      const found = await given.database.inSystem((tx) =>
        pageEmployees({ companyId: ACME, tx }, filter, { order: { field, isDescending }, range: { page, size } }),
      )
      assert.deepEqual(
        found.items.map(({ user }) => user.firstName),
        shown,
      )
    })
  }

  it('counts those of each role', async () => {
    const counts = await given.database.inSystem((tx) => countRoles({ companyId: ACME, tx }))
    assert.deepEqual(
      counts.toSorted((one, other) => one.role.localeCompare(other.role)),
      [
        { role: 'ADMIN', count: 1 },
        { role: 'OPERATOR', count: 2 },
      ],
    )
    assert.deepEqual(await given.database.inSystem((tx) => countRoles({ companyId: asId<CompanyId>('OTHER'), tx })), [])
  })
})
