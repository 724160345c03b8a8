import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { UserId } from '#engine/ids.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import type { DB } from '#server/db/schema.ts'

/** All browsers together that the owner of an account never used. */
export const STRANGERS = 'strangers'

/** Failures in a row are those of a day. */
const FAILURES_LAST_MS = DAY_MS
const KNOWN_FOR_DAYS = 180
const MOST_KNOWN_OF_A_PERSON = 50

/** Where sign-ins to one account come from, and until when (ms UTC) none is taken from there. */
export type SignInSource = { readonly source: string; readonly isKnown: boolean; readonly lockedUntil: number | null }

/** Returns those of the sources that something is known about, for the account with the name. */
export async function findSources(tx: Transaction<DB>, name: string, sources: readonly string[]): Promise<readonly SignInSource[]> {
  const { rows } = await sql<{ source: string; is_known: boolean; locked_until: Date | null }>`
    select source, is_known, locked_until from sign_in_source
    where user_id = (${accountOf(name)}) and source = any(${sources}::text[])
  `.execute(tx)
  return rows.map((row) => ({ source: row.source, isKnown: row.is_known, lockedUntil: row.locked_until?.getTime() ?? null }))
}

/** Returns the failures in a row of each source after adding one; none for an unknown name. */
export async function addSourceFailures(
  tx: Transaction<DB>,
  name: string,
  { sources, at }: { readonly sources: readonly string[]; readonly at: number },
): Promise<readonly { readonly source: string; readonly failures: number }[]> {
  const { rows } = await sql<{ source: string; failures: number }>`
    insert into sign_in_source as present (user_id, source, failures, used_on)
    select account.id, given.source, 1, ${new Date(at)}::timestamptz from (${accountOf(name)}) account, unnest(${sources}::text[]) given (source)
    on conflict (user_id, source) do update set used_on = excluded.used_on,
      failures = 1 + case when present.used_on < ${new Date(at - FAILURES_LAST_MS)}::timestamptz then 0 else present.failures end
    returning source, failures
  `.execute(tx)
  return rows
}

/** Locks the account of the name for sources, each until its instant (ms UTC). */
export async function lockSources(
  tx: Transaction<DB>,
  name: string,
  locks: readonly { readonly source: string; readonly until: number }[],
): Promise<void> {
  await sql`
    update sign_in_source set locked_until = to_timestamp(given.until / 1000.0)
    from unnest(${locks.map((lock) => lock.source)}::text[], ${locks.map((lock) => lock.until)}::float8[]) given (source, until)
    where user_id = (${accountOf(name)}) and sign_in_source.source = given.source
  `.execute(tx)
}

/** Forgets the failed sign-ins of a person from the sources. */
export async function clearSources(tx: Transaction<DB>, userId: UserId, sources: readonly string[]): Promise<void> {
  await tx
    .updateTable('sign_in_source')
    .set({ failures: 0, locked_until: null })
    .where('user_id', '=', userId)
    .where('source', 'in', [...sources])
    .execute()
}

/** Forgets all failed sign-ins of a person. */
export async function clearAllSources(tx: Transaction<DB>, userId: UserId): Promise<void> {
  await tx.updateTable('sign_in_source').set({ failures: 0, locked_until: null }).where('user_id', '=', userId).execute()
}

/** Remembers that the person signed in from the source; of many the longest unused are forgotten. */
export async function knowSource(tx: Transaction<DB>, userId: UserId, source: string): Promise<void> {
  const known = { is_known: true, failures: 0, locked_until: null, used_on: new Date() }
  await tx
    .insertInto('sign_in_source')
    .values({ user_id: userId, source, ...known })
    .onConflict((conflict) => conflict.columns(['user_id', 'source']).doUpdateSet(known))
    .execute()
  await sql`
    delete from sign_in_source where user_id = ${userId} and source in (
      select source from sign_in_source where user_id = ${userId} and is_known order by used_on desc offset ${MOST_KNOWN_OF_A_PERSON})
  `.execute(tx)
}

/** Removes sources whose failures are a day old, and browsers that nobody signed in with for half a year. */
export async function removeOldSources(tx: Transaction<DB>): Promise<void> {
  await sql`
    delete from sign_in_source
    where used_on < now() - interval '1 day' and (not is_known or used_on < now() - make_interval(days => ${KNOWN_FOR_DAYS}))
  `.execute(tx)
}

/** An address has an @ and a login has none, so a name means one account at most. */
function accountOf(name: string) {
  return sql`select id from app_user where email = ${name}::citext or login = ${name}::citext`
}
