import { PostgresDialect, PostgresDriver, Transaction } from 'kysely'
import type { ConnectionProvider, DatabaseConnection, Dialect, Driver, PostgresDialectConfig, TransactionSettings } from 'kysely'
import { throughOutage } from '#server/db/outage.ts'

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
 * Returns what gives a transaction with statements that are sent when they are asked for: what is asked for together is sent together, in its order. Kysely by
 * itself keeps each back until the one before is answered, which costs a round trip each.
 */
export function pipelining<DB>(dialect: Dialect): (tx: Transaction<DB>) => Promise<Transaction<DB>> {
  const of = { config: { dialect }, dialect, driver: dialect.createDriver() }
  return async (tx) => {
    const executor = tx.getExecutor()
    const connection = await executor.provideConnection((own) => Promise.resolve(own))
    // It is the transaction's own until that ends.
    const provider: ConnectionProvider = { provideConnection: (consumer) => consumer(connection) }
    return new Transaction<DB>({ ...of, executor: executor.withConnectionProvider(provider) })
  }
}
