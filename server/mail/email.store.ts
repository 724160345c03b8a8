import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { LANGUAGES } from '#engine/user/language.ts'
import type { DB } from '#server/db/schema.ts'
import type { EmailContent } from './emailKind.ts'
import { renderEmail } from './renderEmail.ts'

/** Senders listen for it; it is heard when the transaction of the e-mail commits. */
export const EMAIL_CHANNEL = 'trueline_email'

/** An e-mail to somebody; in a language that has no e-mails it is written in the default one. */
export type Email = EmailContent & { readonly to: string; readonly language: string }

/** Queues the e-mail in the caller's transaction, of a company or of the system: it is sent when that commits, and never if it does not. */
export async function queueEmail(tx: Transaction<DB>, email: Email): Promise<void> {
  const language = LANGUAGES.find((one) => one === email.language) ?? 'en'
  const { subject, text, html } = renderEmail(email, language)
  await tx
    .insertInto('email')
    .values({ recipient: email.to, language, kind: email.kind, subject, text_body: text, html_body: html })
    .execute()
  await sql`select pg_notify(${EMAIL_CHANNEL}, '')`.execute(tx)
}
