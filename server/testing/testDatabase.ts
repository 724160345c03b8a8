import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '#server/db/database.ts'
import type { Database } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { vaultOf } from '#server/vault.ts'
import { testClusterUrl } from '#server/testing/testCluster.ts'

export type TestDatabase = { readonly database: Database; readonly url: string; drop(): Promise<void> }

const MIGRATIONS_DIRECTORY = join(import.meta.dirname, '../db/migrations')

/** All tests share one key, as all processes of an installation do. */
export const TEST_VAULT = vaultOf('k'.repeat(43), 'the key of the tests')

/** Serialises the making of the template among the processes of a test run. */
const TEMPLATE_LOCK = 7_202_511

/** Returns a migrated database of its own on the shared PostgreSQL of the test run, cloned from a template; `drop` closes and removes it. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const clusterUrl = await testClusterUrl()
  const template = await ensureTemplate(clusterUrl)
  const name = `test_${randomBytes(8).toString('hex')}`
  await onCluster(clusterUrl, (client) => client.query(`create database ${name} template ${template}`))
  const url = withDatabase(clusterUrl, name)
  const database = { ...(await openDatabase({ url, poolSize: 5 })), vault: TEST_VAULT }
  return {
    database,
    url,
    drop: async () => {
      await database.close()
      await onCluster(clusterUrl, (client) => client.query(`drop database if exists ${name} with (force)`))
    },
  }
}

/** Returns an empty, unmigrated database on the shared PostgreSQL of the test run. */
export async function createEmptyDatabase(): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const clusterUrl = await testClusterUrl()
  // Roles belong to the whole cluster: two that migrate at once would both make them.
  await ensureTemplate(clusterUrl)
  const name = `empty_${randomBytes(8).toString('hex')}`
  await onCluster(clusterUrl, (client) => client.query(`create database ${name}`))
  return {
    url: withDatabase(clusterUrl, name),
    drop: () => onCluster(clusterUrl, (client) => client.query(`drop database if exists ${name} with (force)`)).then(() => undefined),
  }
}

/** The template is named by its migrations, so an edited one makes a new template. */
async function ensureTemplate(clusterUrl: string): Promise<string> {
  const template = `template_${await migrationsHash()}`
  await onCluster(clusterUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
    const present = await client.query('select from pg_database where datname = $1', [template])
    if ((present.rowCount ?? 0) > 0) return
    const draft = `draft_${randomBytes(8).toString('hex')}`
    await client.query(`create database ${draft}`)
    await migrate(withDatabase(clusterUrl, draft))
    await client.query(`alter database ${draft} rename to ${template}`)
  })
  return template
}

async function migrationsHash(): Promise<string> {
  const files = (await readdir(MIGRATIONS_DIRECTORY)).filter((file) => file.endsWith('.sql')).toSorted()
  const hash = createHash('sha256')
  for (const file of files) hash.update(file).update(await readFile(join(MIGRATIONS_DIRECTORY, file)))
  return hash.digest('hex').slice(0, 16)
}

/** The connection's end releases its advisory lock. */
async function onCluster<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'trueline tests' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function withDatabase(clusterUrl: string, name: string): string {
  const url = new URL(clusterUrl)
  url.pathname = `/${name}`
  return url.href
}
