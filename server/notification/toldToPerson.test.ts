import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { asId } from '#engine/ids.ts'
import type { SensorId, WorkCenterId } from '#engine/ids.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import type { SampleReader } from '#server/sensor/sampleSeries.ts'
import { addPress, DAY_START } from '#server/shift/testing.ts'
import { EMAIL_LINKS } from '#server/testing/emailLinks.ts'
import { PushPeer } from '#server/testing/pushPeer.ts'
import { queueDeliveries, writeEmail } from './delivery.service.ts'
import { pushDeps } from './push/device.service.ts'
import { queuePushes, sendPushes } from './push/sendPushes.service.ts'
import { putCopy } from './testing.ts'

describe('messages tell what is known beside their sentence', () => {
  const peer = new PushPeer()
  let api: TestApi
  let now = DAY_START + HOUR_MS
  const places: WorkCenterId[] = []

  before(async () => {
    await peer.listen()
    api = await startTestApi({ now: () => now, pushHosts: [peer.origin] })
    for (const name of ['Press', 'Lathe', 'Saw']) places.push(asId<WorkCenterId>(await addPress(api, name)))
    const { pool } = api.database
    await pool.query(
      `insert into sensor (company_id, work_center_id, type, number) select $1, $2, type, 1 from unnest('{BATTERY_LEVEL,CHARGING_STATUS}'::text[]) type`,
      [ACME, places[0]],
    )
    for (const place of places.slice(0, 2))
      await pool.query('insert into operator_work_center (company_id, user_id, work_center_id) values ($1, $2, $3)', [
        ACME,
        api.users.OPERATOR,
        place,
      ])
    peer.vapidKey = String((await api.ask('{ pushKey }')).data['pushKey'])
    for (const as of ['ADMIN', 'OPERATOR'] as const) {
      const text = 'mutation ($input: PushSubscriptionInput!) { addPushSubscription(input: $input) { id } }'
      assert.deepEqual((await api.ask(text, { as, variables: { input: peer.subscription(as) } })).errors, [])
    }
  })
  after(async () => {
    peer.close()
    await api.close()
  })

  /** Without what keeps mail programs from making links. */
  const plain = (text: string) => text.replaceAll('\u2060', '')
  /** What goes on at the place since an hour ago and is told to both. */
  const tell = async (place: number, type: string, isSent = true) => {
    const { rows } = await api.database.pool.query<{ id: string }>(
      `insert into notification (company_id, work_center_id, type, condition_key, since, due_at, fired_at, state, severity, params)
       values ($1, $2, $3, 'any', $4, $5, $5, 'OPEN', 'WARNING', '{"value": 19, "target": 20}') returning id`,
      [ACME, places[place], type, now - HOUR_MS, now],
    )
    const notificationId = rows[0]?.id ?? ''
    if (!isSent) return notificationId
    for (const userId of [api.users.ADMIN, api.users.OPERATOR]) {
      await putCopy(api, { notificationId, userId, at: now })
      await api.database.inSystem(async (tx) => {
        const tenant = { companyId: ACME, tx }
        await queuePushes(tenant, [{ notificationId, userId, step: 0, at: now }], now)
        await queueDeliveries(tenant, [{ notificationId, userId, step: 0, at: now }], now)
      })
    }
    return notificationId
  }
  /** The line of the message to the phone and the text of the e-mail that each gets. */
  const told = async (readSamples: SampleReader = api.readSamples) => {
    peer.received.length = 0
    await api.database.pool.query('delete from email')
    for (const userId of [api.users.ADMIN, api.users.OPERATOR]) {
      await sendPushes({ ...pushDeps(api.deps), readSamples }, { companyId: ACME, userId })
      await writeEmail({ ...api.deps, readSamples, publicUrl: 'https://plant.example', emailLinks: EMAIL_LINKS }, ACME, userId)
    }
    const { rows } = await api.database.pool.query<{ text: string }>('select text_body as text from email order by created_on')
    // Windows of gathering are another test.
    await api.database.pool.query('delete from push_pace')
    now = Math.ceil((now + MINUTE_MS) / MINUTE_MS) * MINUTE_MS
    return { lines: peer.received.map(({ said }) => String(said['line'])), emails: rows.map(({ text }) => text) }
  }

  it('of a silent device how many others are silent, of those that the person sees', async () => {
    await tell(1, 'CONNECTION_LOST', false)
    await tell(2, 'CONNECTION_LOST', false)
    await tell(0, 'CONNECTION_LOST')
    const { lines, emails } = await told()
    assert.deepEqual(
      lines.map((line) => / silent, too: (\d)\.$/.exec(line)?.[1]),
      ['2', '1'],
    )
    assert.deepEqual(
      emails.map((text) => / silent, too: (\d)\.$/m.exec(text)?.[1]),
      ['2', '1'],
    )
  })

  it('of work outside shifts the energy that is known by then, where that is at least half', async () => {
    const share = (from: number, minutes: number, kwh: number) =>
      api.database.pool.query(
        `insert into energy_share (company_id, work_center_id, hour_at, number, start_at, end_at, covered_ms, elapsed_ms, kwh, is_assumed_balanced)
         values ($1, $2, $3, $4, $5, $6, $7, $7, $8, false)`,
        [ACME, places[0], from - (from % HOUR_MS), minutes, from, from + minutes * MINUTE_MS, minutes * MINUTE_MS, kwh],
      )
    await tell(0, 'WORK_IN_NON_WORK_TIME')
    await share(now - HOUR_MS, 30, 2.25)
    const { lines, emails } = await told()
    assert.deepEqual(
      lines.map((line) => /Energy known so far: (\S+) kWh\.$/.exec(line)?.[1]),
      ['2.25', '2.25'],
    )
    assert.deepEqual(
      emails.map((text) => /Energy known so far: (\S+) kWh\.$/m.exec(plain(text))?.[1]),
      ['2.25', '2.25'],
    )
    await api.database.pool.query('update energy_share set covered_ms = covered_ms * 0.4')
    await tell(0, 'WORK_IN_NON_WORK_TIME')
    assert.ok((await told()).lines.every((line) => !line.includes('kWh')))
  })

  it('of a low battery in how many days it is empty, read with nothing held meanwhile', async () => {
    const { rows } = await api.database.pool.query<{ id: SensorId }>(`select id from sensor where type = 'BATTERY_LEVEL'`)
    const readSamples: SampleReader = (_company, ids, start, end) => {
      const days = Array.from({ length: 15 }, (_, day) => now - (14 - day) * DAY_MS).filter((at) => at >= start && at < end)
      const values = days.map((at) => 20 + (now - at) / DAY_MS)
      return Promise.resolve(new Map(ids.flatMap((id) => (rows[0]?.id === id ? [[id, { instants: days, values }] as const] : []))))
    }
    await tell(0, 'BATTERY_LOW')
    const { lines, emails } = await told(readSamples)
    assert.equal(lines.length, 2)
    for (const line of lines) assert.match(line, /Days left: about 2[01] \(2[01]–2[01]\)\.$/)
    for (const text of emails) assert.match(text, /Days left: about 2[01] \(2[01]–2[01]\)\.$/m)
  })

  it('of a low battery without its days where samples cannot be read, or not soon, and nothing is late for that', async () => {
    // What was read in the last ten minutes is known.
    now += HOUR_MS
    await tell(0, 'BATTERY_LOW')
    const failing = await told(() => Promise.reject(new Error('canceling statement due to statement timeout')))
    now += HOUR_MS
    await tell(0, 'BATTERY_LOW')
    const begun = performance.now()
    const silent = await told(() => new Promise(() => {}))
    assert.ok(performance.now() - begun < 30_000)
    for (const { lines, emails } of [failing, silent]) {
      assert.deepEqual([lines.length, emails.length], [2, 2])
      assert.ok([...lines, ...emails].every((text) => !text.includes('Days left')))
    }
    const { rows } = await api.database.pool.query(`select state from push_delivery where state <> 'SENT'`)
    assert.deepEqual(rows, [])
  })
})
