import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { DAY_MS } from '#engine/time/durations.ts'
import { startTestApi } from '#server/graphql/testing.ts'
import type { Answer, TestApi } from '#server/graphql/testing.ts'

type Support = {
  readonly id: number
  readonly content: string
  readonly status: string
  readonly isAnswerable: boolean
  readonly messages: readonly { readonly content: string; readonly isProvider: boolean; readonly author: { readonly id: string } | null }[]
}
const FIELDS = 'id content status isAnswerable messages { content isProvider author { id } }'

describe('questions to the provider', () => {
  let api: TestApi
  let now = Date.UTC(2026, 10, 23, 9)

  before(async () => {
    api = await startTestApi({ now: () => now })
    await api.database.pool.query(`update app_user set provider_role = 'PROVIDER_SUPPORT' where id = $1`, [api.users.PROVIDER_SUPPORT])
  })
  after(() => api.close())

  const codesOf = ({ errors }: Answer) => errors.map(({ extensions }) => extensions.code)
  const create = (input: string, as: 'ADMIN' | 'OPERATOR' | 'USER' = 'USER', more = '') =>
    api.ask(`mutation { createSupportRequest(input: { ${input} } ${more}) { ${FIELDS} } }`, { as })
  const made = async (input: string, as: 'ADMIN' | 'OPERATOR' | 'USER' = 'USER'): Promise<Support> => {
    const { data, errors } = await create(input, as)
    assert.deepEqual(errors, [])
    return data['createSupportRequest'] as Support
  }
  const list = async (as: Parameters<TestApi['ask']>[1]): Promise<readonly Support[]> => {
    const { data, errors } = await api.ask(`{ supportRequests { ${FIELDS} } }`, as)
    assert.deepEqual(errors, [])
    return data['supportRequests'] as readonly Support[]
  }
  const answer = (id: number, content: string, as: string, more = '') =>
    api.ask(`mutation { answerSupportRequest(id: ${id}, content: "${content}"${more}) }`, { as: as as 'USER' })
  const emails = async (kind: string) =>
    (
      await api.database.pool.query<{ recipient: string; reply_to: string | null; subject: string; text_body: string }>(
        'select recipient, reply_to, subject, text_body from email where kind = $1 order by id',
        [kind],
      )
    ).rows

  it('go to the inbox and to the address of the provider, and a reply reaches who asked', async () => {
    const asked = await made('content: " The press shows no output\\nsince Monday "')
    assert.deepEqual([asked.content, asked.status], ['The press shows no output\nsince Monday', 'NEW'])
    const [email] = await emails('SUPPORT_REQUEST')
    assert.equal(email?.recipient, 'help@provider.example')
    const { rows } = await api.database.pool.query<{ email: string }>('select email from app_user where id = $1', [api.users.USER])
    assert.equal(email?.reply_to, rows[0]?.email)
    assert.match(email?.subject ?? '', /The press shows no output/)
    assert.match(email?.text_body ?? '', new RegExp(`/support\\?id=${asked.id}&tab=inbox`))
    const inbox = await api.ask('{ supportInbox { id companyName } }', { as: 'PROVIDER_SUPPORT' })
    assert.deepEqual((inbox.data['supportInbox'] as readonly { readonly id: number }[])[0]?.id, asked.id)
    const others = await api.ask('{ supportInbox { id } }', { as: 'ADMIN' })
    assert.deepEqual(others.data['supportInbox'], [])
  })

  it('stand in the inbox by what waits and is urgent', async () => {
    const urgent = await made('content: "Nothing comes in", severity: URGENT')
    const later = await made('content: "Where is the manual?"')
    const { data } = await api.ask('{ supportInbox { id } }', { as: 'PROVIDER_SUPPORT' })
    const ids = (data['supportInbox'] as readonly { readonly id: number }[]).map(({ id }) => id)
    assert.deepEqual(ids.slice(0, 2), [urgent.id, later.id])
  })

  it('are not read by a key, whoever made it: a key is of one company', async () => {
    await made('content: "Of this company alone"')
    const { data, errors } = await api.ask('mutation { createApiKey(name: "ERP") { secret } }')
    assert.deepEqual(errors, [])
    const { secret } = data['createApiKey'] as { readonly secret: string }
    const askWithKey = async () => await api.post('{"query":"{ supportInbox { id } }"}', { authorization: `Bearer ${secret}` })
    assert.deepEqual((await askWithKey()).data['supportInbox'], [])
    await api.database.pool.query(`update app_user set provider_role = 'PROVIDER_SUPPORT' where id = $1`, [api.users.ADMIN])
    assert.deepEqual((await askWithKey()).data['supportInbox'], [])
    assert.notDeepEqual((await api.ask('{ supportInbox { id } }', { as: 'ADMIN' })).data['supportInbox'], [])
    await api.database.pool.query('update app_user set provider_role = null where id = $1', [api.users.ADMIN])
  })

  it('are answered by the provider, who is not named, and again by who asked', async () => {
    const { id } = await made('content: "How do I split a stop?"')
    assert.deepEqual((await answer(id, 'With the key s', 'PROVIDER_SUPPORT')).errors, [])
    const [waiting] = await list({ as: 'USER' })
    assert.deepEqual([waiting?.status, waiting?.messages], ['WAITING', [{ content: 'With the key s', isProvider: true, author: null }]])
    assert.equal((await emails('SUPPORT_ANSWER')).length, 1)
    assert.deepEqual((await answer(id, 'And on a tablet?', 'USER')).errors, [])
    assert.equal((await list({ as: 'USER' }))[0]?.status, 'OPEN')
    const told = (await emails('SUPPORT_REQUEST')).at(-1)
    assert.deepEqual([told?.recipient, told?.subject.includes('And on a tablet?')], ['help@provider.example', true])
    assert.deepEqual((await answer(id, 'By the button Split', 'PROVIDER_SUPPORT', ', isSolved: true')).errors, [])
    now += 7 * DAY_MS
    assert.equal((await list({ as: 'USER' }))[0]?.status, 'CLOSED')
    now += 30 * DAY_MS
    assert.deepEqual((await answer(id, 'It is back', 'USER')).errors, [])
    const closed = await api.ask(`mutation { closeSupportRequest(id: ${id}) { status } }`, { as: 'USER' })
    assert.deepEqual(closed.data['closeSupportRequest'], { status: 'CLOSED' })
    now += 31 * DAY_MS
    assert.deepEqual(codesOf(await answer(id, 'Again', 'USER')), ['SUPPORT_REQUEST_CLOSED'])
  })

  it('are counted for whom they wait: for the provider until it answers, for who asked afterwards', async () => {
    const waiting = async (as: 'ADMIN' | 'PROVIDER_SUPPORT' | 'USER') => {
      const { data, errors } = await api.ask('{ supportWaitingCount }', { as })
      assert.deepEqual(errors, [])
      return Number(data['supportWaitingCount'])
    }
    const [provider, asker, other] = [await waiting('PROVIDER_SUPPORT'), await waiting('USER'), await waiting('ADMIN')]
    const { id } = await made('content: "How do I print labels?"')
    assert.deepEqual([await waiting('PROVIDER_SUPPORT'), await waiting('USER')], [provider + 1, asker])
    assert.deepEqual((await answer(id, 'In the drawer', 'PROVIDER_SUPPORT')).errors, [])
    assert.deepEqual([await waiting('PROVIDER_SUPPORT'), await waiting('USER'), await waiting('ADMIN')], [provider, asker + 1, other])
    assert.deepEqual((await answer(id, 'Of which?', 'USER')).errors, [])
    assert.deepEqual([await waiting('PROVIDER_SUPPORT'), await waiting('USER')], [provider + 1, asker])
  })

  it('get an answer once under one key, of who asked and of the provider', async () => {
    const { id } = await made('content: "Sent without a connection"')
    const [mine, theirs] = [crypto.randomUUID(), crypto.randomUUID()]
    for (let round = 0; round < 2; round++) {
      assert.deepEqual((await answer(id, 'From the hall', 'USER', `, requestKey: "${mine}"`)).errors, [])
      assert.deepEqual((await answer(id, 'Thank you', 'PROVIDER_SUPPORT', `, requestKey: "${theirs}"`)).errors, [])
    }
    const [request] = await list({ as: 'USER' })
    assert.deepEqual(
      request?.messages.map(({ content }) => content),
      ['From the hall', 'Thank you'],
    )
    assert.deepEqual(codesOf(await answer(id, 'Other words', 'USER', `, requestKey: "${mine}"`)), ['REQUEST_KEY_REUSED'])
  })

  it('are seen by who asked and by who manages people, and by nobody else', async () => {
    const { id } = await made('content: "Mine alone"', 'OPERATOR')
    assert.equal(
      (await list({ as: 'USER' })).some((one) => one.id === id),
      false,
    )
    assert.equal(
      (await list({ as: 'ADMIN' })).some((one) => one.id === id),
      true,
    )
    for (const as of ['USER', api.stranger]) {
      assert.deepEqual(codesOf(await answer(id, 'x', as)), ['SUPPORT_REQUEST_NOT_FOUND'])
      const close = await api.ask(`mutation { closeSupportRequest(id: ${id}) { id } }`, { as: as as 'USER' })
      assert.deepEqual(codesOf(close), ['SUPPORT_REQUEST_NOT_FOUND'])
    }
  })

  it('are sent once under one key, say what is wrong, and end after ten a day', async () => {
    const key = ', requestKey: "0198f7c2-7d6e-7cc3-98c4-dc0c0c073911"'
    const [one, two] = [await create('content: "Once"', 'ADMIN', key), await create('content: "Once"', 'ADMIN', key)]
    assert.deepEqual(one.data, two.data)
    const wrong = await create('content: "", workCenterId: 999999')
    assert.deepEqual(codesOf(wrong), ['WORK_CENTER_NOT_FOUND'])
    assert.deepEqual(
      (await create('content: " "')).errors.map(({ extensions }) => [extensions.code, extensions.field]),
      [['REQUIRED', 'content']],
    )
    for (let count = 1; count < 10; count++) await made(`content: "Question ${count}"`, 'ADMIN')
    const flood = await create('content: "One more"', 'ADMIN')
    assert.deepEqual(
      flood.errors.map(({ extensions }) => [extensions.code, extensions.params]),
      [['TOO_MANY_SUPPORT_REQUESTS', { max: 10 }]],
    )
    now += DAY_MS + 1
    await made('content: "Tomorrow"', 'ADMIN')
  })
})
