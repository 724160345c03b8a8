import type { ClientBase } from 'pg'
import { dropMonthPartitions, ensureMonthPartitions } from '#server/db/monthPartitions.ts'
import type { Logger } from '#server/log.ts'

/** Months that events are kept beside the present one: consumers are seconds behind, people look at records. */
const MONTHS_KEPT = 13

/** Makes the tables of the months to come, and deletes events of months that ended more than thirteen months ago, a month's table at once. */
export async function keepEventPartitions(client: ClientBase, now: number, log: Logger): Promise<void> {
  await ensureMonthPartitions(client, { table: 'domain_event', monthsBack: 0, monthsAhead: 2 }, now, log)
  const date = new Date(now)
  await dropMonthPartitions(client, 'domain_event', Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - MONTHS_KEPT), log)
}
