import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { WebSocket } from 'ws'
import { DAY_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, OTHER, startTestApi } from '#server/graphql/testing.ts'
import type { Answer, TestApi } from '#server/graphql/testing.ts'
import { MAX_KEYS } from './apiKey.service.ts'
import { apiKeyHash, newApiKeySecret } from './apiKeySecret.ts'
import { REQUESTS_A_MINUTE } from './keyCheck.ts'

type Created = { readonly id: string; readonly secret: string; readonly name: string; readonly expiration: string | null }

const ME = '{ currentUser { id } }'

/** The clock of the server, moved by the tests. */
let now = Date.parse('2026-05-04T08:00:00Z')
let isClockBroken = false
const lines: string[] = []

describe('API keys', () => {
  let api: TestApi
  before(async () => {
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
    const clock = () => {
      if (isClockBroken) throw new Error('the clock is broken')
      return now
    }
    api = await startTestApi({ now: clock, log })
  })
  after(() => api.close())

  const create = async (args = 'name: "ERP"'): Promise<Created> => {
    const { data, errors } = await api.ask(`mutation { createApiKey(${args}) { id secret name expiration } }`)
    assert.deepEqual(errors, [])
    return data['createApiKey'] as Created
  }
  const revoke = (id: string, as: 'ADMIN' | 'USER' = 'ADMIN') => api.ask(`mutation { deleteApiKey(id: "${id}") }`, { as })
  const askWith = (secret: string, query = ME, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
    api.post(JSON.stringify({ query }), { authorization: `Bearer ${secret}`, ...headers })
  const list = async () => {
    const { data } = await api.ask(
      '{ apiKeys { id name description lastFour lastUsedOn createdOn expiration isExpired userId user { fullName } } }',
    )
    return data['apiKeys'] as readonly (Readonly<Record<string, unknown>> & { readonly id: string })[]
  }

  it('tells the secret once and keeps only its SHA-256', async () => {
    const { id, secret } = await create('name: " ERP ", description: "orders"')
    assert.match(secret, /^tlk_[\w-]{43}$/)
    const { rows } = await api.database.pool.query('select * from api_key where id = $1', [id])
    assert.equal(rows[0]?.hash, createHash('sha256').update(secret).digest('base64url'))
    assert.ok(!JSON.stringify(rows).includes(secret.slice(4, -4)))
    const shown = (await list()).find((key) => key.id === id)
    assert.deepEqual([shown?.['name'], shown?.['description'], shown?.['lastFour']], ['ERP', 'orders', secret.slice(-4)])
    assert.deepEqual([shown?.['userId'], shown?.['lastUsedOn'], shown?.['isExpired']], [api.users.ADMIN, null, false])
    const { errors } = await api.ask('{ apiKeys { secret } }')
    assert.equal(errors[0]?.extensions.code, 'GRAPHQL_VALIDATION_FAILED')
  })

  it('makes secrets that never repeat', () => {
    const secrets = new Set(Array.from({ length: 1000 }, newApiKeySecret))
    assert.equal(secrets.size, 1000)
    assert.equal(new Set([...secrets].map(apiKeyHash)).size, 1000)
  })

  it('refuses a key without a name, with too long texts and with an end in the past', async () => {
    const refusal = async (args: string) => (await api.ask(`mutation { createApiKey(${args}) { id } }`)).errors[0]?.extensions
    assert.deepEqual(await refusal('name: "  "'), { code: 'REQUIRED', field: 'name', params: {} })
    assert.equal((await refusal(`name: "${'n'.repeat(101)}"`))?.code, 'LENGTH_OUT_OF_RANGE')
    assert.equal((await refusal(`name: "ERP", expiration: "${new Date(now).toISOString()}"`))?.code, 'EXPIRATION_PAST')
  })

  it('writes creating and revoking into the log of the company and an e-mail to the creator, all without the secret', async () => {
    const { id, secret } = await create('name: "Audited"')
    await revoke(id)
    const entries = await api.database.pool.query(`select * from audit_log where subject = $1 order by id`, [`apiKey ${id}`])
    assert.deepEqual(
      entries.rows.map((row) => [row.company_id, row.user_id, row.action, row.details.name]),
      [
        [ACME, api.users.ADMIN, 'CREATE_API_KEY', 'Audited'],
        [ACME, api.users.ADMIN, 'DELETE_API_KEY', 'Audited'],
      ],
    )
    const messages = await api.database.pool.query(`select * from email where kind = 'API_KEY_CREATED' and text_body like '%Audited%'`)
    assert.deepEqual(
      messages.rows.map((row) => row.recipient),
      ['admin@test.example'],
    )
    assert.ok(!JSON.stringify([entries.rows, messages.rows]).includes(secret))
  })

  it('opens the API with the rights of its creator, but for people and keys', async () => {
    const { secret } = await create()
    const { data } = await askWith(secret, '{ currentUser { id } userAbilities { action subject } companies { id } }')
    assert.deepEqual(data['currentUser'], { id: api.users.ADMIN })
    const subjects = new Set((data['userAbilities'] as { readonly subject: string }[]).map(({ subject }) => subject))
    assert.ok(subjects.has('WORK_CENTER_SETTINGS') && !subjects.has('COMPANY_USERS') && !subjects.has('API_KEY'))
    assert.deepEqual(data['companies'], [{ id: ACME }])
    for (const query of [
      '{ apiKeys { id } }',
      'mutation { createApiKey(name: "x") { id } }',
      `mutation { deleteApiKey(id: "${api.users.ADMIN}") }`,
    ]) {
      assert.equal((await askWith(secret, query)).errors[0]?.extensions.code, 'FORBIDDEN', query)
    }
  })

  it('does not act on the account of its creator', async () => {
    const { secret } = await create()
    for (const query of [
      'mutation { changePassword(oldPassword: "a", newPassword: "b") }',
      'mutation { updateUser(firstName: "a", lastName: "b", phone: "+380501234567") { id } }',
      'mutation { registerCompany(createParams: { name: "n", country: "ua", timeZone: "Europe/Kyiv", email: "a@b.example" }) { id } }',
      'mutation { a: changePassword(oldPassword: "a", newPassword: "b") b: changePassword(oldPassword: "a", newPassword: "b") }',
    ]) {
      const { errors } = await askWith(secret, query)
      assert.ok(errors.length > 0 && errors.every(({ extensions }) => extensions.code === 'FORBIDDEN'), query)
    }
  })

  it('shows a key nothing of the other companies of its creator', async () => {
    const { secret } = await create()
    await api.database.pool.query(`insert into company (id, name, country) values ('SECND', 'Second', 'ua')`)
    await api.database.pool.query(`insert into membership (company_id, user_id, role) values ('SECND', $1, 'ADMIN')`, [api.users.ADMIN])
    const { data } = await askWith(secret, '{ companies { id } currentUser { companySettings { companyId } company { id } } }')
    assert.ok(!JSON.stringify(data).includes('SECND'))
    assert.equal((await askWith(secret, ME, { 'x-schema-code': 'SECND' })).status, 401)
  })

  it('answers 401 alike for what is no key, was one, or is one elsewhere', async () => {
    const { id, secret } = await create()
    const expired = await create(`name: "Short", expiration: "${new Date(now + DAY_MS).toISOString()}"`)
    assert.equal((await askWith(expired.secret)).status, 200)
    await revoke(id)
    now += DAY_MS
    const foreign = await create()
    const answers = await Promise.all([
      askWith(secret),
      askWith(expired.secret),
      askWith(newApiKeySecret()),
      askWith('tlk_'),
      askWith(`${foreign.secret}x`),
      askWith(foreign.secret.slice(0, -1)),
      askWith(foreign.secret.replace('tlk_', 'TLK_')),
      askWith(apiKeyHash(foreign.secret)),
      askWith(`tlk_${apiKeyHash(foreign.secret)}`),
      askWith(foreign.secret, ME, { 'x-schema-code': OTHER }),
      askWith(foreign.secret, ME, { 'x-schema-code': 'ZZZZZ' }),
      askWith(foreign.secret, ME, { 'x-schema-code': 'acme1' }),
      askWith(foreign.secret, ME, { 'x-schema-code': `${ACME},${OTHER}` }),
      askWith(foreign.secret, ME, { authorization: `Bearer ${foreign.secret} ${foreign.secret}` }),
      askWith(foreign.secret, ME, { authorization: `Basic ${foreign.secret}` }),
      askWith(foreign.secret, ME, { authorization: foreign.secret }),
    ])
    const [first] = answers
    assert.equal(first?.status, 401)
    for (const answer of answers) assert.deepEqual(answer, first)
    assert.equal((await askWith(foreign.secret, ME, { 'x-schema-code': ` ${ACME} ` })).status, 200)
    const marked = (await list()).find((key) => key.id === expired.id)
    assert.equal(marked?.['isExpired'], true)
    assert.ok(!(await list()).some((key) => key.id === id))
  })

  it('refuses keys in the address of the API', async () => {
    const { secret } = await create()
    const address = `${api.origin}/api/graphql?query=${encodeURIComponent(ME)}`
    for (const name of ['access_token', 'authorization', 'key']) assert.equal((await fetch(`${address}&${name}=${secret}`)).status, 401)
    assert.equal((await fetch(address, { headers: { authorization: `Bearer ${secret}` } })).status, 200)
  })

  it('revokes once, and only keys of the own company', async () => {
    const { id } = await create()
    assert.equal((await revoke(id, 'USER')).errors[0]?.extensions.code, 'FORBIDDEN')
    const foreign = await api.ask(`mutation { deleteApiKey(id: "${id}") }`, { as: api.stranger })
    assert.equal(foreign.errors[0]?.extensions.code, 'API_KEY_NOT_FOUND')
    assert.deepEqual((await revoke(id)).errors, [])
    assert.equal((await revoke(id)).errors[0]?.extensions.code, 'API_KEY_NOT_FOUND')
  })

  it('notes its use at most once a minute', async () => {
    const { id, secret } = await create()
    const used = async () => (await list()).find((key) => key.id === id)?.['lastUsedOn']
    const first = new Date(now).toISOString()
    await askWith(secret)
    assert.equal(await used(), first)
    now += MINUTE_MS - 1
    await askWith(secret)
    assert.equal(await used(), first)
    now += 1
    await askWith(secret)
    assert.equal(await used(), new Date(now).toISOString())
  })

  it('holds at 600 requests a minute, with 429 and the seconds to wait, and begins anew after them', async () => {
    const { secret } = await create()
    const other = await create()
    for (let asked = 0; asked < REQUESTS_A_MINUTE; asked += 50) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => askWith(secret)))
      assert.ok(answers.every(({ status }) => status === 200))
    }
    now += 20_000
    const response = await fetch(`${api.origin}/api/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
      body: JSON.stringify({ query: ME }),
    })
    assert.deepEqual([response.status, response.headers.get('retry-after')], [429, '40'])
    assert.equal((await askWith(secret)).errors[0]?.extensions.code, 'TOO_MANY_REQUESTS')
    assert.equal((await askWith(other.secret)).status, 200)
    now += 40_000
    assert.equal((await askWith(secret)).status, 200)
  })

  it('goes down with the role of its creator, and ends with the membership for good', async () => {
    const { secret } = await create()
    const membership = (text: string, values: unknown[] = []) => api.database.pool.query(text, [ACME, api.users.ADMIN, ...values])
    const setRole = (role: string) => membership('update membership set role = $3 where company_id = $1 and user_id = $2', [role])
    const settings = '{ deletedSensors { id } }'
    assert.deepEqual((await askWith(secret, settings)).errors, [])
    await setRole('GUEST')
    assert.equal((await askWith(secret, settings)).errors[0]?.extensions.code, 'FORBIDDEN')
    await setRole('ADMIN')
    assert.deepEqual((await askWith(secret, settings)).errors, [])
    await membership('delete from membership where company_id = $1 and user_id = $2')
    assert.equal((await askWith(secret)).status, 401)
    await membership(`insert into membership (company_id, user_id, role) values ($1, $2, 'ADMIN')`)
    assert.equal((await askWith(secret)).status, 401)
  })

  it('opens the hub, and closes it when it is revoked here or elsewhere', async () => {
    for (const revokeIt of [
      (id: string) => revoke(id),
      (id: string) => api.database.pool.query('update api_key set revoked_on = now() where id = $1', [id]),
    ]) {
      const { id, secret } = await create()
      assert.equal(await statusOf(`${api.origin}/api/supervisor`, { authorization: `Bearer ${secret}`, 'x-schema-code': OTHER }), 401)
      const socket = new WebSocket(`${api.origin}/api/supervisor?access_token=${secret}`)
      const closed = new Promise((resolve) => socket.on('close', resolve))
      await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject))
      await sleep(700)
      assert.equal(socket.readyState, WebSocket.OPEN)
      await revokeIt(id)
      await closed
      assert.equal(await statusOf(`${api.origin}/api/supervisor?access_token=${secret}`), 401)
    }
  })

  it('keeps a company from more keys than a person can oversee', async () => {
    const { length } = await list()
    await api.database.pool.query(
      `insert into api_key (company_id, user_id, name, hash, last_four) select $1, $2, 'n' || n, 'h' || n, '1234' from generate_series(1, $3) n`,
      [ACME, api.users.ADMIN, MAX_KEYS - length - 1],
    )
    await create()
    const { errors } = await api.ask('mutation { createApiKey(name: "one more") { id } }')
    assert.deepEqual(errors[0]?.extensions, { code: 'TOO_MANY_API_KEYS', params: { max: MAX_KEYS } })
  })

  it('is never written to the log, not even when something breaks', async () => {
    const secret = newApiKeySecret()
    isClockBroken = true
    assert.equal((await askWith(secret)).errors[0]?.extensions.code, 'INTERNAL_ERROR')
    assert.equal(await statusOf(`${api.origin}/api/supervisor?access_token=${secret}`), 503)
    assert.ok(lines.length >= 2)
    assert.ok(!lines.join('').includes('tlk_'))
  })
})

function statusOf(url: string, headers: Readonly<Record<string, string>> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { headers })
    socket.on('open', () => {
      socket.terminate()
      resolve(101)
    })
    socket.on('unexpected-response', (request, response) => {
      request.destroy()
      resolve(response.statusCode ?? 0)
    })
    socket.on('error', reject)
  })
}
