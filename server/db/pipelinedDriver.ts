import { setImmediate } from 'node:timers/promises'
import { PostgresDialect, PostgresDriver, Transaction } from 'kysely'
import type {
  CompiledQuery,
  ConnectionProvider,
  DatabaseConnection,
  Dialect,
  Driver,
  PostgresDialectConfig,
  QueryResult,
  TransactionBuilder,
  TransactionSettings,
} from 'kysely'
import pg from 'pg'
import { isAborted, throughOutage } from '#server/db/outage.ts'

/** How long a transaction waits for a database that restarts before it is refused; nothing has been sent by then. */
const ACQUIRE_LIMIT_MS = 2_000

/** A PostgreSQL dialect that sends BEGIN together with the next statements (one round trip less) and waits for a restarting database. */
export class PipelinedDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): Driver {
    return new PipelinedDriver(this.#config)
  }
}

class PipelinedDriver extends PostgresDriver {
  readonly #begun = new WeakMap<DatabaseConnection, Promise<void>>()

  override acquireConnection(): Promise<DatabaseConnection> {
    return throughOutage(() => super.acquireConnection(), ACQUIRE_LIMIT_MS)
  }

  /** BEGIN is not awaited here: a failure of it is found before COMMIT, and until then the statements run without a tenant, so they see no rows. */
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const begun = super.beginTransaction(connection, settings)
    begun.catch(() => undefined)
    this.#begun.set(connection, begun)
    await Promise.resolve()
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#begun.get(connection)
    await super.commitTransaction(connection)
  }
}

/**
 * Returns what runs work in a transaction of the builder whose statements are sent when they are asked for: what is asked for together is sent together, in its
 * order. Kysely by itself keeps each back until the one before is answered, which costs a round trip each. What fails because a statement before it failed
 * is told as the failure of that one, and once the work has returned or thrown, nothing more of it is sent.
 */
export function pipelining<DB>(
  dialect: Dialect,
): <T>(builder: TransactionBuilder<DB>, work: (tx: Transaction<DB>) => Promise<T>) => Promise<T> {
  const of = { config: { dialect }, dialect, driver: dialect.createDriver() }
  return async (builder, work) => {
    let own: PipelinedConnection | null = null
    try {
      return await builder.execute(async (tx) => {
        const executor = tx.getExecutor()
        // It is the transaction's own until that ends.
        const connection = new PipelinedConnection(await executor.provideConnection((one) => Promise.resolve(one)))
        own = connection
        const provider: ConnectionProvider = { provideConnection: (consumer) => consumer(connection) }
        try {
          return await work(new Transaction<DB>({ ...of, executor: executor.withConnectionProvider(provider) }))
        } finally {
          connection.end()
        }
      })
    } catch (error) {
      throw causeOf(error, own)
    }
  }
}

/** Returns the failure that aborted the transaction in place of one that only says that it was aborted. */
function causeOf(error: unknown, connection: PipelinedConnection | null): unknown {
  return isAborted(error) ? (connection?.firstFailure ?? error) : error
}

/** The connection of one transaction, as its work sees it. */
class PipelinedConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection
  #isOver = false
  #firstFailure: Error | null = null

  constructor(connection: DatabaseConnection) {
    this.#connection = connection
  }

  /** What the database said of the first statement that failed; null = none did. */
  get firstFailure(): Error | null {
    return this.#firstFailure
  }

  /** Has every later statement refused: it would reach the database behind the end of the transaction. */
  end(): void {
    this.#isOver = true
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    this.#requireOpen()
    try {
      return await this.#connection.executeQuery<R>(query)
    } catch (error) {
      // Both answers may come at once: whoever asked for the statement that failed first hears of it first, however many steps away.
      if (isAborted(error)) await setImmediate()
      else if (error instanceof pg.DatabaseError) this.#firstFailure ??= error
      throw error
    }
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    this.#requireOpen()
    return this.#connection.streamQuery<R>(query, chunkSize)
  }

  #requireOpen(): void {
    if (this.#isOver) throw new Error('the work of the transaction is over, so no statement of it is sent')
  }
}
