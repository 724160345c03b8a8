import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { ROOT } from '../sourceTree.ts'
import type { FileReport, FromWorker, ToWorker } from './message.ts'

export type WorkerOptions = {
  /** Options of Node, such as `--test-name-pattern=…`. */
  readonly nodeOptions: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

/** Compiled modules of all processes of a run, and of later runs: each starts with the code of the whole server. */
const COMPILE_CACHE = join(ROOT, 'node_modules/.cache/compiled')
/** Longer than a process takes that has nothing left to do. */
const END_LIMIT_MS = 30_000
const WORKER = join(import.meta.dirname, 'worker.ts')
const REPORTER = join(import.meta.dirname, 'fileReporter.ts')
const SEED = join(import.meta.dirname, '../fixedSeed.ts')

/** A process that runs test files one at a time. A process that dies, hangs or does not end is a failed test with the name of its file. */
export class WorkerProcess {
  readonly #child: ChildProcess
  readonly #exited: Promise<unknown>
  readonly #isNamed: boolean
  readonly #done: string[] = []
  #output = ''
  #taken = ''
  #lastBegun: string | null = null
  #failures = 0
  #onReport: (report: FileReport) => void = () => undefined

  constructor({ nodeOptions, environment }: WorkerOptions) {
    this.#isNamed = nodeOptions.length > 0
    this.#child = fork(WORKER, {
      cwd: ROOT,
      execArgv: ['--import', SEED, `--test-reporter=${REPORTER}`, '--test-reporter-destination=stdout', ...nodeOptions],
      env: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    this.#exited = once(this.#child, 'close')
    for (const stream of [this.#child.stdout, this.#child.stderr]) stream?.on('data', (part: Buffer) => (this.#output += part.toString()))
    this.#child.on('message', (message: FromWorker) => this.#hear(message))
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  /**
   * Returns the report of the file. It is `not taken` when the process had ended before, and `none` when tests were asked for by name and the file has
   * no test of that name.
   */
  async run(path: string, limitMs: number): Promise<FileReport | 'not taken' | 'none'> {
    const reported = new Promise<FileReport>((resolve) => (this.#onReport = resolve))
    const startedAt = performance.now()
    this.#lastBegun = null
    this.#send({ run: path })
    const outcome = await this.#first(reported, limitMs)
    if (typeof outcome !== 'string') {
      this.#done.push(path)
      return this.#counted({ ...outcome, text: `${this.#takeOutput()}${outcome.text}` })
    }
    if (outcome === 'late') await this.#kill()
    else if (this.#taken !== path && this.#done.length > 0) return 'not taken'
    else if (this.#child.exitCode === 0 && this.#isNamed && this.#lastBegun === null) return 'none'
    const reason = outcome === 'late' ? `did not end within ${limitMs / 1000} s` : `its process ended with ${this.#ending()}`
    return this.#counted(failure(path, `${reason}; last in: ${this.#lastBegun}${this.#before()}`, this.#takeOutput(), startedAt))
  }

  /** Ends the process when its last file is done; returns a failed report when it does not end, or not well. */
  async end(): Promise<FileReport | null> {
    const startedAt = performance.now()
    this.#send('end')
    const outcome = await this.#first(new Promise<never>(() => undefined), END_LIMIT_MS)
    if (outcome === 'late') await this.#kill()
    else if (this.#child.exitCode === 0 || (this.#failures > 0 && this.#child.exitCode === 1)) return null
    const reason =
      outcome === 'late' ? 'something stayed open, so that the process did not end' : `the process ended with ${this.#ending()}`
    const path = this.#done.join(', ')
    return failure(path, reason, this.#takeOutput(), startedAt)
  }

  /** Resolves with the answer, or with `ended` when the process has ended without it, or with `late` after the limit. */
  async #first<T>(answer: Promise<T>, limitMs: number): Promise<T | 'ended' | 'late'> {
    const limit = Promise.withResolvers<'late'>()
    const timer = setTimeout(() => limit.resolve('late'), limitMs)
    // What it has sent before its end arrives first.
    const ended = this.#exited.then(() => 'ended' as const)
    const outcome = await Promise.race([answer, limit.promise, ended])
    clearTimeout(timer)
    return outcome
  }

  #hear(message: FromWorker): void {
    // What the file printed before its report came through another pipe, which is read in the same round of the event loop.
    if ('ended' in message) setImmediate(() => this.#onReport(message.ended))
    else if ('took' in message) this.#taken = message.took
    else this.#lastBegun = message.began
  }

  #counted(report: FileReport): FileReport {
    this.#failures += report.failed
    return report
  }

  /** The process may end while a message is on its way to it; that it has ended is seen elsewhere. */
  #send(message: ToWorker): void {
    if (this.#child.connected) this.#child.send(message, () => undefined)
  }

  #ending(): string {
    return this.#child.signalCode ?? `exit code ${this.#child.exitCode}`
  }

  /** Files that shared the process may have changed something in it. */
  #before(): string {
    return this.#done.length === 0 ? '' : `\nbefore it in the same process: ${this.#done.join(', ')}`
  }

  #takeOutput(): string {
    const output = this.#output
    this.#output = ''
    return output
  }

  async #kill(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.#exited
  }
}

function failure(path: string, reason: string, output: string, startedAt: number): FileReport {
  const text = `${output}✖ ${path}\n  ${reason}\n`
  return { path, text, failures: text, passed: 0, failed: 1, skipped: 0, ms: performance.now() - startedAt }
}
