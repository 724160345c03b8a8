import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { LANGUAGES } from '#engine/user/language.ts'
import type { DB } from '#server/db/schema.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { EMAIL_JOB } from './emailJob.ts'
import type { EmailContent } from './emailKind.ts'
import { renderEmail } from './renderEmail.ts'

/** An e-mail to somebody; in a language that has no e-mails it is written in the default one. */
export type Email = EmailContent & {
  readonly to: string
  readonly language: string
  /** Stored files that go with it. */
  readonly attachments?: readonly AttachedFile[]
  /** Where the reader ends e-mails like this one; also in its headers, for mail programs. */
  readonly unsubscribeUrl?: string
  /** Whom a reply reaches; left out = nobody. */
  readonly replyTo?: string
  /** What it is about, by keys of letters, digits and dashes: mail programs show e-mails of one thing as one conversation. */
  readonly threads?: readonly string[]
}

/** A file of a company, by its id. */
export type AttachedFile = { readonly companyId: string; readonly fileId: string }

const MOST_THREADS = 20

/** Queues the e-mail in the caller's transaction, of a company or of the system: it is sent when that commits, and never if it does not. Returns its id. */
export async function queueEmail(tx: Transaction<DB>, email: Email): Promise<string> {
  const language = LANGUAGES.find((one) => one === email.language) ?? 'en'
  const { subject, text, html } = renderEmail(email, language, email.unsubscribeUrl ?? null)
  // The id orders e-mails by time, and an app role that may only add e-mails cannot read one back.
  const { rows } = await sql<{ id: string }>`select uuidv7() as id`.execute(tx)
  const id = rows[0]?.id ?? ''
  await tx
    .insertInto('email')
    .values({
      id,
      recipient: email.to,
      language,
      kind: email.kind,
      subject,
      text_body: text,
      html_body: html,
      attachments: JSON.stringify(email.attachments ?? []),
      unsubscribe_url: email.unsubscribeUrl ?? null,
      reply_to: email.replyTo ?? null,
      threads: [...(email.threads ?? [])].slice(-MOST_THREADS),
    })
    .execute()
  await enqueueEmail(tx, { id, recipient: email.to })
  return id
}

/** Adds the job that sends the stored e-mail, unless there is one already. */
export async function enqueueEmail(
  tx: Transaction<DB>,
  { id, recipient, at }: { readonly id: string; readonly recipient: string; readonly at?: Date },
): Promise<void> {
  await enqueue(
    { tx, companyId: null },
    EMAIL_JOB,
    { emailId: id },
    { singletonKey: id, subject: recipient, ...(at && { startAfter: at }) },
  )
}
