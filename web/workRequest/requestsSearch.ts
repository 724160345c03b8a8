import { WORK_REQUEST_STATUSES } from '#engine/workRequest/workRequestStatus.ts'
import { columnsOf, flag, ids, listOf, oneOf, page, sortOf, text } from '#web/parts/list/codecs.ts'
import { tableOfPage } from '#web/parts/list/laterSearch.ts'
import { searchTable } from '#web/parts/list/searchTable.ts'

/** Columns that can be left out; what is asked for always stands. */
export const REQUEST_COLUMNS = ['status', 'workCenter', 'responsible', 'due', 'created', 'act'] as const

/** The URL state of the work requests. */
export const REQUESTS_SEARCH = tableOfPage(
  '/work-requests',
  searchTable({
    view: oneOf(['board', 'table']),
    q: text(),
    wc: ids(),
    /** None = the open ones and those that are done. */
    status: listOf(WORK_REQUEST_STATUSES),
    mine: flag(),
    late: flag(),
    sort: sortOf(['due', 'created', 'status'], 'due'),
    page: page(),
    cols: columnsOf(REQUEST_COLUMNS),
    /** The open request, or a new one. */
    id: ids({ or: 'new' }),
    /** The loss that a new one comes from. */
    loss: ids({ most: 1 }),
    /** The notification that a new one is because of. */
    notice: text(),
    /** The work center of what a new one comes from. */
    place: ids({ most: 1 }),
  }),
)
export type RequestsSearch = ReturnType<typeof REQUESTS_SEARCH.read>

export const NO_REQUEST_FILTERS = { q: '', wc: [], status: [], mine: false, late: false, page: 1 } as const
export const NO_OPEN_REQUEST = { id: [], loss: [], notice: '', place: [] } as const
