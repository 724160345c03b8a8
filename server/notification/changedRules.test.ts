import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { RULE_TYPE_IDS } from '#engine/notification/notificationType.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { ACME } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'
import { minute, START, startToldPress } from './testing.ts'
import type { ToldPress } from './testing.ts'

const stopOf = (from: number, to: number) => ({ from, to, powerKw: 2 })

describe('notifications after somebody changed what is watched', () => {
  let api: TestApi
  let press: TestMachine
  let told: ToldPress
  let webhookId = ''
  let ruleId = ''

  before(async () => {
    told = await startToldPress({ now: minute(30) })
    ;({ api, press } = told)
    const hook = await ok('mutation { createOrUpdateWebhook(input: { name: "Chat", url: "https://hooks.example" }) { webhook { id } } }')
    webhookId = (hook['createOrUpdateWebhook'] as { readonly webhook: { readonly id: string } }).webhook.id
    ruleId = await addRule(5)
  })
  after(() => told.close())

  const ok = async (operation: string) => {
    const { data, errors } = await api.ask(operation)
    assert.deepEqual(errors, [])
    return data
  }
  const addRule = async (minutes: number) => {
    const type = `workCenterId: ${press.workCenterId}, notificationTypeId: "${RULE_TYPE_IDS.STATUS_DURATION}", duration: ${minutes}`
    const input = `${type}, targetAudience: USERS, identifiers: ["${api.users.USER}"], webhookIds: ["${webhookId}"]`
    const made = await ok(`mutation { createNotificationConfig(input: { ${input} }) { id } }`)
    return (made['createNotificationConfig'] as { readonly id: string }).id
  }
  const change = async (what: string, id = ruleId) => {
    const of = `notificationConfigId: "${id}", notificationTypeId: "${RULE_TYPE_IDS.STATUS_DURATION}", targetAudience: USERS`
    await ok(`mutation { updateNotificationConfig(input: { ${of}, ${what} }) { id } }`)
    await settle()
  }
  const shutDown = async (status: 'ACTIVE' | 'TEMPORARY_SHUTDOWN') => {
    await ok(`mutation { updateBox(input: { id: ${press.workCenterId}, deviceStatus: ${status} }) { id } }`)
    await settle()
  }
  const settle = () => told.settle()
  const pass = (from: number, until: number, stops: readonly ReturnType<typeof stopOf>[]) => told.pass(until, { from, stops })
  /** Each row of a stop: its first and last minute, when it was told, and its state. */
  const rows = async () => {
    const found = await api.database.pool.query<{ since: number; until: number | null; fired_at: number | null; state: string }>(
      `select since, until, fired_at, state from notification where company_id = $1 and type = 'STATUS_DURATION' order by since, due_at`,
      [ACME],
    )
    const inMinutes = (at: number | null) => (at === null ? null : (Number(at) - START) / MINUTE_MS)
    return found.rows.map(({ since, until, fired_at: firedAt, state }) => [inMinutes(since), inMinutes(until), inMinutes(firedAt), state])
  }
  const takenBack = async () => {
    const { rowCount } = await api.database.pool.query(`select from webhook_delivery where type = 'notification.retracted'`)
    return rowCount
  }
  /** Somebody says why the stop was, without excusing it. */
  const classify = async (from: number) => {
    const { rows: losses } = await api.database.pool.query<{ id: string; reason: number; last: number | null }>(
      `select l.id, l.reason_id as last, (select min(r.id) from loss_reason r where r.company_id = l.company_id and r.type = 'UNPLANNED'
          and r.include_in_oee_calculation and r.id is distinct from l.reason_id) as reason
        from loss l where l.company_id = $1 and l.work_center_id = $2 and l.start_at = $3`,
      [ACME, press.workCenterId, minute(from)],
    )
    const [loss] = losses
    assert.ok(loss)
    await ok(`mutation { updateLoss(input: { id: ${JSON.stringify(loss.id)}, reasonId: ${loss.reason}, comment: "belt" }) { id } }`)
    await settle()
  }

  it('stand as they were told when the rule asks for longer, is switched off and on, or goes, and somebody names the reason', async () => {
    const second = await addRule(20)
    await pass(30, 46, [stopOf(40, 60)])
    await pass(46, 70, [stopOf(40, 60)])
    const stands = [[40, 60, 46, 'RESOLVED']]
    assert.deepEqual(await rows(), stands)
    await change('duration: 60')
    await classify(40)
    assert.deepEqual(await rows(), stands)
    await change('isActive: false')
    await change('isActive: true')
    await classify(40)
    assert.deepEqual(await rows(), stands)
    await change('duration: 5')
    await ok(`mutation { deleteNotificationConfig(notificationConfigId: "${ruleId}") }`)
    await classify(40)
    assert.deepEqual(await rows(), stands)
    assert.equal(await takenBack(), 0)
    ruleId = second
  })

  it('of a rule that asks for less tell nothing of the past, and what goes on when it has lasted so long', async () => {
    const before = await rows()
    await pass(70, 95, [stopOf(80, 90)])
    assert.deepEqual(await rows(), before)
    await change('duration: 5')
    await classify(80)
    assert.deepEqual(await rows(), before)
    await change('duration: 20')
    const stop = stopOf(100, 130)
    await pass(95, 113, [stop])
    await change('duration: 15')
    assert.deepEqual((await rows()).at(-1), [100, null, null, 'PENDING'])
    await pass(113, 116, [stop])
    assert.deepEqual((await rows()).at(-1), [100, null, 116, 'OPEN'])
    await pass(116, 140, [stop])
    assert.deepEqual(await rows(), [...before, [100, 130, 116, 'RESOLVED']])
    await change('duration: 5')
  })

  it('count anew where a machine comes back that was shut down, and what was told before stays', async () => {
    const before = await rows()
    const stop = stopOf(150, 240)
    await pass(140, 156, [stop])
    assert.deepEqual((await rows()).at(-1), [150, null, 156, 'OPEN'])
    await shutDown('TEMPORARY_SHUTDOWN')
    assert.deepEqual((await rows()).at(-1), [150, 156, 156, 'RESOLVED'])
    await pass(156, 200, [stop])
    await shutDown('ACTIVE')
    await pass(200, 204, [stop])
    const left = [150, 156, 156, 'RESOLVED']
    assert.deepEqual(await rows(), [...before, left, [150, null, null, 'PENDING']])
    await pass(204, 206, [stop])
    assert.deepEqual(await rows(), [...before, left, [150, null, 206, 'OPEN']])
    await pass(206, 250, [stop])
    const again = [150, 240, 206, 'RESOLVED']
    assert.deepEqual(await rows(), [...before, left, again])
    await classify(150)
    assert.deepEqual(await rows(), [...before, left, again])
    assert.equal(await takenBack(), 0)
  })

  it('of a stop that was excused are told at once when its reason is taken back, as of when it began', async () => {
    const before = await rows()
    const stop = stopOf(260, 300)
    await pass(250, 264, [stop])
    const made = await ok('mutation { createLossReason(input: { name: "Lunch", type: PLANNED }) { id } }')
    const reason = (made['createLossReason'] as { readonly id: number }).id
    const { rows: found } = await api.database.pool.query<{ loss: string }>(
      'select id as loss from loss where company_id = $1 and work_center_id = $2 and start_at = $3',
      [ACME, press.workCenterId, minute(260)],
    )
    const loss = found[0]?.loss
    const give = async (reasonId: number | null) => {
      await ok(`mutation { updateLoss(input: { id: ${JSON.stringify(loss)}, reasonId: ${reasonId} }) { id } }`)
      await settle()
    }
    await give(reason)
    await pass(264, 272, [stop])
    assert.deepEqual(
      (await rows()).filter(([, , firedAt]) => firedAt !== null),
      before,
    )
    await give(null)
    assert.deepEqual(await rows(), [...before, [260, null, 272, 'OPEN']])
  })
})
