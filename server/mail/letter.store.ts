import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { LANGUAGES } from '#engine/user/language.ts'
import type { DB } from '#server/db/schema.ts'
import type { LetterContent } from './letterKind.ts'
import { renderLetter } from './renderLetter.ts'

/** Senders listen for it; it is heard when the transaction of the letter commits. */
export const LETTER_CHANNEL = 'trueline_letter'

/** A letter to somebody; in a language that has no letters it is written in the default one. */
export type Letter = LetterContent & { readonly to: string; readonly language: string }

/** Queues the letter in the caller's transaction, of a company or of the system: it is sent when that commits, and never if it does not. */
export async function queueLetter(tx: Transaction<DB>, letter: Letter): Promise<void> {
  const language = LANGUAGES.find((one) => one === letter.language) ?? 'en'
  const { subject, text, html } = renderLetter(letter, language)
  await tx
    .insertInto('letter')
    .values({ recipient: letter.to, language, kind: letter.kind, subject, text_body: text, html_body: html })
    .execute()
  await sql`select pg_notify(${LETTER_CHANNEL}, '')`.execute(tx)
}
