import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { StartRefusal } from '#server/refusal.ts'

export type DirectoryLock = { release(): Promise<void> }

const LOCK_FILE = 'server.lock'
/** Start time of an ended process whose parent has not collected it yet. */
const ENDED = 'ended'

const holderFile = z.object({ id: z.string(), pid: z.number(), startedAt: z.string() })
type Holder = z.output<typeof holderFile>

/** Returns the lock of the directory, which ends with this process however it ends; refuses a directory that a living process holds. */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const file = join(directory, LOCK_FILE)
  const own: Holder = { id: randomUUID(), pid: process.pid, startedAt: startOf(process.pid) }
  const draft = `${file}.${own.id}`
  try {
    await writeFile(draft, JSON.stringify(own))
    while (!(await claim(draft, file))) await removeStale(directory, file)
  } finally {
    await rm(draft, { force: true })
  }
  return {
    release: async () => {
      if ((await readHolder(file))?.id === own.id) await rm(file, { force: true })
    },
  }
}

/** A hard link either appears with its whole content or is refused because the name is taken. */
async function claim(draft: string, file: string): Promise<boolean> {
  return link(draft, file).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
      throw error
    },
  )
}

/** Two starts may find the same dead holder: the file is moved away first, and put back if it was not the dead one's any more. */
async function removeStale(directory: string, file: string): Promise<void> {
  const holder = await readHolder(file)
  if (holder !== null && isAlive(holder)) {
    throw new StartRefusal(
      `The data directory ${directory} is in use by the server with process id ${holder.pid}; stop it or set DATA_DIR to another directory.`,
    )
  }
  const moved = `${file}.stale-${randomUUID()}`
  await rename(file, moved).catch(() => undefined)
  const found = await readHolder(moved)
  if (found !== null && found.id !== holder?.id) await link(moved, file).catch(() => undefined)
  await rm(moved, { force: true })
}

async function readHolder(file: string): Promise<Holder | null> {
  try {
    return holderFile.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch {
    return null
  }
}

/** A process id is used again some day; with its start time it is not. */
function isAlive(holder: Holder): boolean {
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  const startedAt = startOf(holder.pid)
  if (startedAt === ENDED) return false
  return startedAt === '' || holder.startedAt === '' || startedAt === holder.startedAt
}

/** Returns when the process started, in ticks since the machine did with the machine's boot id; empty where the system does not tell. */
function startOf(pid: number): string {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    if (fields[0] === 'Z') return ENDED
    const STARTTIME = 19
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${fields[STARTTIME] ?? ''}`
  } catch {
    return ''
  }
}
