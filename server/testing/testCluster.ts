/**
 * A PostgreSQL for tests, started by the first test that needs one and shared by all processes of a run. A process of its own: it ends after a while
 * without connections, or with the test run. Durability is off: its data live as long as it does.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { z } from 'zod'
import { startEmbeddedPostgres } from '#server/db/embeddedPostgres.ts'
import { createLog } from '#server/log.ts'
import { StartRefusal } from '#server/refusal.ts'

const project = createHash('sha256')
  .update(import.meta.dirname)
  .digest('hex')
  .slice(0, 12)
const DIRECTORY = join(tmpdir(), `trueline-test-postgres-${userInfo().uid}-${project}`)
const ADDRESS_FILE = join(DIRECTORY, 'address.json')

const START_LIMIT_MS = 90_000
/** Files that start servers of their own may leave it alone for long. */
const IDLE_LIMIT_MS = 180_000
const LOOK_EVERY_MS = 3_000

const addressFile = z.object({ url: z.string(), pid: z.number() })
type Address = z.output<typeof addressFile>

/** Returns the URL of the running test cluster's maintenance database, started if need be. */
export async function testClusterUrl(): Promise<string> {
  const giveUpAt = performance.now() + START_LIMIT_MS
  let nextStartAt = 0
  while (performance.now() < giveUpAt) {
    const address = await readAddress()
    if (address !== null && (await answers(address.url))) return address.url
    // Of several keepers one gets the data directory's lock; the others end.
    if (performance.now() >= nextStartAt) {
      await startKeeper()
      nextStartAt = performance.now() + 15_000
    }
    await sleep(100)
  }
  throw new Error(`the test database did not start within ${START_LIMIT_MS / 1000} s; see ${join(DIRECTORY, 'keeper.log')}`)
}

/** Ends the test cluster, if one runs that no other test run in the same tree is using, and waits until it has gone; it ends by itself when idle. */
export async function stopTestCluster(): Promise<void> {
  const address = await readAddress()
  if (address === null || (await connections(address.url)) > 0) return
  try {
    process.kill(address.pid, 'SIGTERM')
    for (let waitedMs = 0; waitedMs < 15_000; waitedMs += 50) {
      process.kill(address.pid, 0)
      await sleep(50)
    }
  } catch {
    // Gone.
  }
}

async function startKeeper(): Promise<void> {
  await mkdir(DIRECTORY, { recursive: true, mode: 0o700 })
  const output = openSync(join(DIRECTORY, 'keeper.log'), 'a')
  spawn(process.execPath, [import.meta.filename], {
    detached: true,
    stdio: ['ignore', output, output],
    env: { ...process.env, NODE_OPTIONS: '' },
  }).unref()
  closeSync(output)
}

async function keep(): Promise<void> {
  const log = createLog('info')
  const settings = {
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    max_connections: '300',
    shared_buffers: '128MB',
    autovacuum: 'off',
  }
  const server = await startEmbeddedPostgres({ dataDir: join(DIRECTORY, 'data'), log, settings })
  const ended = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => ended.abort())
  const address: Address = { url: server.urlOf('postgres'), pid: process.pid }
  await writeFile(`${ADDRESS_FILE}.new`, JSON.stringify(address), { mode: 0o600 })
  await rename(`${ADDRESS_FILE}.new`, ADDRESS_FILE)
  await untilIdle(address.url, ended.signal)
  await rm(ADDRESS_FILE, { force: true })
  await server.close()
  await rm(server.home, { recursive: true, force: true })
  await rm(join(DIRECTORY, 'data'), { recursive: true, force: true })
}

async function untilIdle(url: string, ended: AbortSignal): Promise<void> {
  let idleSince = performance.now()
  while (!ended.aborted && performance.now() - idleSince < IDLE_LIMIT_MS) {
    await sleep(LOOK_EVERY_MS, undefined, { signal: ended }).catch(() => undefined)
    if ((await connections(url)) > 0) idleSince = performance.now()
  }
}

async function connections(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const answer = await client.query<{ count: string }>(
      `select count(*) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    )
    return Number(answer.rows[0]?.count ?? 0)
  } catch {
    return 0
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined)
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  )
}

async function readAddress(): Promise<Address | null> {
  try {
    return addressFile.parse(JSON.parse(await readFile(ADDRESS_FILE, 'utf8')))
  } catch {
    return null
  }
}

if (import.meta.main) {
  try {
    await keep()
  } catch (error) {
    if (!(error instanceof StartRefusal)) throw error
    process.stderr.write(`${error.message}\n`)
  }
}
