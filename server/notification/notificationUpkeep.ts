import { sql } from 'kysely'
import { DAY_MS } from '#engine/time/durations.ts'
import type { Database } from '#server/db/database.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { deleteOldTokens } from './push/pushToken.store.ts'

/** What is over is kept for so long. */
export const KEPT_DAYS = 400
const AT_A_TIME = 5_000

type UpkeepDeps = { readonly database: Pick<Database, 'inSystem'>; readonly now?: () => number }

/** Has old notifications, and tokens of messages that are of no use any more, deleted once a day, by one process for all. */
export function tidyNotificationsRegularly(jobs: Pick<Jobs, 'every'>, { database, now = Date.now }: UpkeepDeps): void {
  jobs.every('NOTIFICATION_UPKEEP', { next: (at) => at + DAY_MS }, async () => {
    await database.inSystem((tx) => deleteOldTokens(tx, now()))
    while ((await deleteOldNotifications(database, now())) === AT_A_TIME);
  })
}

/** Returns how many notifications it deleted, with all copies, that were over for 400 days: at most 5,000. */
export async function deleteOldNotifications(database: Pick<Database, 'inSystem'>, now: number): Promise<number> {
  const { numAffectedRows } = await database.inSystem((tx) =>
    sql`delete from notification n using (select company_id, id from notification
        where state in ('RESOLVED', 'RETRACTED') and coalesce(until, since) < ${now - KEPT_DAYS * DAY_MS}::int8 limit ${AT_A_TIME}) old
      where n.company_id = old.company_id and n.id = old.id`.execute(tx),
  )
  return Number(numAffectedRows ?? 0)
}
