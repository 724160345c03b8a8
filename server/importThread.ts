/** The thread of imports: it reads files, checks and applies them on connections of its own. */
import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { openDatabase } from '#server/db/database.ts'
import { performImportTask } from '#server/jobOrder/import/importTask.ts'
import type { FromImportThread, ToImportThread } from '#server/jobOrder/import/importThread.ts'
import { Refusal } from '#server/refusal.ts'
import { readShiftTimes } from '#server/shift/shiftTimes.ts'

const port = parentPort
if (port === null) throw new Error('this file is run as a thread')
const database = await openDatabase({ url: z.object({ url: z.string() }).parse(workerData).url, poolSize: 2 })
const say = (message: FromImportThread): void => port.postMessage(message)

port.on('message', ({ task }: ToImportThread) => {
  performImportTask({ database, shiftTimes: readShiftTimes }, task, (done) => say({ type: 'PROGRESS', done })).then(
    (done) => say({ type: 'DONE', done }),
    (error: unknown) => say(failure(error)),
  )
})

function failure(error: unknown): FromImportThread {
  if (!(error instanceof Refusal))
    return { type: 'FAILED', message: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  const { code, field, params, others } = error
  return { type: 'REFUSED', problem: { code, params, ...(field !== undefined && { field }) }, others }
}
