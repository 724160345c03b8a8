import { SUPPORT_STATUSES } from '#engine/support/supportRequest.ts'
import { ids, oneOf, text } from '#web/parts/list/codecs.ts'
import { tableOfPage } from '#web/parts/list/laterSearch.ts'
import { searchTable } from '#web/parts/list/searchTable.ts'

/** The URL state of the questions to the provider; `inbox` is for the provider's people. */
export const SUPPORT_SEARCH = tableOfPage(
  '/support',
  searchTable({
    tab: oneOf(['mine', 'inbox']),
    /** The open question; at most one. */
    id: ids({ most: 1 }),
    /** Words of the questions that are shown, and their status. */
    q: text(),
    status: oneOf(['', ...SUPPORT_STATUSES]),
    /** What the form is for: `offer` of the billing and the services. */
    ask: oneOf(['', 'offer']),
    /** What the form begins with: the question that nobody could answer. */
    text: text(),
    /** The machine of the page that the question came from, by its device. */
    place: text(),
  }),
)
