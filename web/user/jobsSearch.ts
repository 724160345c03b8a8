import { columnsOf, optionOf, page, sortOf } from '#web/parts/list/codecs.ts'
import { tableOfPage } from '#web/parts/list/laterSearch.ts'
import { searchTable } from '#web/parts/list/searchTable.ts'

/** Kinds of jobs that belong to a company. */
export const JOB_KINDS = ['EMAIL', 'CALIBRATION', 'CHECKLIST_PRINT', 'COMPANY_EXPORT', 'EXPORT', 'REPORT', 'REPORT_PLAN'] as const
export const JOB_STATES = ['WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'] as const

/** Columns of the jobs that can be left out; what the job is always stands. */
export const JOB_COLUMNS = ['state', 'tries', 'added', 'time'] as const

/** The URL state of the background jobs. */
export const JOBS_SEARCH = tableOfPage(
  '/jobs',
  searchTable({
    kind: optionOf(JOB_KINDS),
    state: optionOf(JOB_STATES),
    sort: sortOf(['added'], '-added'),
    page: page(),
    cols: columnsOf(JOB_COLUMNS),
  }),
)
export type JobsSearch = ReturnType<typeof JOBS_SEARCH.read>
