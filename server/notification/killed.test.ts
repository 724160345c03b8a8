import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { RULE_TYPE_IDS } from '#engine/notification/notificationType.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { ACME } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { createJobs } from '#server/jobs/jobs.ts'
import { makeJobsDue, silenceWorkers, untilSo } from '#server/jobs/testing.ts'
import { createLog } from '#server/log.ts'
import { createSender } from '#server/mail/sender.ts'
import { createSmtp } from '#server/mail/smtp.ts'
import { startMailServer } from '#server/mail/testing.ts'
import { whileDatabaseIsAway } from '#server/testing/databaseAway.ts'
import { dieAllOver, dieAtWork } from '#server/testing/dieAtWork.ts'
import type { DyingWork } from '#server/testing/dieAtWork.ts'
import { listenFree } from '#server/testing/listenFree.ts'
import { PushPeer } from '#server/testing/pushPeer.ts'
import { eventually } from '#server/testing/testMachines.ts'
import { minute, START, startToldPress } from './testing.ts'
import type { ToldPress } from './testing.ts'
import { enqueueLeftPushes, sendPushes } from './push/sendPushes.service.ts'
import { pushDeps } from './push/device.service.ts'
import { lookAfterWebhooks, sendWebhooks } from '#server/webhook/sendWebhooks.service.ts'

/** So many statements lie between two kills of a round. */
const STEP = 25
const LEASE_MS = MINUTE_MS

describe('notifications when processes are killed by signal 9', () => {
  const clock = { now: minute(30) }
  const peer = new PushPeer()
  const hooked: IncomingHttpHeaders[] = []
  const receiver = createServer((request, response) => {
    hooked.push(request.headers)
    request.resume().on('end', () => response.writeHead(204).end())
  })
  let told: ToldPress
  let api: TestApi
  let webhookId = ''

  before(async () => {
    await peer.listen()
    told = await startToldPress(clock, { pushHosts: [peer.origin], webhookPrivate: true })
    ;({ api } = told)
    peer.vapidKey = String((await ok('{ pushKey }'))['pushKey'])
    const input = 'mutation ($input: PushSubscriptionInput!) { addPushSubscription(input: $input) { id } }'
    const { errors } = await api.ask(input, { as: 'USER', variables: { input: peer.subscription('phone') } })
    assert.deepEqual(errors, [])
    const url = `http://127.0.0.1:${await listenFree(receiver)}/hook`
    const made = await ok(`mutation { createOrUpdateWebhook(input: { name: "Chat", url: "${url}" }) { webhook { id } } }`)
    webhookId = (made['createOrUpdateWebhook'] as { readonly webhook: { readonly id: string } }).webhook.id
    const type = `workCenterId: ${told.press.workCenterId}, notificationTypeId: "${RULE_TYPE_IDS.STATUS_DURATION}", duration: 5`
    await ok(`mutation { createNotificationConfig(input: { ${type}, targetAudience: USERS, identifiers: ["${api.users.USER}"],
      webhookIds: ["${webhookId}"] }) { id } }`)
  })
  after(async () => {
    receiver.close()
    peer.close()
    await told.close()
  })

  const ok = async (operation: string) => {
    const { data, errors } = await api.ask(operation)
    assert.deepEqual(errors, [])
    return data
  }
  const query = async <Row extends object>(text: string) => (await api.database.pool.query<Row>(text)).rows
  /** What is behind the database needs a moment after it is back. */
  const again = (work: () => Promise<void>) =>
    eventually(() =>
      work().then(
        () => true,
        () => undefined,
      ),
    )
  const dying = (work: DyingWork, about = '') => ({ databaseUrl: api.databaseUrl, companyId: ACME, now: clock.now, work, about })
  const shown = (at: number | string | null) => (at === null ? null : (Number(at) - START) / MINUTE_MS)
  /** Stops that are told: their first, due, told and last minutes, and whether they were found late. */
  const rows = async () => {
    const found = await query<
      Record<'since' | 'due' | 'fired' | 'until', string | null> & { readonly state: string; readonly late: boolean }
    >(
      `select since, due_at as due, fired_at as fired, until, state, is_found_late as late from notification where fired_at is not null order by since`,
    )
    return found.map(({ since, due, fired, until, state, late }) => [...[since, due, fired, until].map(shown), state, late])
  }
  /** What goes out of each notification: copies, push messages, e-mails, webhook messages. */
  const outgoing = async () => {
    const [counts] = await query<Record<string, number>>(
      `select (select count(*) from notification_receipt)::int as copies, (select count(*) from push_delivery)::int as pushes,
        (select count(*) from notification_delivery)::int as emails, (select count(*) from webhook_delivery)::int as webhooks`,
    )
    return counts
  }

  it('in the middle of a round: nothing of it is there, or all; in the end a stop is told once', async () => {
    const stops = [{ from: 40, to: 400, powerKw: 2 }]
    await told.pass(44, { from: 30, stops })
    clock.now = minute(46)
    const whole = { copies: 1, pushes: 1, emails: 1, webhooks: 1 }
    const isTold = [[40, 45, 46, null, 'OPEN', false]]
    const deaths = await dieAllOver(dying('NOTIFICATIONS'), STEP, async () => {
      const there = await rows()
      assert.deepEqual(
        [there, await outgoing()],
        there.length === 0 ? [[], { copies: 0, pushes: 0, emails: 0, webhooks: 0 }] : [isTold, whole],
      )
    })
    assert.ok(deaths >= 2, `it was killed ${deaths} times`)
    await told.settle()
    assert.deepEqual([await rows(), await outgoing()], [isTold, whole])
  })

  it('before a push message leaves, and after the service took it: it is handed over at most once more, under the same tag', async () => {
    const userId = api.users.USER
    const send = () => sendPushes({ ...pushDeps(api.deps), log: createLog('silent') }, { companyId: ACME, userId })
    assert.ok(await dieAtWork(dying('PUSHES', userId), { ask: '/push/phone' }))
    assert.equal(peer.received.length, 0)
    await send()
    assert.equal(peer.received.length, 0, 'it is leased')
    clock.now += LEASE_MS
    assert.ok(await dieAtWork(dying('PUSHES', userId), { answered: '/push/phone' }))
    assert.equal(peer.received.length, 1)
    clock.now += LEASE_MS
    // Nobody has to know of the death: what was left lying gets a job.
    await query(`delete from pgboss.job where name = 'NOTIFICATION_PUSH'`)
    await api.database.inSystem((tx) => enqueueLeftPushes(tx, clock.now + LEASE_MS))
    assert.equal((await query(`select from pgboss.job where name = 'NOTIFICATION_PUSH'`)).length, 1)
    for (let times = 0; times < 2; times++) {
      await send()
      clock.now += LEASE_MS
    }
    const [first, second, ...others] = peer.received
    assert.deepEqual([others, first?.said['tag'], first?.topic], [[], second?.said['tag'], second?.topic])
    assert.deepEqual(await query('select state from push_delivery'), [{ state: 'SENT' }])
  })

  it('before a webhook is asked, and after it answered: it is asked at most once more, with the same webhook-id', async () => {
    const send = () =>
      sendWebhooks(
        { ...api.deps, publicUrl: 'https://plant.example', outbound: pushDeps(api.deps).outbound.named },
        { companyId: ACME, webhookId },
      )
    assert.ok(await dieAtWork(dying('WEBHOOKS', webhookId), { ask: '/hook' }))
    assert.equal(hooked.length, 0)
    clock.now += LEASE_MS
    assert.ok(await dieAtWork(dying('WEBHOOKS', webhookId), { answered: '/hook' }))
    assert.equal(hooked.length, 1)
    await send()
    assert.equal(hooked.length, 1, 'it is leased')
    clock.now += LEASE_MS
    await query(`delete from pgboss.job where name = 'WEBHOOK'`)
    await api.database.inSystem((tx) => lookAfterWebhooks(tx, clock.now + LEASE_MS))
    assert.equal((await query(`select from pgboss.job where name = 'WEBHOOK'`)).length, 1)
    for (let times = 0; times < 2; times++) {
      await send()
      clock.now += LEASE_MS
    }
    const ids = hooked.map((headers) => headers['webhook-id'])
    assert.equal(ids.length, 2)
    assert.equal(new Set(ids).size, 1)
    assert.deepEqual(await query('select state, tries from webhook_delivery'), [{ state: 'SENT', tries: 3 }])
  })

  it('while an e-mail is written, before it leaves, and after the mail server took it: that has it at most twice, under one Message-ID', async () => {
    await query('delete from email')
    const deaths = await dieAllOver(dying('LETTERS', api.users.USER), 8, async () => {
      const [left] = await query<{ written: number; sent: number }>(
        `select (select count(*) from email)::int as written, (select count(*) from notification_delivery where state = 'SENT')::int as sent`,
      )
      assert.equal(left?.written, left?.sent)
    })
    assert.ok(deaths >= 1, 'it was killed')
    assert.equal((await query('select from email')).length, 1)
    const mailServer = await startMailServer()
    const url = `smtp://127.0.0.1:${mailServer.port}`
    const { database } = api
    const jobs = createJobs({ database, log: createLog('silent') })
    const smtp = createSmtp({ url, from: null, publicUrl: 'https://plant.example' })
    /** Lets the supervisor find the job of the process that died. */
    const takenOver = async () => {
      await untilSo(
        async () => {
          await silenceWorkers(database)
          await jobs.supervise()
          return (await query<{ state: string }>(`select state from pgboss.job where name = 'EMAIL'`))[0]?.state
        },
        (state) => state === 'retry',
      )
      await makeJobsDue(database)
    }
    try {
      await makeJobsDue(database)
      assert.ok(await dieAtWork(dying('EMAILS', url), { ask: '' }))
      assert.equal(mailServer.taken.length, 0)
      await takenOver()
      assert.ok(await dieAtWork(dying('EMAILS', url), { answered: '' }))
      assert.equal(mailServer.taken.length, 1)
      createSender({ database, smtp, jobs })
      await jobs.start()
      await takenOver()
      await eventually(async () => ((await query('select from email where sent_on is not null')).length === 1 ? true : undefined))
      const ids = mailServer.taken.map(({ message }) => /^Message-ID: (.+)$/im.exec(message)?.[1])
      assert.equal(ids.length, 2)
      assert.ok(ids[0] !== undefined && ids[0] === ids[1], ids.join())
    } finally {
      await jobs.close()
      smtp.close()
      await mailServer.close()
    }
  })

  it('or the database is away while stops become due: each is told once afterwards, with the times that are true', async () => {
    const stops = [
      { from: 40, to: 60, powerKw: 2 },
      { from: 80, to: 90, powerKw: 2 },
      { from: 100, to: 400, powerKw: 2 },
    ]
    await told.pass(84, { from: 44, stops })
    const before = await rows()
    await whileDatabaseIsAway(api, async () => {
      for (const at of [86, 89]) {
        clock.now = minute(at)
        await assert.rejects(told.kept.run())
      }
    })
    // It is back before the stop is over: due at 85, told at 89.
    await again(() => told.settle())
    await told.settle()
    assert.deepEqual(await rows(), [...before, [80, 85, 89, null, 'OPEN', false]])
    await again(() => told.pass(104, { from: 84, stops }))
    await whileDatabaseIsAway(api, async () => {
      clock.now = minute(125)
      await assert.rejects(told.kept.run())
    })
    await again(() => told.settle())
    await told.settle()
    const isLate = true
    assert.deepEqual(await rows(), [...before, [80, 85, 89, 90, 'RESOLVED', false], [100, 105, 125, null, 'OPEN', isLate]])
  })
})
