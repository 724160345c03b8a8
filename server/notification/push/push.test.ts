import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#engine/time/durations.ts'
import { createLog } from '#server/log.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { ACME, OTHER, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { PushPeer } from '#server/testing/pushPeer.ts'
import { FOREIGN_TEXT } from '#server/testing/foreignText.ts'
import { EMAIL_LINKS } from '#server/testing/emailLinks.ts'
import { addFleet } from '#server/testing/testMachines.ts'
import { renewReceipts } from '../receipt.store.ts'
import { putCopy } from '../testing.ts'
import { addLeftSnoozeJobs, remind } from '../snooze.service.ts'
import { emailNotifications, queueDeliveries } from '../delivery.service.ts'
import { insertDeliveries } from '../delivery.store.ts'
import { pushDeps } from './device.service.ts'
import { pushState } from './pushState.ts'
import { addPushJob, enqueueLeftPushes, NOTIFICATION_PUSH, queuePushes, queueWithdrawals, sendPushes } from './sendPushes.service.ts'

describe('messages to browsers', () => {
  const peer = new PushPeer()
  let api: TestApi
  let workCenters: readonly number[] = []
  let now = Date.UTC(2026, 4, 4, 10)

  before(async () => {
    await peer.listen()
    api = await startTestApi({ now: () => now, log: createLog('silent'), pushHosts: [peer.origin] })
    await addFleet(api.database, ACME, 12)
    const { rows } = await api.database.pool.query<{ id: number }>('select id from work_center where company_id = $1 order by id', [ACME])
    workCenters = rows.map(({ id }) => id)
    const { data } = await api.ask('{ pushKey }')
    peer.vapidKey = String(data['pushKey'])
  })
  after(async () => {
    peer.close()
    await api.close()
  })
  beforeEach(async () => {
    peer.received.length = 0
    peer.answer = 201
    peer.answers.clear()
    now += 2 * HOUR_MS
    await api.database.pool.query(
      `delete from notification; delete from push_subscription; update push_pace set sounds = '{}', withheld = 0`,
    )
  })

  const add = async (name: string, as: 'ADMIN' | 'USER' = 'USER') => {
    const text = 'mutation ($input: PushSubscriptionInput!) { addPushSubscription(input: $input) { id label } }'
    const { data, errors } = await api.ask(text, { as, variables: { input: peer.subscription(name) } })
    assert.deepEqual(errors, [])
    return (data['addPushSubscription'] as { readonly id: string }).id
  }
  /** Stores a notification that the person is told now. */
  const tell = async (place = 0, severity = 'WARNING') => {
    const { rows } = await api.database.pool.query<{ id: string }>(
      `insert into notification (company_id, work_center_id, type, condition_key, since, due_at, fired_at, state, severity, params)
       values ($1, $2, 'STATUS_DURATION', 'any', $3, $3, $3, 'OPEN', $4, '{"status": "Idle"}') returning id`,
      [ACME, workCenters[place], now, severity],
    )
    const notificationId = rows[0]?.id ?? ''
    const userId = api.users.USER
    await putCopy(api, { notificationId, userId, at: now })
    await api.database.inSystem(async (tx) => {
      const tenant = { companyId: ACME, tx }
      for (const { at } of await queuePushes(tenant, [{ notificationId, userId, step: 0, at: now }], now))
        await addPushJob(tenant, userId, at)
    })
    return notificationId
  }
  const send = () => sendPushes({ ...pushDeps(api.deps), log: createLog('silent') }, { companyId: ACME, userId: api.users.USER })
  const waitingJobs = async () => (await api.database.pool.query(`select 1 from pgboss.job where state = 'created'`)).rowCount
  const states = async () => {
    const { rows } = await api.database.pool.query<{ state: string }>('select state from push_delivery order by id')
    return rows.map(({ state }) => state)
  }

  it('arrive encrypted for the browser alone, in the language of the person, with what replaces them', async () => {
    await add('phone')
    const id = await tell(0, 'URGENT')
    await send()
    const [message, ...others] = peer.received
    assert.deepEqual([others.length, message?.path, message?.urgency, message?.ttl], [0, '/push/phone', 'high', '14400'])
    assert.match(String(message?.said['title']), /has been stopped since/)
    assert.ok(String(message?.said['link']).endsWith(`/notifications?company=${ACME}&id=${id}`))
    assert.deepEqual([message?.said['tag'], message?.said['silent']], [message?.topic, false])
    assert.equal(message?.topic.length, 22)
    assert.deepEqual(await states(), ['SENT'])
    await send()
    assert.equal(peer.received.length, 1)
  })

  it('tell names from elsewhere as they are: a browser shows them as text', async () => {
    await add('phone')
    const { rows } = await api.database.pool.query<{ name: string }>('select name from work_center where id = $1', [workCenters[0]])
    await api.database.pool.query('update work_center set name = $2 where id = $1', [workCenters[0], FOREIGN_TEXT])
    await tell(0)
    await send()
    await api.database.pool.query('update work_center set name = $2 where id = $1', [workCenters[0], rows[0]?.name])
    const said = peer.received[0]?.said ?? {}
    assert.ok(String(said['title']).includes(FOREIGN_TEXT), String(said['title']))
    assert.ok(URL.canParse(String(said['link'])) && !String(said['link']).includes('<'))
  })

  it('are not sent when the person has seen it by then', async () => {
    await add('phone')
    const id = await tell()
    await api.ask(`mutation { readNotification(id: "${id}") { id } }`, { as: 'USER' })
    await send()
    assert.deepEqual([peer.received.length, await states()], [0, ['CANCELLED']])
  })

  it('are gathered: the first at once, what follows within the minute as one', async () => {
    await add('phone')
    await tell(0)
    await send()
    now += 10 * SECOND_MS
    for (const place of [1, 2, 3]) await tell(place)
    await send()
    assert.equal(peer.received.length, 1)
    now += 51 * SECOND_MS
    await send()
    assert.equal(peer.received.length, 2)
    assert.match(String(peer.received[1]?.said['title']), /^3 notifications/)
    assert.equal(String(peer.received[1]?.said['line']).match(/has been stopped since/g)?.length, 3)
    assert.deepEqual(await states(), ['SENT', 'SENT', 'SENT', 'SENT'])
  })

  it('of nine machines that stop within a minute are one message and a group of nine, and three more wait for the end of the window', async () => {
    const began = now
    const at = (seconds: number) => {
      now = began + seconds * SECOND_MS
    }
    const titles = () => peer.received.map(({ said }) => String(said['title']))
    await add('phone')
    await tell(0)
    await send()
    assert.equal(titles().length, 1)
    for (let place = 1; place < 9; place++) {
      at(place * 5)
      await tell(place)
    }
    await send()
    assert.equal(titles().length, 1)
    at(60)
    await send()
    assert.equal(titles().length, 2)
    assert.match(titles()[1] ?? '', /\b9\b/)
    at(90)
    for (const place of [9, 10, 11]) await tell(place)
    await send()
    at(359)
    await send()
    assert.equal(titles().length, 2)
    at(360)
    await send()
    assert.equal(titles().length, 3)
  })

  it('go with an e-mail two minutes later, which is not written once the person has seen them', async () => {
    now = Math.ceil(now / MINUTE_MS) * MINUTE_MS
    const userId = api.users.USER
    await add('phone')
    const seen = await tell(0)
    const unseen = await tell(1)
    for (const notificationId of [seen, unseen])
      await api.database.inSystem((tx) =>
        queueDeliveries({ companyId: ACME, tx }, [{ notificationId, userId, step: 0, at: now + 2 * MINUTE_MS }], now),
      )
    await send()
    assert.equal(peer.received.length, 1)
    now += MINUTE_MS
    await api.ask(`mutation { readNotification(id: "${seen}") { id } }`, { as: 'USER' })
    now += MINUTE_MS
    await api.database.inSystem((tx) =>
      emailNotifications({ companyId: ACME, tx }, userId, { publicUrl: 'https://plant.example', emailLinks: EMAIL_LINKS, now: () => now }),
    )
    const { rows } = await api.database.pool.query<{ id: string; state: string }>(
      'select notification_id as id, state from notification_delivery',
    )
    assert.deepEqual(
      new Map(rows.map(({ id, state }) => [id, state])),
      new Map([
        [seen, 'CANCELLED'],
        [unseen, 'SENT'],
      ]),
    )
    await api.database.pool.query('delete from email')
  })

  it('are replaced without a sound where what they told did not happen, also in quiet hours', async () => {
    await add('phone')
    const id = await tell(0, 'URGENT')
    await send()
    await tell(1)
    await tell(2)
    now += MINUTE_MS
    await send()
    await api.database.pool.query(`update notification set state = 'RETRACTED'`)
    const { rows } = await api.database.pool.query<{ id: string }>('select id from notification order by id')
    const input = { channels: [], quiet: null, urgentPierces: false, pausedUntil: new Date(now + HOUR_MS).toISOString() }
    const text = 'mutation ($input: NotificationPreferencesInput!) { updateNotificationPreferences(input: $input) { pausedUntil } }'
    await api.ask(text, { as: 'USER', variables: { input } })
    const people: string[] = []
    await api.database.inSystem(async (tx) => {
      for (const row of rows) people.push(...(await queueWithdrawals({ companyId: ACME, tx }, [row.id], now)).map(({ userId }) => userId))
    })
    // Two of them stand in one message, which tells of more than they do.
    assert.deepEqual(people, [api.users.USER])
    await send()
    await send()
    assert.equal(peer.received.length, 3)
    const [first, , withdrawn] = peer.received
    assert.deepEqual([withdrawn?.said['tag'], withdrawn?.said['silent'], withdrawn?.urgency], [first?.said['tag'], true, 'normal'])
    assert.match(String(withdrawn?.said['title']), /withdrawn, it did not happen/)
    assert.ok(String(withdrawn?.said['link']).endsWith(id))
    assert.deepEqual(await states(), ['SENT', 'SENT', 'SENT', 'SENT'])
    await api.ask(text, { as: 'USER', variables: { input: { ...input, pausedUntil: null, urgentPierces: true } } })
  })

  it('say of many at once what may have caused it, of those told before, too', async () => {
    await add('phone')
    await tell(0)
    await send()
    await api.database.pool.query(`update notification set params = '{"status": "OFF"}'`)
    now += 5 * SECOND_MS
    for (const place of [1, 2, 3, 4]) await tell(place)
    await api.database.pool.query(`update notification set params = '{"status": "OFF"}'`)
    now += 56 * SECOND_MS
    // What was held back before hides neither the group nor its cause.
    await api.database.pool.query('update push_pace set withheld = 2')
    await send()
    assert.match(String(peer.received[1]?.said['line']), /2 more were held back before/)
    assert.match(String(peer.received[1]?.said['title']), /^5 machines off since .+: power failure\?$/)
    assert.ok(String(peer.received[1]?.said['link']).endsWith(`/notifications?company=${ACME}`))
  })

  it('wake nobody more than six times in ten minutes, but what is urgent does, and counts what was held back', async () => {
    await add('phone')
    const counts: number[] = []
    for (let place = 0; place < 8; place++) {
      await tell(place)
      await api.database.pool.query('update push_pace set sent_at = null')
      await send()
      counts.push(peer.received.length)
      now += 61 * SECOND_MS
    }
    assert.deepEqual(counts, [1, 2, 3, 4, 5, 6, 6, 6])
    const capped = await api.database.pool.query(`select 1 from notification_receipt where held_by = 'CAP'`)
    assert.equal(capped.rowCount, 2)
    await tell(8, 'URGENT')
    await api.database.pool.query('update push_pace set sent_at = null')
    await send()
    assert.equal(peer.received.length, 7)
    const { title, line } = peer.received[6]?.said ?? {}
    assert.match(String(title), /has been stopped since/)
    assert.match(String(line), /2 more were held back before/)
  })

  it('wait, as e-mails do, for the end of quiet hours that began after they were told, and are sent at once when a pause is ended', async () => {
    const userId = api.users.USER
    const prefer = async (more: object) => {
      const input = { channels: [], quiet: null, urgentPierces: true, pausedUntil: null, ...more }
      const text = 'mutation ($input: NotificationPreferencesInput!) { updateNotificationPreferences(input: $input) { pausedUntil } }'
      assert.deepEqual((await api.ask(text, { as: 'USER', variables: { input } })).errors, [])
    }
    const email = () =>
      api.database.inSystem((tx) =>
        emailNotifications({ companyId: ACME, tx }, userId, {
          publicUrl: 'https://plant.example',
          emailLinks: EMAIL_LINKS,
          now: () => now,
        }),
      )
    const letters = async () => (await api.database.pool.query(`select 1 from email where kind like 'NOTIFICATION%'`)).rowCount
    const dueOn = async () => {
      const { rows } = await api.database.pool.query<{ due: Date }>(
        'select due_on as due from push_delivery union all select due_on from notification_delivery',
      )
      return rows.map(({ due }) => due.getTime())
    }
    // E-mails are written at whole minutes.
    now = Math.ceil(now / MINUTE_MS) * MINUTE_MS
    await add('phone')
    const notificationId = await tell()
    const delivery = { notificationId, userId, step: 0, at: now + 2 * MINUTE_MS }
    await api.database.inSystem((tx) => insertDeliveries({ companyId: ACME, tx }, [delivery], now))
    const until = now + HOUR_MS
    await prefer({ pausedUntil: new Date(until).toISOString() })
    now += 3 * MINUTE_MS
    await send()
    await email()
    assert.deepEqual([peer.received.length, await letters(), await dueOn()], [0, 0, [until, until]])
    const { rows } = await api.database.pool.query<{ held: string }>('select held_by as held from notification_receipt')
    assert.deepEqual(rows, [{ held: 'PAUSED' }])
    const heldBy = async () =>
      (await api.ask('{ notifications(filter: { tab: OPEN }) { items { heldBy } } }', { as: 'USER' })).data['notifications']
    assert.deepEqual(await heldBy(), { items: [{ heldBy: 'PAUSED' }] })
    await prefer({})
    assert.deepEqual(await dueOn(), [now, now])
    await send()
    await email()
    assert.deepEqual([peer.received.length, await letters()], [1, 1])
    assert.deepEqual(await heldBy(), { items: [{ heldBy: null }] }, 'it was sent')
    await tell(1, 'URGENT')
    await prefer({ quiet: { weekdays: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '23:59' } })
    now += 2 * MINUTE_MS
    await send()
    assert.equal(peer.received.length, 2)
    await prefer({})
  })

  it('delete a browser that its service knows no more, and hasten the e-mail', async () => {
    await add('phone')
    const notificationId = await tell()
    const userId = api.users.USER
    const delivery = { notificationId, userId, step: 0, at: now + 2 * MINUTE_MS }
    await api.database.inSystem((tx) => insertDeliveries({ companyId: ACME, tx }, [delivery], now))
    peer.answer = 410
    await send()
    const { data } = await api.ask('{ pushSubscriptions { id } }', { as: 'USER' })
    assert.deepEqual(data['pushSubscriptions'], [])
    const { rows } = await api.database.pool.query<{ due: Date }>('select due_on as due from notification_delivery')
    assert.deepEqual(rows, [{ due: new Date(now) }])
  })

  it('that no device took go by e-mail also to who has e-mails of graver ones alone, and to nobody who wants none', async () => {
    const prefer = async (emailFrom: string) => {
      const input = `{ channels: [{ type: STATUS_DURATION, emailFrom: ${emailFrom} }] }`
      assert.deepEqual(
        (await api.ask(`mutation { updateNotificationPreferences(input: ${input}) { urgentPierces } }`, { as: 'USER' })).errors,
        [],
      )
    }
    const queued = async (id: string) =>
      (await api.database.pool.query('select state from notification_delivery where notification_id = $1', [id])).rows
    await add('phone')
    peer.answer = 410
    await prefer('URGENT')
    const mailed = await tell()
    await send()
    assert.deepEqual(await queued(mailed), [{ state: 'QUEUED' }])
    await add('tablet')
    now += 10 * MINUTE_MS
    await prefer('NEVER')
    const unwanted = await tell(1)
    await send()
    assert.deepEqual(await queued(unwanted), [])
    await prefer('WARNING')
  })

  it('that push services refuse for our keys are told in health and to the person, until one is taken', async () => {
    const trouble = async () =>
      (await api.ask('{ notificationPreferences { pushTrouble } }', { as: 'USER' })).data['notificationPreferences']
    await add('phone')
    assert.deepEqual([(await pushState(api.database, now)).status, await trouble()], ['ready', { pushTrouble: null }])
    // One that is on its way is no trouble.
    const onTheWay: unknown[] = []
    peer.meanwhile = async () => {
      onTheWay.push((await pushState(api.database, now)).status, await trouble())
    }
    peer.answer = 403
    await tell()
    await send()
    peer.meanwhile = () => Promise.resolve()
    assert.deepEqual(onTheWay, ['ready', { pushTrouble: null }])
    const state = await pushState(api.database, now)
    assert.deepEqual(state, { status: 'degraded', detail: 'push services refuse our keys: 1 messages within a day' })
    assert.deepEqual(await trouble(), { pushTrouble: 'REFUSED' })
    peer.answer = 503
    now += 10 * MINUTE_MS
    await tell(1)
    await send()
    assert.match((await pushState(api.database, now)).detail ?? '', /, 1 messages wait to be tried again$/)
    peer.answer = 201
    now += 10 * MINUTE_MS
    await send()
    assert.deepEqual([(await pushState(api.database, now)).status, await trouble()], ['ready', { pushTrouble: null }])
  })

  it('leave what is not named of the preferences as it is', async () => {
    const change = async (input: string) => {
      const fields = 'channels { type emailFrom pushFrom } quiet { from } urgentPierces pausedUntil'
      const { data, errors } = await api.ask(`mutation { updateNotificationPreferences(input: { ${input} }) { ${fields} } }`, {
        as: 'USER',
      })
      assert.deepEqual(errors, [])
      const { channels, ...others } = data['updateNotificationPreferences'] as { readonly channels: readonly { readonly type: string }[] }
      return { ...others, battery: channels.find(({ type }) => type === 'BATTERY_LOW') }
    }
    const pausedUntil = new Date(now + HOUR_MS).toISOString()
    const battery = { type: 'BATTERY_LOW', emailFrom: 'NEVER', pushFrom: 'URGENT' }
    const quiet = '{ weekdays: [1], from: "22:00", to: "06:00" }'
    const muted = '[{ type: BATTERY_LOW, emailFrom: NEVER, pushFrom: URGENT }]'
    await change(`channels: ${muted}, quiet: ${quiet}, urgentPierces: false, pausedUntil: "${pausedUntil}"`)
    const stored = { quiet: { from: '22:00' }, urgentPierces: false, pausedUntil, battery }
    assert.deepEqual(await change('channels: [{ type: STATUS_DURATION, emailFrom: INFO }]'), stored)
    assert.deepEqual(await change('channels: [{ type: BATTERY_LOW, emailFrom: INFO }]'), {
      ...stored,
      battery: { ...battery, emailFrom: 'INFO' },
    })
    assert.deepEqual(await change('quiet: null'), { ...stored, quiet: null, battery: { ...battery, emailFrom: 'INFO' } })
    const usual = '[{ type: BATTERY_LOW, emailFrom: WARNING, pushFrom: WARNING }, { type: STATUS_DURATION, emailFrom: WARNING }]'
    await change(`channels: ${usual}, urgentPierces: true, pausedUntil: null`)
  })

  it('are not left lying when they are queued while the job of that second ends', async () => {
    await add('phone')
    const second = Math.ceil(now / SECOND_MS)
    const key = `${api.users.USER}/${second}`
    await api.database.pool.query('delete from pgboss.job')
    await api.database.inSystem((tx) =>
      enqueue({ companyId: ACME, tx }, NOTIFICATION_PUSH, { userId: api.users.USER }, { singletonKey: key }),
    )
    await api.database.pool.query(`update pgboss.job set state = 'active'`)
    const deps = pushDeps(api.deps)
    let calls = 0
    const inSystem = (async (work: Parameters<typeof deps.database.inSystem>[0]) => {
      // It has found nothing to send when the message is queued.
      if (++calls === 2) await tell()
      return deps.database.inSystem(work)
    }) as typeof deps.database.inSystem
    const database = { vault: deps.database.vault, inTenant: deps.database.inTenant.bind(deps.database), inSystem }
    await sendPushes({ ...deps, database }, { companyId: ACME, userId: api.users.USER })
    assert.deepEqual([peer.received.length, await states()], [0, ['QUEUED']])
    assert.equal(await waitingJobs(), 1)
  })

  it('are looked for when their job is not there any more', async () => {
    await add('phone')
    await tell()
    await api.database.pool.query('delete from pgboss.job')
    const look = () => api.database.inSystem((tx) => enqueueLeftPushes(tx, now))
    await look()
    assert.equal(await waitingJobs(), 0)
    now += 5 * SECOND_MS
    await look()
    await look()
    assert.equal(await waitingJobs(), 1)
  })

  it('reach the other browsers of a person while one of them cannot be read, and that one once it can', async () => {
    await add('phone')
    const id = await add('broken')
    const { rows: before } = await api.database.pool.query<{ sealed: string }>('select sealed from push_subscription where id = $1', [id])
    await api.database.pool.query(
      `update push_subscription set sealed = (select sealed from push_subscription where id <> $1) where id = $1`,
      [id],
    )
    assert.deepEqual((await api.ask(`mutation { testPush(id: "${await add('other')}", text: "Hello") }`, { as: 'USER' })).data, {
      testPush: 'SENT',
    })
    const test = await api.ask(`mutation { testPush(id: "${id}", text: "Hello") }`, { as: 'USER' })
    assert.deepEqual(test.data, { testPush: 'FAILED' })
    peer.received.length = 0
    await tell()
    await send()
    assert.deepEqual(peer.received.map(({ path }) => path).toSorted(), ['/push/other', '/push/phone'])
    assert.deepEqual(await states(), ['SENT', 'QUEUED', 'SENT'])
    // The server is started with the key that it is sealed with.
    await api.database.pool.query('update push_subscription set sealed = $2 where id = $1', [id, before[0]?.sealed])
    now += 30 * SECOND_MS
    await send()
    assert.deepEqual(peer.received.at(-1)?.path, '/push/broken')
    assert.deepEqual(await states(), ['SENT', 'SENT', 'SENT'])
  })

  it('are tried again while the service is away, and keep those of others flowing', async () => {
    await add('phone')
    await add('tablet')
    await tell()
    peer.answer = 503
    await send()
    assert.deepEqual(await states(), ['QUEUED', 'QUEUED'])
    peer.answer = 201
    now += 29 * SECOND_MS
    await send()
    assert.equal(peer.received.length, 0)
    now += SECOND_MS
    await send()
    assert.deepEqual([peer.received.length, await states()], [2, ['SENT', 'SENT']])
  })

  it('wait for no slow service: after ten seconds it is tried again later, and whoever else is sent something has it at once', async () => {
    await add('phone')
    await add('tablet')
    await add('laptop', 'ADMIN')
    peer.answers.set('phone', 'NEVER')
    const notificationId = await tell()
    await putCopy(api, { notificationId, userId: api.users.ADMIN, at: now })
    await api.database.inSystem((tx) =>
      queuePushes({ companyId: ACME, tx }, [{ notificationId, userId: api.users.ADMIN, step: 0, at: now }], now),
    )
    const began = performance.now()
    const hanging = send()
    await sendPushes({ ...pushDeps(api.deps), log: createLog('silent') }, { companyId: ACME, userId: api.users.ADMIN })
    assert.ok(peer.received.some(({ path }) => path === '/push/laptop'))
    assert.ok(performance.now() - began < 5 * SECOND_MS, 'the other person did not wait')
    await hanging
    const took = performance.now() - began
    assert.ok(took >= 10 * SECOND_MS - 100 && took < 20 * SECOND_MS, `it took ${took} ms`)
    assert.deepEqual(peer.received.map(({ path }) => path).toSorted(), ['/push/laptop', '/push/tablet'])
    assert.deepEqual((await states()).toSorted(), ['QUEUED', 'SENT', 'SENT'])
    peer.answers.clear()
    now += 30 * SECOND_MS
    await send()
    assert.equal(peer.received.length, 3)
    assert.deepEqual(await states(), ['SENT', 'SENT', 'SENT'])
  })

  it('are tried again as planned where a service is away, says nonsense or hangs up, and go by e-mail once it is no more use', async () => {
    const userId = api.users.USER
    await add('phone')
    await tell()
    const planned = [30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS]
    const answers = ['NONSENSE', 'CUT', 500, 429] as const
    const emails = async () => (await api.database.pool.query('select from notification_delivery where user_id = $1', [userId])).rowCount
    for (const [index, pause] of planned.entries()) {
      peer.answer = answers[index] ?? 503
      await send()
      assert.deepEqual(await states(), ['QUEUED'])
      assert.equal((await pushState(api.database, now)).status, 'degraded')
      const { rows } = await api.database.pool.query<{ due: Date }>('select due_on as due from push_delivery')
      assert.equal((rows[0]?.due.getTime() ?? 0) - now, pause)
      now += pause
    }
    assert.equal(await emails(), 0)
    peer.answer = 'NONSENSE'
    await send()
    assert.deepEqual([peer.received.length, await states(), await emails()], [0, ['FAILED'], 1])
    assert.equal((await pushState(api.database, now)).status, 'ready')
  })

  it('are sent once more at most when the sender dies between answer and commit', async () => {
    await add('phone')
    await tell()
    const deps = pushDeps(api.deps)
    let calls = 0
    const dying = {
      ...deps,
      database: {
        vault: deps.database.vault,
        inTenant: deps.database.inTenant.bind(deps.database),
        inSystem: ((work: Parameters<typeof deps.database.inSystem>[0]) => {
          // The first opens what is sent, two more make its token, the fourth would settle it; the keys of the installation are known by then.
          if (++calls === 4) throw new Error('killed')
          return deps.database.inSystem(work)
        }) as typeof deps.database.inSystem,
      },
    }
    await assert.rejects(sendPushes(dying, { companyId: ACME, userId: api.users.USER }), /killed/)
    assert.deepEqual([peer.received.length, await states()], [1, ['QUEUED']])
    await send()
    assert.equal(peer.received.length, 1)
    now += MINUTE_MS
    await send()
    assert.deepEqual([peer.received.length, await states()], [2, ['SENT']])
    assert.equal(peer.received[0]?.said['tag'], peer.received[1]?.said['tag'])
  })

  it('are tried by the person, on their own devices only', async () => {
    const id = await add('phone')
    const text = 'mutation ($id: Guid!) { testPush(id: $id, text: "It works") }'
    assert.deepEqual((await api.ask(text, { as: 'USER', variables: { id } })).data, { testPush: 'SENT' })
    assert.deepEqual([peer.received[0]?.said['title'], peer.received[0]?.said['line']], ['It works', 'phone'])
    const foreign = await api.ask(text, { as: 'ADMIN', variables: { id } })
    assert.equal(foreign.errors[0]?.extensions.code, 'PUSH_DEVICE_NOT_FOUND')
    const removed = await api.ask(`mutation { removePushSubscription(id: "${id}") }`, { as: 'ADMIN' })
    assert.equal(removed.errors[0]?.extensions.code, 'PUSH_DEVICE_NOT_FOUND')
    peer.answer = 404
    assert.deepEqual((await api.ask(text, { as: 'USER', variables: { id } })).data, { testPush: 'GONE' })
    assert.deepEqual((await api.ask('{ pushSubscriptions { id } }', { as: 'USER' })).data['pushSubscriptions'], [])
  })

  it('know a browser that is added again by the hash of its endpoint, and keep it one device', async () => {
    const id = await add('phone')
    assert.equal(await add('phone'), id)
    const { data } = await api.ask('{ pushSubscriptions { id endpointHash } }', { as: 'USER' })
    const endpointHash = createHash('sha256').update(peer.subscription('phone').endpoint).digest('base64url')
    assert.deepEqual(data['pushSubscriptions'], [{ id, endpointHash }])
  })

  it('go to who signed in last at a browser, and lie sealed', async () => {
    await add('shared', 'ADMIN')
    await add('shared', 'USER')
    const of = async (as: 'ADMIN' | 'USER') => (await api.ask('{ pushSubscriptions { label } }', { as })).data['pushSubscriptions']
    assert.deepEqual([await of('ADMIN'), await of('USER')], [[], [{ label: 'shared' }]])
    await api.database.pool.query('update push_subscription set company_id = $1, user_id = $2', [OTHER, api.stranger])
    await add('shared', 'USER')
    const owners = await api.database.pool.query('select company_id as company, user_id as user from push_subscription')
    assert.deepEqual(owners.rows, [{ company: ACME, user: api.users.USER }])
    const { rows } = await api.database.pool.query<{ sealed: string }>('select sealed from push_subscription')
    assert.ok(!rows.some(({ sealed }) => sealed.includes('127.0.0.1') || Buffer.from(sealed, 'base64url').includes('push')))
    const text = 'mutation ($input: PushSubscriptionInput!) { addPushSubscription(input: $input) { id } }'
    const input = { ...peer.subscription('x'), endpoint: 'https://169.254.169.254/latest' }
    const refused = await api.ask(text, { variables: { input } })
    assert.deepEqual([refused.errors[0]?.extensions.code, refused.errors[0]?.extensions.field], ['PUSH_ENDPOINT_REFUSED', 'endpoint'])
  })

  const answer = async (said: object) => {
    const response = await fetch(`${api.origin}/api/push-answers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(said),
    })
    return { status: response.status, said: (await response.json()) as { readonly line?: string } }
  }
  /** What the browser was sent last, to be answered. */
  const received = () => {
    const { token, acts } = peer.received.at(-1)?.said ?? {}
    return { token: String(token), acts: acts as readonly string[] }
  }
  const copy = async (id: string) => {
    const fields = 'readAt snoozedUntil acknowledgedBy { email }'
    const { data } = await api.ask(`{ notification(id: "${id}") { ${fields} } }`, { as: 'USER' })
    return data['notification'] as {
      readonly readAt: string | null
      readonly snoozedUntil: string | null
      readonly acknowledgedBy: object | null
    }
  }

  it('can be taken from the lock screen, once, and say when they were shown and opened', async () => {
    await add('phone')
    const id = await tell()
    await send()
    const { token, acts } = received()
    assert.deepEqual(acts, ['I take it', 'In 15 min'])
    const { rows } = await api.database.pool.query<{ kept: string }>('select token_hash as kept from push_token')
    assert.equal(rows.length, 1)
    assert.notEqual(rows[0]?.kept, token)
    now += MINUTE_MS
    assert.equal((await answer({ token, does: 'SHOWN' })).status, 200)
    const sent = async () => {
      const { data } = await api.ask(`{ notificationDeliveries(id: "${id}") { channel shownAt openedAt } }`)
      return (
        data['notificationDeliveries'] as readonly { readonly channel: string; readonly shownAt: string; readonly openedAt: string }[]
      )
        .filter(({ channel }) => channel === 'PUSH')
        .map(({ shownAt, openedAt }) => [shownAt, openedAt])
    }
    const shown = new Date(now).toISOString()
    assert.deepEqual(await sent(), [[shown, null]])
    now += MINUTE_MS
    assert.deepEqual(await answer({ token, does: 'ACT', act: 0 }), { status: 200, said: { line: 'You take care of it.' } })
    assert.deepEqual((await copy(id)).acknowledgedBy, { email: 'user@test.example' })
    const opened = new Date(now).toISOString()
    now += MINUTE_MS
    assert.equal((await answer({ token, does: 'OPENED' })).status, 200)
    assert.deepEqual(await sent(), [[shown, opened]])
    assert.equal((await answer({ token, does: 'ACT', act: 1 })).status, 404)
    assert.equal((await copy(id)).snoozedUntil, null)
  })

  /** What the job does that was added when the person put it off. */
  const remindOf = async (id: string, until: number) => {
    const snoozed = { userId: api.users.USER, notificationId: id, until }
    await api.database.inSystem((tx) => remind({ companyId: ACME, tx }, snoozed, now))
    await send()
  }
  const putOff = async (id: string) => {
    const until = now + 15 * MINUTE_MS
    const text = `mutation { snoozeNotification(id: "${id}", until: "${new Date(until).toISOString()}") { id } }`
    assert.deepEqual((await api.ask(text, { as: 'USER' })).errors, [])
    return until
  }
  const emailsOf = async (id: string) => {
    const { rows } = await api.database.pool.query<{ step: number; state: string }>(
      'select step, state from notification_delivery where notification_id = $1 order by id',
      [id],
    )
    return rows
  }

  it('come again at the end of what was put off, unread, as often as it is put off', async () => {
    await add('phone')
    const id = await tell()
    await send()
    const jobs = `select (data->'payload'->>'until')::int8 as until from pgboss.job where name = 'NOTIFICATION_SNOOZE' and data->'payload'->>'notificationId' = $1`
    const until = await putOff(id)
    assert.deepEqual((await api.database.pool.query(jobs, [id])).rows, [{ until }])
    // One without its job gets it at the next start, and never a second one.
    await api.database.pool.query(`delete from pgboss.job where name = 'NOTIFICATION_SNOOZE'`)
    for (let start = 0; start < 2; start += 1) await addLeftSnoozeJobs({ database: api.database, now: () => now })
    assert.deepEqual((await api.database.pool.query(jobs, [id])).rows, [{ until }])
    assert.notEqual((await copy(id)).readAt, null)
    now = until
    await api.database.pool.query(`delete from pgboss.job where name = 'NOTIFICATION_SNOOZE'`)
    const jobsAfterStart = async (at: number) => {
      await addLeftSnoozeJobs({ database: api.database, now: () => at })
      return (await api.database.pool.query(jobs, [id])).rows
    }
    // Whose time passed while nothing ran is told at the next start, unless that is days ago.
    assert.deepEqual(await jobsAfterStart(until + 3 * DAY_MS), [])
    assert.deepEqual(await jobsAfterStart(until + HOUR_MS), [{ until }])
    await remindOf(id, until)
    await api.database.pool.query(`delete from pgboss.job where name = 'NOTIFICATION_SNOOZE'`)
    assert.deepEqual(await jobsAfterStart(until + HOUR_MS), [])
    assert.equal((await copy(id)).readAt, null)
    const sounds = () => peer.received.map(({ said }) => said['silent'])
    assert.deepEqual(sounds(), [false, false])
    assert.deepEqual(await emailsOf(id), [{ step: 101, state: 'QUEUED' }])
    // The same job once more, or one of an earlier putting off, tells nothing.
    await remindOf(id, until)
    assert.equal(peer.received.length, 2)
    assert.deepEqual(await emailsOf(id), [{ step: 101, state: 'QUEUED' }])
    const next = await putOff(id)
    await remindOf(id, until)
    assert.equal(peer.received.length, 2)
    now = next
    await remindOf(id, next)
    assert.deepEqual(sounds(), [false, false, false])
    assert.deepEqual(
      (await emailsOf(id)).map(({ step }) => step),
      [101, 102],
    )
  })

  it('do not come again when it is over, was put away, or putting off was taken back, and of what somebody else has only in the inbox', async () => {
    await add('phone')
    const [over, away, back, taken] = [await tell(0), await tell(1), await tell(2), await tell(3)]
    const untils = [await putOff(over), await putOff(away), await putOff(back), await putOff(taken)]
    const until = untils[0] ?? 0
    await api.database.pool.query(`update notification set state = 'RESOLVED', until = $2 where id = $1`, [over, now + MINUTE_MS])
    await api.ask(`mutation { archiveNotifications(ids: ["${away}"]) }`, { as: 'USER' })
    await api.ask(`mutation { snoozeNotification(id: "${back}") { id } }`, { as: 'USER' })
    await api.database.pool.query('update notification set acknowledged_by = $2, acknowledged_at = $3 where id = $1', [
      taken,
      api.users.ADMIN,
      now,
    ])
    now = until
    for (const id of [over, away, back, taken]) await remindOf(id, until)
    assert.equal(peer.received.length, 0)
    assert.deepEqual([(await copy(taken)).readAt, (await copy(over)).readAt === null], [null, false])
    assert.deepEqual(await emailsOf(taken), [])
    const { data } = await api.ask('{ notifications(filter: { tab: HISTORY }) { items { id isEndedWhileSnoozed } } }', { as: 'USER' })
    const history = data['notifications'] as { readonly items: readonly { readonly id: string; readonly isEndedWhileSnoozed: boolean }[] }
    const endedSo = history.items.filter(({ isEndedWhileSnoozed }) => isEndedWhileSnoozed).map(({ id }) => id)
    assert.deepEqual(endedSo, [over])
  })

  it('of what became more severe in a pause are sent when that is ended early, whoever was told before it', async () => {
    await add('phone')
    const text = 'mutation ($input: NotificationPreferencesInput!) { updateNotificationPreferences(input: $input) { pausedUntil } }'
    const input = {
      channels: [{ type: 'STATUS_DURATION', emailFrom: 'INFO' }],
      quiet: null,
      urgentPierces: false,
      pausedUntil: null as string | null,
    }
    const prefer = async (pausedUntil: number | null) => {
      const given = { ...input, pausedUntil: pausedUntil === null ? null : new Date(pausedUntil).toISOString() }
      assert.deepEqual((await api.ask(text, { as: 'USER', variables: { input: given } })).errors, [])
    }
    await prefer(null)
    const id = await tell()
    await send()
    assert.equal(peer.received.length, 1)
    const until = now + 12 * HOUR_MS
    await prefer(until)
    now += 10 * MINUTE_MS
    // The next step, held until tomorrow as the person pauses.
    await api.database.inSystem(async (tx) => {
      const tenant = { companyId: ACME, tx }
      await renewReceipts(tenant, [{ notificationId: id, userId: api.users.USER }])
      await queuePushes(tenant, [{ notificationId: id, userId: api.users.USER, step: 1, at: until }], now)
      await queueDeliveries(tenant, [{ notificationId: id, userId: api.users.USER, step: 1, at: until }], now)
    })
    await send()
    assert.equal(peer.received.length, 1)
    await prefer(null)
    const { rows } = await api.database.pool.query<{ at: number }>(
      `select (extract(epoch from due_on) * 1000)::int8 as at from notification_delivery where notification_id = $1 and step = 1`,
      [id],
    )
    const minutes = Math.ceil((now + 2 * MINUTE_MS) / MINUTE_MS) * MINUTE_MS
    assert.deepEqual(
      rows.map(({ at }) => Number(at)),
      [minutes],
      'it waits two minutes for somebody to see it',
    )
    await send()
    assert.equal(peer.received.length, 2)
    await api.ask(text, {
      as: 'USER',
      variables: { input: { ...input, channels: [{ type: 'STATUS_DURATION', emailFrom: 'WARNING' }], urgentPierces: true } },
    })
  })

  it('wait for the end of quiet hours when putting off ends in them', async () => {
    await add('phone')
    const id = await tell()
    await send()
    const until = await putOff(id)
    const pause = new Date(until + HOUR_MS).toISOString()
    const text = 'mutation ($input: NotificationPreferencesInput!) { updateNotificationPreferences(input: $input) { pausedUntil } }'
    const input = { channels: [], quiet: null, urgentPierces: true, pausedUntil: pause }
    await api.ask(text, { as: 'USER', variables: { input } })
    now = until
    await remindOf(id, until)
    assert.deepEqual([peer.received.length, (await copy(id)).readAt], [1, null])
    now = until + HOUR_MS
    await send()
    assert.equal(peer.received.length, 2)
    await api.ask(text, { as: 'USER', variables: { input: { ...input, pausedUntil: null } } })
  })

  it('can be put off, by two taps at once only once, and not after a quarter of an hour', async () => {
    await add('phone')
    const id = await tell()
    await send()
    const { token } = received()
    const both = await Promise.all([answer({ token, does: 'ACT', act: 1 }), answer({ token, does: 'ACT', act: 1 })])
    assert.deepEqual(
      both.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 404],
    )
    assert.equal((await copy(id)).snoozedUntil, new Date(now + 15 * MINUTE_MS).toISOString())
    now += HOUR_MS
    const late = await tell(1)
    await send()
    const other = received().token
    now += 15 * MINUTE_MS
    assert.equal((await answer({ token: other, does: 'ACT', act: 0 })).status, 404)
    assert.equal((await copy(late)).acknowledgedBy, null)
    // It may still say that it was shown, for as long as the message lives.
    assert.equal((await answer({ token: other, does: 'SHOWN' })).status, 200)
  })

  it('are answered by nothing else: foreign, malformed and ended tokens get one answer, and soon none', async () => {
    const device = await add('phone')
    await tell()
    await send()
    const { token } = received()
    const wrong = [
      { token: 'a'.repeat(43), does: 'ACT', act: 0 },
      { token: 'short', does: 'SHOWN' },
      { token, does: 'ACT', act: 2 },
      { token, does: 'ACT', act: -1 },
      { token, does: 'DELETE' },
      { token: { $ne: null }, does: 'SHOWN' },
      {},
    ]
    for (const said of wrong) assert.deepEqual((await answer(said)).status, 404, JSON.stringify(said))
    await api.ask(`mutation { removePushSubscription(id: "${device}") }`, { as: 'USER' })
    assert.equal((await answer({ token, does: 'SHOWN' })).status, 404)
    for (let count = 0; count < 40; count++) await answer({ token: 'b'.repeat(43), does: 'SHOWN' })
    assert.equal((await answer({ token: 'b'.repeat(43), does: 'SHOWN' })).status, 429)
    now += 2 * MINUTE_MS
    assert.equal((await answer({ token: 'b'.repeat(43), does: 'SHOWN' })).status, 404)
  })

  it('do nothing for who left the company, and end the buttons of the message before', async () => {
    await add('phone')
    const id = await tell()
    await send()
    const first = received().token
    now += MINUTE_MS
    await api.database.inSystem(async (tx) => {
      await queuePushes({ companyId: ACME, tx }, [{ notificationId: id, userId: api.users.USER, step: 1, at: now }], now)
    })
    await send()
    const second = received().token
    assert.notEqual(first, second)
    assert.equal((await answer({ token: first, does: 'ACT', act: 0 })).status, 404)
    await api.database.pool.query(`update membership set expires_on = now() - interval '1 minute' where user_id = $1`, [api.users.USER])
    assert.equal((await answer({ token: second, does: 'ACT', act: 0 })).status, 404)
    await api.database.pool.query('update membership set expires_on = null where user_id = $1', [api.users.USER])
    assert.equal((await copy(id)).acknowledgedBy, null)
  })

  it('of several have no buttons, and are shown and opened as one', async () => {
    await add('phone')
    await tell(0)
    await send()
    now += 10 * SECOND_MS
    for (const place of [1, 2]) await tell(place)
    now += 51 * SECOND_MS
    await send()
    const { token, acts } = received()
    assert.deepEqual(acts, [])
    assert.equal((await answer({ token, does: 'OPENED' })).status, 200)
    const { rows } = await api.database.pool.query('select from push_delivery where opened_at = $1 and shown_at = $1', [now])
    assert.equal(rows.length, 2)
  })
})
