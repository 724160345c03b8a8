import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** Returns the text as searches compare it: lower case, without accents and apostrophes, so that `lodz` finds Łódź. */
export function folded(text: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`regexp_replace(normalize(translate(lower(${text}), 'łёїґ''ʻʼ‘’\`', 'lеіг'), NFD), '[\\u0300-\\u036f]', '', 'g')`
}

/** Returns the condition that the text contains the wanted one, both folded. */
export function containsFolded(text: RawBuilder<unknown>, wanted: string): RawBuilder<boolean> {
  return sql<boolean>`strpos(${folded(text)}, ${folded(sql`${wanted}::text`)}) > 0`
}
