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

/**
 * Deletes old messages and runs of all integrations and those that can be restored no more, and leaves unsaid what a disabled one has held for as long
 * (domain.md IN-4).
 */
export async function tidyIntegrations(database: SystemOf, now: number): Promise<void> {
  const before = new Date(now - MESSAGES_KEPT_DAYS * DAY_MS)
  // What stays is looked at once: each turn goes on behind the last message of the one before.
  for (let after: Looked | null = { at: '1970-01-01Z', id: '0' }; after !== null;) after = await deleteMessages(database, before, after)
  while ((await changeSome(database, staleMessages(before, new Date(now)))) === AT_A_TIME);
  while ((await changeSome(database, deletedOne(before))) > 0);
  while ((await changeSome(database, oldRuns(new Date(now - RUNS_KEPT_DAYS * DAY_MS)))) === AT_A_TIME);
}

async function changeSome(database: SystemOf, old: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await database.inSystem((tx) => old.execute(tx))
  return Number(numAffectedRows ?? 0)
}

/** A message by its place: the time as the database writes it, to the microsecond. */
type Looked = { readonly at: string; readonly id: string }

/**
 * Deletes those of the next messages that are not needed; returns the last that was looked at, null = there are no more. What an order was told last stays: it
 * says what the other system has heard, and what was left out since.
 */
async function deleteMessages(database: SystemOf, before: Date, after: Looked): Promise<Looked | null> {
  const { rows } = await database.inSystem((tx) =>
    sql<Looked & { count: number }>`with looked as materialized (select o.* from integration_outbox o
        where o.state in ('SENT', 'SKIPPED') and o.answered_on < ${before} and (o.answered_on, o.id) > (${after.at}::timestamptz, ${after.id}::int8)
        order by o.answered_on, o.id limit ${AT_A_TIME}),
      gone as (delete from integration_outbox m using looked o where m.company_id = o.company_id and m.id = o.id
        and exists (select from integration_outbox l where l.company_id = o.company_id and l.integration_id = o.integration_id
          and l.external_id = o.external_id and l.operation = o.operation and l.id > o.id and l.state = 'SENT'))
      select answered_on::text as at, id::text as id, (select count(*)::int from looked) as count from looked order by answered_on desc, id desc limit 1`.execute(
      tx,
    ),
  )
  const [last] = rows
  return last === undefined || last.count < AT_A_TIME ? null : last
}

/** Who enables it again after so long sends what is made from then on. */
function staleMessages(before: Date, at: Date): RawBuilder<unknown> {
  return sql`update integration_outbox m set state = 'SKIPPED', answered_on = ${at}
    from (select o.company_id, o.id from integration i
      join integration_outbox o on o.company_id = i.company_id and o.integration_id = i.id
      where i.status = 'DISABLED' and i.deleted_on is null and o.state in ('CONFLICT', 'NEEDS_PERSON', 'WAITING') and o.created_on < ${before}
        and i.disabled_on < ${before}
      limit ${AT_A_TIME}) old
    where m.company_id = old.company_id and m.id = old.id`
}

/** One in a turn, with all that hangs on it. */
function deletedOne(before: Date): RawBuilder<unknown> {
  return sql`delete from integration i using (select company_id, id from integration where deleted_on < ${before} limit 1) old
    where i.company_id = old.company_id and i.id = old.id`
}

/** The last import stays: its figures stand on the integration. */
function oldRuns(before: Date): RawBuilder<unknown> {
  return sql`delete from integration_run r using (select o.company_id, o.id from integration_run o
      where o.started_on < ${before} and (o.kind = 'PREVIEW' or exists (select from integration_run l where l.company_id = o.company_id
        and l.integration_id = o.integration_id and l.kind = 'RUN' and l.id > o.id))
      limit ${AT_A_TIME}) old
    where r.company_id = old.company_id and r.id = old.id`
}
