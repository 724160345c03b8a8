import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { asId } from '#engine/ids.ts'
import type { UserId } from '#engine/ids.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import { createTopics } from '#server/event/topics.ts'
import type { PeopleDeps } from '#server/company/peopleChange.service.ts'
import { ACME, OTHER, startTestApi } from '#server/graphql/testing.ts'
import type { Answer, TestApi } from '#server/graphql/testing.ts'
import { acceptInvitation, describeInvitation, inviteUsers } from './invitation.service.ts'
import { joinCompany } from './joinLink.service.ts'
import { peekLink } from './oneTimeLink.store.ts'

const NOBODY = '00000000-0000-0000-0000-00000000000f'
const START = Date.parse('2026-05-04T08:00:00Z')

let api: TestApi
let now = START

before(async () => {
  // The database has a clock of its own, so the test's runs with it and is only ever set ahead.
  api = await startTestApi({ now: () => Date.now() + (now - START) })
})
beforeEach(() => {
  now = START
})
after(() => api.close())

const rows = async (text: string, values: unknown[] = []) => (await api.database.pool.query<Record<string, unknown>>(text, values)).rows
const code = ({ errors }: Answer) => [errors[0]?.extensions.code, errors[0]?.extensions.field]
const plain = (answer: Answer, name: string) => {
  assert.deepEqual(answer.errors, [])
  return JSON.parse(JSON.stringify(answer.data[name]))
}
const messages = async (recipient: string, kind: string) =>
  (await rows('select language, text_body from email where recipient = $1 and kind = $2 order by id', [recipient, kind])).map((row) => ({
    language: row['language'],
    text: String(row['text_body']),
  }))
const secretOf = (text: string) => /[?&](?:hash|secret)=([\w-]{43})/.exec(text)?.[1] ?? ''
const lastAudit = async (action: string) =>
  (await rows('select user_id, subject, details from audit_log where action = $1 order by id desc', [action]))[0]

async function addPerson(email: string, language = 'en'): Promise<UserId> {
  const [row] = await rows(
    `insert into app_user (email, first_name, last_name, language, email_verified_on) values ($1, 'New', 'Person', $2, now()) returning id`,
    [email, language],
  )
  return asId<UserId>(String(row?.['id']))
}

async function addTeam(name: string): Promise<string> {
  return plain(
    await api.ask('mutation ($name: String!) { createTeam(name: $name, color: "#2E6FDB") { id } }', { variables: { name } }),
    'createTeam',
  ).id
}

describe('invitations', () => {
  const invite = (variables: object, as: 'ADMIN' | 'USER' = 'ADMIN') =>
    api.ask(
      `mutation ($emails: [String!]!, $role: Role!, $teamId: Guid, $workCenterIds: [Int!]) {
        inviteUsers(emails: $emails, role: $role, teamId: $teamId, workCenterIds: $workCenterIds) { invited alreadyMembers } }`,
      { as, variables: { role: 'USER', ...variables } },
    )
  const list = async () =>
    plain(
      await api.ask('{ invitations { id email role team { name } workCenterIds invitedBy { email } isExpired expiresOn } }'),
      'invitations',
    )
  const find = async (email: string) => (await list()).find((one: { email: string }) => one.email === email)

  it('go to each address once, in its language, and not to members', async () => {
    await addPerson('known@acme.example', 'pl')
    const teamId = await addTeam('Invited')
    const emails = [' First@acme.example', 'first@acme.example', 'user@test.example', 'known@acme.example']
    assert.deepEqual(plain(await invite({ emails, role: 'GUEST', teamId }), 'inviteUsers'), {
      invited: ['first@acme.example', 'known@acme.example'],
      alreadyMembers: ['user@test.example'],
    })
    const [first] = await messages('first@acme.example', 'INVITATION')
    assert.match(first?.text ?? '', /https:\/\/factory\.example\/invitation\?hash=[\w-]{43}&lang=en/)
    assert.deepEqual(
      [(await messages('known@acme.example', 'INVITATION'))[0]?.language, (await messages('user@test.example', 'INVITATION')).length],
      ['pl', 0],
    )
    const { id, expiresOn, ...told } = await find('first@acme.example')
    assert.ok(id !== '' && Math.abs(Date.parse(expiresOn) - Date.now() - 7 * DAY_MS) < 600_000)
    assert.deepEqual(told, {
      email: 'first@acme.example',
      role: 'GUEST',
      team: { name: 'Invited' },
      workCenterIds: [],
      invitedBy: { email: 'admin@test.example' },
      isExpired: false,
    })
    assert.deepEqual((await lastAudit('INVITE_USER'))?.['details'], { role: 'GUEST', team: 'Invited', workCenterIds: [] })
  })

  it('are refused as a whole when one address is none', async () => {
    const before = (await list()).length
    assert.deepEqual(code(await invite({ emails: ['fine@acme.example', 'fine2@acme.example', 'x@y'] })), ['INVALID_EMAIL', 'emails[2]'])
    assert.deepEqual(code(await invite({ emails: ['fine@acme.example', ' '] })), ['REQUIRED', 'emails[1]'])
    assert.deepEqual(code(await invite({ emails: [] })), ['REQUIRED', 'emails'])
    assert.deepEqual(code(await invite({ emails: Array.from({ length: 101 }, (_, at) => `a${at}@b.co`) })), [
      'VALUE_OUT_OF_RANGE',
      'emails',
    ])
    assert.deepEqual(code(await invite({ emails: ['a@b.co'], role: 'PROVIDER_ADMIN' })), ['ROLE_NOT_FOUND', 'role'])
    assert.deepEqual(code(await invite({ emails: ['a@b.co'], teamId: NOBODY })), ['TEAM_NOT_FOUND', 'teamId'])
    assert.equal((await list()).length, before)
  })

  it('are renewed by inviting again: one stays, with the new role, and only the newest link works', async () => {
    await invite({ emails: ['again@acme.example'] })
    const before = await find('again@acme.example')
    await invite({ emails: ['AGAIN@acme.example'], role: 'ADMIN' })
    const after = await find('again@acme.example')
    assert.deepEqual([after.id, before.role, after.role], [before.id, 'USER', 'ADMIN'])
    const secrets = (await messages('again@acme.example', 'INVITATION')).map((message) => secretOf(message.text))
    const found = await Promise.all(secrets.map((secret) => api.database.inSystem((tx) => peekLink(tx, 'INVITATION', secret))))
    assert.deepEqual(
      found.map((link) => link?.invitationId),
      [undefined, before.id],
    )
  })

  it('expire, can be sent again, and end when they are revoked', async () => {
    await invite({ emails: ['late@acme.example'] })
    const { id } = await find('late@acme.example')
    now = START + 7 * DAY_MS + 1000
    assert.equal((await find('late@acme.example')).isExpired, true)
    const describe = () =>
      api.database.inSystem((tx) => describeInvitation({ companyId: ACME, tx }, id, new Date(Date.now() + (now - START))))
    assert.equal(await describe(), null)
    const again = (text: string, company?: string) =>
      api.ask(`mutation ($id: Guid!) { ${text} }`, { variables: { id }, ...(company && { as: api.stranger }) })
    assert.equal(code(await again('resendInvitation(id: $id) { id }', OTHER))[0], 'INVITATION_NOT_FOUND')
    assert.equal(plain(await again('resendInvitation(id: $id) { isExpired }'), 'resendInvitation').isExpired, false)
    assert.deepEqual(await describe(), { email: 'late@acme.example', companyName: 'ACME1 Works', role: 'USER' })
    const secret = secretOf((await messages('late@acme.example', 'INVITATION'))[1]?.text ?? '')
    const peek = () => api.database.inSystem((tx) => peekLink(tx, 'INVITATION', secret))
    assert.equal((await peek())?.invitationId, id)
    assert.equal(code(await again('revokeInvitation(id: $id)', OTHER))[0], 'INVITATION_NOT_FOUND')
    assert.equal(plain(await again('revokeInvitation(id: $id)'), 'revokeInvitation'), true)
    assert.deepEqual([await peek(), await describe(), await find('late@acme.example')], [null, null, undefined])
    assert.equal(code(await again('revokeInvitation(id: $id)'))[0], 'INVITATION_NOT_FOUND')
    assert.equal(code(await again('resendInvitation(id: $id) { id }'))[0], 'INVITATION_NOT_FOUND')
  })

  it('make a member once, with role, team and work centers, however often and by whomever they are accepted at once', async () => {
    const teamId = await addTeam('Accepted')
    const [press] = await rows(`insert into work_center (company_id, name) values ('ACME1', 'Press') returning id`)
    const workCenterIds = [press?.['id']]
    await invite({ emails: ['joiner@acme.example'], role: 'OPERATOR', teamId, workCenterIds })
    const { id } = await find('joiner@acme.example')
    const people = await Promise.all([addPerson('joiner@acme.example'), addPerson('joiner2@acme.example')])
    const accept = (userId: UserId) => api.database.inSystem((tx) => acceptInvitation({ companyId: ACME, tx }, id, userId, new Date()))
    const answers = await Promise.all([...people, ...people].map(accept))
    assert.equal(answers.filter(Boolean).length, 1)
    const members = await rows(`select user_id, role, team_id from membership where user_id = any($1)`, [people])
    assert.deepEqual(
      members.map(({ role, team_id }) => [role, team_id]),
      [['OPERATOR', teamId]],
    )
    const userId = asId<UserId>(String(members[0]?.['user_id']))
    const seen = await api.ask('{ workCenters { id } }', { as: userId })
    assert.deepEqual(seen.data['workCenters'], [{ id: press?.['id'] }])
    assert.equal(await find('joiner@acme.example'), undefined)
    const other = await api.database.inSystem((tx) => acceptInvitation({ companyId: OTHER, tx }, id, people[0], new Date()))
    assert.equal(other, false, 'an invitation is of its company only')
  })

  it('stay within a number of e-mails a day', async () => {
    const deps: PeopleDeps = {
      database: api.database,
      topics: createTopics(),
      config: { publicUrl: 'https://factory.example' },
      now: Date.now,
    }
    const who = { companyId: ACME, userId: api.users.ADMIN }
    await rows(`update invitation set sent_that_day = 999 where email = 'first@acme.example'`)
    const form = { emails: ['one@acme.example', 'two@acme.example'], role: 'USER', teamId: null, workCenterIds: [] } as const
    await assert.rejects(inviteUsers(deps, who, form), { code: 'TOO_MANY_EMAILS' })
    await rows(`update invitation set sent_that_day = 1 where email = 'first@acme.example'`)
    assert.deepEqual((await inviteUsers(deps, who, form)).invited, form.emails)
  })
})

describe('links to join by', () => {
  const make = (variables: object) =>
    api.ask(
      'mutation ($role: Role!, $teamId: Guid, $days: Int!) { createJoinLink(role: $role, teamId: $teamId, days: $days) { id url } }',
      {
        variables: { role: 'OPERATOR', days: 3, ...variables },
      },
    )
  const join = (as: UserId, secret: string) =>
    api.ask('mutation ($secret: String!) { joinCompany(secret: $secret) { id name } }', { as, company: OTHER, variables: { secret } })
  const list = async () => plain(await api.ask('{ joinLinks { id role team { name } uses isExpired createdBy { email } } }'), 'joinLinks')

  async function outsider(email: string): Promise<UserId> {
    const userId = await addPerson(email)
    await rows(`insert into membership (company_id, user_id, role) values ('OTHER', $1, 'USER')`, [userId])
    return userId
  }

  it('let in whoever has them, with their role and team, and count whom', async () => {
    const teamId = await addTeam('By link')
    const { id, url } = plain(await make({ teamId }), 'createJoinLink')
    assert.match(url, /^https:\/\/factory\.example\/join\?secret=[\w-]{43}$/)
    assert.ok(!JSON.stringify(await rows('select * from join_link')).includes(secretOf(url)), 'kept as a hash only')
    const people = await Promise.all([outsider('link1@acme.example'), outsider('link2@acme.example')])
    for (const person of people) {
      assert.deepEqual(plain(await join(person, secretOf(url)), 'joinCompany'), { id: 'ACME1', name: 'ACME1 Works' })
    }
    assert.deepEqual(plain(await join(people[0], secretOf(url)), 'joinCompany').id, 'ACME1', 'again changes nothing')
    const mine = (await list()).find((link: { id: string }) => link.id === id)
    assert.deepEqual(mine, {
      id,
      role: 'OPERATOR',
      team: { name: 'By link' },
      uses: 2,
      isExpired: false,
      createdBy: { email: 'admin@test.example' },
    })
    assert.equal(plain(await api.ask('{ currentUser { role } }', { as: people[0] }), 'currentUser').role, 'OPERATOR')
    assert.deepEqual((await lastAudit('JOIN_COMPANY'))?.['subject'], 'user link2@acme.example')
  })

  it('refuse unknown, revoked and expired ones alike', async () => {
    const person = await outsider('late-link@acme.example')
    const [revoked, expired] = [plain(await make({}), 'createJoinLink'), plain(await make({ days: 1 }), 'createJoinLink')]
    const revoke = (as?: UserId) =>
      api.ask('mutation ($id: Guid!) { revokeJoinLink(id: $id) }', { variables: { id: revoked.id }, ...(as && { as }) })
    assert.equal(code(await revoke(api.stranger))[0], 'JOIN_LINK_NOT_FOUND')
    assert.equal(plain(await revoke(), 'revokeJoinLink'), true)
    assert.equal(code(await revoke())[0], 'JOIN_LINK_NOT_FOUND')
    now = START + DAY_MS + 1000
    const deps: PeopleDeps = {
      database: api.database,
      topics: createTopics(),
      config: { publicUrl: 'https://factory.example' },
      now: () => Date.now() + (now - START),
    }
    for (const secret of [secretOf(revoked.url), secretOf(expired.url), 'unknown', '']) {
      await assert.rejects(joinCompany(deps, person, secret), { code: 'LINK_EXPIRED' })
    }
    assert.equal(
      (await list()).some((link: { id: string; isExpired: boolean }) => link.id === expired.id && link.isExpired),
      true,
    )
    assert.deepEqual(await rows(`select company_id from membership where user_id = $1`, [person]), [{ company_id: 'OTHER' }])
  })

  it('never make an administrator, live 1 to 90 days, and let in neither demo people nor unproven addresses', async () => {
    for (const role of ['ADMIN', 'PROVIDER_ADMIN']) assert.deepEqual(code(await make({ role })), ['ROLE_NOT_FOUND', 'role'])
    for (const days of [0, 91]) assert.deepEqual(code(await make({ days })), ['VALUE_OUT_OF_RANGE', 'days'])
    const { url } = plain(await make({}), 'createJoinLink')
    const demo = await outsider('someone@demo.trueline.example')
    assert.equal(code(await join(demo, secretOf(url)))[0], 'DEMO_ACCOUNT')
    const deps: PeopleDeps = { database: api.database, topics: createTopics(), config: { publicUrl: '' }, now: Date.now }
    const unproven = await addPerson('unproven@acme.example')
    await rows('update app_user set email_verified_on = null where id = $1', [unproven])
    await assert.rejects(joinCompany(deps, unproven, secretOf(url)), { code: 'EMAIL_NOT_VERIFIED' })
  })
})

describe('requests for another role', () => {
  const request = (as: UserId, variables: object) =>
    api.ask(
      'mutation ($userId: Guid!, $role: Role!, $comment: String) { requestRoleChange(userId: $userId, role: $role, comment: $comment) }',
      {
        as,
        variables,
      },
    )
  const list = async () => plain(await api.ask('{ roleRequests { id user { id role } role comment requestedBy { id } } }'), 'roleRequests')
  const decide = (id: string, isApproved: boolean, as: UserId = api.users.ADMIN) =>
    api.ask('mutation ($id: Guid!, $isApproved: Boolean!) { decideRoleRequest(id: $id, isApproved: $isApproved) }', {
      as,
      variables: { id, isApproved },
    })

  async function member(email: string): Promise<UserId> {
    const userId = await addPerson(email, 'uk')
    await rows(`insert into membership (company_id, user_id, role) values ('ACME1', $1, 'GUEST')`, [userId])
    return userId
  }

  it('reach the administrators by e-mail, and an approved one holds with the next request', async () => {
    const userId = await member('wish@acme.example')
    await request(userId, { userId, role: 'OPERATOR' })
    assert.equal(plain(await request(userId, { userId, role: 'USER', comment: ' I confirm shifts ' }), 'requestRoleChange'), true)
    const [mine, ...others] = (await list()).filter((one: { user: { id: string } }) => one.user.id === userId)
    assert.equal(others.length, 0, 'the newer replaces the older')
    const { id, ...told } = mine
    assert.deepEqual(told, { user: { id: userId, role: 'GUEST' }, role: 'USER', comment: 'I confirm shifts', requestedBy: { id: userId } })
    assert.equal((await messages('admin@test.example', 'ROLE_REQUEST')).length, 2)
    assert.equal((await messages('user@test.example', 'ROLE_REQUEST')).length, 0)
    assert.equal(code(await decide(id, true, api.stranger))[0], 'ROLE_REQUEST_NOT_FOUND')
    assert.equal(plain(await decide(id, true), 'decideRoleRequest'), true)
    assert.equal(plain(await api.ask('{ currentUser { role } }', { as: userId }), 'currentUser').role, 'USER')
    assert.equal((await messages('wish@acme.example', 'ROLE_DECIDED'))[0]?.language, 'uk')
    assert.equal(code(await decide(id, false))[0], 'ROLE_REQUEST_NOT_FOUND')
    assert.deepEqual((await lastAudit('DECIDE_ROLE_REQUEST'))?.['details'], { userId, role: 'USER', isApproved: true })
  })

  it('change nothing when they are declined', async () => {
    const userId = await member('declined@acme.example')
    await request(userId, { userId, role: 'ADMIN' })
    const { id } = (await list()).find((one: { user: { id: string } }) => one.user.id === userId)
    assert.equal(plain(await decide(id, false), 'decideRoleRequest'), true)
    assert.equal(plain(await api.ask('{ currentUser { role } }', { as: userId }), 'currentUser').role, 'GUEST')
    assert.equal((await messages('declined@acme.example', 'ROLE_DECIDED')).length, 1)
  })

  it('cannot take the last administrator away', async () => {
    const userId = api.users.ADMIN
    assert.equal(plain(await request(userId, { userId, role: 'USER' }), 'requestRoleChange'), true)
    const { id } = (await list()).find((one: { user: { id: string } }) => one.user.id === userId)
    assert.equal(code(await decide(id, true))[0], 'LAST_ADMINISTRATOR')
    assert.equal(
      (await list()).some((one: { id: string }) => one.id === id),
      true,
      'the decision is taken back with it',
    )
    await decide(id, false)
  })

  it('are for oneself, for others only of those who may read the people', async () => {
    const other = api.users.OPERATOR
    const wish = { userId: other, role: 'USER' }
    assert.equal(code(await request(api.users.USER, wish))[0], 'USER_NOT_FOUND')
    assert.deepEqual((await request(api.users.PROVIDER_SUPPORT, wish)).errors, [])
    assert.equal(code(await request(api.users.ADMIN, { userId: api.stranger, role: 'USER' }))[0], 'USER_NOT_FOUND')
    assert.equal(code(await request(api.users.USER, { userId: api.users.USER, role: 'USER' }))[0], 'ROLE_UNCHANGED')
    assert.equal(code(await request(api.users.USER, { userId: api.users.USER, role: 'PROVIDER_ADMIN' }))[0], 'ROLE_NOT_FOUND')
    assert.equal(
      code(await request(api.users.USER, { userId: api.users.USER, role: 'GUEST', comment: 'x'.repeat(1001) }))[0],
      'LENGTH_OUT_OF_RANGE',
    )
    const visitor = api.users.PROVIDER_USER
    assert.equal(code(await request(visitor, { userId: visitor, role: 'ADMIN' }))[0], 'PROVIDER_PERSON')
  })

  it('are refused in the demo company, where nobody decides', async () => {
    await rows(`insert into company (id, name, country) values ('DEFLT', 'Demo', 'pl')`)
    await rows(`insert into membership (company_id, user_id, role) values ('DEFLT', $1, 'GUEST')`, [api.users.GUEST])
    const answer = await api.ask('mutation ($userId: Guid!) { requestRoleChange(userId: $userId, role: USER) }', {
      as: 'GUEST',
      company: 'DEFLT',
      variables: { userId: api.users.GUEST },
    })
    assert.equal(code(answer)[0], 'DEMO_COMPANY')
  })

  it('stay within a number a day', async () => {
    const userId = await member('often@acme.example')
    for (let at = 0; at < 20; at++) await request(userId, { userId, role: at % 2 === 0 ? 'USER' : 'OPERATOR' })
    assert.equal(code(await request(userId, { userId, role: 'USER' }))[0], 'TOO_MANY_EMAILS')
  })
})

describe("the provider's people", () => {
  const enter = (as: UserId, companyId: string, reason = 'Ticket 4711') =>
    api.ask('mutation ($companyId: String!, $reason: String!) { enterCompany(companyId: $companyId, reason: $reason) { id } }', {
      as,
      company: OTHER,
      variables: { companyId, reason },
    })

  it('enter a company with a reason for eight hours, which its log tells, and leave it', async () => {
    const helper = await addPerson('helper@provider.example')
    await rows(`update app_user set provider_role = 'PROVIDER_SUPPORT' where id = $1`, [helper])
    await rows(`insert into membership (company_id, user_id, role) values ('OTHER', $1, 'USER')`, [helper])
    assert.equal((await api.ask('{ users { id } }', { as: helper })).status, 401, 'nobody before entering')
    assert.equal(code(await enter(helper, 'ACME1', ' '))[0], 'REQUIRED')
    assert.equal(code(await enter(helper, 'ACME1', 'x'))[0], 'LENGTH_OUT_OF_RANGE')
    assert.equal(code(await enter(helper, 'ZZZZZ'))[0], 'COMPANY_NOT_FOUND')
    assert.equal(code(await enter(helper, 'OTHER'))[0], 'ALREADY_MEMBER')
    assert.equal(plain(await enter(helper, 'ACME1'), 'enterCompany').id, 'ACME1')
    assert.equal(plain(await api.ask('{ currentUser { role } }', { as: helper }), 'currentUser').role, 'PROVIDER_SUPPORT')
    assert.equal(code(await api.ask('mutation { createTeam(name: "X", color: "#000000") { id } }', { as: helper }))[0], 'FORBIDDEN')
    const visit = plain(await api.ask('{ currentUser { mayVisitCompanies visitEndsOn } }', { as: helper }), 'currentUser')
    assert.equal(visit.mayVisitCompanies, true)
    assert.ok(Date.parse(visit.visitEndsOn) > Date.now() + 7.9 * 3_600_000)
    assert.deepEqual(plain(await api.ask('{ currentUser { mayVisitCompanies visitEndsOn } }'), 'currentUser'), {
      mayVisitCompanies: false,
      visitEndsOn: null,
    })
    const entry = await lastAudit('ENTER_COMPANY')
    assert.deepEqual([entry?.['user_id'], Reflect.get(Object(entry?.['details']), 'reason')], [helper, 'Ticket 4711'])
    assert.equal(plain(await enter(helper, 'ACME1'), 'enterCompany').id, 'ACME1', 'entering again is a new term')
    const [term] = await rows(
      `select extract(epoch from expires_on - now()) / 3600 as hours from membership where company_id = 'ACME1' and user_id = $1`,
      [helper],
    )
    assert.ok(Number(term?.['hours']) > 7.9 && Number(term?.['hours']) <= 8)
    assert.equal(plain(await api.ask('mutation { leaveCompany }', { as: helper }), 'leaveCompany'), true)
    assert.equal((await api.ask('{ users { id } }', { as: helper })).status, 401)
    assert.equal((await lastAudit('LEAVE_COMPANY'))?.['user_id'], helper)
    assert.equal(code(await api.ask('mutation { leaveCompany }', { as: helper, company: OTHER }))[0], 'VISIT_NOT_FOUND')
  })

  it('are gone everywhere when their term is over, and may enter again', async () => {
    const helper = await addPerson('gone@provider.example')
    await rows(`update app_user set provider_role = 'PROVIDER_ADMIN' where id = $1`, [helper])
    await rows(`insert into membership (company_id, user_id, role) values ('OTHER', $1, 'USER')`, [helper])
    await rows(
      `insert into membership (company_id, user_id, role, expires_on) values ('ACME1', $1, 'PROVIDER_ADMIN', now() - interval '1 second')`,
      [helper],
    )
    assert.equal((await api.ask('{ users { id } }', { as: helper })).status, 401)
    assert.deepEqual(plain(await api.ask('{ companies { id } }', { as: helper, company: OTHER }), 'companies'), [{ id: 'OTHER' }])
    assert.deepEqual(plain(await api.ask('{ users(search: "gone@") { id } }'), 'users'), [])
    assert.equal(plain(await enter(helper, 'ACME1'), 'enterCompany').id, 'ACME1')
    assert.deepEqual(plain(await api.ask('{ users(search: "gone@") { role } }', { as: helper }), 'users'), [{ role: 'PROVIDER_ADMIN' }])
  })

  it('are nobody else: others read of no company', async () => {
    const person = await addPerson('curious@acme.example')
    await rows(`insert into membership (company_id, user_id, role) values ('OTHER', $1, 'ADMIN')`, [person])
    for (const companyId of ['ACME1', 'ZZZZZ', 'x']) assert.equal(code(await enter(person, companyId))[0], 'COMPANY_NOT_FOUND')
  })
})

describe('teams and the log', () => {
  it('keeps names unique, and leaves the people and plans of a removed team in none', async () => {
    const id = await addTeam('Assembly')
    const set = (name: string) =>
      api.ask('mutation ($id: Guid!, $name: String!) { updateTeam(id: $id, name: $name, color: "#112233") { name color } }', {
        variables: { id, name },
      })
    assert.deepEqual(code(await api.ask('mutation { createTeam(name: " ASSEMBLY ", color: "#000000") { id } }')), ['NOT_UNIQUE', 'name'])
    assert.deepEqual(plain(await set('assembly'), 'updateTeam'), { name: 'assembly', color: '#112233' })
    await addTeam('Packing')
    assert.deepEqual(code(await set('packing')), ['NOT_UNIQUE', 'name'])
    await rows(`update membership set team_id = $1 where company_id = 'ACME1' and user_id = $2`, [id, api.users.USER])
    await rows(
      `insert into operational_plan (company_id, event, is_active, active_from, team_id) values ('ACME1', 'COUNTER_RESET', false, 0, $1) returning event`,
      [id],
    )
    const teams = plain(await api.ask('{ teams { id membersCount } }', { as: 'OPERATOR' }), 'teams')
    assert.equal(teams.find((team: { id: string }) => team.id === id).membersCount, 1)
    assert.equal(plain(await api.ask('mutation ($id: Guid!) { deleteTeam(id: $id) }', { variables: { id } }), 'deleteTeam'), true)
    assert.deepEqual(await rows('select team_id from membership where user_id = $1', [api.users.USER]), [{ team_id: null }])
    assert.deepEqual(await rows(`select team_id from operational_plan where company_id = 'ACME1' and event = 'COUNTER_RESET'`), [
      { team_id: null },
    ])
    assert.deepEqual((await lastAudit('DELETE_TEAM'))?.['details'], {
      teamId: id,
      before: { name: 'assembly', color: '#112233', membersCount: 1 },
      after: null,
    })
  })

  it('tells in pages who did what, by person, action and period, and nothing of other companies', async () => {
    await rows(`insert into audit_log (company_id, user_id, action, subject) values ('OTHER', $1, 'CREATE_TEAM', 'team Secret')`, [
      api.stranger,
    ])
    await rows(
      `insert into audit_log (company_id, user_id, action, subject, at)
       select 'ACME1', $1, 'REOPEN_SHIFT', 'shift ' || n, '2020-01-01T00:00:00Z'::timestamptz + n * interval '1 hour' from generate_series(1, 25) n`,
      [api.users.USER],
    )
    const ask = async (filter: object, page: object = {}) =>
      plain(
        await api.ask(
          `query ($filter: AuditFilterInput, $current: Int, $size: Int) {
            auditLog(filter: $filter, current: $current, size: $size) {
              current size hasNext hasPrevious totalItems items { id at action subject details user { email } } } }`,
          { variables: { filter, ...page } },
        ),
        'auditLog',
      )
    const all = await ask({}, { size: 1000 })
    assert.ok(!JSON.stringify(all).includes('Secret'))
    assert.deepEqual(
      all.items,
      all.items.toSorted((a: { at: string }, b: { at: string }) => b.at.localeCompare(a.at)),
    )
    const mine = await ask({ userId: api.users.USER, action: 'REOPEN_SHIFT' }, { current: 3, size: 10 })
    const { items, ...page } = mine
    assert.deepEqual(page, { current: 3, size: 10, hasNext: false, hasPrevious: true, totalItems: 25 })
    assert.deepEqual(
      items.map((item: { subject: string }) => item.subject),
      ['shift 5', 'shift 4', 'shift 3', 'shift 2', 'shift 1'],
    )
    assert.deepEqual([items[0].user.email, JSON.parse(items[0].details)], ['user@test.example', {}])
    const period = { start: '2020-01-01T02:00:00Z', end: '2020-01-01T04:00:00Z' }
    assert.deepEqual(
      (await ask({ period })).items.map((item: { subject: string }) => item.subject),
      ['shift 3', 'shift 2'],
    )
    assert.equal((await ask({ action: 'NOTHING' })).totalItems, 0)
    assert.equal(code(await api.ask('{ auditLog(size: 0) { size } }'))[0], 'VALUE_OUT_OF_RANGE')
    assert.equal(code(await api.ask('{ auditLog { size } }', { as: 'PROVIDER_SUPPORT' }))[0], 'FORBIDDEN')
  })
})
