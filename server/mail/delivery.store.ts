import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { DB } from '#server/db/schema.ts'
import { EMAIL_KINDS } from './emailKind.ts'
import type { EmailKind } from './emailKind.ts'
import type { AttachedFile } from './email.store.ts'

const attachedFiles = z.array(z.strictObject({ companyId: z.string(), fileId: z.uuid() }))

/** An e-mail that is being sent. */
export type WaitingEmail = {
  readonly id: string
  readonly recipient: string
  readonly language: string
  readonly kind: EmailKind
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly attachments: readonly AttachedFile[]
  readonly unsubscribeUrl: string | null
  /** Whom a reply reaches; null = nobody. */
  readonly replyTo: string | null
  /** What it is about; those of one thing are one conversation. */
  readonly threads: readonly string[]
  readonly createdAt: Date
  /** With the try that begins now. */
  readonly tries: number
}

/** Returns the e-mail with the try that begins now; null when it was sent or given up already. */
export async function beginTry(tx: Transaction<DB>, id: string): Promise<WaitingEmail | null> {
  const row = await tx
    .updateTable('email')
    .set({ tries: sql`tries + 1` })
    .where('id', '=', id)
    .where('sent_on', 'is', null)
    .where('failed_on', 'is', null)
    .returning([
      'id',
      'recipient',
      'language',
      'kind',
      'subject',
      'text_body',
      'html_body',
      'created_on',
      'tries',
      'attachments',
      'unsubscribe_url',
      'reply_to',
      'threads',
    ])
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    id: row.id,
    recipient: row.recipient,
    language: row.language,
    kind: kindOf(row.kind),
    subject: row.subject,
    text: row.text_body ?? '',
    html: row.html_body ?? '',
    attachments: attachedFiles.parse(row.attachments),
    unsubscribeUrl: row.unsubscribe_url,
    replyTo: row.reply_to,
    threads: row.threads,
    createdAt: row.created_on,
    tries: row.tries,
  }
}

/** Returns e-mails that wait to be sent, with the time of their next try, the oldest first. */
export async function listWaiting(
  tx: Transaction<DB>,
  limit: number,
): Promise<readonly { readonly id: string; readonly recipient: string; readonly at: Date }[]> {
  return await tx
    .selectFrom('email')
    .select(['id', 'recipient', 'next_try_on as at'])
    .where('sent_on', 'is', null)
    .where('failed_on', 'is', null)
    .orderBy('next_try_on')
    .limit(limit)
    .execute()
}

/** Keeps that the e-mail was sent; what stood in it is wiped. */
export async function markSent(tx: Transaction<DB>, id: string): Promise<void> {
  await tx
    .updateTable('email')
    .set({ sent_on: sql<Date>`now()`, text_body: null, html_body: null, last_error: null })
    .where('id', '=', id)
    .execute()
}

/** Keeps when the e-mail is tried again, and why. */
export async function markRetry(tx: Transaction<DB>, id: string, at: Date, error: string): Promise<void> {
  await tx.updateTable('email').set({ next_try_on: at, last_error: error }).where('id', '=', id).execute()
}

/** Keeps that the e-mail will not be sent, and why; what stood in it is wiped. */
export async function markFailed(tx: Transaction<DB>, id: string, error: string): Promise<void> {
  await tx
    .updateTable('email')
    .set({ failed_on: sql<Date>`now()`, text_body: null, html_body: null, last_error: error })
    .where('id', '=', id)
    .execute()
}

/** Returns how many e-mails wait to be sent. */
export async function countWaiting(tx: Transaction<DB>): Promise<number> {
  const row = await tx
    .selectFrom('email')
    .select((email) => email.fn.countAll<string>().as('count'))
    .where('sent_on', 'is', null)
    .where('failed_on', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Wipes the content of e-mails after a week, and deletes their rows after three months. */
export async function wipeOldEmails(tx: Transaction<DB>): Promise<void> {
  await tx
    .updateTable('email')
    .set({
      text_body: null,
      html_body: null,
      failed_on: sql<Date>`coalesce(failed_on, case when sent_on is null then now() end)`,
      last_error: sql<string>`case when sent_on is null then coalesce(last_error, 'EXPIRED') end`,
    })
    .where('created_on', '<', sql<Date>`now() - interval '7 days'`)
    .where('text_body', 'is not', null)
    .execute()
  await tx
    .deleteFrom('email')
    .where('created_on', '<', sql<Date>`now() - interval '90 days'`)
    .execute()
}

function kindOf(text: string): EmailKind {
  const kind = EMAIL_KINDS.find((one) => one === text)
  if (kind === undefined) throw new Error(`there are no e-mails of the kind ${text}`)
  return kind
}
