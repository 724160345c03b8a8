import { createHash, randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { accountOf, isRoot, unprivilegedAccount } from '#server/db/postgresAccount.ts'
import type { Account } from '#server/db/postgresAccount.ts'
import { lockDirectory } from '#server/db/directoryLock.ts'
import type { DirectoryLock } from '#server/db/directoryLock.ts'
import { StartRefusal } from '#server/refusal.ts'

/** Version of the files in the data directory; a directory of a higher one belongs to a newer product. */
const FORMAT = 1

/** Folder of a root process for files that an unprivileged account must reach, independent of DATA_DIR's rights. */
export const SHARED_ROOT = '/var/lib/trueline'

const POINTER_FILE = 'postgres.json'
const CLUSTER = 'postgres'

const pointerFile = z.object({
  format: z.number(),
  postgresMajor: z.number(),
  /** null = inside the data directory, so that the directory can be moved. */
  home: z.string().nullable(),
  password: z.string(),
  /** 0 until the cluster has been made. */
  port: z.number(),
})
export type Pointer = z.output<typeof pointerFile>

/** A locked data directory and where its database's files are. */
export type DataDirectory = {
  readonly path: string
  /** The folder that holds the cluster's folder. */
  readonly home: string
  readonly cluster: string
  /** null = PostgreSQL runs as the user who starts the server. */
  readonly account: Account | null
  readonly pointer: Pointer
  /** The refusal of a database that does not take the pointer's password. */
  readonly wrongPassword: string
  save(pointer: Pointer): Promise<void>
  unlock(): Promise<void>
}

/** Returns the data directory, made where it is missing and locked against a second server; refuses one in use, of a newer version or of another PostgreSQL. */
export async function openDataDirectory(dataDir: string, postgresMajor: number): Promise<DataDirectory> {
  const isNew = await makeDirectory(dataDir)
  const path = await realpath(dataDir)
  const locks: DirectoryLock[] = []
  const unlock = async (): Promise<void> => {
    for (const lock of locks.toReversed()) await lock.release()
  }
  try {
    locks.push(await lockDirectory(path))
    return { ...(await locate({ path, isNew, postgresMajor, locks })), unlock }
  } catch (error) {
    await unlock()
    throw error
  }
}

type Place = { readonly path: string; readonly isNew: boolean; readonly postgresMajor: number; readonly locks: DirectoryLock[] }

async function locate({ path, isNew, postgresMajor, locks }: Place): Promise<Omit<DataDirectory, 'unlock'>> {
  const stored = await readPointer(path)
  if (stored !== null) refuseOtherVersion(path, stored, postgresMajor)
  const account = await accountFor(path, stored)
  const isInside = stored?.home === null && (stored.port !== 0 || account === null)
  const usesSharedRoot = !isInside && (account !== null || typeof stored?.home === 'string')
  const home = usesSharedRoot ? (stored?.home ?? sharedHome(path)) : path
  if (usesSharedRoot) {
    await makeSharedHome(home, account)
    // A copied data directory points to the same database: that one is locked too.
    locks.push(await lockDirectory(home))
    if (stored === null && isNew) await setAside(join(home, CLUSTER))
  }
  if (stored === null) await refuseWithoutPointer(path, join(home, CLUSTER))
  if (stored !== null && stored.port !== 0) await refuseMissing(path, join(home, CLUSTER))
  await refuseOtherCluster(join(home, CLUSTER), postgresMajor)
  const save = (pointer: Pointer) => writePointer(path, pointer)
  const password = stored?.password ?? randomBytes(24).toString('base64url')
  const pointer = { format: FORMAT, postgresMajor, home: usesSharedRoot ? home : null, password, port: stored?.port ?? 0 }
  await save(pointer)
  const wrongPassword = `The password in ${join(path, POINTER_FILE)} is not that of the database in ${home}; restore the file from a backup of the data directory.`
  return { path, home, cluster: join(home, CLUSTER), account, pointer, wrongPassword, save }
}

function refuseOtherVersion(path: string, pointer: Pointer, postgresMajor: number): void {
  if (pointer.format > FORMAT) {
    throw new StartRefusal(
      `The data directory ${path} was written by a newer version of Trueline (format ${pointer.format}, this version reads up to ${FORMAT}); start that version.`,
    )
  }
  if (pointer.postgresMajor !== postgresMajor) {
    throw new StartRefusal(
      `The data directory ${path} is of PostgreSQL ${pointer.postgresMajor} and this version of Trueline brings PostgreSQL ${postgresMajor}; start the version that wrote it.`,
    )
  }
}

/** Without its password a database is of no use, and with a new one it would be begun anew beside the old one. */
async function refuseWithoutPointer(path: string, cluster: string): Promise<void> {
  if (!(await isThere(cluster))) return
  throw new StartRefusal(
    `The file ${join(path, POINTER_FILE)} is missing, and its database is there, in ${cluster}; restore the file from a backup, or remove ${path} to begin with an empty database.`,
  )
}

/** The files of the database may come from another place than the pointer. */
async function refuseOtherCluster(cluster: string, postgresMajor: number): Promise<void> {
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => null)
  if (version === null || Number(version) === postgresMajor) return
  throw new StartRefusal(
    `The files of the database, ${cluster}, are of PostgreSQL ${version.trim()} and this version of Trueline brings PostgreSQL ${postgresMajor}; start the version that wrote them.`,
  )
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

async function refuseMissing(path: string, cluster: string): Promise<void> {
  if (!(await isThere(cluster)))
    throw new StartRefusal(
      `The files of the database, ${cluster}, are missing; restore them, or remove ${path} to begin with an empty database.`,
    )
}

/** A root process runs PostgreSQL as the owner of the files where there are any: they may stem from a start by that user. */
async function accountFor(path: string, pointer: Pointer | null): Promise<Account | null> {
  if (!isRoot()) return null
  const owner = await stat(join(pointer?.home ?? path, CLUSTER)).catch(() => null)
  return owner !== null && owner.uid !== 0 ? accountOf(owner.uid) : unprivilegedAccount()
}

function sharedHome(path: string): string {
  return join(SHARED_ROOT, createHash('sha256').update(path).digest('hex').slice(0, 16))
}

async function makeSharedHome(home: string, account: Account | null): Promise<void> {
  if (account === null) {
    throw new StartRefusal(
      `The database of this data directory is in ${home}, made by a start as root; start as root again or set DATA_DIR to another directory.`,
    )
  }
  await mkdir(SHARED_ROOT, { recursive: true, mode: 0o755 })
  await mkdir(home, { recursive: true, mode: 0o700 })
  await chown(home, account.uid, account.gid)
}

/** Files without a pointer stem from a data directory that was deleted: they are kept under another name, never used or removed. */
async function setAside(cluster: string): Promise<void> {
  await rename(cluster, `${cluster}.unused-${Date.now()}`).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  })
}

/** Makes the directory and those above it; returns whether it was missing. */
async function makeDirectory(dataDir: string): Promise<boolean> {
  try {
    return await makeWithParents(resolve(dataDir))
  } catch (cause) {
    throw new StartRefusal(`The directory DATA_DIR=${dataDir} cannot be made: ${cause instanceof Error ? cause.message : String(cause)}.`, {
      cause,
    })
  }
}

/** Node's own recursive way never ends in a file system that makes no directories, such as /proc. */
async function makeWithParents(directory: string): Promise<boolean> {
  if (await isDirectory(directory)) return false
  if (dirname(directory) !== directory) await makeWithParents(dirname(directory))
  try {
    await mkdir(directory, { mode: 0o700 })
    return true
  } catch (error) {
    // Another start may have made it meanwhile.
    if (await isDirectory(directory)) return false
    throw error
  }
}

async function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}

async function readPointer(path: string): Promise<Pointer | null> {
  const text = await readFile(join(path, POINTER_FILE), 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  const parsed = pointerFile.safeParse(parseJson(text))
  if (!parsed.success)
    throw new StartRefusal(`The file ${join(path, POINTER_FILE)} is damaged; restore it from a backup of the data directory.`)
  return parsed.data
}

async function writePointer(path: string, pointer: Pointer): Promise<void> {
  const file = join(path, POINTER_FILE)
  await writeFile(`${file}.new`, `${JSON.stringify(pointer, null, 2)}\n`, { mode: 0o600, flush: true })
  await chmod(`${file}.new`, 0o600)
  await rename(`${file}.new`, file)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
