import type { Config } from '#server/config.ts'
import { openDatabase } from '#server/db/database.ts'
import type { Database } from '#server/db/database.ts'
import { isOutage } from '#server/db/outage.ts'
import { Refusal, StartRefusal } from '#server/refusal.ts'
import { findSealed } from '#server/identity/serverSecret.store.ts'
import { openVault } from '#server/vault.ts'
import { serverDatabaseUrl } from './serverDatabase.ts'

/**
 * Returns the result of a command's work on the database of DATABASE_URL, or on the embedded one of the server running on DATA_DIR. Refuses with a
 * sentence when there is none.
 */
export async function onRunningDatabase<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  const url = await serverDatabaseUrl(config)
  const database = await openDatabase({ url, poolSize: 1 })
  try {
    return await work({ ...database, vault: await openVault(config.secretsKeyFile, await database.inSystem(findSealed)) })
  } catch (error) {
    throw explain(error)
  } finally {
    await database.close()
  }
}

function explain(error: unknown): unknown {
  if ((error instanceof Refusal && error.code === 'SERVICE_UNAVAILABLE') || isOutage(error)) {
    return new StartRefusal('The database does not answer; start the server first (npm start), then try again.', { cause: error })
  }
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  // The role or the table is missing: nothing has been migrated yet.
  const isEmpty = code === '42P01' || code === '22023' || code === '28000'
  return isEmpty
    ? new StartRefusal('The database holds no Trueline tables yet; start the server first (npm start).', { cause: error })
    : error
}
