import { DAY_MS } from '#engine/time/durations.ts'
import type { NotificationFilterInput } from '#web/api/generated/graphql.ts'
import { startOfDay } from '#web/parts/period/zoneDay.ts'
import type { InboxState, NotificationsSearch } from './notificationsSearch.ts'

export type InboxTab = 'HISTORY' | 'OPEN'

/** Which states each tab can be narrowed to. */
export const STATES_OF_TAB = {
  OPEN: ['unread', 'untaken', 'taken'],
  HISTORY: ['over', 'retracted', 'away'],
} as const satisfies Readonly<Record<InboxTab, readonly InboxState[]>>

const FILTER_OF_STATE = {
  unread: { isRead: false },
  untaken: { isAcknowledged: false },
  taken: { isAcknowledged: true },
  over: { states: ['RESOLVED'] },
  retracted: { states: ['RETRACTED'] },
  away: { states: ['OPEN'] },
} as const satisfies Readonly<Record<InboxState, NotificationFilterInput>>

/** As many days as may be asked for, where only one date is given. */
const MOST_DAYS = 366

export type InboxSearch = Pick<NotificationsSearch, 'from' | 'state' | 'to' | 'type' | 'wc'>
export const NO_INBOX_FILTERS = { state: '', type: [], wc: [], from: '', to: '' } as const satisfies InboxSearch

/** Returns what is asked for by the filters in the address; days are those of the viewer, both included. A state of the other tab means nothing. */
export function inboxFilter(tab: InboxTab, { state, type, wc, from, to }: InboxSearch, timeZone: string): NotificationFilterInput {
  const ofTab = STATES_OF_TAB[tab].find((one) => one === state)
  return {
    tab,
    ...(ofTab !== undefined && FILTER_OF_STATE[ofTab]),
    ...(type.length > 0 && { types: [...type] }),
    ...(wc.length > 0 && { workCenterIds: [...wc] }),
    ...((from !== '' || to !== '') && { period: periodOf({ from, to }, timeZone) }),
  }
}

function periodOf({ from, to }: Pick<InboxSearch, 'from' | 'to'>, timeZone: string) {
  const first = from === '' ? dayNumber(to) - MOST_DAYS + 1 : dayNumber(from)
  const end = to === '' ? first + MOST_DAYS : dayNumber(to) + 1
  return { start: new Date(startOfDay(timeZone, first)).toISOString(), end: new Date(startOfDay(timeZone, end)).toISOString() }
}

function dayNumber(date: string): number {
  return Date.parse(date) / DAY_MS
}

/** Returns whether the address narrows the inbox. */
export function isNarrowed(tab: InboxTab, { state, type, wc, from, to }: InboxSearch): boolean {
  return STATES_OF_TAB[tab].some((one) => one === state) || type.length > 0 || wc.length > 0 || from !== '' || to !== ''
}

/** Returns the rows that a key acts on: the selected ones, or the one that has the focus where it is none of them. */
export function actedOn(selected: ReadonlySet<string>, focused: string | null): readonly string[] {
  return focused !== null && !selected.has(focused) ? [focused] : [...selected]
}

/** Returns the selection with the row in it, or without it if it was. */
export function toggled(selected: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(selected)
  if (!next.delete(key)) next.add(key)
  return next
}

/** A row of the inbox: one notification, or several that belong together. */
export type InboxRowOf<Item, Group> = { readonly key: string; readonly item: Item } | { readonly key: string; readonly group: Group }

/** Returns the rows of a page in order: what belongs together first, by the newest of it. */
export function inboxRows<Item extends { readonly id: string }, Group extends { readonly ids: readonly string[] }>(
  items: readonly Item[],
  groups: readonly Group[],
): readonly InboxRowOf<Item, Group>[] {
  return [...groups.map((group) => ({ key: groupKey(group), group })), ...items.map((item) => ({ key: item.id, item }))]
}

/** Returns the key of the group: it stays while its first notification does. */
export function groupKey({ ids }: { readonly ids: readonly string[] }): string {
  return `group-${ids.at(-1) ?? ''}`
}

/** Returns the notifications behind rows. */
export function idsOf(keys: Iterable<string>, groups: readonly { readonly ids: readonly string[] }[]): readonly string[] {
  const ofGroup = new Map(groups.map((group) => [groupKey(group), group.ids]))
  return [...new Set([...keys].flatMap((key) => ofGroup.get(key) ?? [key]))]
}
