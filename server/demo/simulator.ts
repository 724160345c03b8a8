import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Logger } from '#server/log.ts'

const PROGRAM = fileURLToPath(new URL('../../sim/factory.ts', import.meta.url))
const STOP_LIMIT_MS = 3_000
const SHORTEST_RESTART_PAUSE_MS = 500
const LONGEST_RESTART_PAUSE_MS = 30_000
/** After this long without dying it counts as well again. */
const HEALTHY_AFTER_MS = 60_000

const messageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), percent: z.number() }),
  z.object({ kind: z.literal('live') }),
  z.object({ kind: z.literal('trouble'), text: z.string() }),
])

export type SimulatorOptions = { readonly args: readonly string[]; readonly log: Logger; readonly onProgress: (percent: number) => void }

/** The simulated factory as a process of its own: it signs in and publishes like any device, and a fault of it is none of the server's. */
export class Simulator {
  readonly #options: SimulatorOptions
  #child: ChildProcess | null = null
  #isClosing = false
  readonly #closing = new AbortController()

  constructor(options: SimulatorOptions) {
    this.#options = options
  }

  start(): void {
    void this.#keepRunning()
  }

  async close(): Promise<void> {
    this.#isClosing = true
    this.#closing.abort()
    const child = this.#child
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    const isEnded = await Promise.race([ended.then(() => true), sleep(STOP_LIMIT_MS, false, { ref: false })])
    if (!isEnded) child.kill('SIGKILL')
    await ended
  }

  async #keepRunning(): Promise<void> {
    let pauseMs = SHORTEST_RESTART_PAUSE_MS
    while (!this.#isClosing) {
      const startedAt = performance.now()
      const end = await this.#runOnce()
      if (this.#isClosing) return
      if (performance.now() - startedAt > HEALTHY_AFTER_MS) pauseMs = SHORTEST_RESTART_PAUSE_MS
      this.#options.log.warn({ end, pauseMs }, 'the simulated factory ended; starting it again')
      await sleep(pauseMs, undefined, { signal: this.#closing.signal }).catch(() => undefined)
      pauseMs = Math.min(pauseMs * 2, LONGEST_RESTART_PAUSE_MS)
    }
  }

  async #runOnce(): Promise<string> {
    // Its end of the channel closes when this process ends in whatever way, and then it ends too.
    const child = fork(PROGRAM, [...this.#options.args], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
    this.#child = child
    let lastWords = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      lastWords = (lastWords + text).slice(-2_000)
    })
    child.on('message', (message) => this.#hear(message))
    return new Promise((resolve) => {
      child.once('error', (error) => resolve(error.message))
      child.once('exit', (code, signal) => resolve([`${signal ?? code ?? ''}`, lastWords.trim()].filter(Boolean).join(': ')))
    })
  }

  #hear(message: unknown): void {
    const parsed = messageSchema.safeParse(message)
    if (!parsed.success) return
    switch (parsed.data.kind) {
      case 'progress':
        this.#options.onProgress(parsed.data.percent)
        return
      case 'live':
        this.#options.onProgress(100)
        this.#options.log.info('the simulated factory is live')
        return
      case 'trouble':
        this.#options.log.warn({ detail: parsed.data.text }, 'the simulated factory has trouble')
    }
  }
}
