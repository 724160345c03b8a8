import type { InboxItemFragment, NotificationFilterInput } from '#web/api/generated/graphql.ts'
import { periodOfDays } from '#web/parts/period/chosenDays.ts'
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

export type InboxSearch = Pick<NotificationsSearch, 'from' | 'state' | 'to' | 'type' | 'wc'>
export const NO_INBOX_FILTERS = { state: '', type: [], wc: [], from: '', to: '' } as const satisfies InboxSearch

/** Returns what is asked for by the filters in the address; days are those of the viewer, both included. A state of the other tab means nothing. */
export function inboxFilter(tab: InboxTab, { state, type, wc, from, to }: InboxSearch, timeZone: string): NotificationFilterInput {
  const ofTab = STATES_OF_TAB[tab].find((one) => one === state)
  const period = periodOfDays({ from, to }, timeZone)
  return {
    tab,
    ...(ofTab !== undefined && FILTER_OF_STATE[ofTab]),
    ...(type.length > 0 && { types: [...type] }),
    ...(wc.length > 0 && { workCenterIds: [...wc] }),
    ...(period !== null && { period }),
  }
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

/**
 * Returns the ids to mark as seen: all shown, except those marked unseen here; none under the unread filter, where they would vanish while being read.
 */
export function seenByLooking(
  items: readonly { readonly id: string; readonly readAt: unknown }[],
  { isRead }: Pick<NotificationFilterInput, 'isRead'>,
  marked: ReadonlySet<string>,
): readonly string[] {
  return isRead === false ? [] : items.flatMap(({ id, readAt }) => (readAt === null && !marked.has(id) ? [id] : []))
}

/** What stands in groups that are open, by the key of the group. */
export type OpenedGroups<Item> = ReadonlyMap<string, readonly Item[]>

/** Returns the opened groups with what stands in this one now; nothing = it was closed. */
export function withOpened<Item>(opened: OpenedGroups<Item>, key: string, items: readonly Item[]): OpenedGroups<Item> {
  const next = new Map(opened)
  next.delete(key)
  return items.length === 0 ? next : next.set(key, items)
}

/** Returns what of the selection stands on the page: what left it, or stands in a group that was closed, is not acted on. */
export function stillShown(
  selection: ReadonlySet<string>,
  rows: readonly { readonly key: string }[],
  opened: OpenedGroups<{ readonly id: string }>,
): ReadonlySet<string> {
  return selection.intersection(new Set([...rows.map(({ key }) => key), ...[...opened.values()].flat().map(({ id }) => id)]))
}

/** So many notifications are changed by one request. */
const MOST_AT_ONCE = 1000

/** Changes the notifications in as many requests as they need, one after another until one is refused; returns the answers. */
export async function inParts<Answer extends { readonly problems: readonly unknown[] }>(
  ids: readonly string[],
  run: (part: string[]) => Promise<Answer>,
): Promise<readonly Answer[]> {
  const answers: Answer[] = []
  for (let from = 0; from < ids.length; from += MOST_AT_ONCE) {
    const answer = await run(ids.slice(from, from + MOST_AT_ONCE))
    answers.push(answer)
    if (answer.problems.length > 0) break
  }
  return answers
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

/** From this share of its time on, a figure is told without how much of it is known. */
const ALL_KNOWN = 0.995
const OFF_CAUSES = ['BATTERY_EMPTY', 'DEVICE_OFF'] as const

type Told = Pick<InboxItemFragment, 'batteryLeft' | 'cause' | 'knownShare' | 'kwh' | 'silentToo' | 'type' | 'unconfirmedShifts' | 'units'>
type Fact =
  | { readonly key: 'batteryLeft'; readonly days: number; readonly from: number; readonly to: number | null }
  | { readonly key: 'provisional' }
  | { readonly key: 'offCause'; readonly cause: (typeof OFF_CAUSES)[number] }
  | { readonly key: 'kwh'; readonly number: number }
  | { readonly key: 'units'; readonly number: number }
  | { readonly key: 'silentToo'; readonly count: number }
  | { readonly key: 'known'; readonly share: number }

/**
 * Returns what stands beside the sentence of a notification: why a device is off, how many others are silent, what was made and used outside shifts, and of
 * a figure whether it is confirmed, and how much of its time (0–1, rounded down to percent) is known where some is missing.
 */
export function toldFacts({ batteryLeft, cause, knownShare, kwh, silentToo, type, unconfirmedShifts, units }: Told): readonly Fact[] {
  const off = type === 'WORK_CENTER_OFF' ? OFF_CAUSES.find((one) => one === cause) : undefined
  return [
    ...(batteryLeft === null ? [] : [{ key: 'batteryLeft', days: batteryLeft.days, from: batteryLeft.from, to: batteryLeft.to } as const]),
    ...(off === undefined ? [] : [{ key: 'offCause', cause: off } as const]),
    ...(silentToo === null || silentToo === 0 ? [] : [{ key: 'silentToo', count: silentToo } as const]),
    ...(units === null ? [] : [{ key: 'units', number: units } as const]),
    ...(kwh === null ? [] : [{ key: 'kwh', number: kwh } as const]),
    ...(unconfirmedShifts === null || unconfirmedShifts === 0 ? [] : [{ key: 'provisional' } as const]),
    ...(knownShare === null || knownShare >= ALL_KNOWN ? [] : [{ key: 'known', share: Math.floor(knownShare * 100) / 100 } as const]),
  ]
}
