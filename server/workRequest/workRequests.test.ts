import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { startTestApi } from '#server/graphql/testing.ts'
import type { Answer, TestApi } from '#server/graphql/testing.ts'
import { addLoss, addPress, DAY_START } from '#server/shift/testing.ts'

type Role = 'ADMIN' | 'GUEST' | 'OPERATOR' | 'USER'
type Request = {
  readonly id: number
  readonly content: string
  readonly status: string
  readonly version: number
  readonly reported: number
  readonly doneAt: string | null
  readonly moves: readonly { readonly kind: string; readonly status: string }[]
  readonly events: readonly { readonly from: string | null; readonly to: string; readonly comment: string | null; readonly at: string }[]
  readonly conversation: { readonly topic: string; readonly messages: readonly { readonly id: string; readonly content: string }[] } | null
  readonly unreadMessages: number
}
const FIELDS =
  'id content status version reported doneAt moves { kind status } events { from to comment at } conversation { topic messages { id content } } unreadMessages'
const iso = (ms: number) => new Date(ms).toISOString()

describe('work requests', () => {
  let api: TestApi
  let now = DAY_START + 2 * HOUR_MS
  let press = 0
  let lathe = 0

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
  const done = (answer: Answer, field: string): Request => {
    assert.deepEqual(answer.errors, [])
    return answer.data[field] as Request
  }
  const create = (input: string, as: Role = 'OPERATOR', more = '') =>
    api.ask(`mutation { createWorkRequest(input: { ${input} } ${more}) { ${FIELDS} } }`, { as })
  const made = async (input: string, as: Role = 'OPERATOR') => done(await create(input, as), 'createWorkRequest')
  const move = ({ id, version }: Pick<Request, 'id' | 'version'>, more: string, as: Role = 'OPERATOR') =>
    api.ask(`mutation { moveWorkRequest(id: ${id}, version: ${version}, ${more}) { ${FIELDS} } }`, { as })
  const moved = async (request: Pick<Request, 'id' | 'version'>, more: string, as: Role = 'OPERATOR') =>
    done(await move(request, more, as), 'moveWorkRequest')
  const change = ({ id, version }: Pick<Request, 'id' | 'version'>, input: string, as: Role = 'OPERATOR') =>
    api.ask(`mutation { updateWorkRequest(id: ${id}, version: ${version}, input: { ${input} }) { ${FIELDS} } }`, { as })
  const comment = (id: number, content: string, as: Role = 'OPERATOR') =>
    api.ask(`mutation { commentWorkRequest(id: ${id}, content: "${content}") { ${FIELDS} } }`, { as })
  const list = async (more: string, as: Role = 'OPERATOR') => {
    const { data, errors } = await api.ask(`{ workRequests${more} { totalItems items { id } counts { status count } } }`, { as })
    assert.deepEqual(errors, [])
    return data['workRequests'] as {
      readonly totalItems: number
      readonly items: readonly { readonly id: number }[]
      readonly counts: readonly { readonly status: string; readonly count: number }[]
    }
  }

  it('go their way step by step, each step written down and told to those who listen', async () => {
    const asked = await made(`content: " Oil under the gearbox ", workCenterId: ${press}`)
    assert.deepEqual([asked.content, asked.status, asked.version], ['Oil under the gearbox', 'CREATION', 1])
    assert.deepEqual(asked.moves, [
      { kind: 'FORWARD', status: 'DISPATCHER' },
      { kind: 'CANCEL', status: 'CANCELED' },
    ])
    const taken = await moved(asked, 'status: DISPATCHER')
    assert.deepEqual(codesOf(await move(taken, 'status: RESPONSIBLE')), ['REQUIRED'])
    const given = await moved(taken, `status: RESPONSIBLE, responsibleId: "${api.users.OPERATOR}"`)
    assert.deepEqual(codesOf(await move(given, 'status: DISPATCHER')), ['REQUIRED'])
    const back = await moved(given, 'status: DISPATCHER, comment: "which seal?"')
    assert.deepEqual(back.events[0], { from: 'RESPONSIBLE', to: 'DISPATCHER', comment: 'which seal?', at: back.events[0]?.at })
    assert.equal(back.events.length, 4)
    assert.deepEqual(codesOf(await move(back, 'status: EXECUTION')), ['WORK_REQUEST_SKIP'])
    const working = await moved(back, 'status: EXECUTION', 'ADMIN')
    now += HOUR_MS
    const over = await moved(working, 'status: DONE, minutesWorked: 45')
    assert.equal(over.doneAt, iso(now))
    now += 30 * DAY_MS
    const again = await moved(over, 'status: EXECUTION, comment: "leaks again"')
    assert.equal(again.doneAt, null)
    const end = await moved(again, 'status: DONE')
    now += 31 * DAY_MS
    assert.deepEqual(codesOf(await move(end, 'status: EXECUTION, comment: "once more"', 'ADMIN')), ['WORK_REQUEST_TOO_OLD'])
    const { rows } = await api.database.pool.query(
      `select kind, payload->>'from' as "from", payload->>'to' as "to" from domain_event where fact_key = $1 order by id`,
      [`workRequest/${asked.id}`],
    )
    assert.deepEqual(rows.slice(0, 2), [
      { kind: 'WORK_REQUEST_OPENED', from: null, to: 'CREATION' },
      { kind: 'WORK_REQUEST_MOVED', from: 'CREATION', to: 'DISPATCHER' },
    ])
    assert.equal(rows.length, 8)
  })

  it('are taken up again by a tap within 30 days, also where it is sent later', async () => {
    const asked = await made('content: "Noise"', 'ADMIN')
    const over = await moved(asked, `status: DONE, responsibleId: "${api.users.ADMIN}"`, 'ADMIN')
    const doneAt = now
    now += 32 * DAY_MS
    const tapped = (at: number) => `status: EXECUTION, comment: "again", occurredAt: "${iso(at)}"`
    assert.deepEqual(codesOf(await move(over, tapped(doneAt + 30 * DAY_MS + 1), 'ADMIN')), ['WORK_REQUEST_TOO_OLD'])
    const again = await moved(over, tapped(doneAt + 30 * DAY_MS), 'ADMIN')
    assert.deepEqual([again.status, again.events[0]?.at], ['EXECUTION', iso(doneAt + 30 * DAY_MS)])
  })

  it('tell in their history and to those who listen what was changed of them, and nothing where nothing was', async () => {
    const asked = await made(`content: "Hose drips", workCenterId: ${press}`)
    const due = now + DAY_MS
    const input = `content: " Hose leaks ", responsibleId: "${api.users.OPERATOR}", dueAt: "${iso(due)}", workCenterId: null, minutesWorked: 5`
    const changed = done(await change(asked, input, 'ADMIN'), 'updateWorkRequest')
    const history = async () => {
      const { data, errors } = await api.ask(
        `{ workRequest(id: ${asked.id}) { version events { from to user { id } changes { field before after personAfter { id } } } } }`,
        { as: 'OPERATOR' },
      )
      assert.deepEqual(errors, [])
      return data['workRequest'] as { readonly version: number; readonly events: readonly unknown[] }
    }
    const [last, first] = (await history()).events
    assert.deepEqual(last, {
      from: 'CREATION',
      to: 'CREATION',
      user: { id: api.users.ADMIN },
      changes: [
        { field: 'CONTENT', before: 'Hose drips', after: 'Hose leaks', personAfter: null },
        { field: 'DUE', before: null, after: iso(due), personAfter: null },
        { field: 'MINUTES', before: null, after: '5', personAfter: null },
        { field: 'RESPONSIBLE', before: null, after: api.users.OPERATOR, personAfter: { id: api.users.OPERATOR } },
        { field: 'WORK_CENTER', before: 'Press', after: null, personAfter: null },
      ],
    })
    assert.deepEqual(first, { from: null, to: 'CREATION', user: { id: api.users.OPERATOR }, changes: [] })
    const same = done(await change(changed, 'content: "Hose leaks"', 'ADMIN'), 'updateWorkRequest')
    assert.deepEqual([same.version, (await history()).events.length], [changed.version, 2])
    const { rows } = await api.database.pool.query(
      `select kind, payload->>'responsibleId' as who from domain_event where fact_key = $1 order by id`,
      [`workRequest/${asked.id}`],
    )
    assert.deepEqual(rows, [
      { kind: 'WORK_REQUEST_OPENED', who: null },
      { kind: 'WORK_REQUEST_CHANGED', who: api.users.OPERATOR },
    ])
    const step = await moved(same, 'status: DONE, minutesWorked: 40', 'ADMIN')
    assert.equal(step.status, 'DONE')
    const [moves] = (await history()).events as readonly { readonly changes: unknown }[]
    assert.deepEqual(moves?.changes, [{ field: 'MINUTES', before: '5', after: '40', personAfter: null }])
  })

  it('are not taken up again while a newer one about the same is open', async () => {
    const before = await made('content: "Fan stands"', 'ADMIN')
    const over = await moved(before, `status: DONE, responsibleId: "${api.users.ADMIN}"`, 'ADMIN')
    const newer = await made('content: "Fan stands again"', 'ADMIN')
    await api.database.pool.query(`update work_request set source = 'CHECKLIST_ANSWER', subject = 'fan' where id = any($1::int[])`, [
      [before.id, newer.id],
    ])
    const refused = await move(over, 'status: EXECUTION, comment: "again"', 'ADMIN')
    assert.deepEqual(
      refused.errors.map(({ extensions }) => [extensions.code, extensions.params]),
      [['WORK_REQUEST_OPEN_ALREADY', { id: newer.id }]],
    )
    // A checklist reports each task by itself: the same one in a request of several is the same.
    for (const [id, subject] of [
      [before.id, 'checklist/5/7/fan'],
      [newer.id, 'checklist/5/7/belt,fan'],
    ] as const)
      await api.database.pool.query('update work_request set subject = $2 where id = $1', [id, subject])
    assert.deepEqual(codesOf(await move(over, 'status: EXECUTION, comment: "again"', 'ADMIN')), ['WORK_REQUEST_OPEN_ALREADY'])
    await moved(newer, 'status: CANCELED, comment: "the same"', 'ADMIN')
    assert.equal((await moved(over, 'status: EXECUTION, comment: "again"', 'ADMIN')).status, 'EXECUTION')
  })

  it('refuse a search that is longer than any text', async () => {
    const search = (length: number) => api.ask(`{ workRequests(filter: { search: "${'x'.repeat(length)}" }) { totalItems } }`)
    assert.deepEqual(codesOf(await search(201)), ['LENGTH_OUT_OF_RANGE'])
    assert.deepEqual(codesOf(await search(200)), [])
  })

  it('are moved by who wrote them, who is responsible and who manages losses', async () => {
    const asked = await made('content: "Lamp is broken"', 'USER')
    assert.deepEqual(codesOf(await move(asked, 'status: DISPATCHER', 'OPERATOR')), ['WORK_REQUEST_NOT_FOUND'])
    const there = await made(`content: "Guard rattles", workCenterId: ${press}`, 'USER')
    assert.deepEqual(codesOf(await move(there, 'status: DISPATCHER', 'OPERATOR')), ['WORK_REQUEST_OF_ANOTHER'])
    assert.deepEqual(codesOf(await change(there, 'content: "x"', 'OPERATOR')), ['WORK_REQUEST_OF_ANOTHER'])
    assert.deepEqual(codesOf(await move(there, 'status: DISPATCHER', 'GUEST')), ['FORBIDDEN'])
    const given = done(await change(there, `responsibleId: "${api.users.OPERATOR}"`, 'USER'), 'updateWorkRequest')
    assert.equal((await moved(given, 'status: DISPATCHER', 'OPERATOR')).status, 'DISPATCHER')
  })

  it('are seen by operators where they work, and where it is theirs', async () => {
    const other = await made(`content: "Coolant is low", workCenterId: ${lathe}`, 'ADMIN')
    const ids = (await list('(size: 500)')).items.map(({ id }) => id)
    assert.equal(ids.includes(other.id), false)
    assert.deepEqual(codesOf(await comment(other.id, 'when?')), ['WORK_REQUEST_NOT_FOUND'])
    const foreign = await api.ask(`{ workRequest(id: ${other.id}) { id } }`, { as: 'OPERATOR' })
    assert.deepEqual(codesOf(foreign), ['WORK_REQUEST_NOT_FOUND'])
    assert.deepEqual(codesOf(await create(`content: "x", workCenterId: ${lathe}`)), ['WORK_CENTER_NOT_FOUND'])
    // Who is not assigned there cannot be responsible there.
    assert.deepEqual(codesOf(await change(other, `responsibleId: "${api.users.OPERATOR}"`, 'ADMIN')), ['USER_NOT_FOUND'])
    assert.deepEqual(codesOf(await change(other, `responsibleId: "${api.users.GUEST}"`, 'ADMIN')), ['USER_NOT_FOUND'])
    const given = await change(other, `responsibleId: "${api.users.OPERATOR}", workCenterId: null`, 'ADMIN')
    assert.deepEqual(given.errors, [])
    assert.equal(
      (await list('(filter: { isMine: true }, size: 500)')).items.some(({ id }) => id === other.id),
      true,
    )
  })

  it('tell in their history no name of a work center that the reader does not see', async () => {
    const moved = await made(`content: "Fan is loud", workCenterId: ${lathe}`, 'ADMIN')
    done(await change(moved, `workCenterId: ${press}`, 'ADMIN'), 'updateWorkRequest')
    const changesFor = async (as: 'ADMIN' | 'OPERATOR') => {
      const { data, errors } = await api.ask(`{ workRequest(id: ${moved.id}) { events { changes { field before after } } } }`, { as })
      assert.deepEqual(errors, [])
      return (data['workRequest'] as { readonly events: readonly { readonly changes: readonly unknown[] }[] }).events[0]?.changes
    }
    assert.deepEqual(await changesFor('ADMIN'), [{ field: 'WORK_CENTER', before: 'Lathe', after: 'Press' }])
    assert.deepEqual(await changesFor('OPERATOR'), [{ field: 'WORK_CENTER', before: null, after: 'Press' }])
  })

  it('of another company are not there', async () => {
    const { id } = await made('content: "Ours"', 'ADMIN')
    const asks = [
      `{ workRequest(id: ${id}) { id } }`,
      `mutation { moveWorkRequest(id: ${id}, version: 1, status: DISPATCHER) { id } }`,
      `mutation { updateWorkRequest(id: ${id}, version: 1, input: { content: "x" }) { id } }`,
      `mutation { commentWorkRequest(id: ${id}, content: "x") { id } }`,
    ]
    for (const text of asks) assert.deepEqual(codesOf(await api.ask(text, { as: api.stranger })), ['WORK_REQUEST_NOT_FOUND'], text)
    const { data } = await api.ask('{ workRequests { totalItems } }', { as: api.stranger })
    assert.deepEqual(data['workRequests'], { totalItems: 0 })
  })

  it('keep what two people say at once: the second is told that it changed', async () => {
    const asked = await made(`content: "Belt slips", workCenterId: ${press}`)
    assert.deepEqual((await change(asked, `dueAt: "${iso(now + DAY_MS)}"`)).errors, [])
    assert.deepEqual(codesOf(await change(asked, 'content: "Belt is torn"')), ['CONFLICT'])
    assert.deepEqual(codesOf(await move(asked, 'status: DISPATCHER')), ['CONFLICT'])
  })

  it('are made and moved once under one key, and at the time of the tap', async () => {
    const [key, moveKey] = ['0198f7c2-7d6e-7cc3-98c4-dc0c0c073901', '0198f7c2-7d6e-7cc3-98c4-dc0c0c073902']
    const at = now - HOUR_MS
    const input = `content: "Offline", workCenterId: ${press}, occurredAt: "${iso(at)}"`
    const first = done(await create(input, 'OPERATOR', `, requestKey: "${key}"`), 'createWorkRequest')
    const second = done(await create(input, 'OPERATOR', `, requestKey: "${key}"`), 'createWorkRequest')
    assert.deepEqual([second.id, first.events[0]?.at], [first.id, iso(at)])
    const args = `status: DISPATCHER, occurredAt: "${iso(at + MINUTE_MS)}", requestKey: "${moveKey}"`
    const step = await moved(first, args)
    assert.deepEqual(await moved(first, args), step)
    assert.equal(step.events[0]?.at, iso(at + MINUTE_MS))
    assert.deepEqual(codesOf(await create(`content: "x", occurredAt: "${iso(now - 15 * DAY_MS)}"`)), ['SAID_TOO_LONG_AGO'])
  })

  it('from one loss are one while it is open: the next report is a message and a count', async () => {
    const lossId = await addLoss(api, press, [60, 70])
    const first = await made(`content: "Sensor dirty", lossId: ${lossId}`)
    const second = await made(`content: "dirty again", lossId: ${lossId}`)
    assert.deepEqual([second.id, second.reported], [first.id, 2])
    assert.deepEqual(
      second.conversation?.messages.map(({ content }) => content),
      ['dirty again'],
    )
    const { data } = await api.ask(`{ workRequest(id: ${first.id}) { source loss { id } workCenter { name } } }`, { as: 'OPERATOR' })
    assert.deepEqual(data['workRequest'], { source: 'LOSS', loss: { id: lossId }, workCenter: { name: 'Press' } })
    await moved(second, 'status: CANCELED')
    assert.notEqual((await made(`content: "dirty", lossId: ${lossId}`)).id, first.id)
    assert.deepEqual(codesOf(await create('content: "x", lossId: 999999999')), ['LOSS_NOT_FOUND'])
  })

  it('from one loss stay one, and keep it, after late data moved its start', async () => {
    const lossId = await addLoss(api, press, [200, 220])
    const first = await made(`content: "Drive trips", lossId: ${lossId}`)
    const lossOf = async () => {
      const { data } = await api.ask(`{ workRequest(id: ${first.id}) { loss { id } } }`)
      return data['workRequest']
    }
    const { pool } = api.database
    for (const [from, to] of [
      [205, 220],
      [195, 220],
      [198, 215],
    ] as const) {
      const moved = [lossId, DAY_START + from * MINUTE_MS, DAY_START + to * MINUTE_MS]
      await pool.query('update loss set start_at = $2, end_at = $3 where id = $1', moved)
      assert.equal((await made(`content: "trips again", lossId: ${lossId}`)).id, first.id)
      assert.deepEqual(await lossOf(), { loss: { id: lossId } })
    }
    // What is reported of a neighbour is another request, unless it begins where the first did: one place has one.
    await pool.query('update loss set start_at = $2 where id = $1', [lossId, DAY_START + 206 * MINUTE_MS])
    const neighbour = await addLoss(api, press, [200, 205])
    assert.deepEqual(await lossOf(), { loss: { id: lossId } })
    const beside = await addLoss(api, press, [222, 230])
    assert.notEqual((await made(`content: "Other", lossId: ${beside}`)).id, first.id)
    assert.equal((await made(`content: "Same start", lossId: ${neighbour}`)).id, first.id)
  })

  it('from one loss are not taken up again while a newer one of it is open under another start', async () => {
    const lossId = await addLoss(api, press, [300, 320])
    const before = await made(`content: "Jam", lossId: ${lossId}`, 'ADMIN')
    const over = await moved(before, `status: DONE, responsibleId: "${api.users.ADMIN}"`, 'ADMIN')
    await api.database.pool.query('update loss set start_at = $2 where id = $1', [lossId, DAY_START + 305 * MINUTE_MS])
    const newer = await made(`content: "Jam", lossId: ${lossId}`, 'ADMIN')
    assert.notEqual(newer.id, before.id)
    const refused = await move(over, 'status: EXECUTION, comment: "again"', 'ADMIN')
    assert.deepEqual(
      refused.errors.map(({ extensions }) => [extensions.code, extensions.params]),
      [['WORK_REQUEST_OPEN_ALREADY', { id: newer.id }]],
    )
  })

  it('show first the pictures that were sent beside them', async () => {
    const asked = await made(`content: "Crack", workCenterId: ${press}`)
    await comment(asked.id, 'look')
    const { pool } = api.database
    const conversation = await pool.query<{ id: number }>('select id from conversation where company_id = $1 and work_request_id = $2', [
      'ACME1',
      asked.id,
    ])
    for (const [minute, name, type] of [
      [2, 'second.webp', 'image/webp'],
      [0, 'drawing.pdf', 'application/pdf'],
      [1, 'first.webp', 'image/webp'],
    ] as const)
      await pool.query(
        `insert into attachment (company_id, name, content_type, size, bytes, uploaded_by, uploaded_on, conversation_id)
         values ('ACME1', $1, $2, 1, '\\x00', $3, $4, $5)`,
        [name, type, api.users.ADMIN, new Date(now + minute * MINUTE_MS), conversation.rows[0]?.id],
      )
    const { data } = await api.ask(`{ workRequest(id: ${asked.id}) { photos { name } } }`, { as: 'OPERATOR' })
    assert.deepEqual(data['workRequest'], { photos: [{ name: 'first.webp' }, { name: 'second.webp' }] })
  })

  it('are moved as they were seen though the same was reported again meanwhile', async () => {
    const lossId = await addLoss(api, press, [100, 110])
    const first = await made(`content: "Belt slips", lossId: ${lossId}`)
    const again = await made(`content: "slips again", lossId: ${lossId}`, 'USER')
    assert.deepEqual([again.id, again.reported, again.version], [first.id, 2, first.version])
    const gone = await moved(first, 'status: DISPATCHER')
    assert.deepEqual([gone.status, gone.reported], ['DISPATCHER', 2])
  })

  it('keep all of a long report, and take its date and who is responsible where nobody said them', async () => {
    const lossId = await addLoss(api, press, [120, 130])
    const first = await made(`content: "Leak", lossId: ${lossId}`)
    const long = `${'x'.repeat(3_999)}🔧${'y'.repeat(900)}`
    const due = `dueAt: "${iso(now + DAY_MS)}", responsibleId: "${api.users.OPERATOR}"`
    const again = await made(`content: "${long}", lossId: ${lossId}, ${due}`, 'USER')
    const said = again.conversation?.messages.map(({ content }) => content) ?? []
    assert.deepEqual([said.length, new Set(said)], [2, new Set([long.slice(0, 3_999), long.slice(3_999)])])
    assert.equal(again.version, first.version + 1)
    assert.deepEqual([again.events[0]?.from, again.events[0]?.to, again.events.length], ['CREATION', 'CREATION', 2])
    const other = `dueAt: "${iso(now + 2 * DAY_MS)}", responsibleId: "${api.users.ADMIN}"`
    assert.equal((await made(`content: "Leak", lossId: ${lossId}, ${other}`, 'USER')).version, again.version)
    const { data } = await api.ask(`{ workRequest(id: ${first.id}) { dueAt responsibleId } }`)
    assert.deepEqual(data['workRequest'], { dueAt: iso(now + DAY_MS), responsibleId: api.users.OPERATOR })
  })

  it('two reports of one loss at once become one request', async () => {
    const input = `content: "at once", lossId: ${await addLoss(api, press, [80, 90])}`
    const both = await Promise.all([made(input, 'OPERATOR'), made(input, 'USER')])
    assert.equal(both[0].id, both[1].id)
    assert.deepEqual(Math.max(...both.map(({ reported }) => reported)), 2)
  })

  it('are talked about, and say what is not read', async () => {
    const asked = await made(`content: "Noise in the spindle\\nsince Monday", workCenterId: ${press}`)
    const said = done(await comment(asked.id, 'bearing?', 'USER'), 'commentWorkRequest')
    assert.equal(said.conversation?.topic, 'Noise in the spindle')
    const { data } = await api.ask(`{ workRequest(id: ${asked.id}) { unreadMessages } }`, { as: 'OPERATOR' })
    assert.deepEqual(data['workRequest'], { unreadMessages: 1 })
    const message = said.conversation.messages[0]?.id
    const read = await api.ask(`mutation { markConversationRead(messageId: "${message}") }`, { as: 'OPERATOR' })
    assert.deepEqual([read.errors, read.data['markConversationRead']], [[], asked.id])
    const own = await api.ask(`mutation { editConversationMessage(id: "${message}", content: "the bearing") { content } }`, { as: 'USER' })
    assert.deepEqual(own.data['editConversationMessage'], { content: 'the bearing' })
    assert.deepEqual(codesOf(await comment(asked.id, ' ')), ['REQUIRED'])
  })

  it('say all that is wrong at once, with field and range', async () => {
    const { errors } = await create(`content: " ", attachmentIds: ["0198f7c2-7d6e-7cc3-98c4-dc0c0c073901"]`)
    assert.deepEqual(
      errors.map(({ extensions }) => [extensions.code, extensions.field]),
      [['REQUIRED', 'content']],
    )
    const range = await move({ id: 1, version: 1 }, 'status: DONE, minutesWorked: -5')
    assert.deepEqual(
      range.errors.map(({ extensions }) => [extensions.code, extensions.field, extensions.params]),
      [['VALUE_OUT_OF_RANGE', 'minutesWorked', { value: -5, min: 0, max: 100_000 }]],
    )
    const day = await create(`content: "x", dueAt: "2100-01-01T00:00:00Z"`)
    assert.deepEqual(
      day.errors.map(({ extensions }) => [extensions.code, extensions.field, extensions.params]),
      [['DAY_OUT_OF_RANGE', 'dueAt', { min: '2000-01-01', max: '2099-12-31' }]],
    )
    const gone = await create(`content: "x", attachmentIds: ["0198f7c2-7d6e-7cc3-98c4-dc0c0c073901"]`)
    assert.deepEqual(codesOf(gone), ['ATTACHMENT_NOT_FOUND'])
    const closed = await made(`content: "never mind", workCenterId: ${press}`)
    const over = await moved(closed, 'status: CANCELED')
    assert.deepEqual(codesOf(await change(over, 'content: "after all"')), ['WORK_REQUEST_CLOSED'])
  })

  it('come by the date that they are due with what is open first, however many are done, and the last that was closed before the others', async () => {
    const day = (at: number) => `, dueAt: "${iso(now + at * DAY_MS)}"`
    const made5 = [-3, -2, null, 1, 2].map((due, at) => `content: "Sorted ${at}"${due === null ? '' : day(due)}`)
    const [early, late, none, soon, later] = await Promise.all(made5.map((input) => made(input, 'ADMIN')))
    for (const one of [late, early]) {
      now += MINUTE_MS
      await moved(one ?? { id: 0, version: 0 }, `status: DONE, responsibleId: "${api.users.ADMIN}"`, 'ADMIN')
    }
    const ids = async (order: string) =>
      (await list(`(filter: { search: "Sorted" }, order: { field: DUE, direction: ${order} }, size: 500)`, 'ADMIN')).items.map(
        ({ id }) => id,
      )
    assert.deepEqual(await ids('ASC'), [soon?.id, later?.id, none?.id, early?.id, late?.id])
    assert.deepEqual(await ids('DESC'), [later?.id, soon?.id, none?.id, early?.id, late?.id])
    const first = await list('(filter: { search: "Sorted" }, order: { field: DUE, direction: ASC }, size: 3)', 'ADMIN')
    assert.deepEqual(
      first.items.map(({ id }) => id),
      [soon?.id, later?.id, none?.id],
    )
  })

  it('are found by their words, and counted by where they stand', async () => {
    const asked = await made(`content: "Replace the ÖLFILTER", workCenterId: ${press}`)
    const { items, counts, totalItems } = await list('(filter: { search: "ölfil", statuses: [CREATION] })')
    assert.deepEqual([items, totalItems], [[{ id: asked.id }], 1])
    assert.deepEqual(counts.find(({ status }) => status === 'CREATION')?.count, 1)
    await change(asked, `dueAt: "${iso(now - MINUTE_MS)}"`)
    assert.deepEqual((await list('(filter: { isOverdue: true, search: "filter" })')).items, [{ id: asked.id }])
  })
})
