import { setTimeout as sleep } from 'node:timers/promises'
import { asId } from '#engine/ids.ts'
import type { UserId } from '#engine/ids.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { createJobs } from '#server/jobs/jobs.ts'
import { createLog } from '#server/log.ts'
import type { Logger } from '#server/log.ts'
import { keepNotifications } from '#server/notification/keepNotifications.ts'
import { pushDeps } from '#server/notification/push/device.service.ts'
import { sendPushesByJobs } from '#server/notification/push/sendPushes.service.ts'
import { gatherStatistics } from './millionLosses.ts'
import { PushPeer } from './pushPeer.ts'
import { addCompany, addFleet, eventually } from './testMachines.ts'

/** A company with many machines, three rules each, and a push service. */
export type NotificationBench = {
  readonly api: TestApi
  readonly peer: PushPeer
  readonly log: Logger
  /** Of the machines. */
  readonly ids: readonly number[]
  close(): Promise<void>
}

/** Returns a company with so many machines, each with three conditions that are told to somebody without a device. */
export async function startNotificationBench(machines: number): Promise<NotificationBench> {
  const log = createLog('silent')
  const peer = new PushPeer()
  await peer.listen()
  const api = await startTestApi({ log, pushHosts: [peer.origin] })
  await addCompany(api.database, ACME)
  const ids = (await addFleet(api.database, ACME, machines)).map(({ workCenterId }) => workCenterId)
  const bench: NotificationBench = {
    api,
    peer,
    log,
    ids,
    close: async () => {
      peer.close()
      await api.close()
    },
  }
  await query(
    bench,
    `insert into notification_config (company_id, work_center_id, type, mode, duration_minutes, target_audience, identifiers, severity, counts_from)
     select $1, work_center.id, rule.type, 'STOP', minutes, 'USERS', array[$2], 'INFO', 0 from work_center
     cross join (values ('STATUS_DURATION', 5), ('WORK_CENTER_OFF', 10), ('WORK_IN_NON_WORK_TIME', 5)) as rule (type, minutes)
     where company_id = $1`,
    [ACME, api.users.GUEST],
  )
  await gatherStatistics(bench.api.databaseUrl)
  return bench
}

/** Returns the ms of processor a second that rounds take in which nothing is due, though something is in an hour at each machine. */
export async function restCostMs(bench: NotificationBench, forMs: number): Promise<number> {
  await query(bench, 'insert into notification_mark select company_id, id, $2, $2 from work_center where company_id = $1', [
    ACME,
    Date.now() + HOUR_MS,
  ])
  const kept = await keep(bench)
  await sleep(2 * SECOND_MS)
  const before = process.cpuUsage()
  const startedAt = performance.now()
  await sleep(forMs)
  const { user, system } = process.cpuUsage(before)
  const seconds = (performance.now() - startedAt) / SECOND_MS
  await kept.close()
  await query(bench, 'delete from notification_mark')
  return (user + system) / 1000 / seconds
}

/** Returns for each machine how long after it was due a message was handed to the push service; one becomes due every `everyMs`, told to a person of its own. */
export async function handedAfterMs(bench: NotificationBench, ids: readonly number[], everyMs: number): Promise<readonly number[]> {
  const { api, peer, log } = bench
  peer.vapidKey = String((await api.ask('{ pushKey }')).data['pushKey'])
  for (const [place, id] of ids.entries()) await subscribe(bench, place, id)
  const jobs = createJobs({ database: api.database, log })
  sendPushesByJobs(jobs, pushDeps(api.deps))
  await jobs.start()
  const kept = await keep(bench)
  const firstDueAt = Date.now() + 5 * SECOND_MS
  for (const [place, id] of ids.entries()) {
    const since = firstDueAt + place * everyMs - MINUTE_MS
    await query(bench, `insert into status_interval (company_id, work_center_id, start_at, kind) values ($1, $2, $3, 'OFF')`, [
      ACME,
      id,
      since,
    ])
    await query(bench, 'insert into notification_mark values ($1, $2, $3, $3)', [ACME, id, since])
  }
  await eventually(() => Promise.resolve(peer.received.length >= ids.length ? true : undefined), 120_000)
  await kept.close()
  await jobs.close()
  return peer.received.map(({ path, at }) => at - firstDueAt - everyMs * Number(/bench-(\d+)$/.exec(path)?.[1]))
}

async function subscribe(bench: NotificationBench, place: number, workCenterId: number): Promise<void> {
  const { api, peer } = bench
  const { rows } = await query<{ id: UserId }>(
    bench,
    `insert into app_user (email, first_name, last_name, language, email_verified_on) values ($1, 'Person', $2, 'en', now()) returning id`,
    [`person${place}@bench.example`, String(place)],
  )
  const userId = rows[0]?.id ?? asId<UserId>('')
  await query(bench, `insert into membership (company_id, user_id, role) values ($1, $2, 'USER')`, [ACME, userId])
  const text = 'mutation ($input: PushSubscriptionInput!) { addPushSubscription(input: $input) { id } }'
  const { errors } = await api.ask(text, { as: userId, variables: { input: peer.subscription(`bench-${place}`) } })
  if (errors.length > 0) throw new Error(JSON.stringify(errors))
  await query(
    bench,
    `update notification_config set identifiers = array[$3], duration_minutes = 1, severity = 'WARNING'
     where company_id = $1 and work_center_id = $2 and type = 'STATUS_DURATION'`,
    [ACME, workCenterId, userId],
  )
}

/** They stop one after the other within this time. */
const STORM_MS = 10 * SECOND_MS
/** Before, they ran for two days, and stopped for five minutes each half hour. */
const HISTORY = { hours: 48, everyMs: 30 * MINUTE_MS, stopMs: 5 * MINUTE_MS }
const INSERTED_AT_ONCE = 500

/** Gives the machines what they did before a storm. */
async function addHistory(bench: NotificationBench, ids: readonly number[], until: number): Promise<void> {
  for (let from = 0; from < ids.length; from += INSERTED_AT_ONCE)
    await query(
      bench,
      `insert into status_interval (company_id, work_center_id, start_at, end_at, kind, status_rule_id)
       select r.company_id, r.work_center_id, $3::int8 - n * $4::int8 + part.start_ms, $3::int8 - n * $4::int8 + part.end_ms, part.kind,
         case when part.kind = 'RULE' then r.id end
       from status_rule r cross join generate_series(1, $5::int8) n
       cross join (values ('OFF', 0, $6::int8), ('RULE', $6::int8, $4::int8)) as part (kind, start_ms, end_ms)
       where r.company_id = $1 and r.work_center_id = any($2::int[])`,
      [ACME, ids.slice(from, from + INSERTED_AT_ONCE), until, HISTORY.everyMs, (HISTORY.hours * HOUR_MS) / HISTORY.everyMs, HISTORY.stopMs],
    )
  await gatherStatistics(bench.api.databaseUrl)
}

/** Returns how many ms it takes until stops of all these machines in ten seconds are rows, copies of one person, and queued messages. */
export async function stormMs(bench: NotificationBench, ids: readonly number[]): Promise<number> {
  await addHistory(bench, ids, Date.now() - MINUTE_MS)
  const now = Date.now()
  await query(
    bench,
    `update notification_config set identifiers = array[$2], duration_minutes = 0, severity = 'WARNING'
     where company_id = $1 and work_center_id = any($3) and type = 'STATUS_DURATION'`,
    [ACME, bench.api.users.USER, ids],
  )
  await query(
    bench,
    `insert into status_interval (company_id, work_center_id, start_at, kind)
     select $1, id, $2::int8 + place * $4::int8 / cardinality($3::int[]), 'OFF' from unnest($3::int[]) with ordinality as machine (id, place)`,
    [ACME, now - MINUTE_MS, ids, STORM_MS],
  )
  await query(bench, 'insert into notification_mark select $1, id, $2, $2 from unnest($3::int[]) as id', [ACME, now - MINUTE_MS, ids])
  const kept = await keep(bench, HOUR_MS)
  const startedAt = performance.now()
  await kept.run()
  const tookMs = performance.now() - startedAt
  await kept.close()
  const { rows } = await query<{ count: number }>(
    bench,
    `select count(*)::int as count from notification where state = 'OPEN' and work_center_id = any($1)`,
    [ids],
  )
  if (rows[0]?.count !== ids.length) throw new Error(`${rows[0]?.count} rows of ${ids.length}`)
  return tookMs
}

/** Gives the administrator an inbox of so many, of all these machines. */
export async function fillInbox(bench: NotificationBench, ids: readonly number[], count: number): Promise<void> {
  await query(
    bench,
    `with made as (
       insert into notification (company_id, work_center_id, type, condition_key, since, until, due_at, fired_at, state, severity)
       select $1, ($2::int[])[1 + (n % cardinality($2::int[]))::int], (array['STATUS_DURATION', 'WORK_CENTER_OFF', 'TARGET_VALUE'])[1 + (n % 3)::int], 'bench',
         $3::int8 - n * 60000, $3::int8 - n * 60000 + 30000, $3::int8 - n * 60000, $3::int8 - n * 60000, 'RESOLVED', 'WARNING'
       from generate_series(1, $4::int8) as n returning company_id, id, type, fired_at)
     insert into notification_receipt (company_id, user_id, notification_id, type, fired_at, step) select company_id, $5, id, type, fired_at, 0 from made`,
    [ACME, ids, Date.now(), count, bench.api.users.ADMIN],
  )
  await gatherStatistics(bench.api.databaseUrl)
}

/** Returns how many ms a page of the administrator's inbox takes over HTTP. */
export async function readInboxMs({ api }: NotificationBench, filter: string): Promise<number> {
  const startedAt = performance.now()
  const { errors } = await api.ask(`{ notifications(filter: { ${filter} }) { totalItems items { id severity } } }`)
  if (errors.length > 0) throw new Error(JSON.stringify(errors))
  return performance.now() - startedAt
}

function keep({ api: { database, deps }, log }: NotificationBench, everyMs?: number) {
  return keepNotifications({ database, log, readSamples: deps.readSamples, ...(everyMs !== undefined && { everyMs }) })
}

function query<Row extends object = object>({ api }: NotificationBench, text: string, values: readonly unknown[] = []) {
  return api.database.pool.query<Row>(text, [...values])
}
