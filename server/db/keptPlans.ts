import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'

/** A connection keeps the plans of so many statements; those whose text varies without end must not fill its memory. */
const MOST = 500

/**
 * Returns the pool with connections that have each statement planned once (a prepared statement under a name of its own) and run it by that plan from then on.
 * It is for acts that touch a few rows by their keys: there planning costs more than running. Ending it leaves the given pool open.
 */
export function keepPlans(pool: pg.Pool, names: StatementNames = new StatementNames()): PostgresPool {
  return {
    options: pool.options,
    connect: async () => keepPlansOf(await pool.connect(), names),
    end: () => Promise.resolve(),
  }
}

/** The names of statements by their texts: the same on all connections of a process. */
export class StatementNames {
  readonly #names = new Map<string, string>()
  readonly #most: number

  constructor(most = MOST) {
    this.#most = most
  }

  /** Returns the name of the statement; undefined = it is planned each time. */
  of(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= this.#most) return known
    const name = `act ${this.#names.size + 1}`
    this.#names.set(text, name)
    return name
  }
}

function keepPlansOf(client: pg.PoolClient, names: StatementNames): PostgresPoolClient {
  function query<R>(statement: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  function query(statement: unknown, parameters: readonly unknown[] = []): unknown {
    if (typeof statement !== 'string') throw new TypeError('a cursor has no plan to keep')
    // Without values it is BEGIN and its like.
    const name = parameters.length === 0 ? undefined : names.of(statement)
    return client.query({ ...(name !== undefined && { name }), text: statement, values: [...parameters] })
  }
  return { query, release: (isBroken) => client.release(isBroken) }
}
