import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { startTestApi } from '#server/graphql/testing.ts'
import type { Answer, TestApi } from '#server/graphql/testing.ts'
import { addPress, DAY_START } from '#server/shift/testing.ts'
import { countStatements } from '#server/testing/countedStatements.ts'

type Role = 'ADMIN' | 'OPERATOR' | 'USER'
type Message = {
  readonly id: string
  readonly content: string
  readonly sentAt: string
  readonly editedAt: string | null
  readonly isDeleted: boolean
  readonly isChangeable: boolean
  readonly readBy: readonly { readonly id: string }[]
}
const FIELDS = 'id content sentAt editedAt isDeleted isChangeable readBy { id }'
const iso = (ms: number) => new Date(ms).toISOString()

describe('the conversation of an order', () => {
  let api: TestApi
  let now = DAY_START + 2 * HOUR_MS
  let press = 0
  let lathe = 0
  let count = 0

  before(async () => {
    api = await startTestApi({ now: () => now })
    press = await addPress(api, 'Press')
    lathe = await addPress(api, 'Lathe')
    await api.database.pool.query('insert into operator_work_center (company_id, user_id, work_center_id) values ($1, $2, $3)', [
      'ACME1',
      api.users.OPERATOR,
      press,
    ])
  })
  after(() => api.close())

  const codesOf = ({ errors }: Answer) => errors.map(({ extensions }) => extensions.code)
  const ask = async (query: string, as: Role = 'ADMIN') => {
    const answer = await api.ask(query, { as })
    assert.deepEqual(answer.errors, [])
    return answer.data
  }
  const draft = async (place: number): Promise<number> => {
    const { createJobOrder } = await ask(`mutation { createJobOrder(input: { orderCode: "C-${++count}", workCenterId: ${place} }) { id } }`)
    return (createJobOrder as { readonly id: number }).id
  }
  const order = async (place: number): Promise<number> => {
    const id = await draft(place)
    await api.database.pool.query("update job_order set status = 'ON_HOLD' where id = $1", [id])
    return id
  }
  const add = (id: number, content: string, as: Role, more = '') =>
    api.ask(`mutation { addConversationMessage(jobOrderId: ${id}, content: ${JSON.stringify(content)} ${more}) { ${FIELDS} } }`, { as })
  const write = async (id: number, content: string, as: Role, more = ''): Promise<Message> => {
    const { data, errors } = await add(id, content, as, more)
    assert.deepEqual(errors, [])
    return data['addConversationMessage'] as Message
  }
  const read = async (id: number, as: Role = 'ADMIN', more = '') => {
    const { jobOrder } = await ask(`{ jobOrder(id: ${id}) { unreadMessages conversation { topic messages${more} { ${FIELDS} } } } }`, as)
    return jobOrder as {
      readonly unreadMessages: number
      readonly conversation: { readonly topic: string; readonly messages: readonly Message[] } | null
    }
  }

  it('begins with the first message, and says who has not read what', async () => {
    const id = await order(press)
    assert.deepEqual(await read(id), { unreadMessages: 0, conversation: null })
    const first = await write(id, '  waiting for coil ', 'OPERATOR')
    assert.equal(first.content, 'waiting for coil')
    const second = await write(id, 'comes at two', 'USER')
    const { unreadMessages, conversation } = await read(id, 'OPERATOR')
    assert.equal(conversation?.topic, `C-${count}`)
    assert.deepEqual(
      conversation.messages.map(({ content }) => content),
      ['waiting for coil', 'comes at two'],
    )
    assert.equal(unreadMessages, 1)
    assert.equal((await read(id, 'ADMIN')).unreadMessages, 2)
    await ask(`mutation { markConversationRead(messageId: "${second.id}") }`, 'OPERATOR')
    await ask(`mutation { markConversationRead(messageId: "${first.id}") }`, 'OPERATOR')
    assert.equal((await read(id, 'OPERATOR')).unreadMessages, 0)
    assert.deepEqual((await read(id)).conversation?.messages[1]?.readBy, [{ id: api.users.OPERATOR }])
  })

  it('is read from its end, so many at a time', async () => {
    const id = await order(press)
    for (const no of [1, 2, 3, 4, 5]) await write(id, `no ${no}`, 'USER')
    const newest = (await read(id, 'ADMIN', '(size: 2)')).conversation?.messages ?? []
    assert.deepEqual(
      newest.map(({ content }) => content),
      ['no 4', 'no 5'],
    )
    const before = (await read(id, 'ADMIN', `(size: 2, before: "${newest[0]?.id}")`)).conversation?.messages ?? []
    assert.deepEqual(
      before.map(({ content }) => content),
      ['no 2', 'no 3'],
    )
    const many = await api.ask(`{ jobOrder(id: ${id}) { conversation { messages(size: 201) { id } } } }`, { as: 'ADMIN' })
    assert.deepEqual(codesOf(many), ['VALUE_OUT_OF_RANGE'])
  })

  it('of 10,000 messages reads a page of the newest with the statements that a short one needs, and of what is unread counts 99', async () => {
    const id = await order(press)
    await write(id, 'first', 'USER')
    const counted = async () => {
      const statements = countStatements()
      const { conversation } = await read(id, 'ADMIN', '(size: 50)')
      statements.end()
      return { messages: conversation?.messages ?? [], statements: statements.texts.length }
    }
    const few = await counted()
    await api.database.pool.query(
      `insert into conversation_message (company_id, conversation_id, content, content_type, sender_id, sent_at, received_on)
        select m.company_id, m.conversation_id, 'no ' || n, 'TEXT', m.sender_id, m.sent_at, m.received_on
        from conversation_message m join conversation c on c.company_id = m.company_id and c.id = m.conversation_id
        cross join generate_series(1, 10000) n where c.job_order_id = $1`,
      [id],
    )
    const many = await counted()
    assert.deepEqual([few.messages.length, many.messages.length, many.messages.at(-1)?.content], [1, 50, 'no 10000'])
    assert.equal(many.statements, few.statements)
    const { data } = await api.ask(`{ jobOrder(id: ${id}) { unreadMessages } }`, { as: 'ADMIN' })
    assert.deepEqual(data['jobOrder'], { unreadMessages: 99 })
  })

  it('is changed by who wrote, within 15 minutes; what was deleted says only that it was', async () => {
    const id = await order(press)
    const { id: message } = await write(id, 'at two', 'USER')
    const edit = (as: Role, content = 'at three') =>
      api.ask(`mutation { editConversationMessage(id: "${message}", content: "${content}") { content editedAt } }`, { as })
    assert.deepEqual(codesOf(await edit('ADMIN')), ['MESSAGE_OF_ANOTHER'])
    assert.deepEqual(codesOf(await edit('USER', ' ')), ['REQUIRED'])
    now += 15 * MINUTE_MS
    assert.deepEqual((await edit('USER')).data['editConversationMessage'], { content: 'at three', editedAt: iso(now) })
    const remove = () =>
      api.ask(`mutation { deleteConversationMessage(id: "${message}") { content isDeleted isChangeable } }`, { as: 'USER' })
    assert.deepEqual((await remove()).data['deleteConversationMessage'], { content: '', isDeleted: true, isChangeable: false })
    assert.deepEqual((await remove()).errors, [])
    assert.deepEqual(codesOf(await edit('USER')), ['MESSAGE_DELETED'])
    const late = await write(id, 'at four', 'USER')
    assert.equal(late.isChangeable, true)
    now += 15 * MINUTE_MS + 1
    assert.equal((await read(id, 'USER')).conversation?.messages.at(-1)?.isChangeable, false)
    assert.deepEqual(codesOf(await api.ask(`mutation { deleteConversationMessage(id: "${late.id}") { id } }`, { as: 'USER' })), [
      'MESSAGE_TOO_OLD',
    ])
  })

  it('is changed once for a key: a repetition that comes late leaves what was changed since', async () => {
    const { id: message } = await write(await order(press), 'at two', 'USER')
    const edit = (content: string, key: string) =>
      api.ask(`mutation { editConversationMessage(id: "${message}", content: "${content}", requestKey: "${key}") { content } }`, {
        as: 'USER',
      })
    const [first, second] = ['0198f7c2-7d6e-7cc3-98c4-dc0c0c073aa1', '0198f7c2-7d6e-7cc3-98c4-dc0c0c073aa2']
    for (const [content, key] of [
      ['at three', first],
      ['at four', second],
      ['at three', first],
    ] as const)
      assert.deepEqual((await edit(content, key)).errors, [])
    assert.deepEqual((await edit('at four', second)).data['editConversationMessage'], { content: 'at four' })
    assert.deepEqual(codesOf(await edit('at five', first)), ['REQUEST_KEY_REUSED'])
  })

  it('takes a message once, also when it is sent again, and keeps when it was written', async () => {
    const id = await order(press)
    const more = `, requestKey: "0198f7c2-7d6e-7cc3-98c4-dc0c0c07398f", occurredAt: "${iso(now - 2 * HOUR_MS)}"`
    const first = await write(id, 'coil is here', 'OPERATOR', more)
    assert.equal(first.sentAt, iso(now - 2 * HOUR_MS))
    assert.equal((await write(id, 'coil is here', 'OPERATOR', more)).id, first.id)
    assert.equal((await read(id)).conversation?.messages.length, 1)
    assert.deepEqual(codesOf(await add(id, 'other', 'OPERATOR', more)), ['REQUEST_KEY_REUSED'])
    assert.deepEqual(codesOf(await add(id, 'x', 'OPERATOR', `, occurredAt: "${iso(now - 15 * DAY_MS)}"`)), ['SAID_TOO_LONG_AGO'])
  })

  it('is of those who may see the order', async () => {
    const hidden = await order(lathe)
    const message = await write(hidden, 'for the lathe', 'USER')
    assert.deepEqual(codesOf(await add(hidden, 'x', 'OPERATOR')), ['JOB_ORDER_NOT_FOUND'])
    assert.deepEqual(codesOf(await add(await draft(press), 'x', 'OPERATOR')), ['JOB_ORDER_NOT_FOUND'])
    assert.deepEqual(codesOf(await api.ask(`mutation { markConversationRead(messageId: "${message.id}") }`, { as: 'OPERATOR' })), [
      'MESSAGE_NOT_FOUND',
    ])
    for (const stranger of [api.stranger]) {
      assert.deepEqual(
        codesOf(await api.ask(`mutation { addConversationMessage(jobOrderId: ${hidden}, content: "x") { id } }`, { as: stranger })),
        ['JOB_ORDER_NOT_FOUND'],
      )
      assert.deepEqual(codesOf(await api.ask(`mutation { deleteConversationMessage(id: "${message.id}") { id } }`, { as: stranger })), [
        'MESSAGE_NOT_FOUND',
      ])
    }
    assert.deepEqual(codesOf(await add(hidden, 'x', 'ADMIN', `, actingUserId: "${api.users.USER}"`)), ['NOT_A_STATION'])
    assert.deepEqual(codesOf(await api.ask(`mutation { markConversationRead(messageId: "many") }`, { as: 'ADMIN' })), ['MESSAGE_NOT_FOUND'])
  })

  it('goes with its order', async () => {
    const id = await draft(press)
    await write(id, 'wrong order', 'USER')
    await ask(`mutation { deleteJobOrder(id: ${id}) }`)
    const { rows } = await api.database.pool.query(
      'select 1 from conversation_message m join conversation c on c.id = m.conversation_id where c.job_order_id = $1',
      [id],
    )
    assert.deepEqual(rows, [])
  })
})
