import type { Transaction } from 'kysely'
import type { DB } from '#server/db/schema.ts'

/** An e-mail in the list of the outbox. */
export type OutboxEmail = { readonly id: string; readonly recipient: string; readonly subject: string; readonly createdAt: Date }

/** An e-mail that is read. */
export type OpenedEmail = OutboxEmail & { readonly text: string; readonly html: string }

const SHOWN = 200

/** Returns the newest e-mails that can still be read, the newest first. */
export async function listOutbox(tx: Transaction<DB>): Promise<OutboxEmail[]> {
  const rows = await tx
    .selectFrom('email')
    .select(['id', 'recipient', 'subject', 'created_on'])
    .where('text_body', 'is not', null)
    .orderBy('created_on', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.map((row) => ({ id: row.id, recipient: row.recipient, subject: row.subject, createdAt: row.created_on }))
}

/** Returns the e-mail, or null when there is none or it was wiped. */
export async function findInOutbox(tx: Transaction<DB>, id: string): Promise<OpenedEmail | null> {
  const row = await tx
    .selectFrom('email')
    .select(['id', 'recipient', 'subject', 'created_on', 'text_body', 'html_body'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined || row.text_body === null || row.html_body === null) return null
  const { text_body: text, html_body: html } = row
  return { id: row.id, recipient: row.recipient, subject: row.subject, createdAt: row.created_on, text, html }
}
