import { ids, oneOf, text } from '#web/parts/list/codecs.ts'
import { tableOfPage } from '#web/parts/list/laterSearch.ts'
import { searchTable } from '#web/parts/list/searchTable.ts'

export const SHOWN_REASONS = ['all', 'inUse', 'hidden'] as const

/** The URL state of the loss reasons. */
export const REASONS_SEARCH = tableOfPage(
  '/loss-reasons',
  searchTable({
    q: text(),
    show: oneOf(SHOWN_REASONS),
    /** The open reason, or a new one. */
    id: ids({ or: 'new' }),
  }),
)
export type ReasonsSearch = ReturnType<typeof REASONS_SEARCH.read>
