import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, chown, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { z } from 'zod'
import { openDataDirectory, SHARED_ROOT } from '#server/db/dataDirectory.ts'
import type { DataDirectory } from '#server/db/dataDirectory.ts'
import { isRoot } from '#server/db/postgresAccount.ts'
import { locatePostgres } from '#server/db/postgresBinaries.ts'
import { StartRefusal } from '#server/refusal.ts'

/** Version of what a backup looks like. */
const FORMAT = 1
const MANIFEST = 'backup.json'
const CLUSTER = 'postgres'
const LOG_FOLDER = 'pg_wal'
const CONTROL_FILE = join('global', 'pg_control')
const FORCE_CHECKPOINT_NOW = true
const AT_ONCE = 16

/** Of these folders a copy has the folder only: what they hold means nothing after a restart. */
const EMPTY_FOLDERS: ReadonlySet<string> = new Set([
  LOG_FOLDER,
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const LEFT_OUT = /^(?:postmaster\.(?:pid|opts)|pgsql_tmp.*|pg_internal\.init.*|backup_label(?:\.old)?|tablespace_map(?:\.old)?)$/

const manifestFile = z.object({
  format: z.number(),
  postgresMajor: z.number(),
  madeAt: z.string(),
  /** That of the database's owner, which its files ask for. */
  password: z.string(),
  folders: z.array(z.string()),
  files: z.array(z.object({ path: z.string(), size: z.number(), sha256: z.string() })),
})
type Manifest = z.output<typeof manifestFile>
type CopiedFile = Manifest['files'][number]

/** What was copied. */
export type Copied = { readonly files: number; readonly bytes: number }

/**
 * Copies the running embedded database into a new directory, while everything goes on: the files as they are, and the log of what was written
 * meanwhile, which a start of the copy applies. Returns what was copied; refuses a directory that is there already.
 */
export async function makeBackup(url: string, target: string): Promise<Copied> {
  if (await exists(target)) throw new StartRefusal(`${target} is there already; name a directory that is not.`)
  const draft = `${target}.unfinished-${randomBytes(4).toString('hex')}`
  const client = new pg.Client({ connectionString: url, application_name: 'trueline backup' })
  // It may end while files are copied; the next query tells.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await mkdir(join(draft, CLUSTER), { recursive: true, mode: 0o700 })
    const copied = await copyCluster(client, join(draft, CLUSTER))
    const { rows } = await client.query<{ major: number }>(`select current_setting('server_version_num')::int / 10000 as major`)
    const manifest: Manifest = {
      format: FORMAT,
      postgresMajor: rows[0]?.major ?? 0,
      madeAt: new Date().toISOString(),
      password: decodeURIComponent(new URL(url).password),
      ...copied,
    }
    await writeFile(join(draft, MANIFEST), `${JSON.stringify(manifest)}\n`, { mode: 0o600, flush: true })
    await rename(draft, target)
    await syncDirectory(dirname(target))
    return countOf(copied.files)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * Makes a data directory of a backup, after reading every byte of it again. Refuses a directory that holds a database, and a backup that is damaged,
 * unfinished or of another PostgreSQL.
 */
export async function restoreBackup(source: string, dataDir: string): Promise<Copied> {
  const { major } = await locatePostgres(isRoot() ? SHARED_ROOT : null)
  const manifest = await readManifest(source)
  if (manifest.postgresMajor !== major) {
    throw new StartRefusal(
      `The backup is of PostgreSQL ${manifest.postgresMajor}, and this version of Trueline brings PostgreSQL ${major}.`,
    )
  }
  const pointer = join(dataDir, 'postgres.json')
  if (await exists(pointer)) throw new StartRefusal(`${dataDir} holds a database already; set DATA_DIR to a directory that does not.`)
  await verify(source, manifest)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const begun = { format: 1, postgresMajor: major, home: null, password: manifest.password, port: 0 }
  await writeFile(pointer, JSON.stringify(begun), { mode: 0o600 })
  const directory = await openDataDirectory(dataDir, major).catch(async (error: unknown) => {
    await rm(pointer, { force: true })
    throw error
  })
  try {
    await place(source, manifest, directory)
  } catch (error) {
    await rm(pointer, { force: true })
    throw error
  } finally {
    await directory.unlock()
  }
  return countOf(manifest.files)
}

/** Files appear under their name when all of them are there. */
async function place(source: string, { folders, files }: Manifest, { cluster, account }: DataDirectory): Promise<void> {
  const draft = `${cluster}.restored`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  const give = (path: string) => (account === null ? Promise.resolve() : chown(path, account.uid, account.gid))
  await give(draft)
  for (const folder of folders) {
    await mkdir(join(draft, folder), { mode: 0o700 })
    await give(join(draft, folder))
  }
  await inParallel(files, async ({ path }) => {
    await copy(join(source, CLUSTER, path), join(draft, path))
    await give(join(draft, path))
  })
  // As root the files of a data directory that was deleted may still be there: they are kept under another name.
  if (await exists(cluster)) await rename(cluster, `${cluster}.unused-${Date.now()}`)
  await rename(draft, cluster)
  await syncDirectory(dirname(cluster))
}

async function readManifest(source: string): Promise<Manifest> {
  const text = await readFile(join(source, MANIFEST), 'utf8').catch((cause: unknown) => {
    throw new StartRefusal(`${source} is no backup: it has no ${MANIFEST}.`, { cause })
  })
  const parsed = manifestFile.safeParse(parseJson(text))
  if (!parsed.success) throw new StartRefusal(`${join(source, MANIFEST)} is damaged; take another backup.`)
  if (parsed.data.format > FORMAT)
    throw new StartRefusal(`The backup ${source} was made by a newer version of Trueline; restore it with that one.`)
  return parsed.data
}

async function verify(source: string, { files }: Manifest): Promise<void> {
  await inParallel(files, async ({ path, size, sha256 }) => {
    const found = await hashOf(join(source, CLUSTER, path)).catch(() => null)
    if (found === null) throw new StartRefusal(`The file ${path} of the backup is missing; take another backup.`)
    const isSame = found.size === size && found.sha256 === sha256
    if (!isSame) throw new StartRefusal(`The file ${path} of the backup is damaged; take another backup.`)
  })
}

/** The session's end ends the slot, which keeps the log until it was copied, and a backup that was begun. */
async function copyCluster(client: pg.Client, target: string): Promise<{ readonly folders: string[]; readonly files: CopiedFile[] }> {
  const { rows: settings } = await client.query<{ data_directory: string }>('show data_directory')
  const source = settings[0]?.data_directory ?? ''
  await client.query('select pg_create_physical_replication_slot($1, true, true)', [`backup_${randomBytes(4).toString('hex')}`])
  const { rows: begun } = await client.query<{ segment: string }>(`select pg_walfile_name(pg_backup_start('trueline', $1)) as segment`, [
    FORCE_CHECKPOINT_NOW,
  ])
  const { folders, files: names } = await listCluster(source)
  for (const folder of folders) await mkdir(join(target, folder), { mode: 0o700 })
  const files: CopiedFile[] = []
  const take = async (path: string): Promise<void> => {
    // A table that is dropped meanwhile takes its file along; the log tells the copy so.
    const copied = await copy(join(source, path), join(target, path)).catch(nothingIfGone)
    if (copied !== undefined) files.push({ path, ...copied })
  }
  await inParallel(
    names.filter((path) => path !== CONTROL_FILE),
    take,
  )
  // Last, as PostgreSQL's own program does it.
  await take(CONTROL_FILE)
  const { rows: ended } = await client.query<{ segment: string; labelfile: string }>(
    'select pg_walfile_name(lsn) as segment, labelfile from pg_backup_stop(wait_for_archive => false)',
  )
  const [first, last] = [begun[0]?.segment ?? '', ended[0]?.segment ?? '']
  await writeFile(join(target, 'backup_label'), ended[0]?.labelfile ?? '', { mode: 0o600, flush: true })
  files.push({ path: 'backup_label', ...(await hashOf(join(target, 'backup_label'))) })
  const { rows: segments } = await client.query<{ name: string }>(
    'select name from pg_ls_waldir() where name between $1 and $2 order by 1',
    [first, last],
  )
  for (const { name } of segments) {
    const path = join(LOG_FOLDER, name)
    files.push({ path, ...(await copy(join(source, path), join(target, path))) })
  }
  return { folders, files }
}

/** Returns the folders and files of the cluster that a copy needs, each folder before what is in it. */
async function listCluster(source: string): Promise<{ readonly folders: string[]; readonly files: string[] }> {
  const found: { readonly folders: string[]; readonly files: string[] } = { folders: [], files: [] }
  const list = async (folder: string): Promise<void> => {
    const entries = (await readdir(join(source, folder), { withFileTypes: true }).catch(nothingIfGone)) ?? []
    for (const entry of entries.filter(({ name }) => !LEFT_OUT.test(name))) {
      const path = join(folder, entry.name)
      if (entry.isFile()) found.files.push(path)
      if (!entry.isDirectory()) continue
      found.folders.push(path)
      if (path === LOG_FOLDER) found.folders.push(join(path, 'archive_status'))
      if (!EMPTY_FOLDERS.has(path)) await list(path)
    }
  }
  await list('')
  return found
}

/** Many at once, since each waits for the disk. */
async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values()
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (const item of waiting) await work(item)
  })
  const failed = (await Promise.allSettled(workers)).find((result) => result.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

/** Copies a file as it is at the moment, onto the disk. */
async function copy(from: string, to: string): Promise<Omit<CopiedFile, 'path'>> {
  const counted = counting()
  await pipeline(createReadStream(from), counted.through, createWriteStream(to, { mode: 0o600, flush: true }))
  await chmod(to, 0o600)
  return counted.result()
}

async function hashOf(path: string): Promise<Omit<CopiedFile, 'path'>> {
  const counted = counting()
  await pipeline(createReadStream(path), counted.through, async (bytes) => {
    for await (const _chunk of bytes) continue
  })
  return counted.result()
}

function counting() {
  const hash = createHash('sha256')
  let size = 0
  const through = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
  })
  return { through, result: () => ({ size, sha256: hash.digest('hex') }) }
}

function countOf(files: readonly CopiedFile[]): Copied {
  return { files: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0) }
}

async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

function nothingIfGone(error: unknown): undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  return undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
