import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { UserId } from '#engine/ids.ts'
import type { DB } from '#server/db/schema.ts'

/** So often a day a person is told that an address or login belongs to somebody of another company. */
export const TAKEN_NAMES_A_DAY = 10

/** Returns whether the person may be told once more that a name is taken. Until the transaction ends, others of theirs wait for the answer. */
export async function mayHearOfTaken(tx: Transaction<DB>, userId: UserId): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext(${`taken names for ${userId}`}))`.execute(tx)
  const row = await tx
    .selectFrom('taken_name_answer')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('answered_on', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow()
  return Number(row.count) < TAKEN_NAMES_A_DAY
}

/** Notes that the person is told of a taken name. */
export async function noteTaken(tx: Transaction<DB>, userId: UserId): Promise<void> {
  await tx.insertInto('taken_name_answer').values({ user_id: userId }).execute()
}

/** Removes what no longer counts. */
export async function removeOldAnswers(tx: Transaction<DB>): Promise<void> {
  await tx
    .deleteFrom('taken_name_answer')
    .where('answered_on', '<', sql<Date>`now() - interval '1 day'`)
    .execute()
}
