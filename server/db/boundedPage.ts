import { sql } from 'kysely'
import type { Expression, Kysely, SelectQueryBuilder } from 'kysely'
import { MAX_COUNTED } from '#server/boundedCount.ts'

/** By what a list can be sorted: of each field the columns or expressions, the first counts most and the last makes the order certain. */
export type OrderTable<Field extends string> = Readonly<Record<Field, readonly Expression<unknown>[]>>

/** How a list is sorted. */
export type Order<Field extends string> = { readonly field: Field; readonly isDescending: boolean }

/** Which page of how many rows. */
export type PageRange = { readonly page: number; readonly size: number }

/** Returns the query sorted by a field of the table; rows without a value come last both ways. */
export function ordered<Database, Tables extends keyof Database, Row, Field extends string>(
  query: SelectQueryBuilder<Database, Tables, Row>,
  table: OrderTable<Field>,
  { field, isDescending }: Order<Field>,
): SelectQueryBuilder<Database, Tables, Row> {
  return table[field].reduce<SelectQueryBuilder<Database, Tables, Row>>(
    (sorted, column) => sorted.orderBy(column, (by) => (isDescending ? by.desc() : by.asc()).nullsLast()),
    query,
  )
}

/** Returns a page of the rows of a sorted query, whether rows follow it, and how many there are in all: above MAX_COUNTED one more than that. */
export async function boundedPage<Database, Tables extends keyof Database, Row>(
  tx: Kysely<Database>,
  query: SelectQueryBuilder<Database, Tables, Row>,
  { page, size }: PageRange,
): Promise<{ readonly items: readonly Row[]; readonly totalItems: number; readonly hasNext: boolean }> {
  const offset = (page - 1) * size
  const found = await query
    .limit(size + 1)
    .offset(offset)
    .execute()
  const items = found.slice(0, size)
  const hasNext = found.length > size
  // Without a row after it, a page is the last one.
  if (!hasNext && (items.length > 0 || page === 1)) return { items, totalItems: Math.min(offset + items.length, MAX_COUNTED + 1), hasNext }
  const few = query
    .clearSelect()
    .clearOrderBy()
    .select(sql`1`.as('one'))
    .limit(MAX_COUNTED + 1)
  const counted = await sql<{ readonly total: number }>`select count(*)::int as total from (${few}) as few`.execute(tx)
  return { items, totalItems: counted.rows[0]?.total ?? 0, hasNext }
}
