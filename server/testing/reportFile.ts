import type { CompanyId } from '#engine/ids.ts'
import type { ReportFormat, ReportType } from '#engine/report/reportKind.ts'
import type { Database } from '#server/db/database.ts'
import { writeFile } from '#server/file/fileContent.ts'
import { createWorkerThread } from '#server/jobs/worker/workerThread.ts'
import { createLog } from '#server/log.ts'
import { LAST_LOSS_AT } from './millionLosses.ts'

export type AskedFile = { readonly type: ReportType; readonly format: ReportFormat; readonly from: string; readonly to: string }

/** Returns what makes the file of a report the way a job does, in the thread for heavy work, and says how many bytes it has. */
export function createReportMaker({ url, database }: { readonly url: string; readonly database: Database }, companyId: CompanyId) {
  const thread = createWorkerThread({ url, log: createLog('silent') })
  return {
    make: async (asked: AskedFile): Promise<number> => {
      const request = { ...asked, language: 'uk', shiftStart: null, workCenterIds: null, zone: 'Europe/Kyiv', madeFor: 'Bench' } as const
      const task = { name: 'REPORT', companyId, request, now: LAST_LOSS_AT + 3_600_000 } as const
      const pieces = thread.run(task, { signal: new AbortController().signal })
      const file = {
        kind: 'PRINT',
        name: 'report',
        contentType: 'application/octet-stream',
        userId: null,
        needs: { action: 'READ', subject: 'LOSSES' },
      } as const
      return (await writeFile({ database }, companyId, file, pieces)).size
    },
    close: () => thread.close(),
  }
}
