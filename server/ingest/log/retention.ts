import type { Database } from '#server/db/database.ts'
import type { Logger } from '#server/log.ts'

const DAY_MS = 86_400_000
const EVERY_MS = 5 * 60_000
const QUARANTINE_DAYS = 90
const QUARANTINE_ROWS_A_DEVICE = 1_000
const CHECKPOINT_DAYS = 35

const TRIM_QUARANTINE = `
delete from quarantine q using (
  select id, received_at, row_number() over (partition by device_id order by id desc) as place from quarantine
) as ranked
where q.id = ranked.id and (ranked.received_at < $1 or ranked.place > ${QUARANTINE_ROWS_A_DEVICE})`
/** As far back as the device may report, and at least 35 days; an older late sample is folded from the first stored one, which only takes longer. */
const TRIM_CHECKPOINTS = `
delete from engine_checkpoint c using (
  select k.company_id, k.work_center_id, max(k.start_at) - greatest(${CHECKPOINT_DAYS}, max(d.accept_days_back) + 1) * ${DAY_MS}::bigint as kept_from
  from engine_checkpoint k left join device d on d.company_id = k.company_id and d.work_center_id = k.work_center_id
  group by k.company_id, k.work_center_id
) as bound
where c.company_id = bound.company_id and c.work_center_id = bound.work_center_id and c.start_at < bound.kept_from`

/** Deletes what nobody needs any more: refused entries beyond 90 days or the newest 1,000 of their device, and checkpoints before any late sample. */
export async function trimHistory(database: Pick<Database, 'pool'>, now: number): Promise<void> {
  await database.pool.query(TRIM_QUARANTINE, [now - QUARANTINE_DAYS * DAY_MS])
  await database.pool.query(TRIM_CHECKPOINTS)
}

/** Trims every five minutes until the returned function is called, which resolves when nothing is under way. */
export function startRetention(deps: {
  readonly database: Pick<Database, 'pool'>
  readonly log: Logger
  readonly now: () => number
}): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    running = trimHistory(deps.database, deps.now()).catch((error: unknown) => deps.log.info({ error }, 'history is trimmed later'))
  }, EVERY_MS)
  timer.unref()
  return () => {
    clearInterval(timer)
    return running
  }
}
