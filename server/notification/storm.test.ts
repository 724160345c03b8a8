import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { UserId } from '#engine/ids.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#engine/time/durations.ts'
import { ACME, PUBLIC_URL, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { createLog } from '#server/log.ts'
import { PushPeer } from '#server/testing/pushPeer.ts'
import { addCompany, addFleet } from '#server/testing/testMachines.ts'
import { EMAIL_LINKS } from '#server/testing/emailLinks.ts'
import { emailNotifications } from './delivery.service.ts'
import { keepNotifications } from './keepNotifications.ts'
import type { KeptNotifications } from './keepNotifications.ts'
import { pushDeps } from './push/device.service.ts'
import { sendPushes } from './push/sendPushes.service.ts'

const MACHINES = 500
/** In a shift. */
const START = Date.UTC(2026, 4, 4, 10)

describe('a storm of stops', () => {
  const peer = new PushPeer()
  let api: TestApi
  let kept: KeptNotifications
  let now = START
  before(async () => {
    await peer.listen()
    api = await startTestApi({ now: () => now, log: createLog('silent'), pushHosts: [peer.origin] })
    kept = await keepNotifications({
      database: api.database,
      log: createLog('silent'),
      readSamples: api.deps.readSamples,
      now: () => now,
      everyMs: HOUR_MS,
    })
    await addCompany(api.database, ACME)
    await addFleet(api.database, ACME, MACHINES)
    await api.database.pool.query(
      `insert into notification_config (company_id, work_center_id, type, mode, duration_minutes, target_audience, identifiers, severity, counts_from)
       select company_id, id, 'STATUS_DURATION', 'STOP', 0, 'USERS', $2, 'WARNING', 0 from work_center where company_id = $1`,
      [ACME, [api.users.USER, api.users.ADMIN]],
    )
    const { data } = await api.ask('{ pushKey }')
    peer.vapidKey = String(data['pushKey'])
    const text = 'mutation ($input: PushSubscriptionInput!) { addPushSubscription(input: $input) { id } }'
    for (const as of ['ADMIN', 'USER'] as const)
      assert.deepEqual((await api.ask(text, { as, variables: { input: peer.subscription(as) } })).errors, [])
  })
  after(async () => {
    peer.close()
    await kept.close()
    await api.close()
  })

  /** Within a minute all machines stop, and have their work centers looked at. */
  const stopAll = async () => {
    await api.database.pool.query(
      `with machine as (select id, row_number() over (order by id) as place from work_center where company_id = $1)
       insert into status_interval (company_id, work_center_id, start_at, kind) select $1, id, $2 + place * 100, 'OFF' from machine`,
      [ACME, START],
    )
    await api.database.pool.query(
      'insert into notification_mark select company_id, id, $2, $2 from work_center where company_id = $1 on conflict do nothing',
      [ACME, START],
    )
    now = START + MINUTE_MS
    await kept.run()
  }
  const send = (userId: UserId) => sendPushes({ ...pushDeps(api.deps), log: createLog('silent') }, { companyId: ACME, userId })
  const count = async (text: string, values: unknown[] = []) =>
    (await api.database.pool.query<{ count: number }>(`select count(*)::int as count from ${text}`, values)).rows[0]?.count

  it('is one message and one e-mail to each person, and stands whole in the inbox', async () => {
    await stopAll()
    assert.equal(await count(`notification where state = 'OPEN'`), MACHINES)
    for (const userId of [api.users.USER, api.users.ADMIN]) {
      await send(userId)
      now += SECOND_MS
      await send(userId)
    }
    assert.deepEqual(peer.received.map(({ path }) => path).toSorted(), ['/push/ADMIN', '/push/USER'])
    assert.equal(peer.received[0]?.said['title'], '500 machines have been stopped since 13:00')
    now += 3 * MINUTE_MS
    await api.database.inSystem((tx) =>
      emailNotifications({ companyId: ACME, tx }, api.users.USER, { publicUrl: PUBLIC_URL, emailLinks: EMAIL_LINKS, now: () => now }),
    )
    assert.equal(await count(`email where kind = 'NOTIFICATION_GROUP'`), 1)
    const { data } = await api.ask('{ notificationCounts { open unread worst } }', { as: 'USER' })
    assert.deepEqual(data['notificationCounts'], { open: MACHINES, unread: MACHINES, worst: 'WARNING' })
  })

  it('adds one job a person and minute or second, not one a stop', async () => {
    const jobs = await api.database.pool.query<{ kind: string; count: number }>(
      `select data->>'kind' as kind, count(*)::int as count from pgboss.job where data->>'kind' like 'NOTIFICATION%' group by 1 order by 1`,
    )
    const of = (kind: string) => jobs.rows.find((row) => row.kind === kind)?.count ?? 0
    assert.equal(of('NOTIFICATION_EMAIL'), 2)
    assert.ok(of('NOTIFICATION_PUSH') <= 4, JSON.stringify(jobs.rows))
  })

  it('leaves one machine that cannot be worked out waiting alone', async () => {
    const { rows } = await api.database.pool.query<{ id: number }>(
      'select id from work_center where company_id = $1 order by id limit 40',
      [ACME],
    )
    const ids = rows.map(({ id }) => id)
    const [broken] = ids
    await api.database.pool.query(`update notification set steps = '[{"no": "step"}]' where work_center_id = $1`, [broken])
    now += MINUTE_MS
    await api.database.pool.query(`update status_interval set end_at = $1 where work_center_id = any($2)`, [now, ids])
    now += MINUTE_MS
    await api.database.pool.query('update notification_mark set check_at = $1 where not work_center_id = any($2)', [now + HOUR_MS, ids])
    await api.database.pool.query(
      `insert into notification_mark select company_id, id, $2, $2 from work_center where company_id = $1 and id = any($3)
       on conflict (company_id, work_center_id) do update set check_at = $2, from_at = $2`,
      [ACME, now - MINUTE_MS, ids],
    )
    await kept.run()
    const open = await api.database.pool.query<{ id: number }>(
      `select work_center_id as id from notification where state = 'OPEN' and work_center_id = any($1)`,
      [ids],
    )
    assert.deepEqual(open.rows, [{ id: broken }])
    assert.equal(await count('notification_mark where check_at <= $1', [now]), 0)
  })
})
