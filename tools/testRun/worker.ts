/**
 * A process that runs test files one after the other, as the run hands them out. Each file is imported into a suite of its own: its hooks hold for its
 * own tests, and a file that cannot be imported fails under its name. What a file changed in the process is put back before the next.
 */
import { after, describe, mock } from 'node:test'
import { flushCompileCache } from 'node:module'
import { resolve as absolute } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FromWorker, ToWorker } from './message.ts'

/** After it, a process that has nothing left to do says what keeps it alive. */
const END_LIMIT_MS = 10_000

const environment = { ...process.env }
let isBusy: Promise<void> = Promise.resolve()

process.on('message', (message: ToWorker) => {
  isBusy = isBusy.then(() => (message === 'end' ? end() : runFile(message.run)))
})

/** Meanwhile the channel keeps nothing alive: a process whose tests all have other names than the one asked for ends by itself. */
async function runFile(path: string): Promise<void> {
  process.send?.({ took: path } satisfies FromWorker)
  process.channel?.unref()
  await new Promise<void>((resolve) => {
    void describe(path, async () => {
      try {
        await import(pathToFileURL(absolute(path)).href)
      } finally {
        after(() => resolve())
      }
    })
  })
  process.channel?.ref()
  flushCompileCache()
  mock.reset()
  restoreEnvironment()
}

function restoreEnvironment(): void {
  for (const name of Object.keys(process.env)) if (environment[name] === undefined) delete process.env[name]
  Object.assign(process.env, environment)
}

function end(): void {
  process.disconnect?.()
  setTimeout(() => {
    process.stderr.write(`still open: ${process.getActiveResourcesInfo().join(', ')}\n`)
  }, END_LIMIT_MS).unref()
}
