import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Logger } from '#server/log.ts'
import type { FromThread, Task, ToThread } from './messages.ts'

export type RunOptions = { readonly signal: AbortSignal; readonly onProgress?: (percent: number) => void }

/** One warm thread for heavy work, which does one task at a time. */
export type WorkerThread = {
  /** Returns the pieces of the result as they come; throws when the task fails, is cancelled, or the thread dies. The next task gets a new thread then. */
  run(task: Task, options: RunOptions): AsyncGenerator<Uint8Array>
  close(): Promise<void>
}

/** Memory of the thread; a task that needs more ends the thread, and nothing else. */
const MEMORY_MB = 512
/** A cancelled task that does not listen is ended with its thread. */
const CANCEL_LIMIT_MS = 5_000

/** Returns the thread, which is started by the first task and stays. */
export function createWorkerThread(deps: {
  readonly url: string
  readonly log: Logger
  readonly memoryMb?: number
  readonly cancelLimitMs?: number
}): WorkerThread {
  const { url, log, memoryMb = MEMORY_MB, cancelLimitMs = CANCEL_LIMIT_MS } = deps
  let thread: Worker | null = null
  let turn: Promise<void> = Promise.resolve()
  const started = (): Worker => {
    if (thread !== null) return thread
    const made = new Worker(join(import.meta.dirname, 'threadMain.ts'), {
      workerData: { url },
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      name: 'heavy work',
    })
    made.unref()
    made.on('error', (error) => log.error({ err: error }, 'the thread for heavy work died'))
    made.on('exit', () => {
      if (thread === made) thread = null
    })
    return (thread = made)
  }
  return {
    run: async function* (task, options) {
      const { promise: done, resolve } = Promise.withResolvers<void>()
      const before = turn
      turn = before.then(() => done)
      try {
        await before
        options.signal.throwIfAborted()
        yield* perform(started(), task, { ...options, cancelLimitMs })
      } finally {
        resolve()
      }
    },
    close: async () => void (await thread?.terminate()),
  }
}

async function* perform(
  thread: Worker,
  task: Task,
  { signal, onProgress, cancelLimitMs }: RunOptions & { readonly cancelLimitMs: number },
): AsyncGenerator<Uint8Array> {
  const waiting: FromThread[] = []
  let wake: () => void = () => undefined
  const hear = (message: FromThread): void => {
    waiting.push(message)
    wake()
  }
  const die = (error?: unknown): void =>
    hear({ type: 'FAILED', message: error instanceof Error ? `the thread died: ${error.message}` : 'the thread ended' })
  const send = (message: ToThread): void => thread.postMessage(message)
  let killing: NodeJS.Timeout | undefined
  const cancel = (): void => {
    send({ type: 'CANCEL' })
    killing = setTimeout(() => void thread.terminate(), cancelLimitMs)
  }
  let isOver = false
  thread.on('message', hear).on('error', die).on('exit', die)
  signal.addEventListener('abort', cancel, { once: true })
  try {
    send({ type: 'RUN', task })
    for (;;) {
      const message = waiting.shift()
      if (message === undefined) {
        await new Promise<void>((resolve) => (wake = resolve))
      } else if (message.type === 'CHUNK') {
        yield message.bytes
        send({ type: 'MORE' })
      } else if (message.type === 'PROGRESS') {
        onProgress?.(message.percent)
      } else {
        isOver = true
        if (message.type === 'DONE') return
        signal.throwIfAborted()
        throw new Error(message.message)
      }
    }
  } finally {
    clearTimeout(killing)
    signal.removeEventListener('abort', cancel)
    thread.off('message', hear).off('error', die).off('exit', die)
    // Who stops listening in the middle leaves a task behind, which nobody is to mistake for the next one.
    if (!isOver) await thread.terminate()
  }
}
