import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/** Whether the database is there and says nothing: frozen, or on a machine that is gone without a word. */
export type Silence = {
  readonly isSilent: boolean
  /** Calls back at each change; returns how to stop that. */
  subscribe(listener: (isSilent: boolean) => void): () => void
}

/** A database that nobody watches counts as answering. */
export const NEVER_SILENT: Silence = { isSilent: false, subscribe: () => () => undefined }

const ASK_EVERY_MS = 400
/** With the pause before, whoever waits hears of it within two seconds. */
const ANSWER_LIMIT_MS = 1_200
/** A question that nobody answers for so long is asked again on a connection of its own. */
const GIVE_UP_MS = 5_000

/** Asks the database for a sign of life on a connection of its own, where no long statement is in the way. */
export class SilenceWatch implements Silence {
  readonly #connect: () => Promise<pg.Client>
  readonly #listeners = new Set<(isSilent: boolean) => void>()
  readonly #done: Promise<void>
  #client: pg.Client | null = null
  #isSilent = false
  #isEnded = false

  constructor(connect: () => Promise<pg.Client>) {
    this.#connect = connect
    this.#done = this.#watch()
  }

  get isSilent(): boolean {
    return this.#isSilent
  }

  subscribe(listener: (isSilent: boolean) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  async close(): Promise<void> {
    this.#isEnded = true
    await this.#done
    await this.#client?.end().catch(() => undefined)
  }

  async #watch(): Promise<void> {
    while (!this.#isEnded) {
      const asked = this.#ask()
      // A busy main loop hears the clock before the answer that came meanwhile, so it looks twice.
      const soon =
        (await within(asked, ANSWER_LIMIT_MS)) ??
        (await within(
          nextTurn().then(() => asked),
          50,
        ))
      if (soon !== true) this.#tell(true)
      const isHeard = soon ?? (await within(asked, GIVE_UP_MS))
      if (isHeard === true) this.#tell(false)
      else this.#drop()
      await sleep(ASK_EVERY_MS, undefined, { ref: false })
    }
  }

  /** Resolves with whether anything was heard: an answer, or that the database is away, which the statements themselves tell. */
  async #ask(): Promise<boolean> {
    try {
      const client = (this.#client ??= await this.#connect())
      await client.query('select 1')
      return true
    } catch (error) {
      this.#drop()
      return !(error instanceof Error && /timeout/i.test(error.message))
    }
  }

  #drop(): void {
    void this.#client?.end().catch(() => undefined)
    this.#client = null
  }

  #tell(isSilent: boolean): void {
    if (this.#isSilent === isSilent || this.#isEnded) return
    this.#isSilent = isSilent
    for (const listener of this.#listeners) listener(isSilent)
  }
}

/** Returns the answer, or undefined when it does not come in time. */
async function within(answer: Promise<boolean>, limitMs: number): Promise<boolean | undefined> {
  return await Promise.race([answer, sleep(limitMs, undefined, { ref: false })])
}
