import { AUDIT_ACTIONS } from '#engine/access/auditActions.ts'
import { columnsOf, date, oneOf, optionOf, page, sortOf, uuid } from '#web/parts/list/codecs.ts'
import { tableOfPage } from '#web/parts/list/laterSearch.ts'
import { searchTable } from '#web/parts/list/searchTable.ts'

export const RANGES = ['all', 'today', 'last7days', 'last30days', 'dates'] as const
export type AuditRange = (typeof RANGES)[number]

/** Columns of the log that can be left out; what was done always stands. */
export const AUDIT_COLUMNS = ['at', 'user', 'details'] as const

/** The URL state of the audit log. */
export const AUDIT_SEARCH = tableOfPage(
  '/audit',
  searchTable({
    user: uuid(),
    action: optionOf(AUDIT_ACTIONS),
    range: oneOf(RANGES),
    /** Local dates, both included, of the range `dates`; empty where it is open. */
    from: date(),
    to: date(),
    sort: sortOf(['at'], '-at'),
    page: page(),
    cols: columnsOf(AUDIT_COLUMNS),
  }),
)
export type AuditSearch = ReturnType<typeof AUDIT_SEARCH.read>
