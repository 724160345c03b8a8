import { sql } from 'kysely'
import type { RawBuilder, Selectable } from 'kysely'
import type { DB } from './schema.ts'

type ColumnOf<Selection extends string> = Selection extends `${infer Column} as ${string}` ? Column : Selection
type NameOf<Selection extends string> = Selection extends `${string} as ${infer Name}` ? Name : Selection

/** A row of the table with the selected columns, each under its name in the code. */
export type Selected<Table extends keyof DB, Selection extends string> = {
  readonly [One in Selection as NameOf<One>]: Selectable<DB[Table]>[ColumnOf<One> & keyof Selectable<DB[Table]>]
}

/** A column of the table as a query selects it, with or without a name in the code. */
export type Selection<Table extends keyof DB> = Extract<keyof DB[Table], string> | `${Extract<keyof DB[Table], string>} as ${string}`

/** Returns the selections as a statement of its own text has them, from the table of this name in the statement. */
export function selectedFrom(table: string, selections: readonly string[]): RawBuilder<unknown> {
  return sql.join(
    selections.map((selection) => {
      const [column = '', name = column] = selection.split(' as ')
      return sql`${sql.ref(`${table}.${column}`)} as ${sql.id(name)}`
    }),
  )
}
