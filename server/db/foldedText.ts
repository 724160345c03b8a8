import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** Returns the text as searches compare it: lower case, without accents and apostrophes, so that `lodz` finds Łódź. */
export function folded(text: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`folded(${text})`
}
