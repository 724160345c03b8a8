import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import { RULE_TYPE_IDS } from '#engine/notification/notificationType.ts'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { createTrustedClock } from '#server/event/trustedClock.ts'
import { createLog } from '#server/log.ts'
import { ACME, OTHER, PUBLIC_URL } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addFleet, eventually, untilEventsArePast } from '#server/testing/testMachines.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'
import { createJobs } from '#server/jobs/jobs.ts'
import { makeJobsDue } from '#server/jobs/testing.ts'
import { EMAIL_LINKS } from '#server/testing/emailLinks.ts'
import type { MailingList } from '#server/mail/unsubscribe.ts'
import { endNotificationMails, listKey, NOTIFICATION_LIST } from './mailingList.service.ts'
import { emailNotifications, sendNotifications } from './delivery.service.ts'
import { keepNotifications } from './keepNotifications.ts'
import type { KeptNotifications } from './keepNotifications.ts'
import { markWorkCenters, takeMarks } from './mark.store.ts'
import { minute, putCopy, START, startToldPress } from './testing.ts'
import type { ToldPress } from './testing.ts'

const IDLE_KW = 2
const STOP = { from: 40, to: 60, powerKw: IDLE_KW }

type Item = {
  readonly id: string
  readonly state: string
  readonly since: string
  readonly until: string | null
  readonly severity: string
  readonly status: string | null
  readonly isFoundLate: boolean
  readonly acknowledgedBy: { readonly email: string } | null
}

/** The text without the joiners that keep mail programs from making links of it. */
const plain = (text: string) => text.replaceAll('\u2060', '')

describe('notifications', () => {
  let api: TestApi
  let press: TestMachine
  let kept: KeptNotifications
  let told: ToldPress
  let webhookId = ''
  const clock = { now: minute(30) }

  before(async () => {
    told = await startToldPress(clock)
    ;({ api, press, kept } = told)
  })
  after(() => told.close())

  const settle = () => told.settle()
  const pass = (from: number, until: number, stops: readonly (typeof STOP)[]) => told.pass(until, { from, stops })
  const FIELDS = 'id state since until severity status isFoundLate acknowledgedBy { email }'
  const inbox = async (as: 'ADMIN' | 'GUEST' | 'OPERATOR' | 'USER', tab = 'OPEN'): Promise<readonly Item[]> => {
    const { data, errors } = await api.ask(`{ notifications(filter: { tab: ${tab}, types: [STATUS_DURATION] }) { items { ${FIELDS} } } }`, {
      as,
    })
    assert.deepEqual(errors, [])
    return (data['notifications'] as { readonly items: readonly Item[] }).items
  }
  const addRule = async (more: string, minutes: number) => {
    const input = `workCenterId: ${press.workCenterId}, notificationTypeId: "${RULE_TYPE_IDS.STATUS_DURATION}", duration: ${minutes}, ${more}`
    const { data, errors } = await api.ask(`mutation { createNotificationConfig(input: { ${input} }) { id version } }`)
    return { errors, rule: data['createNotificationConfig'] as { readonly id: string; readonly version: number } }
  }
  const emails = async () => {
    const { rows } = await api.database.pool.query<{ recipient: string; kind: string; subject: string; text_body: string }>(
      `select recipient, kind, subject, text_body from email where kind like 'NOTIFICATION%' order by id`,
    )
    return rows
  }
  const webhookMessages = async () => {
    const { rows } = await api.database.pool.query<{ type: string; data: { readonly state: string; readonly text: string } }>(
      'select type, data from webhook_delivery order by id',
    )
    return rows.map(({ type, data }) => [type, data.state, plain(data.text)])
  }
  const send = async (companyId: CompanyId, as: 'ADMIN' | 'GUEST' | 'USER') =>
    api.database.inSystem((tx) =>
      emailNotifications({ companyId, tx }, api.users[as], { publicUrl: PUBLIC_URL, emailLinks: EMAIL_LINKS, now: () => clock.now }),
    )

  it('fire once when a stop has lasted as long as the rule says, and end with it', async () => {
    const hook = await api.ask(
      'mutation { createOrUpdateWebhook(input: { name: "Chat", url: "https://hooks.example" }) { webhook { id } } }',
    )
    webhookId = (hook.data['createOrUpdateWebhook'] as { readonly webhook: { readonly id: string } }).webhook.id
    const more = `targetAudience: USERS, identifiers: ["${api.users.USER}"]`
    const unknown = await addRule(`${more}, webhookIds: ["0198f5a0-0000-7000-8000-000000000001"]`, 5)
    assert.deepEqual([unknown.errors[0]?.extensions.code, unknown.errors[0]?.extensions.field], ['WEBHOOK_NOT_FOUND', 'webhookIds'])
    const { rule, errors } = await addRule(`${more}, webhookIds: ["${webhookId}"]`, 5)
    assert.deepEqual(errors, [])
    assert.equal(rule.version, 1)
    await pass(30, 44, [STOP])
    assert.deepEqual(await inbox('USER'), [])
    await pass(44, 46, [STOP])
    const [item, ...others] = await inbox('USER')
    assert.deepEqual(others, [])
    assert.ok(item)
    const { id, ...told } = item
    assert.deepEqual(told, {
      state: 'OPEN',
      since: new Date(minute(40)).toISOString(),
      until: null,
      severity: 'WARNING',
      status: 'Idle',
      isFoundLate: false,
      acknowledgedBy: null,
    })
    assert.deepEqual(await inbox('GUEST'), [])
    assert.deepEqual(await webhookMessages(), [['notification.fired', 'OPEN', 'Press has been stopped since 09:40']])
    await pass(46, 62, [STOP])
    assert.deepEqual(
      (await webhookMessages()).map(([type, state]) => [type, state]),
      [
        ['notification.fired', 'OPEN'],
        ['notification.resolved', 'RESOLVED'],
      ],
    )
    const [over] = await inbox('USER', 'HISTORY')
    assert.deepEqual([over?.id, over?.state, over?.until], [id, 'RESOLVED', new Date(minute(60)).toISOString()])
    assert.deepEqual(await inbox('USER'), [])
  })

  it('are worked out again without a second row, and without telling anybody twice', async () => {
    const count = async () => (await api.database.pool.query('select id, version from notification order by id')).rows
    const before = await count()
    await api.database.pool.query(
      `insert into notification_mark select $1, $2, $3, $3 on conflict (company_id, work_center_id) do update set from_at = $3, check_at = $3`,
      [ACME, press.workCenterId, START],
    )
    await kept.run()
    assert.deepEqual(await count(), before)
  })

  it('wait two minutes before they are written as an e-mail, and are not once somebody has seen them', async () => {
    const stop = { from: 70, to: 100, powerKw: IDLE_KW }
    await addRule('targetAudience: ROLES, identifiers: ["GUEST"], severity: URGENT, webhookIds: ["' + webhookId + '"]', 4)
    await pass(62, 76, [stop])
    await send(ACME, 'USER')
    assert.deepEqual(await emails(), [])
    const [seen] = await inbox('GUEST')
    const read = await api.ask(`mutation { readNotification(id: "${seen?.id ?? ''}") { readAt } }`, { as: 'GUEST' })
    assert.deepEqual(read.errors, [])
    await pass(76, 79, [stop])
    const jobs = createJobs({ database: api.database, log: api.deps.log })
    sendNotifications(jobs, { ...api.deps, publicUrl: PUBLIC_URL, emailLinks: EMAIL_LINKS })
    await jobs.start()
    const sent = await eventually(async () => {
      await makeJobsDue(api.database)
      const written = await emails()
      return written.length === 0 ? undefined : written
    })
    await jobs.close()
    await send(ACME, 'USER')
    await send(ACME, 'GUEST')
    assert.deepEqual(await emails(), sent)
    assert.deepEqual(
      sent.map(({ kind, subject }) => [kind, plain(subject)]),
      [['NOTIFICATION', 'Press has been stopped since 10:10']],
    )
    assert.match(plain(sent[0]?.text_body ?? ''), /Idle.*since 10:10/s)
    assert.ok(sent[0]?.text_body.includes(`${PUBLIC_URL}/notifications?id=${seen?.id ?? ''}`))
    const { rows: kept } = await api.database.pool.query(`select threads, unsubscribe_url from email where kind = 'NOTIFICATION'`)
    assert.deepEqual(kept, [
      { threads: [`notification-${seen?.id}`], unsubscribe_url: 'https://plant.example/api/unsubscribe/NOTIFICATION/STATUS_DURATION' },
    ])
    const { rows } = await api.database.pool.query<{ state: string }>(
      'select state from notification_delivery where user_id = $1 order by id',
      [api.users.GUEST],
    )
    assert.deepEqual(rows.at(-1), { state: 'CANCELLED' })
    assert.equal((await inbox('GUEST'))[0]?.severity, 'URGENT')
  })

  it('are no more sent by e-mail to who ended those of their type by the link in one, until they take it back', async () => {
    const lists = new Map<string, MailingList>()
    endNotificationMails({ handle: (list, by) => void lists.set(list, by) }, api.database)
    const list = lists.get(NOTIFICATION_LIST)
    const from = { list: NOTIFICATION_LIST, companyId: ACME, key: listKey(['TARGET_VALUE', 'STATUS_DURATION']), userId: api.users.GUEST }
    const wanted = async () => {
      const { data } = await api.ask('{ notificationPreferences { channels { type emailFrom pushFrom } } }', { as: 'GUEST' })
      const { channels } = data['notificationPreferences'] as {
        readonly channels: readonly { readonly type: string; readonly emailFrom: string; readonly pushFrom: string }[]
      }
      return channels
        .filter(({ type }) => ['STATUS_DURATION', 'TARGET_VALUE', 'BATTERY_LOW'].includes(type))
        .map(({ emailFrom, pushFrom }) => `${emailFrom} ${pushFrom}`)
    }
    const usual = ['WARNING WARNING', 'WARNING WARNING', 'WARNING WARNING']
    assert.deepEqual(await list?.name(from), { language: 'en', name: 'Stopped, It missed its target' })
    assert.deepEqual(await wanted(), usual)
    await list?.leave(from)
    assert.deepEqual(await wanted(), ['NEVER WARNING', 'NEVER WARNING', 'WARNING WARNING'])
    await list?.comeBack(from)
    assert.deepEqual(await wanted(), usual)
    // What somebody had chosen comes back, also after the button was pressed twice, and nothing else is written over meanwhile.
    await api.database.pool.query(
      `update notification_preference set emails = '{"STATUS_DURATION": "URGENT"}', pushes = '{"BATTERY_LOW": "NEVER"}' where user_id = $1`,
      [api.users.GUEST],
    )
    for (let press = 0; press < 2; press += 1) await list?.leave(from)
    assert.deepEqual(await wanted(), ['NEVER WARNING', 'NEVER WARNING', 'WARNING NEVER'])
    for (let press = 0; press < 2; press += 1) await list?.comeBack(from)
    assert.deepEqual(await wanted(), ['URGENT WARNING', 'WARNING WARNING', 'WARNING NEVER'])
    await api.database.pool.query('delete from notification_preference where user_id = $1', [api.users.GUEST])
    assert.equal(await list?.leave({ ...from, companyId: OTHER }), null)
    assert.equal(await list?.leave({ ...from, key: 'NOTHING' }), null)
  })

  it('are told further unless somebody acknowledges, who is shown to the others', async () => {
    await pass(79, 102, [{ from: 70, to: 100, powerKw: IDLE_KW }])
    const steps = `steps: [{ afterMinutes: 10, targetAudience: USERS, identifiers: ["${api.users.ADMIN}"] }]`
    await addRule(`targetAudience: USERS, identifiers: ["${api.users.OPERATOR}", "${api.users.USER}"], ${steps}`, 6)
    const first = { from: 110, to: 140, powerKw: IDLE_KW }
    await pass(102, 118, [first])
    const [item] = await inbox('USER')
    const taken = await api.ask(
      `mutation { acknowledgeNotification(id: "${item?.id ?? ''}", comment: "On my way") { comment acknowledgedBy { email } } }`,
      { as: 'USER' },
    )
    assert.deepEqual(taken.errors, [])
    assert.deepEqual(taken.data['acknowledgeNotification'], { comment: 'On my way', acknowledgedBy: { email: 'user@test.example' } })
    await pass(118, 142, [first])
    assert.deepEqual(await inbox('ADMIN'), [])
    assert.deepEqual(await inbox('ADMIN', 'HISTORY'), [])
    const second = { from: 150, to: 180, powerKw: IDLE_KW }
    await pass(142, 155, [second])
    await pass(155, 169, [second])
    assert.equal((await inbox('ADMIN')).length, 1)
    assert.equal((await inbox('GUEST'))[0]?.acknowledgedBy, null)
  })

  it('are taken back when late samples show that the machine worked', async () => {
    await pass(169, 182, [{ from: 150, to: 180, powerKw: IDLE_KW }])
    const silent = { from: 200, to: 206, powerKw: IDLE_KW }
    await pass(182, 215, [silent])
    const ids = (await inbox('GUEST', 'HISTORY')).map(({ id, state }) => [id, state])
    assert.equal(ids[0]?.[1], 'RESOLVED')
    // Samples between those that were sent show work in the middle of the stop.
    const worked = Array.from({ length: 12 }, (_, index) => ({ at: minute(200) + 10_000 + index * 30_000, values: { POWER: 12 } }))
    const answer = await fetch(`${api.origin}/api/devices/${press.deviceId}/telemetry`, {
      method: 'POST',
      headers: { authorization: `Bearer ${press.secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(worked),
    })
    assert.equal(answer.status, 202)
    await eventually(async () => {
      await api.reload(ACME, press.workCenterId)
      await api.store(ACME)
      await settle()
      return (await inbox('GUEST', 'HISTORY'))[0]?.state === 'RETRACTED' ? true : undefined
    }, 20_000)
    assert.equal((await inbox('GUEST', 'HISTORY'))[0]?.id, ids[0]?.[0])
    assert.deepEqual((await webhookMessages()).at(-1)?.slice(0, 2), ['notification.retracted', 'RETRACTED'])
  })

  it('are put off and put away by each person for themselves', async () => {
    const stop = { from: 230, to: 260, powerKw: IDLE_KW }
    await pass(215, 240, [stop])
    const [item] = await inbox('USER')
    const until = new Date(clock.now + 15 * MINUTE_MS).toISOString()
    const later = await api.ask(`mutation { snoozeNotification(id: "${item?.id ?? ''}", until: "${until}") { snoozedUntil } }`, {
      as: 'USER',
    })
    assert.deepEqual([later.errors, (await inbox('USER')).length], [[], 0])
    assert.equal((await inbox('GUEST')).length, 1)
    await pass(240, 256, [stop])
    assert.equal((await inbox('USER')).length, 1)
    const counts = await api.ask('{ notificationCounts { open unread worst } }', { as: 'USER' })
    assert.deepEqual(counts.data['notificationCounts'], { open: 1, unread: 0, worst: 'URGENT' })
    const away = await api.ask(`mutation { archiveNotifications(ids: ["${item?.id ?? ''}"]) }`, { as: 'USER' })
    assert.deepEqual([away.data['archiveNotifications'], (await inbox('USER')).length], [1, 0])
    const foreign = await api.ask(`mutation { acknowledgeNotification(id: "${item?.id ?? ''}") { id } }`, { as: api.stranger })
    assert.equal(foreign.errors[0]?.extensions.code, 'NOTIFICATION_NOT_FOUND')
  })

  it('are not sent in quiet hours, but those that are urgent are', async () => {
    const quiet = { weekdays: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '23:00' }
    const input = { channels: [{ type: 'STATUS_DURATION', emailFrom: 'INFO' }], quiet, urgentPierces: false, pausedUntil: null }
    const text =
      'mutation ($input: NotificationPreferencesInput!) { updateNotificationPreferences(input: $input) { urgentPierces quiet { from to } } }'
    const wrong = await api.ask(text, { as: 'GUEST', variables: { input: { ...input, quiet: { ...quiet, to: '25:00' } } } })
    assert.deepEqual([wrong.errors[0]?.extensions.code, wrong.errors[0]?.extensions.field], ['INVALID_FORMAT', 'quiet.to'])
    const { errors } = await api.ask(text, { as: 'GUEST', variables: { input } })
    assert.deepEqual(errors, [])
    await pass(256, 280, [
      { from: 230, to: 260, powerKw: IDLE_KW },
      { from: 270, to: 300, powerKw: IDLE_KW },
    ])
    const { rows } = await api.database.pool.query<{ held_by: string; due_on: Date }>(
      `select r.held_by, d.due_on from notification_receipt r
       join notification_delivery d on d.company_id = r.company_id and d.user_id = r.user_id and d.notification_id = r.notification_id
       where r.user_id = $1 order by r.fired_at desc, d.id desc limit 1`,
      [api.users.GUEST],
    )
    assert.deepEqual(rows, [{ held_by: 'QUIET', due_on: new Date(Date.UTC(2026, 4, 4, 20)) }])
  })

  it('go to the next step at once where nobody of an audience hears them, and are listed with the reason', async () => {
    const stop = { from: 290, to: 304, powerKw: IDLE_KW }
    const steps = `steps: [{ afterMinutes: 30, targetAudience: USERS, identifiers: ["${api.users.ADMIN}"] }]`
    const { rule } = await addRule(`mode: STOP, name: "Night", targetAudience: USERS, identifiers: ["${api.users.GUEST}"], ${steps}`, 8)
    await pass(280, 297, [{ from: 270, to: 290, powerKw: 12 }, stop])
    assert.equal((await inbox('ADMIN')).length, 0)
    await pass(297, 299, [stop])
    assert.equal((await inbox('ADMIN')).length, 1)
    const sent = async (shown: string) => {
      const fields = 'hasNext items { notification { id state readAt } deliveries { user { email } channel heldBy step } }'
      const { data, errors } = await api.ask(`{ sentNotifications(shown: ${shown}, size: 1) { ${fields} } }`)
      return errors[0]?.extensions.code ?? data['sentNotifications']
    }
    const told = (email: string, heldBy: string | null, step: number) => ({ user: { email }, channel: 'INBOX', heldBy, step })
    const held = (await sent('HELD')) as { readonly hasNext: boolean; readonly items: readonly { readonly deliveries: readonly Item[] }[] }
    const inboxes = held.items[0]?.deliveries.filter((one) => 'channel' in one && one.channel === 'INBOX')
    assert.deepEqual(inboxes, [told('guest@test.example', 'QUIET', 0), told('admin@test.example', null, 1)])
    assert.equal(held.hasNext, true)
    assert.deepEqual(await sent('FAILED'), { hasNext: false, items: [] })
    await api.ask(`mutation { deleteNotificationConfig(notificationConfigId: "${rule.id}") }`)
    await pass(299, 306, [stop])
  })

  it('are told further an hour after somebody took them, also by e-mail, and are unread again when they became more severe', async () => {
    const long = { from: 310, to: 400, powerKw: IDLE_KW }
    await pass(306, 317, [long])
    const [item] = await inbox('USER')
    const id = item?.id ?? ''
    const taken = await api.ask(`mutation { acknowledgeNotification(id: "${id}") { readAt } }`, { as: 'USER' })
    assert.deepEqual(taken.errors, [])
    await pass(317, 379, [long])
    assert.deepEqual(
      (await inbox('ADMIN')).map((one) => one.id),
      [id],
    )
    await pass(379, 382, [long])
    const before = (await emails()).length
    await send(ACME, 'ADMIN')
    assert.deepEqual(
      (await emails()).slice(before).map(({ recipient, kind }) => [recipient, kind]),
      [['admin@test.example', 'NOTIFICATION']],
    )
    const unread = async () => (await api.ask('{ notificationCounts { unread } }', { as: 'USER' })).data['notificationCounts']
    const again = (isNews: boolean) => putCopy(api, { notificationId: id, userId: api.users.USER, at: clock.now, step: 9 }, { isNews })
    await again(false)
    assert.deepEqual(await unread(), { unread: 0 })
    await again(true)
    assert.deepEqual(await unread(), { unread: 1 })
  })

  it('are there for operators at work centers that they are assigned to, and nowhere else', async () => {
    const [item] = await inbox('USER')
    const id = item?.id ?? ''
    await putCopy(api, { notificationId: id, userId: api.users.OPERATOR, at: clock.now, step: 9 })
    await api.database.pool.query('delete from operator_work_center where user_id = $1', [api.users.OPERATOR])
    const as = 'OPERATOR'
    const seen = await api.ask(`{ notification(id: "${id}") { id } notificationCounts { open unread worst } }`, { as })
    assert.deepEqual(seen.data, { notification: null, notificationCounts: { open: 0, unread: 0, worst: null } })
    for (const change of ['acknowledgeNotification', 'readNotification', 'snoozeNotification']) {
      const { errors } = await api.ask(`mutation { ${change}(id: "${id}") { id } }`, { as })
      assert.equal(errors[0]?.extensions.code, 'NOTIFICATION_NOT_FOUND', change)
    }
    await api.database.pool.query('insert into operator_work_center (company_id, user_id, work_center_id) values ($1, $2, $3)', [
      ACME,
      api.users.OPERATOR,
      press.workCenterId,
    ])
    const back = await api.ask(`{ notification(id: "${id}") { id } notificationCounts { open } }`, { as })
    assert.deepEqual(back.data, { notification: { id }, notificationCounts: { open: 1 } })
  })

  it('are acknowledged without a deadlock while their work center is worked out', async () => {
    await pass(382, 425, [
      { from: 310, to: 400, powerKw: IDLE_KW },
      { from: 410, to: 440, powerKw: IDLE_KW },
    ])
    const [item] = await inbox('USER')
    const id = item?.id ?? ''
    const mark = [{ companyId: ACME, workCenterId: press.workCenterId, fromAt: clock.now, isAlways: true }]
    let acknowledged: ReturnType<TestApi['ask']> | undefined
    await api.database.inSystem(async (tx) => {
      await markWorkCenters(tx, mark, clock.now)
      acknowledged = api.ask(`mutation { acknowledgeNotification(id: "${id}") { id } }`, { as: 'USER' })
      await eventually(async () => {
        const { rows } = await api.database.pool
          .query(`select 1 from pg_locks waits where not waits.granted and exists (select from pg_locks held
          where held.pid = waits.pid and held.database = (select oid from pg_database where datname = current_database()))`)
        return rows.length > 0 ? true : undefined
      }, 20_000)
      await sql`select from notification where company_id = ${ACME} and id = ${id}::uuid for update nowait`.execute(tx)
    })
    assert.deepEqual((await acknowledged)?.errors, [])
    await kept.run()
  })

  it('have rules that two people change one after the other', async () => {
    const twice = 'targetAudience: USERS, identifiers: ["' + api.users.GUEST + '"], name: "Twice"'
    const made = await Promise.all([addRule(twice, 33), addRule(twice, 33), addRule(twice, 33)])
    assert.deepEqual(made.map(({ errors }) => errors[0]?.extensions.code ?? 'MADE').toSorted(), [
      'MADE',
      'NOTIFICATION_DUPLICATE',
      'NOTIFICATION_DUPLICATE',
    ])
    const rule = made.find(({ errors }) => errors.length === 0)?.rule
    const input = `notificationConfigId: "${rule?.id ?? ''}", notificationTypeId: "${RULE_TYPE_IDS.STATUS_DURATION}", targetAudience: USERS, version: ${rule?.version ?? 0}`
    const change = (duration: number) =>
      api.ask(`mutation { updateNotificationConfig(input: { ${input}, duration: ${duration} }) { version } }`)
    const changed = await Promise.all([change(34), change(35), change(36)])
    assert.deepEqual(changed.map(({ errors }) => errors[0]?.extensions.code ?? 'MADE').toSorted(), ['CONFLICT', 'CONFLICT', 'MADE'])
  })

  it('are not told by a clock that was set, until a batch is received', async () => {
    await kept.close()
    const [fresh] = await addFleet(api.database, ACME, 1)
    assert.ok(fresh)
    const { pool } = api.database
    const rule = `workCenterId: ${fresh.workCenterId}, notificationTypeId: "${RULE_TYPE_IDS.STATUS_DURATION}", duration: 30, targetAudience: USERS`
    assert.deepEqual((await api.ask(`mutation { createNotificationConfig(input: { ${rule}, mode: STOP }) { id } }`)).errors, [])
    await pool.query(`insert into status_interval (company_id, work_center_id, start_at, kind) values ($1, $2, $3, 'OFF')`, [
      ACME,
      fresh.workCenterId,
      clock.now - 10 * MINUTE_MS,
    ])
    const told = async () =>
      (await pool.query('select 1 from notification where work_center_id = $1 and fired_at is not null', [fresh.workCenterId])).rowCount
    // Of no partition, so that nobody reads what is in it.
    const receiveBatch = () =>
      pool.query(
        `insert into ingest_log (position, lease, partitions, received_at, message_count, crc32, bytes)
          select coalesce(max(position), 0) + 1, 0, '{}', $1, 1, 0, '' from ingest_log`,
        [clock.now],
      )
    await receiveBatch()
    let passed = 0
    const rounds = await keepNotifications({
      database: api.database,
      log: createLog('silent'),
      readSamples: api.deps.readSamples,
      clock: createTrustedClock({ database: api.database, log: createLog('silent'), wall: () => clock.now, elapsed: () => passed }),
      everyMs: HOUR_MS,
    })
    try {
      await untilEventsArePast(api)
      await rounds.run()
      clock.now += 2 * HOUR_MS
      await rounds.run()
      passed += 5 * MINUTE_MS
      clock.now += 5 * MINUTE_MS
      await rounds.run()
      assert.equal(await told(), 0)
      // What was received before is stored meanwhile: that is no word of any device.
      await pool.query('update ingest_partition set stored_position = (select max(position) from ingest_log) where partition = 0')
      await rounds.run()
      assert.equal(await told(), 0)
      await receiveBatch()
      await rounds.run()
      assert.equal(await told(), 1)
    } finally {
      await rounds.close()
      clock.now -= 2 * HOUR_MS
      for (const table of ['notification', 'notification_config', 'notification_mark'])
        await pool.query(`delete from ${table} where work_center_id = $1`, [fresh.workCenterId])
      await pool.query(`delete from ingest_log where partitions = '{}'`)
      kept = await keepNotifications({
        database: api.database,
        log: api.deps.log,
        readSamples: api.deps.readSamples,
        now: () => clock.now,
        everyMs: HOUR_MS,
      })
    }
  })

  it('of one company keep those of another waiting for one work center', async () => {
    await addFleet(api.database, OTHER, 1)
    const { rows } = await api.database.pool.query<{ company: CompanyId; id: WorkCenterId }>(
      'select company_id as company, min(id) as id from work_center group by company_id order by company_id',
    )
    const [first, second] = rows
    assert.ok(first && second)
    await api.database.pool.query('delete from notification_mark')
    await api.database.inSystem(async (tx) => {
      const marks = [first, second].map(({ company, id }) => ({ companyId: company, workCenterId: id, fromAt: clock.now, isAlways: true }))
      await markWorkCenters(tx, marks, clock.now)
    })
    const next = async (after: CompanyId | null) =>
      api.database.inSystem(async (tx) => (await takeMarks(tx, clock.now, { after, mostOf: () => 1 }))[0]?.companyId ?? null)
    assert.deepEqual(
      [await next(null), await next(first.company), await next(second.company)],
      [first.company, second.company, first.company],
    )
    await api.database.pool.query('delete from notification_mark where company_id = $1', [second.company])
    assert.equal(await next(first.company), first.company)
  })

  it('refuse rules that cannot be, naming the field and its range', async () => {
    const rows: readonly (readonly [string, number, string, string | undefined])[] = [
      ['targetAudience: USERS, identifiers: []', 5, 'AUDIENCE_EMPTY', 'identifiers'],
      ['targetAudience: USERS, identifiers: ["nobody"]', 5, 'USER_NOT_FOUND', 'identifiers'],
      ['targetAudience: ROLES, identifiers: ["PROVIDER_ADMIN"]', 5, 'ROLE_NOT_FOUND', 'identifiers'],
      ['targetAudience: TEAMS, identifiers: ["nobody"]', 5, 'TEAM_NOT_FOUND', 'identifiers'],
      ['targetAudience: USERS', 1441, 'VALUE_OUT_OF_RANGE', 'duration'],
      ['targetAudience: USERS, mode: OEE', 5, 'NOTIFICATION_MODE_NOT_OF_TYPE', 'mode'],
      ['targetAudience: USERS, statusId: 999999', 5, 'STATUS_RULE_NOT_FOUND', 'statusId'],
      ['targetAudience: USERS, identifiers: ["' + api.users.USER + '"]', 5, 'NOTIFICATION_DUPLICATE', undefined],
    ]
    for (const [more, minutes, code, field] of rows) {
      const { errors } = await addRule(more, minutes)
      assert.deepEqual([errors[0]?.extensions.code, errors[0]?.extensions.field], [code, field], more)
    }
  })

  it('say of a rule what it told, what came of it, and when nobody hears it', async () => {
    const fields =
      'notificationConfigId fired acknowledged medianMinutesToAcknowledge endedUnseen classified halvingDuration unheard { step stretches { start end } }'
    const figures = async (as: 'ADMIN' | 'OPERATOR' | 'USER', id: string) => {
      const { data, errors } = await api.ask(`{ notificationConfigFigures { ${fields} } }`, { as })
      if (errors[0] !== undefined) return errors[0].extensions.code
      return (data['notificationConfigFigures'] as readonly { readonly notificationConfigId: string }[]).find(
        (one) => one.notificationConfigId === id,
      )
    }
    const calm = 'mutation { updateNotificationPreferences(input: { channels: [], urgentPierces: true, quiet: null }) { urgentPierces } }'
    assert.deepEqual((await api.ask(calm, { as: 'GUEST' })).errors, [])
    const step = `steps: [{ afterMinutes: 20, targetAudience: USERS, identifiers: ["${api.users.GUEST}"] }]`
    const { rule, errors } = await addRule(`mode: STATUS, unlessPlanned: false, targetAudience: ROLES, identifiers: ["ADMIN"], ${step}`, 5)
    assert.deepEqual(errors, [])
    const at = (minutes: number) => clock.now - 20 * HOUR_MS + minutes * MINUTE_MS
    const told = async (
      place: number,
      lasts: number,
      given: { readonly taken?: number; readonly read?: number; readonly steps?: string } = {},
    ) => {
      const { rows } = await api.database.pool.query<{ id: string }>(
        `insert into notification (company_id, work_center_id, type, condition_key, since, until, due_at, fired_at, state, severity, steps, told_steps, acknowledged_at)
         values ($1, $2, 'STATUS_DURATION', 'STATUS_DURATION/any/STATUS/all', $3, $4, $5, $5, 'RESOLVED', 'WARNING', $6, 1, $7) returning id`,
        [
          ACME,
          press.workCenterId,
          at(place),
          at(place + 5 + lasts),
          at(place + 5),
          given.steps ?? JSON.stringify([{ configId: rule.id }]),
          given.taken === undefined ? null : at(place + 5 + given.taken),
        ],
      )
      const id = rows[0]?.id ?? ''
      await putCopy(api, { notificationId: id, userId: api.users.ADMIN, at: at(place + 5) })
      if (given.read !== undefined)
        await api.database.pool.query('update notification_receipt set read_at = $2 where notification_id = $1', [
          id,
          at(place + 5 + given.read),
        ])
    }
    await told(0, 30, { taken: 4, read: 3 })
    for (const place of [100, 200, 300, 400]) await told(place, 2, { read: 3 })
    // Of another rule with the same condition, told by a step of this one that never came.
    await told(500, 2, { steps: JSON.stringify([{ configId: 'other' }, { configId: rule.id }]) })
    const found = await figures('ADMIN', rule.id)
    const always = { start: new Date(clock.now).toISOString(), end: new Date(clock.now + 7 * 24 * HOUR_MS).toISOString() }
    assert.deepEqual(found, {
      notificationConfigId: rule.id,
      fired: 5,
      acknowledged: 1,
      medianMinutesToAcknowledge: 4,
      endedUnseen: 4,
      classified: 0,
      halvingDuration: 8,
      unheard: [],
    })
    const channel = 'channels: [{ type: STATUS_DURATION, emailFrom: NEVER, pushFrom: NEVER }]'
    const deaf = await api.ask(`mutation { updateNotificationPreferences(input: { ${channel}, urgentPierces: true }) { urgentPierces } }`, {
      as: 'GUEST',
    })
    assert.deepEqual(deaf.errors, [])
    assert.deepEqual(await figures('ADMIN', rule.id), { ...(found as object), unheard: [{ step: 1, stretches: [always] }] })
    assert.equal(await figures('OPERATOR', rule.id), 'FORBIDDEN')
    const elsewhere = await api.ask('{ notificationConfigFigures { notificationConfigId } }', { as: api.stranger })
    assert.deepEqual([elsewhere.errors, elsewhere.data['notificationConfigFigures']], [[], []])
    await api.ask(`mutation { deleteNotificationConfig(notificationConfigId: "${rule.id}") }`)
    await api.database.pool.query(`delete from notification where condition_key = 'STATUS_DURATION/any/STATUS/all'`)
  })

  it('show rules with their people, and end what nobody watches any more', async () => {
    const query = `{ notificationConfigs(workCenterIds: [${press.workCenterId}]) { id duration type notificationTypeId severity targetAudience
      audience { identifier users { email } } steps { afterMinutes } } }`
    const { data, errors } = await api.ask(query)
    assert.deepEqual(errors, [])
    const rules = data['notificationConfigs'] as readonly { readonly id: string; readonly duration: number; readonly audience: unknown }[]
    assert.deepEqual(rules[0]?.audience, [{ identifier: api.users.USER, users: [{ email: 'user@test.example' }] }])
    const foreign = await api.ask(`mutation { deleteNotificationConfig(notificationConfigId: "${rules[0]?.id ?? ''}") }`, {
      as: api.stranger,
    })
    assert.equal(foreign.errors[0]?.extensions.code, 'NOTIFICATION_CONFIG_NOT_FOUND')
    for (const { id } of rules)
      assert.deepEqual((await api.ask(`mutation { deleteNotificationConfig(notificationConfigId: "${id}") }`)).errors, [])
    await kept.run()
    assert.deepEqual(await inbox('GUEST'), [])
    const { rows } = await api.database.pool.query('select 1 from notification where company_id = $1', [OTHER])
    assert.deepEqual(rows, [])
    assert.equal(asId<CompanyId>(ACME), ACME)
  })
})
