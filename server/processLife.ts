import { flushCompileCache } from 'node:module'
import type { Logger } from '#server/log.ts'
import { StartRefusal } from '#server/refusal.ts'

export type Running = { close(): Promise<void> }

/** All parts have this long to end; then the process ends without them. */
const STOP_LIMIT_MS = 10_000
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Runs the result of `start` until a signal or `stop`. Exits with 0 after a clean stop; with 1 after a refusal (printed as one sentence), an
 * uncaught error, or parts that do not end in time. A start hears of a signal by `stopping`, gives up what it has begun and throws the signal's reason.
 */
export async function live(
  log: () => Logger | null,
  start: (stopping: AbortSignal) => Promise<Running>,
  stop?: Promise<void>,
): Promise<void> {
  process.once('uncaughtException', (error) => fail(log(), error))
  process.once('unhandledRejection', (reason) => fail(log(), reason))
  const stopping = new AbortController()
  const asked = new Promise<void>((resolve) => {
    for (const signal of SIGNALS) process.on(signal, () => resolve())
    void stop?.then(resolve)
  }).then(() => {
    log()?.info('stopping')
    setTimeout(() => fail(log(), new Error(`the parts did not end within ${STOP_LIMIT_MS / 1000} s`)), STOP_LIMIT_MS)
    stopping.abort()
  })
  try {
    const running = await start(stopping.signal)
    // Where NODE_COMPILE_CACHE names a folder, the next start compiles less, even if this process is killed.
    flushCompileCache()
    await asked
    await running.close()
    process.exit(0)
  } catch (error) {
    if (stopping.signal.aborted && error === stopping.signal.reason) process.exit(0)
    fail(log(), error)
  }
}

function fail(log: Logger | null, error: unknown): never {
  if (error instanceof StartRefusal) process.stderr.write(`trueline: ${error.message}\n`)
  else if (log === null) process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  else log.fatal({ err: error }, 'the server ends because of an error')
  process.exit(1)
}
