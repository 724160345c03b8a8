/** The thread for heavy work: it reads from the database by itself and hands the result to the main loop in pieces. */
import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { openDatabase } from '#server/db/database.ts'
import { writeRunPdf } from '#server/report/checklistRun/writeRunPdf.ts'
import { writeCompanyZip } from '#server/companyExport/writeCompanyZip.ts'
import { writeReport } from '#server/report/writeReport.ts'
import { writeAuditCsv } from './auditCsv.ts'
import type { FaultTask, FromThread, Task, TaskContext, ToThread } from './messages.ts'
import { WINDOW } from './messages.ts'

const port = parentPort
if (port === null) throw new Error('this file is run as a thread')
const database = await openDatabase({ url: z.object({ url: z.string() }).parse(workerData).url, poolSize: 2 })
const say = (message: FromThread, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer)

let isCancelled = false
let onTheirWay = 0
let onMore: () => void = () => undefined

const context: TaskContext = {
  check: () => {
    if (isCancelled) throw new Error('cancelled')
  },
  progress: (percent) => say({ type: 'PROGRESS', percent }),
  emit: async (bytes) => {
    while (onTheirWay >= WINDOW && !isCancelled) await new Promise<void>((resolve) => (onMore = resolve))
    context.check()
    onTheirWay++
    say({ type: 'CHUNK', bytes }, [bytes.buffer])
  },
}

port.on('message', (message: ToThread) => {
  if (message.type === 'MORE') onTheirWay--
  if (message.type === 'CANCEL') isCancelled = true
  if (message.type === 'RUN') void run(message.task)
  else onMore()
})

async function run(task: Task): Promise<void> {
  isCancelled = false
  onTheirWay = 0
  try {
    await perform(task)
    say({ type: 'DONE' })
  } catch (error) {
    say({ type: 'FAILED', message: error instanceof Error ? error.message : String(error) })
  }
}

async function perform(task: Task): Promise<void> {
  switch (task.name) {
    case 'AUDIT_CSV':
      return await writeAuditCsv(database, task, context)
    case 'CHECKLIST_PDF':
      return await writeRunPdf(database, task, context)
    case 'COMPANY_ZIP':
      return await writeCompanyZip(database, task, context)
    case 'REPORT':
      return await writeReport(database, task, context)
    case 'FAULT':
      return breakDown(task)
  }
}

function breakDown({ fault }: FaultTask): void {
  if (fault === 'THROW') throw new Error('as asked')
  if (fault === 'EXIT') process.exit(3)
  const kept: number[][] = []
  for (;;) if (fault === 'MEMORY') kept.push(Array.from({ length: 10_000 }, (_none, at) => at + kept.length))
}
