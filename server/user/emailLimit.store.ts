import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { DB } from '#server/db/schema.ts'

/** E-mails that anybody can make us send by typing an address. */
const ASKED_BY_ANYBODY = ['VERIFY_EMAIL', 'RESET_PASSWORD', 'ALREADY_REGISTERED'] as const
export const EMAILS_AN_HOUR = 3

/** Returns whether a mailbox may get one more of the e-mails that strangers can ask for: three an hour. Until the transaction ends, others wait for the answer. */
export async function mayGetEmail(tx: Transaction<DB>, recipient: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext(${`emails to ${recipient.toLowerCase()}`}))`.execute(tx)
  const row = await tx
    .selectFrom('email')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where(sql<string>`lower(recipient)`, '=', recipient.toLowerCase())
    .where('kind', 'in', ASKED_BY_ANYBODY)
    .where('created_on', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow()
  return row.count < EMAILS_AN_HOUR
}
