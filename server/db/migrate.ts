import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PG_MIGRATE_LOCK_ID, runner } from 'node-pg-migrate'
import pg from 'pg'
import { installQueues } from '#server/jobs/jobSchema.ts'
import type { Logger } from '#server/log.ts'
import { StartRefusal } from '#server/refusal.ts'

const MIGRATIONS_DIRECTORY = join(import.meta.dirname, 'migrations')
const MIGRATIONS_TABLE = 'migration'
const OLDEST_SERVER_VERSION = 16
/** The name of the connection in the lists of the database. */
const APPLICATION_NAME = 'trueline migrations'
const CONNECT_LIMIT_MS = 10_000

/** SQLSTATE of a statement that waited too long for a lock, and of one of two that waited for each other. */
const WAITED_IN_VAIN = ['55P03', '40P01']

/** How long a migration waits for the tables that it changes: whoever wants them after it waits behind it. */
export type MigrationPatience = { readonly waitMs: number; readonly tries: number; readonly pauseMs: number }
const PATIENCE: MigrationPatience = { waitMs: 5_000, tries: 20, pauseMs: 3_000 }

/**
 * Returns the names of the migrations that were applied now, in order: each in a transaction of its own, so that those before one that fails stay and its
 * tables are free again. Several processes may call it at once: the others wait until the first is done. One whose tables somebody else holds gives up, lets
 * them go and tries again a few times. Refuses a database of a newer product version, PostgreSQL below 16, an unreachable database, tables that stay held, and
 * a user without the needed rights.
 */
export async function migrate(url: string, log?: Logger, patience = PATIENCE): Promise<readonly string[]> {
  const client = new pg.Client({
    connectionString: url,
    application_name: APPLICATION_NAME,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
  })
  client.on('error', (error) => log?.warn({ error: error.message }, 'the connection of the migrations was closed'))
  await connect(client, url)
  try {
    await refuseOldServer(client)
    // Of the session: it ends with the connection. Versions before this one take the same.
    await client.query(`select pg_advisory_lock(${PG_MIGRATE_LOCK_ID})`)
    const before = new Set(await appliedMigrations(client))
    await refuseNewerSchema(before)
    await client.query(`set lock_timeout = ${patience.waitMs}`)
    for (let attempt = 1; !(await isMigrated(client, log, { ...patience, attempt })); attempt++) await sleep(patience.pauseMs)
    await client.query('reset lock_timeout')
    await installQueues(client)
    return (await appliedMigrations(client)).filter((name) => !before.has(name))
  } catch (error) {
    throw withoutRights(error)
  } finally {
    await client.end()
  }
}

/** Applies what is left; returns false where a migration waited in vain for its tables and may try again, and refuses after the last try. */
async function isMigrated(
  client: pg.Client,
  log: Logger | undefined,
  { attempt, tries }: MigrationPatience & { readonly attempt: number },
): Promise<boolean> {
  try {
    await runner({
      dbClient: client,
      dir: MIGRATIONS_DIRECTORY,
      direction: 'up',
      migrationsTable: MIGRATIONS_TABLE,
      noLock: true,
      singleTransaction: false,
      log: (text: string) => log?.debug(text),
    })
    return true
  } catch (error) {
    await client.query('rollback')
    if (!WAITED_IN_VAIN.includes(codeOf(error))) throw error
    const applied = new Set(await appliedMigrations(client))
    const migration = (await knownMigrations()).find((name) => !applied.has(name)) ?? ''
    const holder = await longestAtWork(client)
    log?.warn({ migration, holder, attempt, tries }, 'a migration waits for tables that another connection holds; it tries again')
    if (attempt < tries) return false
    throw new StartRefusal(
      `The migration ${migration} waits for tables that another connection holds (${holder}); what was applied before it stays. End that work and start again.`,
      { cause: error },
    )
  }
}

/**
 * Returns in words whose transaction in this database began first: of those that wait for no lock themselves, if there are any, and never another process that
 * waits to migrate.
 */
async function longestAtWork(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string; pid: number; seconds: number }>(
    `select coalesce(nullif(application_name, ''), backend_type) as name, pid, extract(epoch from clock_timestamp() - xact_start)::int as seconds
     from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null and application_name <> $1
     order by wait_event_type is not distinct from 'Lock', xact_start limit 1`,
    [APPLICATION_NAME],
  )
  const [longest] = rows
  return longest === undefined
    ? 'none that this user of the database sees'
    : `“${longest.name}”, process ${longest.pid}, since ${longest.seconds} s`
}

function codeOf(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.code ?? '') : ''
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

/** Returns the names of the migrations that the database has, in order. */
async function appliedMigrations(client: pg.Client): Promise<readonly string[]> {
  const table = await client.query<{ present: boolean }>(`select to_regclass($1) is not null as present`, [MIGRATIONS_TABLE])
  if (table.rows[0]?.present !== true) return []
  const stored = await client.query<{ name: string }>(`select name from ${MIGRATIONS_TABLE} order by id`)
  return stored.rows.map((row) => row.name)
}

async function refuseNewerSchema(applied: ReadonlySet<string>): Promise<void> {
  const unknown = [...applied.difference(new Set(await knownMigrations()))]
  if (unknown.length > 0) {
    throw new StartRefusal(
      `The database was migrated by a newer version of Trueline (it has ${unknown.join(', ')}, which this version does not know); start that version or restore a backup made before it.`,
    )
  }
}
