import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { RULE_TYPE_IDS } from '#engine/notification/notificationType.ts'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { createLog } from '#server/log.ts'
import { PushPeer } from '#server/testing/pushPeer.ts'
import { addPressWithStops } from '#server/testing/stoppedPress.ts'
import { eventually } from '#server/testing/testMachines.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'
import { keepNotifications } from '../keepNotifications.ts'
import type { KeptNotifications } from '../keepNotifications.ts'
import { pushDeps } from './device.service.ts'
import { sendPushes } from './sendPushes.service.ts'

const START = Date.UTC(2026, 4, 4, 6)
/** Four stops of the shift before, whose reasons count, and one that goes on in the second. */
const UNTIL = 500
const STOPS = [10, 20, 30, 40, 490].map((from) => ({ from, to: from === 490 ? UNTIL : from + 3, powerKw: 2 }))

type Loss = {
  readonly id: number
  readonly version: number
  readonly timeEnd: string | null
  readonly reason: { readonly name: string } | null
}

describe('the reason of a stop, said from the lock screen', () => {
  const peer = new PushPeer()
  let api: TestApi
  let press: TestMachine
  let kept: KeptNotifications
  let now = START + UNTIL * MINUTE_MS
  const reasons = new Map<string, number>()

  before(async () => {
    await peer.listen()
    api = await startTestApi({ ingest: true, now: () => now, log: createLog('error'), pushHosts: [peer.origin] })
    press = await addPressWithStops(api, ACME, { start: START, until: UNTIL, stops: STOPS })
    peer.vapidKey = String((await api.ask('{ pushKey }')).data['pushKey'])
    for (const [name, more] of [
      ['Jam', 'translations: [{ languageId: 3, name: "Zacięcie" }]'],
      ['Setup', ''],
      ['Else', 'requireExtraNotes: true'],
      ['Never', ''],
    ] as const) {
      const { data, errors } = await api.ask(`mutation { createLossReason(input: { name: "${name}", ${more} }) { id } }`)
      assert.deepEqual(errors, [])
      reasons.set(name, (data['createLossReason'] as { readonly id: number }).id)
    }
    kept = await keepNotifications({
      database: api.database,
      log: api.deps.log,
      readSamples: api.deps.readSamples,
      now: () => now,
      everyMs: HOUR_MS,
    })
  })
  after(async () => {
    peer.close()
    await kept.close()
    await api.close()
  })

  const losses = async (): Promise<readonly Loss[]> =>
    eventually(async () => {
      const fields = 'id version timeEnd reason { name }'
      const { data } = await api.ask(`{ lossesPages(filter: { source: STATUS }, sort: ASC, size: 100) { items { ${fields} } } }`)
      const { items } = data['lossesPages'] as { readonly items: readonly Loss[] }
      return items.length === STOPS.length ? items : undefined
    }, 20_000)
  const give = async (loss: Loss | undefined, name: string) => {
    const comment = name === 'Else' ? ', comment: "seen"' : ''
    const { errors } = await api.ask(`mutation { updateLoss(input: { id: ${loss?.id}, reasonId: ${reasons.get(name)}${comment} }) { id } }`)
    assert.deepEqual(errors, [])
  }
  const answer = async (token: unknown, act: number) => {
    const response = await fetch(`${api.origin}/api/push-answers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, does: 'ACT', act }),
    })
    return { status: response.status, said: await response.json() }
  }
  /** The messages to the browsers of the people, each told of the stop anew. */
  const told = async (people: readonly ('GUEST' | 'OPERATOR' | 'USER')[]) => {
    peer.received.length = 0
    await api.database.pool.query(`update push_delivery set state = 'QUEUED', due_on = $1, tries = 0`, [new Date(now)])
    await api.database.pool.query(`update push_pace set sent_at = null, sounds = '{}'`)
    for (const as of people) await sendPushes(pushDeps(api.deps), { companyId: ACME, userId: api.users[as] })
    return new Map(peer.received.map(({ path, said }) => [path.split('/').at(-1), said]))
  }

  it('is one of the two likeliest that need no more words, for who may give one and in their language', async () => {
    const [first, second, third, fourth] = await losses()
    await give(first, 'Jam')
    await give(second, 'Jam')
    await give(third, 'Setup')
    await give(fourth, 'Else')
    // They were said in the shift in which they were.
    for (const table of ['loss_annotation', 'loss_history'])
      await api.database.pool.query(`update ${table} set said_at = $1`, [START + 470 * MINUTE_MS])
    for (const as of ['USER', 'OPERATOR', 'GUEST'] as const) {
      const text = 'mutation ($input: PushSubscriptionInput!) { addPushSubscription(input: $input) { id } }'
      assert.deepEqual((await api.ask(text, { as, variables: { input: peer.subscription(as) } })).errors, [])
    }
    await api.database.pool.query(`update app_user set language = 'pl' where id = $1`, [api.users.OPERATOR])
    await api.database.pool.query(
      'insert into operator_work_center (company_id, user_id, work_center_id) values ($1, $2, $3) on conflict do nothing',
      [ACME, api.users.OPERATOR, press.workCenterId],
    )
    const input = `workCenterId: ${press.workCenterId}, notificationTypeId: "${RULE_TYPE_IDS.STATUS_DURATION}", mode: STOP, duration: 0, freshMinutes: 1440`
    const rule = await api.ask(
      `mutation { createNotificationConfig(input: { ${input}, severity: WARNING, targetAudience: ROLES, identifiers: ["USER", "OPERATOR", "GUEST"] }) { id } }`,
    )
    assert.deepEqual(rule.errors, [])
    now = START + (UNTIL + 1) * MINUTE_MS
    await kept.run()
    const said = await told(['USER', 'OPERATOR', 'GUEST'])
    assert.deepEqual(said.get('USER')?.['acts'], ['It is: Jam', 'It is: Setup', 'I take it', 'In 15 min'])
    assert.deepEqual(said.get('OPERATOR')?.['acts'], ['To jest: Zacięcie', 'To jest: Setup', 'Biorę to', 'Za 15 min'])
    // A guest gives no reasons.
    assert.deepEqual(said.get('GUEST')?.['acts'], ['I take it', 'In 15 min'])
  })

  it('is not given to what an operator has no longer, nor over what somebody said meanwhile', async () => {
    const said = await told(['USER', 'OPERATOR'])
    await api.database.pool.query('delete from operator_work_center where user_id = $1', [api.users.OPERATOR])
    assert.equal((await answer(said.get('OPERATOR')?.['token'], 0)).status, 404)
    const [open] = (await losses()).filter(({ timeEnd }) => timeEnd === null)
    await give(open, 'Never')
    const late = await answer(said.get('USER')?.['token'], 0)
    assert.equal((late.said as { readonly error?: { readonly code: string } }).error?.code, 'CONFLICT')
    assert.equal((await losses()).at(-1)?.reason?.name, 'Never')
    assert.equal((await answer(said.get('USER')?.['token'], 1)).status, 404)
    const { errors } = await api.ask(`mutation { updateLoss(input: { id: ${open?.id}, reasonId: null }) { id } }`)
    assert.deepEqual(errors, [])
  })

  it('is given by one tap, and whoever gives it takes care of the stop', async () => {
    const said = await told(['USER'])
    assert.deepEqual(await answer(said.get('USER')?.['token'], 0), {
      status: 200,
      said: { line: 'The reason is stored, and you take care of it.' },
    })
    assert.equal((await losses()).at(-1)?.reason?.name, 'Jam')
    const { rows } = await api.database.pool.query<{ by: string; via: string }>(
      'select reason_by as by, via from loss_annotation order by id desc limit 1',
    )
    assert.deepEqual(rows, [{ by: api.users.USER, via: 'TILE' }])
    const taken = await api.ask('{ notifications(filter: { types: [STATUS_DURATION] }) { items { acknowledgedBy { id } } } }', {
      as: 'GUEST',
    })
    assert.deepEqual(taken.data['notifications'], { items: [{ acknowledgedBy: { id: api.users.USER } }] })
  })
})
