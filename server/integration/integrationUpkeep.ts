import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { DAY_MS } from '#engine/time/durations.ts'
import type { Database } from '#server/db/database.ts'

/** Messages that are over are kept for so long. */
export const MESSAGES_KEPT_DAYS = 30
/** Runs are kept for so long. */
export const RUNS_KEPT_DAYS = 400
const AT_A_TIME = 5_000

type SystemOf = Pick<Database, 'inSystem'>

/** Deletes old messages and runs of all integrations (domain.md IN-4). */
export async function tidyIntegrations(database: SystemOf, now: number): Promise<void> {
  for (const old of [oldMessages(new Date(now - MESSAGES_KEPT_DAYS * DAY_MS)), oldRuns(new Date(now - RUNS_KEPT_DAYS * DAY_MS))])
    while ((await deleteSome(database, old)) === AT_A_TIME);
}

async function deleteSome(database: SystemOf, old: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await database.inSystem((tx) => old.execute(tx))
  return Number(numAffectedRows ?? 0)
}

/** What an order was told last stays: it says what the other system has heard, and what was left out since. */
function oldMessages(before: Date): RawBuilder<unknown> {
  return sql`delete from integration_outbox m using (select o.company_id, o.id from integration_outbox o
      where o.state in ('SENT', 'SKIPPED') and o.answered_on < ${before}
      and exists (select from integration_outbox l where l.company_id = o.company_id and l.integration_id = o.integration_id
        and l.external_id = o.external_id and l.operation = o.operation and l.id > o.id and l.state = 'SENT')
      limit ${AT_A_TIME}) old
    where m.company_id = old.company_id and m.id = old.id`
}

/** The last import stays: its figures stand on the integration. */
function oldRuns(before: Date): RawBuilder<unknown> {
  return sql`delete from integration_run r using (select o.company_id, o.id from integration_run o
      where o.started_on < ${before} and (o.kind = 'PREVIEW' or exists (select from integration_run l where l.company_id = o.company_id
        and l.integration_id = o.integration_id and l.kind = 'RUN' and l.id > o.id))
      limit ${AT_A_TIME}) old
    where r.company_id = old.company_id and r.id = old.id`
}
