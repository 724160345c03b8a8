import { DAY_MS } from '#engine/time/durations.ts'
import type { Database } from '#server/db/database.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Logger } from '#server/log.ts'
import { keepEventPartitions } from '#server/event/eventPartitions.ts'
import { ensureChunkPartitions } from '../samples/chunkPartitions.ts'
import { dropOldChunks, purgeDeletedSensors } from '../samples/chunkRetention.ts'

const EVERY_MS = 5 * 60_000
const QUARANTINE_DAYS = 90
const QUARANTINE_ROWS_A_DEVICE = 1_000
const CHECKPOINT_DAYS = 35
const MONTH_MS = 30 * DAY_MS

const TRIM_QUARANTINE = `
delete from quarantine q using (
  select id, received_at, row_number() over (partition by device_id order by id desc) as place from quarantine
) as ranked
where q.id = ranked.id and (ranked.received_at < $1 or ranked.place > ${QUARANTINE_ROWS_A_DEVICE})`
/**
 * All checkpoints as far back as the device may report, and at least 35 days; before that the first of each 30 days, so that an old change costs at
 * most a month more. Checkpoints before deleted samples are useless.
 */
const TRIM_CHECKPOINTS = `
delete from engine_checkpoint c using (
  select k.company_id, k.work_center_id, max(k.start_at) - greatest(${CHECKPOINT_DAYS}, max(d.accept_days_back) + 1) * ${DAY_MS}::bigint as kept_from
  from engine_checkpoint k left join device d on d.company_id = k.company_id and d.work_center_id = k.work_center_id
  group by k.company_id, k.work_center_id
) as bound
where c.company_id = bound.company_id and c.work_center_id = bound.work_center_id and c.start_at < bound.kept_from
  and (
    exists (
      select from engine_checkpoint e
      where e.company_id = c.company_id and e.work_center_id = c.work_center_id and e.start_at < c.start_at
        and e.start_at >= c.start_at - c.start_at % ${MONTH_MS})
    or exists (
      select from work_center w where w.company_id = c.company_id and w.id = c.work_center_id and c.start_at < w.recalculable_from))`

/** Deletes obsolete rows: refused entries beyond 90 days or the newest 1,000 of their device, and checkpoints unlikely to be used. */
export async function trimHistory(database: Pick<Database, 'pool'>, now: number): Promise<void> {
  await database.pool.query(TRIM_QUARANTINE, [now - QUARANTINE_DAYS * DAY_MS])
  await database.pool.query(TRIM_CHECKPOINTS)
}

/** Makes the tables of the months to come, and deletes samples beyond the retention and of sensors that are deleted for good. */
export async function keepChunks(database: Pick<Database, 'pool'>, now: number, months: number, log: Logger): Promise<void> {
  const client = await database.pool.connect()
  try {
    await ensureChunkPartitions(client, now, log)
    await dropOldChunks(client, now, months, log)
    await purgeDeletedSensors(client, now)
    await keepEventPartitions(client, now, log)
  } finally {
    client.release()
  }
}

/** Has history trimmed every five minutes, by one of the processes with ingest. */
export function trimRegularly(
  jobs: Pick<Jobs, 'every'>,
  deps: {
    readonly database: Pick<Database, 'pool'>
    readonly log: Logger
    readonly now?: () => number
    /** Whole months that samples are kept. */
    readonly sampleMonths: number
  },
): void {
  const { database, now = Date.now, sampleMonths, log } = deps
  jobs.every('INGEST_UPKEEP', { next: (at) => at + EVERY_MS }, async () => {
    await trimHistory(database, now())
    await keepChunks(database, now(), sampleMonths, log)
  })
}
