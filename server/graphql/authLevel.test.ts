import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { asId } from '#engine/ids.ts'
import type { UserId } from '#engine/ids.ts'
import { createTopics } from '#server/event/topics.ts'
import { makeLink } from '#server/user/oneTimeLink.store.ts'
import { createCallerFinder } from '#server/access/caller.ts'
import { ACME, OTHER, PUBLIC_URL, startTestApi } from './testing.ts'
import type { Answer, TestApi } from './testing.ts'

const REGISTER = `mutation Register($email: String!) {
  registerUser(country: "pl", email: $email, firstName: "Anna", lastName: "Nowak", password: "Right-password-1", phone: "+48601234567", isAgreed: true)
}`

let api: TestApi

before(async () => {
  api = await startTestApi()
})
after(() => api.close())

async function addUnproven(email: string, madeBy: string | null = null): Promise<UserId> {
  const { rows } = await api.database.pool.query<{ id: string }>(
    'insert into app_user (email, made_by_company) values ($1, $2) returning id',
    [email, madeBy],
  )
  return asId<UserId>(rows[0]?.id ?? '')
}

const codesOf = (answer: Answer) => answer.errors.map((error) => error.extensions.code)

describe('without a token', () => {
  const post = (body: unknown, headers: Record<string, string> = {}) => api.post(JSON.stringify(body), headers)
  const register = (email: string) => ({ query: REGISTER, variables: { email } })

  it('a person registers, known or not', async () => {
    for (const email of ['anna@standing.example', 'anna@standing.example', 'admin@test.example']) {
      const { status, data, errors } = await post(register(email))
      assert.deepEqual([status, data, errors], [200, { registerUser: true }, []], email)
    }
    assert.equal((await post(register('own@standing.example'), { origin: PUBLIC_URL })).status, 200)
  })

  it('nothing else is answered: no other field, not two at once, no batch, no introspection, no GET', async () => {
    const field = 'registerUser(country: "", email: "", firstName: "", lastName: "", password: "", phone: "", isAgreed: true)'
    const refused: readonly unknown[] = [
      { query: '{ currentUser { id } }' },
      { query: '{ __schema { types { name } } }' },
      { query: `mutation { ${field} verifyEmail(hash: "x") }` },
      { query: `mutation { a: ${field} b: ${field} }` },
      { query: `mutation { ...F } fragment F on Mutation { ${field} }` },
      { query: `mutation A { ${field} } query B { currentUser { id } }`, operationName: 'B' },
      { query: `query { registerUser: currentUser { id } }` },
      { query: `mutation { registerUser: verifyEmail(hash: "x") }` },
      { query: 'mutation {' },
      { query: `${REGISTER}${' '.repeat(5_000)}` },
      [register('batch@standing.example')],
      {},
      null,
    ]
    for (const body of refused) {
      const answer = await post(body)
      assert.deepEqual([answer.status, codesOf(answer)], [401, ['UNAUTHENTICATED']], JSON.stringify(body)?.slice(0, 80))
    }
    const got = await fetch(`${api.origin}/api/graphql?query=${encodeURIComponent(`mutation { ${field} }`)}`)
    assert.equal(got.status, 401)
  })

  it('registration has its limits only there: with a token, where many fit into a request, nobody registers', async () => {
    const authorization = `Bearer ${await api.token(api.users.USER)}`
    const answer = await api.post(JSON.stringify(register('token@standing.example')), { authorization, 'x-schema-code': ACME })
    assert.deepEqual(codesOf(answer), ['FORBIDDEN'])
    const { rows } = await api.database.pool.query(`select id from app_user where email = 'token@standing.example'`)
    assert.deepEqual(rows, [])
  })

  it('other sites cannot register people, and a wrong token is not the same as none', async () => {
    for (const headers of [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'content-type': 'text/plain' },
      { authorization: 'Bearer wrong' },
    ]) {
      assert.equal((await post(register('evil@standing.example'), headers)).status, 401, JSON.stringify(headers))
    }
    const { rowCount } = await api.database.pool.query(`select from app_user where email = 'evil@standing.example'`)
    assert.equal(rowCount, 0)
  })

  it('an address that registers too often waits', async () => {
    const answers = await Promise.all(Array.from({ length: 15 }, (_none, at) => post(register(`flood${at}@standing.example`))))
    const refused = answers.filter((answer) => answer.status === 429)
    assert.ok(refused.length >= 5, `${refused.length}`)
    assert.deepEqual(codesOf(refused[0] ?? assert.fail()), ['TOO_MANY_REQUESTS'])
  })
})

describe('a person whose address is not proven', () => {
  it('reads who they are and proves the address; everything else is EMAIL_NOT_VERIFIED until then', async () => {
    const userId = await addUnproven('unproven@standing.example')
    const ask = async (query: string) =>
      api.post(JSON.stringify({ query }), { authorization: `Bearer ${await api.token(userId, { companyId: null })}` })
    for (const query of [
      '{ currentUser { id isEmailVerified } }',
      '{ userAbilities { action } }',
      '{ userSettings { timeZone } }',
      '{ languages { code } }',
      '{ countries { code } }',
    ]) {
      assert.deepEqual(codesOf(await ask(query)), [], query)
    }
    const company = 'createParams: { name: "Mine", country: "pl", timeZone: "UTC", email: "a@b.example" }'
    for (const query of [
      '{ companies { id } }',
      `mutation { registerCompany(${company}) { id } }`,
      'mutation { updateUser(firstName: "A", lastName: "B", phone: "+48601234567") { id } }',
      'mutation { startTwoFactor { secret } }',
      'mutation { changePassword(oldPassword: "a", newPassword: "Right-password-1") }',
      '{ boxes { id } }',
    ]) {
      assert.deepEqual(codesOf(await ask(query)), ['EMAIL_NOT_VERIFIED'], query)
    }
    assert.deepEqual(codesOf(await ask('mutation { verifyEmail(hash: "invented") }')), ['LINK_EXPIRED'])
    const hash = await api.database.inSystem((tx) => makeLink(tx, { kind: 'VERIFY_EMAIL', userId }))
    assert.deepEqual(codesOf(await ask(`mutation { verifyEmail(hash: "${hash}") }`)), [])
    assert.deepEqual(codesOf(await ask('{ companies { id } }')), [])
    assert.deepEqual(codesOf(await ask(`mutation { registerCompany(${company}) { id } }`)), [])
  })

  it('is a member nowhere, even where a membership stands', async () => {
    const userId = await addUnproven('slipped@standing.example')
    await api.database.pool.query(`insert into membership (company_id, user_id, role) values ($1, $2, 'ADMIN')`, [ACME, userId])
    assert.deepEqual(codesOf(await api.ask('{ users { id } }', { as: userId })), ['EMAIL_NOT_VERIFIED'])
    assert.deepEqual((await api.ask('{ userAbilities { action } }', { as: userId })).data, { userAbilities: [] })
  })

  it('acts in the company that made the account, and nothing leads out of it', async () => {
    const userId = await addUnproven('made@standing.example', ACME)
    for (const company of [ACME, OTHER]) {
      await api.database.pool.query(`insert into membership (company_id, user_id, role) values ($1, $2, 'USER')`, [company, userId])
    }
    assert.deepEqual(codesOf(await api.ask('{ companies { id } }', { as: userId })), [])
    assert.deepEqual((await api.ask('{ companies { id } }', { as: userId })).data, { companies: [{ id: ACME }] })
    const company = 'createParams: { name: "Mine", country: "pl", timeZone: "UTC", email: "a@b.example" }'
    for (const query of [`mutation { registerCompany(${company}) { id } }`, 'mutation { joinCompany(secret: "x") { id } }']) {
      assert.deepEqual(codesOf(await api.ask(query, { as: userId })), ['EMAIL_NOT_VERIFIED'], query)
    }
    assert.equal((await api.ask('{ companies { id } }', { as: userId, company: OTHER })).status, 401)
  })
})

describe('a token', () => {
  it('whose account is gone is refused', async () => {
    const token = await api.token(asId<UserId>('01900000-0000-7000-8000-00000000dead'), { companyId: null })
    const body = JSON.stringify({ query: '{ currentUser { id } }' })
    assert.equal((await api.post(body, { authorization: `Bearer ${token}` })).status, 401)
  })
})

describe('a token of a customer’s issuer', () => {
  it('acts in the companies that the issuer speaks for, and leads into no other', async () => {
    const authLevel = async (only?: readonly (typeof ACME)[]) => {
      const principal = { userId: api.users.ADMIN, companyId: null, ...(only && { onlyCompanyIds: only }) }
      const deps = {
        database: api.database,
        verifyAccessToken: () => Promise.resolve(principal),
        topics: createTopics(),
        now: Date.now,
      }
      const caller = await createCallerFinder(deps)({ authorization: 'Bearer x', schemaCode: ACME, language: 'en' })
      return [caller?.authLevel, caller?.membership?.companyId]
    }
    assert.deepEqual(await authLevel([ACME]), ['COMPANY', ACME])
    assert.deepEqual(await authLevel([OTHER]), [undefined, undefined])
    assert.deepEqual(await authLevel(), ['PROVEN', ACME])
  })
})
