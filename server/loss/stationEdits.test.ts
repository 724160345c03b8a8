import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { asId } from '#engine/ids.ts'
import type { UserId } from '#engine/ids.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { Answer, TestApi } from '#server/graphql/testing.ts'
import { addPressWithStops } from '#server/testing/stoppedPress.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'

const START = Date.UTC(2026, 4, 4, 6)
const SAID = '{ id version updatedBy { id } }'

describe('what is said at a station', () => {
  let api: TestApi
  let press: TestMachine
  let reasonId: number
  let [anna, zoe] = [asId<UserId>(''), asId<UserId>('')]

  before(async () => {
    api = await startTestApi({ ingest: true, now: () => START + 420 * MINUTE_MS })
    press = await addPressWithStops(api, ACME, {
      start: START,
      until: 420,
      stops: [60, 120, 180, 240, 300].map((from) => ({ from, to: from + 20, powerKw: 2 })),
    })
    const made = await api.ask('mutation { createLossReason(input: { name: "Jam" }) { id } }')
    reasonId = (made.data['createLossReason'] as { readonly id: number }).id
    anna = await addMember('anna')
    zoe = await addMember('zoe')
    for (const userId of [api.users.OPERATOR, anna])
      await run('insert into operator_work_center (company_id, user_id, work_center_id) values ($1, $2, $3)', [
        ACME,
        userId,
        press.workCenterId,
      ])
    const update = 'mutation ($userId: Guid!) { updateEmployee(userId: $userId, isStation: true) { isStation } }'
    assert.deepEqual((await api.ask(update, { variables: { userId: api.users.OPERATOR } })).errors, [])
  })
  after(() => api.close())

  const run = async (text: string, values: unknown[]) => (await api.database.pool.query<Record<string, unknown>>(text, values)).rows
  async function addMember(name: string): Promise<UserId> {
    const [row] = await run(
      `insert into app_user (email, first_name, last_name, email_verified_on) values ($1, $2, 'Person', now()) returning id`,
      [`${name}@acme.example`, name],
    )
    await run(`insert into membership (company_id, user_id, role) values ($1, $2, 'OPERATOR')`, [ACME, row?.['id']])
    return asId<UserId>(String(row?.['id']))
  }
  const waiting = async () => {
    const { data } = await api.ask(
      '{ lossesPages(filter: { classification: UNCLASSIFIED }, sort: ASC, size: 100) { items { id version } } }',
    )
    return (data['lossesPages'] as { readonly items: readonly { readonly id: number; readonly version: number }[] }).items
  }
  const code = ({ errors }: Answer) => [errors[0]?.extensions.code, errors[0]?.extensions.field]
  const update = (input: object, as: UserId | 'ADMIN' | 'OPERATOR' = 'OPERATOR') =>
    api.ask(`mutation ($input: UpdateLossInput!) { updateLoss(input: $input) ${SAID} }`, { as, variables: { input } })

  it('is the word of the named person, and its history has the station', async () => {
    const [loss] = await waiting()
    const { data, errors } = await update({ ...loss, reasonId, comment: 'belt', actingUserId: anna })
    assert.deepEqual(errors, [])
    assert.deepEqual((data['updateLoss'] as { readonly updatedBy: unknown }).updatedBy, { id: anna })
    const past = await api.ask(`{ lossHistory(id: ${loss?.id}) { saidBy { id } viaStation { id } comment } }`)
    assert.deepEqual(past.data['lossHistory'], [{ saidBy: { id: anna }, viaStation: { id: api.users.OPERATOR }, comment: 'belt' }])
  })

  it('goes for each kind of edit, and for all of a request by its header', async () => {
    const [first, second, third] = await waiting()
    assert.ok(first && second && third)
    const together = await api.ask(`mutation ($input: UpdateLossesInput!) { updateLosses(input: $input) { updatedBy { id } } }`, {
      as: 'OPERATOR',
      variables: { input: { ids: [first.id], versions: [first.version], reasonId, actingUserId: anna } },
    })
    assert.deepEqual(together.data['updateLosses'], [{ updatedBy: { id: anna } }])
    const middle = await api.ask(`{ loss(id: ${second.id}) { timeStart } }`)
    const at = Date.parse(String((middle.data['loss'] as { readonly timeStart: string }).timeStart)) + 10 * MINUTE_MS
    const split = await api.ask(`mutation ($input: SplitLossInput!) { splitLoss(input: $input) { updatedBy { id } } }`, {
      as: 'OPERATOR',
      variables: {
        input: { ...second, splitPoints: [new Date(at).toISOString()], pieces: [{ reasonId }, { reasonId }], actingUserId: anna },
      },
    })
    assert.deepEqual([split.errors, split.data['splitLoss']], [[], [{ updatedBy: { id: anna } }, { updatedBy: { id: anna } }]])
    const query = `mutation { updateLoss(input: { id: ${third.id}, version: ${third.version}, reasonId: ${reasonId} }) { updatedBy { id } } }`
    const header = await api.post(JSON.stringify({ query }), {
      authorization: `Bearer ${await api.token(api.users.OPERATOR)}`,
      'x-schema-code': ACME,
      'x-acting-user': anna,
    })
    assert.deepEqual([header.errors, header.data['updateLoss']], [[], { updatedBy: { id: anna } }])
  })

  it('names nobody who is not assigned to the machine, and other accounts name nobody', async () => {
    const [loss] = await waiting()
    assert.ok(loss)
    const input = { ...loss, reasonId }
    assert.deepEqual(code(await update({ ...input, actingUserId: zoe })), ['NOT_ASSIGNED', 'actingUserId'])
    assert.deepEqual(code(await update({ ...input, actingUserId: api.users.ADMIN })), ['NOT_ASSIGNED', 'actingUserId'])
    assert.deepEqual(code(await update({ ...input, actingUserId: anna }, 'ADMIN')), ['NOT_A_STATION', 'actingUserId'])
    assert.deepEqual(code(await update({ ...input, actingUserId: zoe }, anna)), ['NOT_A_STATION', 'actingUserId'])
    const late = await api.ask(`mutation ($edits: [LossEditInput!]!) { applyLossEdits(edits: $edits) { outcome errorCode errorField } }`, {
      as: 'OPERATOR',
      variables: {
        edits: [
          {
            key: '0198a000-0000-7000-8000-000000000001',
            workCenterId: press.workCenterId,
            source: 'STATUS',
            lossId: loss.id,
            baseVersion: loss.version,
            timeStart: new Date(START + 300 * MINUTE_MS).toISOString(),
            timeEnd: new Date(START + 320 * MINUTE_MS).toISOString(),
            reasonId,
            actingUserId: zoe,
          },
        ],
      },
    })
    assert.deepEqual(
      [late.errors, late.data['applyLossEdits']],
      [[], [{ outcome: 'REFUSED', errorCode: 'NOT_ASSIGNED', errorField: 'actingUserId' }]],
    )
    // An account that names itself names nobody else.
    assert.deepEqual((await update({ ...input, actingUserId: anna }, anna)).errors, [])
    assert.deepEqual((await waiting()).length, 0)
  })
})
