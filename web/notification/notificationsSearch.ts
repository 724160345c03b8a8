import { oneOf, page, text } from '#web/parts/list/codecs.ts'
import { tableOfPage } from '#web/parts/list/laterSearch.ts'
import { searchTable } from '#web/parts/list/searchTable.ts'

export const NOTIFICATION_TABS = ['open', 'todo', 'history', 'rules', 'sent', 'webhooks', 'mine'] as const
/** Of what was sent: all, what was held back, or what could not be sent. */
export const SENT_SHOWN = ['ALL', 'HELD', 'FAILED'] as const

/** The URL state of the notifications. */
export const NOTIFICATIONS_SEARCH = tableOfPage(
  '/notifications',
  searchTable({
    tab: oneOf(NOTIFICATION_TABS),
    /** The one that an e-mail or a message led to. */
    id: text(),
    /** The company that it is of. */
    company: text(),
    shown: oneOf(SENT_SHOWN),
    page: page(),
  }),
)
