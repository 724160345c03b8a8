import type { CompanyId } from '#engine/ids.ts'
import type { ReportFormat, ReportType } from '#engine/report/reportKind.ts'
import type { Database } from '#server/db/database.ts'
import { writeFile } from '#server/file/fileContent.ts'
import { createWorkerThread } from '#server/jobs/worker/workerThread.ts'
import { createLog } from '#server/log.ts'
import { LAST_LOSS_AT } from './millionLosses.ts'

/** A report, or, without a type, the archive of all data of the company. */
export type AskedFile =
  | { readonly type: null }
  | {
      readonly type: ReportType
      readonly format: ReportFormat
      readonly from: string
      readonly to: string
      readonly shiftStart?: number
      readonly view?: { readonly name: string; readonly search: string }
    }

/** Returns what makes the file of a report the way a job does, in the thread for heavy work, and says how many bytes it has. */
export function createReportMaker({ url, database }: { readonly url: string; readonly database: Database }, companyId: CompanyId) {
  const thread = createWorkerThread({ url, log: createLog('silent') })
  return {
    make: async (asked: AskedFile): Promise<number> => {
      const now = LAST_LOSS_AT + 3_600_000
      const about = { language: 'uk', workCenterIds: null, zone: 'Europe/Kyiv', madeFor: 'Bench' } as const
      const task =
        asked.type === null
          ? ({ name: 'COMPANY_ZIP', companyId, now } as const)
          : ({ name: 'REPORT', companyId, request: { shiftStart: null, ...about, ...asked }, now } as const)
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
