import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { runner } from 'node-pg-migrate'
import pg from 'pg'
import type { Logger } from '#server/log.ts'
import { StartRefusal } from '#server/refusal.ts'

const MIGRATIONS_DIRECTORY = join(import.meta.dirname, 'migrations')
const MIGRATIONS_TABLE = 'migration'
const OLDEST_SERVER_VERSION = 16

/** Returns the names of the migrations that it applied, in order; several processes may call it at once. Refuses a database that a newer version of the product migrated, or of PostgreSQL below 16. */
export async function migrate(url: string, log?: Logger): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'trueline migrations' })
  client.on('error', (error) => log?.warn({ error: error.message }, 'the connection of the migrations was closed'))
  await client.connect()
  try {
    await refuseOldServer(client)
    await refuseNewerSchema(client)
    const applied = await runner({
      dbClient: client,
      dir: MIGRATIONS_DIRECTORY,
      direction: 'up',
      migrationsTable: MIGRATIONS_TABLE,
      advisoryLockMode: 'wait',
      singleTransaction: true,
      log: (text: string) => log?.debug(text),
    })
    return applied.map((migration) => migration.name)
  } finally {
    await client.end()
  }
}

/** Returns the names of the migrations of this version, without the file's ending, in order. */
export async function knownMigrations(): Promise<readonly string[]> {
  const files = await readdir(MIGRATIONS_DIRECTORY)
  return files
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -'.sql'.length))
    .toSorted()
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const answer = await client.query<{ version: string }>(`select current_setting('server_version_num') as version`)
  const major = Math.floor(Number(answer.rows[0]?.version) / 10_000)
  if (major < OLDEST_SERVER_VERSION) {
    throw new StartRefusal(`The database runs PostgreSQL ${major}; Trueline needs PostgreSQL ${OLDEST_SERVER_VERSION} or newer.`)
  }
}

async function refuseNewerSchema(client: pg.Client): Promise<void> {
  const table = await client.query<{ present: boolean }>(`select to_regclass($1) is not null as present`, [MIGRATIONS_TABLE])
  if (table.rows[0]?.present !== true) return
  const stored = await client.query<{ name: string }>(`select name from ${MIGRATIONS_TABLE} order by id`)
  const known = new Set(await knownMigrations())
  const unknown = stored.rows.map((row) => row.name).filter((name) => !known.has(name))
  if (unknown.length > 0) {
    throw new StartRefusal(
      `The database was migrated by a newer version of Trueline (it has ${unknown.join(', ')}, which this version does not know); start that version or restore a backup made before it.`,
    )
  }
}
