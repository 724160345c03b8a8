import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { CompanyId } from '#engine/ids.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import type { Database } from '#server/db/database.ts'
import { ensureMonthPartitions } from '#server/db/monthPartitions.ts'
import { keepEventPartitions } from '#server/event/eventPartitions.ts'
import { startConsumer } from '#server/event/consumer.ts'
import { createLog } from '#server/log.ts'
import { gatherStatistics } from './millionLosses.ts'

const MONTHS_KEPT = 13
const log = createLog('warn')

/** Waits until nothing is left to recompute, then copies the records of the company so often into the time before them, and as many events into the months that are kept. */
export async function copyIntoThePast(url: string, companyId: CompanyId, copies: number): Promise<void> {
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  while ((await owner.query('select from recalculation limit 1')).rows.length > 0) await sleep(100)
  await ensureMonthPartitions(owner, { table: 'domain_event', monthsBack: MONTHS_KEPT, monthsAhead: 2 }, Date.now(), log)
  const back = `$2::bigint * n * ${30 * DAY_MS}`
  for (const [table, columns, times] of [
    ['status_interval', 'kind, status_rule_id', 'start_at, end_at'],
    ['loss', 'source, kind, status_rule_id, reason_id, reason_source, duration_ms', 'start_at, end_at, chain_start_at, shift_start_at'],
  ] as const) {
    const moved = times.split(', ').map((time) => `${time} - ${back.replace('$2::bigint * ', '')}`)
    await owner.query(
      `insert into ${table} (company_id, work_center_id, ${columns}, ${times})
       select company_id, work_center_id, ${columns}, ${moved.join(', ')} from ${table}, generate_series(1, $2::int) n
       where company_id = $1 and end_at is not null`,
      [companyId, copies],
    )
  }
  const { rows } = await owner.query<{ events: number }>('select count(*)::int as events from domain_event where company_id = $1', [
    companyId,
  ])
  const events = rows[0]?.events ?? 0
  for (let month = 0; month < MONTHS_KEPT; month++) {
    await owner.query(
      `insert into domain_event (company_id, recorded_at, at, kind, work_center_id, fact_key, change)
       select $1, $2::bigint - n, $2::bigint - n, 'STOP_BEGAN', 1, 'stop/' || n, 'HAPPENED' from generate_series(1, $3::int) n`,
      [companyId, Date.now() - month * 30 * DAY_MS, Math.ceil((events * copies) / MONTHS_KEPT)],
    )
  }
  await owner.end()
  await gatherStatistics(url)
}

/** Returns what takes all events there are, as a consumer does each second, and how to end it. */
export async function startIdleConsumer(database: Database, name: string) {
  return await startConsumer({ database, log, name, take: () => Promise.resolve(), everyMs: 3_600_000 })
}

/** Makes and drops partitions as the daily upkeep does. */
export async function keepEvents(database: Database): Promise<void> {
  const client = await database.connect()
  await keepEventPartitions(client, Date.now(), log)
  await client.end()
}
