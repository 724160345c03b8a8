import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { asId } from '#engine/ids.ts'
import type { UserId } from '#engine/ids.ts'
import { ACME, OTHER, startTestApi } from '#server/graphql/testing.ts'
import type { Answer, TestApi } from '#server/graphql/testing.ts'
import { createTopics } from '#server/event/topics.ts'
import { acceptInvitation } from './invitation.service.ts'
import { deleteUserFromCompany, updateEmployee } from './employee.service.ts'
import type { PeopleDeps } from '#server/company/peopleChange.service.ts'

const NOBODY = '00000000-0000-0000-0000-00000000000f'
const NO_TEAM = '00000000-0000-0000-0000-000000000000'
const PERSON =
  'id fullName email phone login systemNumber role isEmailVerified isTwoFactorOn workCenterIds team { id name color membersCount }'

describe('people of a company', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi()
  })
  after(() => api.close())

  const rows = async (text: string, values: unknown[] = []) => (await api.database.pool.query<Record<string, unknown>>(text, values)).rows
  const code = ({ errors }: Answer) => [errors[0]?.extensions.code, errors[0]?.extensions.field]
  const one = (answer: Answer, name: string): Record<string, unknown> => {
    assert.deepEqual(answer.errors, [])
    return JSON.parse(JSON.stringify(answer.data[name]))
  }

  async function addMember(email: string, role: string, company: string = ACME): Promise<UserId> {
    const [row] = await rows(
      `insert into app_user (email, first_name, last_name, email_verified_on) values ($1, 'Added', 'Person', now()) returning id`,
      [email],
    )
    const id = String(row?.['id'])
    await rows('insert into membership (company_id, user_id, role) values ($1, $2, $3)', [company, id, role])
    return asId<UserId>(id)
  }

  async function addWorkCenter(name: string): Promise<number> {
    const [row] = await rows(`insert into work_center (company_id, name) values ('ACME1', $1) returning id`, [name])
    return Number(row?.['id'])
  }

  async function newTeam(name: string): Promise<string> {
    const answer = await api.ask(`mutation ($name: String!) { createTeam(name: $name, color: "#2e6fdb") { id color } }`, {
      variables: { name },
    })
    const team = one(answer, 'createTeam')
    assert.equal(team['color'], '#2E6FDB')
    return String(team['id'])
  }

  const update = (as: UserId | 'ADMIN' | 'USER', variables: object) =>
    api.ask(
      `mutation ($userId: Guid!, $role: Role, $teamId: Guid, $workCenterIds: [Int!]) {
        updateEmployee(userId: $userId, role: $role, teamId: $teamId, workCenterIds: $workCenterIds) { ${PERSON} } }`,
      { as, variables },
    )
  const remove = (as: UserId | 'ADMIN', userId: string) =>
    api.ask('mutation ($userId: Guid!) { deleteUserFromCompany(userId: $userId) }', { as, variables: { userId } })
  const create = (variables: object) =>
    api.ask(
      `mutation ($email: String!, $login: String, $password: String, $role: Role!, $teamId: Guid, $workCenterIds: [Int!], $phone: String) {
        createUser(email: $email, firstName: "Nina", lastName: "Sol", login: $login, password: $password, role: $role, teamId: $teamId,
          workCenterIds: $workCenterIds, phone: $phone) { ${PERSON} } }`,
      { variables },
    )

  it('lists by name, and finds by part of a name, login or address, by role and by team', async () => {
    const search = (variables: object) =>
      api.ask(
        `query ($search: String, $roles: [Role!], $teamId: Guid) { users(search: $search, roles: $roles, teamId: $teamId) { email } }`,
        {
          variables,
        },
      )
    const emails = async (variables: object) => {
      const found: readonly { readonly email: string }[] = JSON.parse(JSON.stringify((await search(variables)).data['users']))
      return found.map((user) => user.email)
    }
    assert.equal((await emails({})).length, 7)
    assert.deepEqual(await emails({ search: 'PROVIDER_s' }), ['provider_support@test.example'])
    assert.deepEqual(await emails({ search: '%' }), [], 'a wildcard is a plain character')
    assert.deepEqual(await emails({ roles: ['GUEST', 'OPERATOR'] }), ['guest@test.example', 'operator@test.example'])
    assert.deepEqual(await emails({ roles: [] }), [])
    assert.deepEqual(await emails({ search: 'stranger' }), [], 'nobody of another company')
    assert.equal((await emails({ teamId: NO_TEAM })).length, 7)
    assert.deepEqual(await emails({ teamId: NOBODY }), [])
  })

  it('creates an account that is usable in the company at once, tells its address by e-mail, and writes it down', async () => {
    const press = await addWorkCenter('Press')
    const teamId = await newTeam('Night')
    const variables = {
      email: ' Nina@Acme.example ',
      login: 'nina.sol',
      password: 'Trueline-1',
      role: 'OPERATOR',
      teamId,
      workCenterIds: [press, press],
    }
    const made = one(await create(variables), 'createUser')
    const { id, systemNumber, ...told } = made
    assert.ok(Number.isInteger(systemNumber))
    assert.deepEqual(told, {
      fullName: 'Nina Sol',
      email: 'Nina@Acme.example',
      phone: null,
      login: 'nina.sol',
      role: 'OPERATOR',
      isEmailVerified: false,
      isTwoFactorOn: false,
      workCenterIds: [press],
      team: { id: teamId, name: 'Night', color: '#2E6FDB', membersCount: 1 },
    })
    const [account] = await rows('select made_by_company, email_verified_on, password_hash from app_user where id = $1', [id])
    assert.deepEqual([account?.['made_by_company'], account?.['email_verified_on']], ['ACME1', null])
    assert.match(String(account?.['password_hash']), /^\$argon2id/)
    const [message] = await rows(`select kind, language, text_body from email where recipient = 'Nina@Acme.example'`)
    assert.equal(message?.['kind'], 'ACTIVATE')
    assert.match(String(message?.['text_body']), /https:\/\/factory\.example\/password\/activate\?hash=[\w-]{43}&lang=en/)
    const seen = await api.ask('{ workCenters { id } currentUser { role } }', { as: asId<UserId>(String(id)) })
    assert.deepEqual(seen.data, { workCenters: [{ id: press }], currentUser: { role: 'OPERATOR' } })
    const [entry] = await rows(`select user_id, subject, details from audit_log where action = 'CREATE_USER' order by id desc limit 1`)
    assert.deepEqual([entry?.['user_id'], entry?.['subject']], [api.users.ADMIN, 'user Nina@Acme.example'])
    assert.ok(!JSON.stringify(entry).includes('Trueline-1'))
  })

  it('refuses what is wrong or taken, with its field, and stores nothing', async () => {
    const good = { email: 'new@acme.example', role: 'USER' }
    const count = async () => (await rows('select from app_user')).length
    const before = await count()
    const refused: readonly (readonly [object, string, string])[] = [
      [{ email: 'NINA@acme.example' }, 'NOT_UNIQUE', 'email'],
      [{ login: 'Nina.Sol' }, 'NOT_UNIQUE', 'login'],
      [{ email: 'stranger@test.example' }, 'NOT_UNIQUE', 'email'],
      [{ email: 'x' }, 'INVALID_EMAIL', 'email'],
      [{ login: 'a b' }, 'INVALID_FORMAT', 'login'],
      [{ password: 'short' }, 'PASSWORD_TOO_SHORT', 'password'],
      [{ phone: '12' }, 'PHONE_TOO_SHORT', 'phone'],
      [{ role: 'PROVIDER_ADMIN' }, 'ROLE_NOT_FOUND', 'role'],
      [{ teamId: NOBODY }, 'TEAM_NOT_FOUND', 'teamId'],
      [{ role: 'OPERATOR', workCenterIds: [999999] }, 'WORK_CENTER_NOT_FOUND', 'workCenterIds'],
    ]
    for (const [change, ...expected] of refused) assert.deepEqual(code(await create({ ...good, ...change })), expected)
    assert.equal(await count(), before)
  })

  it('tells an administrator of ten people of other companies a day at most, in whatever company, and of its own people always', async () => {
    await rows('delete from taken_name_answer')
    const ask = async (email: string) => (await create({ email, role: 'USER' })).errors[0]?.extensions.code
    for (let asked = 0; asked < 15; asked++) assert.equal(await ask('nina@acme.example'), 'NOT_UNIQUE')
    const answers = await Promise.all(Array.from({ length: 15 }, () => ask('stranger@test.example')))
    assert.equal(answers.filter((answer) => answer === 'NOT_UNIQUE').length, 10)
    assert.equal(answers.filter((answer) => answer === 'TAKEN_NAMES_PER_DAY').length, 5)
    assert.equal(await ask('nobody-has-this@test.example'), 'TAKEN_NAMES_PER_DAY', 'a free address gets the same answer')
    await rows(`insert into taken_name_answer select user_id, answered_on - interval '1 day' from taken_name_answer`)
    await rows(`delete from taken_name_answer where answered_on > now() - interval '1 day'`)
    assert.equal(await ask('nobody-has-this@test.example'), undefined)
  })

  it('changes role, team and work centers, which hold with the next request, and writes down what was before', async () => {
    const [lathe, mill] = [await addWorkCenter('Lathe'), await addWorkCenter('Mill')]
    const teamId = await newTeam('Day')
    const userId = await addMember('change@acme.example', 'USER')
    assert.equal((await api.ask('{ users { id } }', { as: userId })).errors[0]?.extensions.code, 'FORBIDDEN')
    const changed = one(await update('ADMIN', { userId, role: 'OPERATOR', teamId, workCenterIds: [mill, lathe] }), 'updateEmployee')
    assert.deepEqual([changed['role'], changed['workCenterIds']], ['OPERATOR', [lathe, mill]])
    const seen = await api.ask('{ workCenters { id } currentUser { role team { name } workCenterIds } }', { as: userId })
    assert.deepEqual(seen.data, {
      workCenters: [{ id: lathe }, { id: mill }],
      currentUser: { role: 'OPERATOR', team: { name: 'Day' }, workCenterIds: [lathe, mill] },
    })
    one(await update('ADMIN', { userId, role: 'ADMIN' }), 'updateEmployee')
    const admin = await api.ask('{ users(search: "change@") { role workCenterIds team { name } } }', { as: userId })
    assert.deepEqual(admin.data['users'], [{ role: 'ADMIN', workCenterIds: [], team: { name: 'Day' } }])
    one(await update('ADMIN', { userId, role: 'GUEST', teamId: NO_TEAM }), 'updateEmployee')
    assert.equal((await api.ask('{ users { id } }', { as: userId })).errors[0]?.extensions.code, 'FORBIDDEN')
    const [entry] = await rows(
      `select details from audit_log where action = 'UPDATE_EMPLOYEE' and subject = 'user change@acme.example' order by id limit 1`,
    )
    assert.deepEqual(entry?.['details'], {
      userId,
      before: { role: 'USER', team: null, workCenterIds: [] },
      after: { role: 'OPERATOR', team: 'Day', workCenterIds: [lathe, mill] },
    })
  })

  it('answers for people of another company as for unknown ones', async () => {
    const foreignTeam = await rows(`insert into team (company_id, name) values ('OTHER', 'Theirs') returning id`)
    for (const userId of [api.stranger, NOBODY]) {
      assert.equal(code(await update('ADMIN', { userId, role: 'USER' }))[0], 'USER_NOT_FOUND')
      assert.equal(code(await remove('ADMIN', userId))[0], 'USER_NOT_FOUND')
    }
    const teamId = foreignTeam[0]?.['id']
    assert.equal(code(await update('ADMIN', { userId: api.users.USER, teamId }))[0], 'TEAM_NOT_FOUND')
    const touch = (text: string) => api.ask(text, { variables: { id: teamId } })
    assert.equal(
      code(await touch('mutation ($id: Guid!) { updateTeam(id: $id, name: "Mine", color: "#000000") { id } }'))[0],
      'TEAM_NOT_FOUND',
    )
    assert.equal(code(await touch('mutation ($id: Guid!) { deleteTeam(id: $id) }'))[0], 'TEAM_NOT_FOUND')
    assert.deepEqual(await rows(`select role from membership where company_id = 'OTHER'`), [{ role: 'ADMIN' }])
  })

  it('keeps the role of a visitor of the provider, whom the company may send away', async () => {
    const userId = await addMember('visitor@provider.example', 'PROVIDER_SUPPORT')
    await rows(`update membership set expires_on = now() + interval '8 hours' where user_id = $1`, [userId])
    assert.equal(code(await update('ADMIN', { userId, role: 'ADMIN' }))[0], 'PROVIDER_PERSON')
    assert.deepEqual((await remove('ADMIN', userId)).data, { deleteUserFromCompany: true })
  })

  it('ends what a removed person may do at once, with their keys, and leaves their other companies alone', async () => {
    const userId = await addMember('leaver@acme.example', 'ADMIN')
    await rows(`insert into membership (company_id, user_id, role) values ('OTHER', $1, 'USER')`, [userId])
    const key = `insert into api_key (company_id, user_id, name, hash, last_four) values ($1, $2, 'k', $3, 'abcd')`
    await rows(key, ['ACME1', userId, 'hash of leaver'])
    await rows(key, ['OTHER', userId, 'hash of leaver elsewhere'])
    assert.equal((await api.ask('{ users { id } }', { as: userId })).status, 200)
    assert.deepEqual((await remove('ADMIN', userId)).data, { deleteUserFromCompany: true })
    assert.equal((await api.ask('{ users { id } }', { as: userId })).status, 401)
    assert.equal((await api.ask('{ currentUser { id } }', { as: userId, company: OTHER })).status, 200)
    const keys = await rows('select company_id from api_key where user_id = $1 and revoked_on is null', [userId])
    assert.deepEqual(keys, [{ company_id: 'OTHER' }])
    const [entry] = await rows(
      `select details from audit_log where action = 'DELETE_USER_FROM_COMPANY' and subject = 'user leaver@acme.example'`,
    )
    assert.deepEqual(entry?.['details'], { userId, before: { role: 'ADMIN', team: null, workCenterIds: [] }, after: null, endedKeys: 1 })
    assert.equal(code(await remove('ADMIN', userId))[0], 'USER_NOT_FOUND')
  })

  it('lets nobody in again by an invitation of before the removal', async () => {
    const email = 'returner@acme.example'
    const invited = await api.ask('mutation ($emails: [String!]!) { inviteUsers(emails: $emails, role: ADMIN) { invited } }', {
      variables: { emails: [email] },
    })
    assert.deepEqual(invited.errors, [])
    const [invitation] = await rows('select id from invitation where email = $1', [email])
    const userId = await addMember(email, 'USER')
    assert.deepEqual((await remove('ADMIN', userId)).data, { deleteUserFromCompany: true })
    const isIn = await api.database.inSystem((tx) =>
      acceptInvitation({ companyId: ACME, tx }, String(invitation?.['id']), userId, new Date()),
    )
    assert.equal(isIn, false)
  })

  it('sends new accounts no more e-mails a day than invitations may have', async () => {
    await rows(
      `insert into invitation (company_id, email, role, invited_by, language, created_on, sent_on, expires_on, sent_that_day)
       values ('ACME1', 'many@acme.example', 'USER', $1, 'en', now(), now(), now(), 1000)`,
      [api.users.ADMIN],
    )
    assert.equal(code(await create({ email: 'flood@acme.example', role: 'USER' }))[0], 'TOO_MANY_EMAILS')
    await rows(`delete from invitation where email = 'many@acme.example'`)
    const before = await rows(`select count(*)::int as made from audit_log where company_id = 'ACME1' and action = 'CREATE_USER'`)
    await rows(
      `insert into audit_log (company_id, user_id, at, action, subject, details)
       select 'ACME1', $1, now(), 'CREATE_USER', 'flood', '{}' from generate_series(1, $2::int)`,
      [api.users.ADMIN, 1000 - Number(before[0]?.['made'])],
    )
    assert.equal(code(await create({ email: 'flood@acme.example', role: 'USER' }))[0], 'TOO_MANY_EMAILS')
    await rows(`delete from audit_log where subject = 'flood'`)
  })

  it('tells how to reach others only to those who may read the people of the company', async () => {
    const teamId = await newTeam('Readers')
    await rows(`update app_user set phone = '+48 601 234 567', login = 'guest.login' where id = $1`, [api.users.GUEST])
    await rows('update membership set team_id = $1 where user_id = $2', [teamId, api.users.GUEST])
    await rows(`update app_user set first_name = '', last_name = '' where id = $1`, [api.users.GUEST])
    const id = await addWorkCenter('Saw')
    await rows('update work_center set responsible_id = $1 where id = $2', [api.users.GUEST, id])
    const seenBy = async (as: 'ADMIN' | 'PROVIDER_SUPPORT' | 'USER' | 'GUEST'): Promise<Record<string, unknown>> => {
      const answer = await api.ask(`query ($id: Int!) { workCenter(id: $id) { responsible { ${PERSON} } } }`, {
        as,
        variables: { id },
      })
      assert.deepEqual(answer.errors, [])
      const found: { readonly responsible: Record<string, unknown> } = JSON.parse(JSON.stringify(answer.data['workCenter']))
      const { systemNumber, team, ...told } = found.responsible
      return { ...told, isNumbered: told['fullName'] === `#${String(systemNumber)}`, team: team === null ? null : 'told' }
    }
    const open = {
      id: api.users.GUEST,
      fullName: 'guest@test.example',
      email: 'guest@test.example',
      phone: '+48 601 234 567',
      login: 'guest.login',
      role: 'GUEST',
      isEmailVerified: true,
      isTwoFactorOn: false,
      workCenterIds: [],
      team: 'told',
      isNumbered: false,
    }
    for (const as of ['ADMIN', 'PROVIDER_SUPPORT', 'GUEST'] as const) assert.deepEqual(await seenBy(as), open, as)
    const { fullName, ...closed } = await seenBy('USER')
    assert.match(String(fullName), /^#\d+$/)
    const nothing = { email: '', phone: null, login: null, role: null, isTwoFactorOn: null, team: null, isNumbered: true }
    assert.deepEqual({ fullName, ...closed }, { ...open, fullName, ...nothing })
  })

  describe('the last administrator', () => {
    it('can neither be removed nor demoted, whoever asks', async () => {
      const admins = await rows(`select user_id from membership where company_id = 'ACME1' and role = 'ADMIN'`)
      assert.deepEqual(admins, [{ user_id: api.users.ADMIN }])
      const userId = api.users.ADMIN
      for (const as of [api.users.ADMIN, api.users.PROVIDER_ADMIN]) {
        assert.equal(code(await update(as, { userId, role: 'USER' }))[0], 'LAST_ADMINISTRATOR')
        assert.equal(code(await remove(as, userId))[0], 'LAST_ADMINISTRATOR')
      }
      assert.equal((await update('ADMIN', { userId, role: 'ADMIN' })).errors.length, 0)
    })

    it('stays when administrators remove and demote each other at once', async () => {
      const deps: PeopleDeps = {
        database: api.database,
        topics: createTopics(),
        config: { publicUrl: 'https://factory.example' },
        now: Date.now,
      }
      for (let round = 0; round < 6; round++) {
        const others = [await addMember(`one${round}@acme.example`, 'ADMIN'), await addMember(`two${round}@acme.example`, 'ADMIN')]
        const admins = [api.users.ADMIN, ...others]
        const answers = await Promise.allSettled(
          admins.flatMap((actor, at) => {
            const target = admins[(at + 1) % admins.length] ?? actor
            const who = { companyId: ACME, userId: actor }
            return [updateEmployee(deps, who, target, { role: 'USER' }), deleteUserFromCompany(deps, who, actor)]
          }),
        )
        const left = await rows(`select user_id from membership where company_id = 'ACME1' and role = 'ADMIN'`)
        assert.ok(left.length >= 1, 'somebody is left')
        const reasons = answers.flatMap((answer) =>
          answer.status === 'rejected' ? [String(Reflect.get(Object(answer.reason), 'code'))] : [],
        )
        assert.ok(reasons.length > 0)
        assert.ok(
          reasons.every((reason) => ['LAST_ADMINISTRATOR', 'FORBIDDEN', 'USER_NOT_FOUND'].includes(reason)),
          reasons.join(),
        )
        await rows(`delete from membership where company_id = 'ACME1' and user_id = any($1)`, [others])
        await rows(
          `insert into membership (company_id, user_id, role) values ('ACME1', $1, 'ADMIN')
           on conflict (company_id, user_id) do update set role = 'ADMIN'`,
          [api.users.ADMIN],
        )
      }
    })
  })
})
