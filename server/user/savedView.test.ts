import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Role } from '#engine/access/abilities.ts'
import { MAX_SAVED_VIEWS } from '#engine/user/savedView.ts'
import { MAX_COUNTED } from '#server/boundedCount.ts'
import { startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'

const SAVE = 'mutation ($name: String!, $search: String!) { saveView(list: AUDIT, name: $name, search: $search) { id name search } }'

describe('saved views, and pages of lists', () => {
  let api: TestApi
  before(async () => void (api = await startTestApi()))
  after(() => api.close())

  const save = (name: string, search: string, as: Role = 'ADMIN') => api.ask(SAVE, { as, variables: { name, search } })
  const views = async (as: Role = 'ADMIN') => (await api.ask('{ savedViews(list: AUDIT) { name search } }', { as })).data['savedViews']

  it('belong to the person who saved them, and a name stands for one view of a list', async () => {
    await save(' Teams ', 'action=UPDATE_TEAM')
    await save('today', 'range=today')
    await save('TEAMS', 'action=CREATE_TEAM')
    await save('Other', 'range=today', 'USER')
    assert.deepEqual(await views(), [
      { name: 'TEAMS', search: 'action=CREATE_TEAM' },
      { name: 'today', search: 'range=today' },
    ])
    assert.deepEqual(await views('USER'), [{ name: 'Other', search: 'range=today' }])
    assert.deepEqual((await api.ask('{ savedViews(list: USERS) { name } }')).data['savedViews'], [])
  })

  it('are shared by those who may, seen by all, and deleted by their owner or by those who may share', async () => {
    const share = (name: string, as: Role) =>
      api.ask('mutation ($name: String!) { saveView(list: ANALYTICS, name: $name, search: "m=OEE", isShared: true) { id isShared } }', {
        as,
        variables: { name },
      })
    const seen = async (as: Role) =>
      (await api.ask('{ savedViews(list: ANALYTICS) { name isShared isDeletable } }', { as })).data['savedViews']
    assert.deepEqual((await share('Mine', 'USER')).errors[0]?.extensions.code, 'FORBIDDEN')
    assert.deepEqual(await seen('USER'), [])
    const { data } = await share('Week', 'ADMIN')
    const { id } = data['saveView'] as { readonly id: string }
    await api.ask('mutation { saveView(list: ANALYTICS, name: "week", search: "m=COUNT") { id } }', { as: 'USER' })
    assert.deepEqual(await seen('USER'), [
      { name: 'Week', isShared: true, isDeletable: false },
      { name: 'week', isShared: false, isDeletable: true },
    ])
    assert.deepEqual(await seen('ADMIN'), [{ name: 'Week', isShared: true, isDeletable: true }])
    const remove = (as: Role) => api.ask('mutation ($id: Guid!) { deleteSavedView(id: $id) }', { as, variables: { id } })
    assert.equal((await remove('USER')).data['deleteSavedView'], false)
    assert.equal((await remove('ADMIN')).data['deleteSavedView'], true)
    const hidden = await api.ask('mutation { saveView(list: FIRST_STEPS, name: "hidden", search: "", isShared: true) { isShared } }')
    assert.deepEqual(hidden.data['saveView'], { isShared: false }, 'nobody hides the first steps of others')
  })

  it('stand where a page begins: one for the person, one for all who chose no other', async () => {
    const idOf = async (name: string, as: Role, isShared = false) => {
      const { data, errors } = await api.ask(
        'mutation ($name: String!, $isShared: Boolean) { saveView(list: ENERGY, name: $name, search: "m=OEE", isShared: $isShared) { id } }',
        { as, variables: { name, isShared } },
      )
      assert.deepEqual(errors, [])
      return (data['saveView'] as { readonly id: string }).id
    }
    const begin = async (as: Role, id: string | null, isForAll = false, list = 'ENERGY') =>
      (
        await api.ask(`mutation ($id: Guid, $isForAll: Boolean) { setDefaultView(list: ${list}, id: $id, isForAll: $isForAll) }`, {
          as,
          variables: { id, isForAll },
        })
      ).errors[0]?.extensions.code
    const begins = async (as: Role) => {
      const { data } = await api.ask('{ savedViews(list: ENERGY) { name isDefault isDefaultOfAll } }', { as })
      const views = data['savedViews'] as readonly {
        readonly name: string
        readonly isDefault: boolean
        readonly isDefaultOfAll: boolean
      }[]
      return { own: views.find((one) => one.isDefault)?.name, all: views.find((one) => one.isDefaultOfAll)?.name }
    }
    const [plant, desk] = [await idOf('Plant', 'ADMIN', true), await idOf('Desk', 'ADMIN')]
    const own = await idOf('Bench', 'USER')
    assert.equal(await begin('ADMIN', plant, true), undefined)
    assert.equal(await begin('USER', own), undefined)
    assert.deepEqual(await begins('USER'), { own: 'Bench', all: 'Plant' })
    assert.deepEqual(await begins('ADMIN'), { own: undefined, all: 'Plant' })
    assert.equal(await begin('USER', plant), undefined, 'another in its place')
    assert.deepEqual(await begins('USER'), { own: 'Plant', all: 'Plant' })
    assert.equal(await begin('USER', plant, true), 'FORBIDDEN')
    assert.equal(await begin('USER', desk), 'VIEW_NOT_FOUND')
    assert.equal(await begin('ADMIN', desk, true), 'VIEW_NOT_FOUND', 'others do not see it')
    assert.equal(await begin('ADMIN', plant, false, 'SHIFTS'), 'VIEW_NOT_FOUND', 'a view of another page')
    await idOf('Plant', 'ADMIN', false)
    assert.deepEqual(await begins('USER'), { own: undefined, all: undefined }, 'it is not shared any more')
    assert.equal(await begin('ADMIN', desk), undefined)
    assert.equal(await begin('ADMIN', null), undefined)
    assert.deepEqual(await begins('ADMIN'), { own: undefined, all: undefined })
  })

  it('are deleted by that person only', async () => {
    const { data } = await save('Short-lived', '')
    const { id } = data['saveView'] as { readonly id: string }
    const remove = (as: Role) => api.ask('mutation ($id: Guid!) { deleteSavedView(id: $id) }', { as, variables: { id } })
    assert.equal((await remove('USER')).data['deleteSavedView'], false)
    assert.equal((await remove('ADMIN')).data['deleteSavedView'], true)
    assert.equal((await remove('ADMIN')).data['deleteSavedView'], false)
  })

  it('refuse a name that is none or too long, too many parameters and too many views', async () => {
    const code = async (name: string, search: string) => (await save(name, search)).errors[0]?.extensions
    assert.deepEqual(await code('  ', ''), { code: 'REQUIRED', field: 'name', params: {} })
    assert.deepEqual(await code('x'.repeat(81), ''), { code: 'LENGTH_OUT_OF_RANGE', field: 'name', params: { min: 1, max: 80 } })
    assert.deepEqual(await code('x', 'y'.repeat(2001)), { code: 'LENGTH_OUT_OF_RANGE', field: 'search', params: { min: 0, max: 2000 } })
    await api.database.pool.query(
      `insert into saved_view (company_id, user_id, list, name, search)
       select 'ACME1', $1, 'AUDIT', 'many ' || n, '' from generate_series(1, ${MAX_SAVED_VIEWS}) n`,
      [api.users.OPERATOR],
    )
    const { errors } = await save('one more', '', 'OPERATOR')
    assert.deepEqual(errors[0]?.extensions, { code: 'TOO_MANY_SAVED_VIEWS', params: { max: MAX_SAVED_VIEWS } })
    assert.equal((await save('MANY 1', 'range=today', 'OPERATOR')).errors.length, 0, 'one that is replaced is no new one')
  })

  it('the log is sorted both ways, and its total is exact up to a limit', async () => {
    await api.database.pool.query(
      `insert into audit_log (company_id, user_id, at, action, subject, details)
       select 'ACME1', $1, timestamptz '2020-01-01Z' + n * interval '1 minute', 'TEST_OF_PAGES', 'entry ' || n, '{}'
       from generate_series(1, ${MAX_COUNTED}) n`,
      [api.users.ADMIN],
    )
    const ask = async (order: string, current: number) => {
      const args = `filter: { action: "TEST_OF_PAGES" }, ${order} current: ${current}, size: 2`
      return (await api.ask(`{ auditLog(${args}) { items { subject } totalItems isTotalExact hasNext } }`)).data['auditLog'] as {
        readonly items: readonly { readonly subject: string }[]
        readonly totalItems: number
        readonly isTotalExact: boolean
        readonly hasNext: boolean
      }
    }
    const subjects = async (order: string, current: number) => (await ask(order, current)).items.map(({ subject }) => subject)
    assert.deepEqual(await subjects('', 1), ['entry 10000', 'entry 9999'])
    assert.deepEqual(await subjects('orderBy: { field: AT },', 2), ['entry 3', 'entry 4'])
    assert.deepEqual(await subjects('orderBy: { field: AT, direction: DESC },', 5000), ['entry 2', 'entry 1'])
    const { totalItems, isTotalExact, hasNext } = await ask('', 1)
    assert.deepEqual({ totalItems, isTotalExact, hasNext }, { totalItems: MAX_COUNTED, isTotalExact: true, hasNext: true })
    await api.database.pool.query(
      `insert into audit_log (company_id, user_id, at, action, subject, details) values ('ACME1', $1, now(), 'TEST_OF_PAGES', 'last', '{}'),
       ('ACME1', $1, now(), 'TEST_OF_PAGES', 'last', '{}')`,
      [api.users.ADMIN],
    )
    const more = await ask('', 3)
    assert.deepEqual([more.totalItems, more.isTotalExact], [MAX_COUNTED + 1, false])
    await api.database.pool.query(
      `insert into audit_log (company_id, user_id, at, action, subject, details) values ('ACME1', $1, now(), 'TEST_OF_PAGES', 'last', '{}')`,
      [api.users.ADMIN],
    )
    // Behind the last row that is counted there is another page, and behind that none.
    const behind = [await ask('', MAX_COUNTED / 2 + 1), await ask('', MAX_COUNTED / 2 + 2)]
    assert.deepEqual(
      behind.map((page) => [page.items.length, page.hasNext]),
      [
        [2, true],
        [1, false],
      ],
    )
  })

  it('people are sorted by role and divided into pages', async () => {
    const ask = async (args: string) =>
      (
        await api.ask(
          `{ usersPage(${args}) { items { id role } totalItems isTotalExact } users(${args.replace(/,? *(page|size): \d+/g, '')}) { id } }`,
        )
      ).data as {
        readonly usersPage: { readonly items: readonly { readonly id: string; readonly role: string }[]; readonly totalItems: number }
        readonly users: readonly { readonly id: string }[]
      }
    const first = await ask('orderBy: { field: ROLE }, page: 1, size: 2')
    const second = await ask('orderBy: { field: ROLE }, page: 2, size: 2')
    assert.equal(first.usersPage.totalItems, first.users.length)
    assert.deepEqual(
      [...first.usersPage.items, ...second.usersPage.items].map(({ id }) => id),
      first.users.slice(0, 4).map(({ id }) => id),
    )
    assert.equal(first.usersPage.items[0]?.role, 'ADMIN')
    const back = await ask('orderBy: { field: NAME, direction: DESC }, page: 1, size: 1000')
    const names = await ask('orderBy: { field: NAME }, page: 1, size: 1000')
    assert.deepEqual(
      back.usersPage.items.map(({ id }) => id),
      names.usersPage.items.map(({ id }) => id).toReversed(),
    )
  })
})
