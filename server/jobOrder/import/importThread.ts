import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Logger } from '#server/log.ts'
import type { Problem } from '#engine/result.ts'
import { Refusal } from '#server/refusal.ts'
import type { ImportDone, ImportRunner, ImportTask } from './importTask.ts'

/** From the main loop to the thread, and back. */
export type ToImportThread = { readonly task: ImportTask }
export type FromImportThread =
  | { readonly type: 'PROGRESS'; readonly done: number }
  | { readonly type: 'DONE'; readonly done: ImportDone }
  | { readonly type: 'REFUSED'; readonly problem: Problem; readonly others: readonly Problem[] }
  | { readonly type: 'FAILED'; readonly message: string }

/** A file that needs more memory ends the thread, and nothing else. */
const MEMORY_MB = 256
/** A thread that had nothing to do for so long is ended: imports are rare. */
const IDLE_MS = 60_000

/** Files are read, checked and applied beside the main loop, one after the other; returns what runs them, and what ends the thread. */
export function createImportThread({ url, log }: { readonly url: string; readonly log: Logger }): {
  readonly run: ImportRunner
  close(): Promise<void>
} {
  let thread: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  let turn: Promise<unknown> = Promise.resolve()
  const started = (): Worker => {
    clearTimeout(idle)
    if (thread !== null) return thread
    const made = new Worker(join(import.meta.dirname, '../../importThread.ts'), {
      workerData: { url },
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
      name: 'imports',
    })
    made.unref()
    made.on('error', (error) => log.error({ err: error }, 'the thread of imports died'))
    made.on('exit', () => {
      if (thread === made) thread = null
    })
    return (thread = made)
  }
  const rest = (): void => {
    idle = setTimeout(() => void thread?.terminate(), IDLE_MS)
    idle.unref()
  }
  const run: ImportRunner = (task, onProgress) => {
    const result = turn.then(() => perform(started(), task, onProgress)).finally(rest)
    turn = result.catch(() => undefined)
    return result
  }
  return {
    run,
    close: async () => {
      clearTimeout(idle)
      await thread?.terminate()
    },
  }
}

async function perform(thread: Worker, task: ImportTask, onProgress: (done: number) => void): Promise<ImportDone> {
  const { promise, resolve, reject } = Promise.withResolvers<ImportDone>()
  const hear = (message: FromImportThread): void => {
    if (message.type === 'PROGRESS') onProgress(message.done)
    else if (message.type === 'DONE') resolve(message.done)
    else reject(message.type === 'REFUSED' ? new Refusal(message.problem, { others: message.others }) : new Error(message.message))
  }
  const die = (error?: unknown): void => {
    // A file that takes more memory than it may is too large.
    const isFull = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    reject(
      isFull
        ? new Refusal({ code: 'IMPORT_TOO_LARGE', params: { what: 'UNPACKED', max: MEMORY_MB } })
        : new Error('the thread of imports ended'),
    )
  }
  thread.on('message', hear).on('error', die).on('exit', die)
  try {
    thread.postMessage({ task } satisfies ToImportThread)
    return await promise
  } finally {
    thread.off('message', hear).off('error', die).off('exit', die)
  }
}
