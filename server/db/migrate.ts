import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { runner } from 'node-pg-migrate'
import pg from 'pg'
import { installQueues } from '#server/jobs/jobSchema.ts'
import type { Logger } from '#server/log.ts'
import { StartRefusal } from '#server/refusal.ts'

const MIGRATIONS_DIRECTORY = join(import.meta.dirname, 'migrations')
const MIGRATIONS_TABLE = 'migration'
const OLDEST_SERVER_VERSION = 16
const CONNECT_LIMIT_MS = 10_000

/**
 * Returns the names of the applied migrations, in order. Several processes may call it at once. Refuses a database of a newer product version,
 * PostgreSQL below 16, an unreachable database, and a user without the needed rights.
 */
export async function migrate(url: string, log?: Logger): Promise<readonly string[]> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'trueline migrations',
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
  })
  client.on('error', (error) => log?.warn({ error: error.message }, 'the connection of the migrations was closed'))
  await connect(client, url)
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
    await installQueues(client)
    return applied.map((migration) => migration.name)
  } catch (error) {
    throw withoutRights(error)
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

async function connect(client: pg.Client, url: string): Promise<void> {
  try {
    await client.connect()
  } catch (cause) {
    const { host, pathname } = new URL(url)
    throw new StartRefusal(`The database ${host}${pathname} cannot be opened (${messageOf(cause)}); check DATABASE_URL.`, { cause })
  }
}

/** The migration tool wraps what PostgreSQL said about its own table into a text. */
function withoutRights(error: unknown): unknown {
  const [said] = /(permission denied|must be) [^\n]*/.exec(messageOf(error)) ?? []
  if (said === undefined) return error
  return new StartRefusal(
    `The user of DATABASE_URL lacks a right that the migrations need (${said}); it must own the database, create roles and the extensions btree_gin, btree_gist, citext, pg_trgm and pgcrypto.`,
    { cause: error },
  )
}

/** Node gathers the failures of a name with several addresses under an empty message. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ')
  return error instanceof Error ? error.message : String(error)
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
