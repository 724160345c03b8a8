import { NOTIFICATION_TYPES } from '#engine/notification/notificationType.ts'
import { date, ids, listOf, oneOf, optionOf, page, text } from '#web/parts/list/codecs.ts'
import { tableOfPage } from '#web/parts/list/laterSearch.ts'
import { searchTable } from '#web/parts/list/searchTable.ts'
import type { Search } from '#web/parts/list/searchTable.ts'

export const NOTIFICATION_TABS = ['open', 'todo', 'history', 'rules', 'sent', 'webhooks', 'mine'] as const
/** Of what was sent: all, what was held back, or what could not be sent. */
export const SENT_SHOWN = ['ALL', 'HELD', 'FAILED'] as const

/** What the inbox can be narrowed to: the first three of what goes on, the others of the history. */
const INBOX_STATES = ['unread', 'untaken', 'taken', 'over', 'retracted', 'away'] as const
export type InboxState = (typeof INBOX_STATES)[number]

const CODECS = {
  tab: oneOf(NOTIFICATION_TABS),
  /** The one that an e-mail or a message led to. */
  id: text(),
  /** The company that it is of. */
  company: text(),
  state: optionOf(INBOX_STATES),
  type: listOf(NOTIFICATION_TYPES),
  wc: ids(),
  from: date(),
  to: date(),
  shown: oneOf(SENT_SHOWN),
  page: page(),
}

export type NotificationsSearch = Search<typeof CODECS>

/** The URL state of the notifications. */
export const NOTIFICATIONS_SEARCH = tableOfPage('/notifications', searchTable(CODECS))
