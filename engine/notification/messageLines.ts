import type { CommonCause } from './commonCause.ts'
import type { Message, Telling } from './messages.ts'
import { SEVERITIES } from './notificationType.ts'

/** So many lines are said; the others are counted. */
const MOST_LINES = 5

/** What one line of a message is about; words are made in the language of the person. */
export type MessageLine<Group extends CommonCause<Telling> = CommonCause<Telling>> =
  | { readonly kind: 'ONE'; readonly telling: Telling }
  /** Only what goes on is counted: the others keep their state in the inbox. */
  | { readonly kind: 'GROUP'; readonly group: Group; readonly open: number }

export type MessageLines<Group extends CommonCause<Telling> = CommonCause<Telling>> = {
  readonly lines: readonly MessageLine<Group>[]
  /** Lines that are left out. */
  readonly more: number
  /** How many were held back before it by the cap. */
  readonly withheld: number
}

/** Returns what a message says: groups first, then the most severe, then what began first; what a group holds has no line of its own (domain.md AL-11). */
export function linesOf<Group extends CommonCause<Telling>>({
  at,
  tellings,
  groups,
  withheld,
}: Omit<Message, 'groups'> & { readonly groups: readonly Group[] }): MessageLines<Group> {
  const grouped = new Set(groups.flatMap(({ members }) => members.map(({ notificationId }) => notificationId)))
  const single = tellings.filter(({ notificationId }) => !grouped.has(notificationId)).toSorted(inOrder)
  const ofGroups = groups.map((group): MessageLine<Group> => ({ kind: 'GROUP', group, open: openIn(group, at) }))
  const all = [...ofGroups, ...single.map((telling): MessageLine<Group> => ({ kind: 'ONE', telling }))]
  return { lines: all.slice(0, MOST_LINES), more: Math.max(0, all.length - MOST_LINES), withheld }
}

function openIn({ members }: CommonCause<Telling>, at: number): number {
  const open = members.filter(({ until }) => until === null || until > at)
  return new Set(open.map(({ workCenterId }) => workCenterId)).size
}

function inOrder(a: Telling, b: Telling): number {
  const bySeverity = SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity)
  return bySeverity || a.since - b.since || (a.notificationId < b.notificationId ? -1 : 1)
}
