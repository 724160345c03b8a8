import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openDataDirectory, SHARED_ROOT } from '#server/db/dataDirectory.ts'
import type { DataDirectory } from '#server/db/dataDirectory.ts'
import { FullDisk, NO_ROOM, saysNoRoom } from '#server/db/diskRoom.ts'
import { sqlState } from '#server/db/outage.ts'
import { isRoot } from '#server/db/postgresAccount.ts'
import { locatePostgres } from '#server/db/postgresBinaries.ts'
import type { PostgresBinaries } from '#server/db/postgresBinaries.ts'
import { makeCluster, OWNER, postgresSettings, spawnPostgres, stopOrphan } from '#server/db/postgresProcess.ts'
import { choosePort } from '#server/freePort.ts'
import type { Logger } from '#server/log.ts'
import type { PartState } from '#server/partState.ts'
import { StartRefusal } from '#server/refusal.ts'

const DATABASE = 'trueline'

/** A crash recovery may read gigabytes of log before the first connection. */
const START_LIMIT_MS = 600_000
const STOP_LIMIT_MS = 7_000
const LONGEST_RESTART_PAUSE_MS = 5_000
/** SQLSTATE of a password that is not the user's. */
const WRONG_PASSWORD = '28P01'

export type EmbeddedOptions = {
  readonly dataDir: string
  readonly log: Logger
  /** Settings of PostgreSQL over our own. */
  readonly settings?: Readonly<Record<string, string>>
  /** Aborted when the start shall end before it is done; then it throws the signal's reason. */
  readonly stopping?: AbortSignal
}

/** Returns a running PostgreSQL of our own in the data directory, made at the first start, restarted when it dies and ended with this process. */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  try {
    return await start(options)
  } catch (error) {
    if (error instanceof StartRefusal || !saysNoRoom(error)) throw error
    throw new StartRefusal(`There is no room on the disk of the data directory ${options.dataDir}; make room and start again.`, {
      cause: error,
    })
  }
}

async function start(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const binaries = await locatePostgres(isRoot() ? SHARED_ROOT : null)
  const directory = await openDataDirectory(options.dataDir, binaries.major)
  const server = new EmbeddedPostgres(binaries, directory, options)
  try {
    const orphan = await stopOrphan(directory.cluster)
    if (orphan !== null) options.log.warn({ pid: orphan }, 'stopped the PostgreSQL that a killed server had left behind')
    await makeCluster(binaries, directory)
    await server.start()
    return server
  } catch (error) {
    await server.close()
    throw error
  }
}

export class EmbeddedPostgres {
  readonly #binaries: PostgresBinaries
  readonly #directory: DataDirectory
  readonly #options: EmbeddedOptions
  readonly #lastLines: string[] = []
  #child: ChildProcess | null = null
  #port = 0
  #isClosing = false
  #isStarted = false
  readonly #fullDisk = new FullDisk()
  #state: PartState = { status: 'down', detail: 'starting' }

  constructor(binaries: PostgresBinaries, directory: DataDirectory, options: EmbeddedOptions) {
    this.#binaries = binaries
    this.#directory = directory
    this.#options = options
  }

  /** The address of the product's database, with the owner's name and password. */
  get url(): string {
    return this.urlOf(DATABASE)
  }

  /** The process id of the server's parent process; null while it is down. */
  get pid(): number | null {
    return this.#child?.pid ?? null
  }

  /** Where the database's files are. */
  get home(): string {
    return this.#directory.home
  }

  urlOf(database: string): string {
    return `postgresql://${OWNER}:${encodeURIComponent(this.#directory.pointer.password)}@127.0.0.1:${this.#port}/${database}`
  }

  state(): PartState {
    return this.#state.status !== 'ready' && this.#fullDisk.isRecent ? { status: 'down', detail: NO_ROOM } : this.#state
  }

  async start(): Promise<void> {
    this.#port = await choosePort(this.#directory.pointer.port)
    await this.#run()
    this.#isStarted = true
    await this.#directory.save({ ...this.#directory.pointer, port: this.#port })
  }

  async close(): Promise<void> {
    this.#isClosing = true
    const child = this.#child
    if (child !== null && !hasEnded(child)) {
      const ended = once(child, 'exit')
      child.kill('SIGINT')
      const isEnded = await Promise.race([ended.then(() => true), sleep(STOP_LIMIT_MS, false, { ref: false })])
      if (!isEnded) child.kill('SIGQUIT')
      await ended
    }
    this.#state = { status: 'down', detail: 'stopped' }
    await this.#directory.unlock()
  }

  async #run(): Promise<void> {
    const child = spawnPostgres(this.#binaries, this.#directory, {
      ...postgresSettings(),
      ...this.#options.settings,
      port: String(this.#port),
    })
    this.#child = child
    child.once('error', (error) => this.#options.log.error({ error: error.message }, 'PostgreSQL could not be started'))
    if (child.stderr !== null) createInterface({ input: child.stderr }).on('line', (line) => this.#hear(line))
    await this.#untilReady(child)
    this.#state = { status: 'ready' }
    child.once('exit', (code, signal) => void this.#restart(code, signal))
    // It may have ended between its last answer and the line above.
    if (hasEnded(child)) void this.#restart(child.exitCode, child.signalCode)
  }

  /** Tries for as long as the server runs: the address stays the same, so the pools go on by themselves. */
  async #restart(code: number | null, signal: string | null): Promise<void> {
    if (this.#isClosing || this.#state.status !== 'ready') return
    this.#state = { status: 'down', detail: 'PostgreSQL ended and is being restarted' }
    this.#options.log.error({ code, signal }, 'PostgreSQL ended unexpectedly; restarting it')
    for (let pauseMs = 100; !this.#isClosing; pauseMs = Math.min(pauseMs * 2, LONGEST_RESTART_PAUSE_MS)) {
      try {
        await this.#run()
        this.#options.log.info('PostgreSQL runs again')
        return
      } catch (error) {
        this.#options.log.warn({ error: error instanceof Error ? error.message : String(error) }, 'PostgreSQL does not start yet')
        await sleep(pauseMs)
      }
    }
  }

  async #untilReady(child: ChildProcess): Promise<void> {
    const giveUpAt = performance.now() + START_LIMIT_MS
    for (let pauseMs = 20; performance.now() < giveUpAt; pauseMs = Math.min(pauseMs * 1.5, 250)) {
      await sleep(pauseMs)
      if (!this.#isStarted) this.#options.stopping?.throwIfAborted()
      if (hasEnded(child)) throw new StartRefusal(this.#whyEnded())
      if (await this.#answers()) return
    }
    throw new Error(`PostgreSQL did not accept connections within ${START_LIMIT_MS / 1000} s`)
  }

  /** Makes the product's database in the same breath, the first time. */
  async #answers(): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.urlOf('postgres'), connectionTimeoutMillis: 5_000 })
    client.on('error', () => undefined)
    try {
      await client.connect()
      const present = await client.query('select from pg_database where datname = $1', [DATABASE])
      if (present.rowCount === 0) await client.query(`create database ${DATABASE}`)
      return true
    } catch (error) {
      // Waiting makes a password no better.
      if (!this.#isStarted && sqlState(error) === WRONG_PASSWORD) throw new StartRefusal(this.#directory.wrongPassword, { cause: error })
      this.#options.log.trace({ error: error instanceof Error ? error.message : String(error) }, 'PostgreSQL does not answer yet')
      return false
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  /** In one sentence, for the person who starts the server. */
  #whyEnded(): string {
    const { home } = this.#directory
    if (this.#lastLines.some(saysNoRoom)) return `There is no room on the disk of the database, ${home}; make room and start again.`
    return `The database in ${home} does not start; PostgreSQL says: ${this.#lastLines.join(' | ')}`
  }

  #hear(line: string): void {
    if (saysNoRoom(line)) this.#fullDisk.seen()
    this.#lastLines.push(line)
    if (this.#lastLines.length > 5) this.#lastLines.shift()
    const isExpected = this.#isClosing || line.includes('the database system is starting up')
    const level = !isExpected && /\b(PANIC|FATAL)\b/.test(line) ? 'warn' : 'debug'
    this.#options.log[level]({ line }, 'PostgreSQL')
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null || child.pid === undefined
}
