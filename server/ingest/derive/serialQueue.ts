import type { Client } from 'pg'
import type { Logger } from '#server/log.ts'

/**
 * Of two transactions in a deadlock the cancelled one runs again. So does one that met a new annotation of the same time (an exclusion constraint):
 * the next attempt sees it.
 */
const TRANSIENT_CODES: ReadonlySet<unknown> = new Set(['40P01', '40001', '23P01'])
const MAX_ATTEMPTS = 5

/** One connection on which the transactions of derived state and sample chunks run one after another. */
export class SerialQueue {
  readonly client: Client
  readonly #log: Logger
  readonly #onFailed: (error: unknown) => void
  #last: Promise<void> = Promise.resolve()
  /** What runs before all that waits. */
  readonly #soon: (() => Promise<void>)[] = []
  #isBroken = false

  constructor(client: Client, log: Logger, onFailed: (error: unknown) => void) {
    this.client = client
    this.#log = log
    this.#onFailed = onFailed
  }

  /** Runs the work after all that was handed in before; a failure breaks the queue, and the owner loads everything again. */
  run(work: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(async () => {
      await this.between()
      await this.#attempt(work)
    })
    return this.#last
  }

  /** Runs the work before all that waits, also between the pieces of what runs. */
  runSoon(work: () => Promise<void>): Promise<void> {
    const done = Promise.withResolvers<void>()
    this.#soon.push(() => this.#attempt(work).then(done.resolve))
    void this.run(() => Promise.resolve())
    return done.promise
  }

  /** Lets what cannot wait run now; long work calls it between its pieces, outside of a transaction. */
  async between(): Promise<void> {
    for (let next = this.#soon.shift(); next !== undefined; next = this.#soon.shift()) await next()
  }

  async #attempt(work: () => Promise<void>): Promise<void> {
    if (this.#isBroken) return
    try {
      await work()
    } catch (error) {
      this.break(error)
    }
  }

  /** Runs the statements in one transaction, again when it only met another one's locks. */
  async transaction(work: () => Promise<void>): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.client.query('begin')
        await work()
        await this.client.query('commit')
        return
      } catch (error) {
        await this.client.query('rollback').catch(() => undefined)
        if (attempt >= MAX_ATTEMPTS || !isTransient(error)) throw error
        this.#log.info({ attempt }, 'a transaction of derived state is done again after a conflict')
      }
    }
  }

  /** Refuses everything from now on. */
  break(error: unknown): void {
    if (this.#isBroken) return
    this.#isBroken = true
    this.#onFailed(error)
  }

  /** Lets what was handed in finish and refuses the rest. */
  async end(): Promise<void> {
    await this.#last
    this.#isBroken = true
  }
}

function isTransient(error: unknown): boolean {
  return error instanceof Error && 'code' in error && TRANSIENT_CODES.has(error.code)
}
