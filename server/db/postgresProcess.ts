import { execFile, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, mkdir, readFile, readlink, rename, rm, writeFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { DataDirectory } from '#server/db/dataDirectory.ts'
import type { PostgresBinaries } from '#server/db/postgresBinaries.ts'

const run = promisify(execFile)

/** The owner of the database; requests and jobs run under roles with fewer rights. */
export const OWNER = 'trueline'

const SETPRIV = ['/usr/bin/setpriv', '/bin/setpriv'].find((path) => process.platform === 'linux' && existsSync(path))
const MEGABYTE = 1024 * 1024

/** What PostgreSQL runs with; a test may switch safety off for speed. */
export function postgresSettings(): Readonly<Record<string, string>> {
  const sharedMegabytes = Math.round(Math.min(Math.max(totalmem() / MEGABYTE / 16, 128), 1024))
  return {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '100',
    shared_buffers: `${sharedMegabytes}MB`,
    effective_cache_size: `${sharedMegabytes * 3}MB`,
    max_wal_size: '2GB',
    min_wal_size: '256MB',
    checkpoint_timeout: '15min',
    synchronous_commit: 'on',
    random_page_cost: '1.1',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    log_min_messages: 'warning',
  }
}

/** Makes the cluster's files where there are none; a first start that was cut leaves nothing half made. */
export async function makeCluster(binaries: PostgresBinaries, directory: DataDirectory): Promise<void> {
  if (existsSync(join(directory.cluster, 'PG_VERSION'))) return
  const draft = `${directory.cluster}.new`
  const passwordFile = join(directory.home, 'password.new')
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  await writeFile(passwordFile, directory.pointer.password, { mode: 0o600 })
  if (directory.account !== null) {
    await chown(draft, directory.account.uid, directory.account.gid)
    await chown(passwordFile, directory.account.uid, directory.account.gid)
  }
  try {
    const [program, args] = asAccount(directory, binaries.initdb, [
      ...['-D', draft, '-U', OWNER, `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--data-checksums', '--encoding=UTF8'],
      // Order by code point everywhere, whatever the machine's language; screens sort by the person's language.
      ...['--no-locale', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ])
    await run(program, args, { cwd: directory.home, env: environment(), ...identity(directory) })
    await rename(draft, directory.cluster)
  } finally {
    await rm(passwordFile, { force: true })
  }
}

/** Returns the running server process; on Linux the system stops it when this process ends, even by kill -9. */
export function spawnPostgres(
  binaries: PostgresBinaries,
  directory: DataDirectory,
  settings: Readonly<Record<string, string>>,
): ChildProcess {
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [program, args] = asAccount(directory, binaries.postgres, ['-D', directory.cluster, ...options])
  // A process group of its own: Ctrl-C in a terminal must reach the server first, which stops the database last.
  return spawn(program, args, {
    cwd: directory.home,
    env: environment(),
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
    ...identity(directory),
  })
}

/** Stops a server that a killed process left behind on these files, waits until it has gone, and returns its process id; null where there is none. */
export async function stopOrphan(cluster: string): Promise<number | null> {
  const pidFile = join(cluster, 'postmaster.pid')
  const text = await readFile(pidFile, 'utf8').catch(() => '')
  // A power cut may leave the file without its content, and PostgreSQL would refuse to start for ever.
  if (text === '') await rm(pidFile, { force: true })
  const pid = Number.parseInt(text, 10)
  if (!Number.isSafeInteger(pid) || pid <= 1 || !(await isPostgres(pid))) return null
  for (const [signal, waitMs] of [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    send(pid, signal)
    for (let waitedMs = 0; waitedMs < waitMs; waitedMs += 50) {
      if (!(await isPostgres(pid))) return pid
      await sleep(50)
    }
  }
  throw new Error(`the PostgreSQL process ${pid} on ${cluster} does not end`)
}

function asAccount(directory: DataDirectory, program: string, args: readonly string[]): [string, readonly string[]] {
  if (SETPRIV === undefined) return [program, args]
  const { account } = directory
  const identityArgs = account === null ? [] : [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups']
  return [SETPRIV, [...identityArgs, '--pdeathsig=INT', '--', program, ...args]]
}

/** Without setpriv Node itself changes the user. */
function identity(directory: DataDirectory): { uid?: number; gid?: number } {
  return SETPRIV === undefined && directory.account !== null ? { uid: directory.account.uid, gid: directory.account.gid } : {}
}

/** Only these variables are passed on: PGDATA or a language of the machine would change the server. */
function environment(): Record<string, string> {
  return { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', ...(process.platform === 'win32' ? { SystemRoot: String.raw`C:\Windows` } : {}) }
}

async function isPostgres(pid: number): Promise<boolean> {
  if (process.platform !== 'linux') return send(pid, 0)
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const program = await readlink(`/proc/${pid}/exe`).catch(() => name.trim())
  return /postgres/.test(program) && !/\) Z /.test(state)
}

function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}
