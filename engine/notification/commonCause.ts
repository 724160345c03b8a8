import { SECOND_MS } from '#engine/time/durations.ts'
import type { NotificationType } from './notificationType.ts'

/** So many work centers at once have one cause. */
const WORK_CENTERS = 5
const AT_ONCE_MS = 10 * SECOND_MS

/** A notification that somebody was told. */
export type ToldNotification = {
  readonly notificationId: string
  readonly workCenterId: string
  readonly type: NotificationType
  readonly since: number
  readonly until: number | null
  /** When the person is told. */
  readonly at: number
  /** Whether the work center is without current. */
  readonly isOff: boolean
}

/** What may have caused it, as far as the facts say. */
export type Guess = 'NETWORK' | 'POWER'
export type CommonCause<Told extends ToldNotification = ToldNotification> = {
  readonly type: NotificationType
  /** Each keeps its own state. */
  readonly members: readonly Told[]
  readonly workCenters: number
  readonly since: number
  /** The end of the last member; null = one goes on. */
  readonly until: number | null
  readonly guess: Guess | null
}

/**
 * Returns the groups of what somebody was told by `now`: notifications of one type at five work centers or more that went on at one time, and those that
 * joined while a member went on (domain.md AL-11). Ascending; the same in whichever order they are given.
 */
export function commonCauses<Told extends ToldNotification>(told: readonly Told[], now: number): readonly CommonCause<Told>[] {
  const byId = new Map<string, Told>()
  // Somebody who is told again, as it became more severe, has one copy.
  for (const one of told.toSorted(inOrder)) if (one.at <= now && !byId.has(one.notificationId)) byId.set(one.notificationId, one)
  const known = [...byId.values()]
  return [...Map.groupBy(known, ({ type }) => type)]
    .flatMap(([type, own]) => clustersOf(own).map((members) => groupOf(type, members)))
    .toSorted((a, b) => a.since - b.since)
}

/** Returns whether notifications of so few work centers can be no group. */
export function areTooFew(told: readonly ToldNotification[]): boolean {
  return workCentersOf(told) < WORK_CENTERS
}

/** Notifications of one type belong together while one of them goes on; they are a group once enough of them do at the same time. */
function clustersOf<Told extends ToldNotification>(told: readonly Told[]): readonly (readonly Told[])[] {
  const groups: Told[][] = []
  let open: readonly Told[] = []
  let groupUntil = -Infinity
  for (const one of told) {
    if (groupUntil > one.at) groups.at(-1)?.push(one)
    else {
      open = [...open.filter((other) => endOf(other) > one.at), one]
      if (workCentersOf(open) < WORK_CENTERS) continue
      groups.push([...open])
      groupUntil = Math.max(...open.map(endOf))
      open = []
    }
    groupUntil = Math.max(groupUntil, endOf(one))
  }
  return groups
}

function groupOf<Told extends ToldNotification>(type: NotificationType, members: readonly Told[]): CommonCause<Told> {
  const last = members.reduce((latest, one) => Math.max(latest, endOf(one)), -Infinity)
  return {
    type,
    members,
    workCenters: workCentersOf(members),
    since: members.reduce((least, one) => Math.min(least, one.since), Infinity),
    until: last === Infinity ? null : last,
    guess: guessOf(members),
  }
}

function guessOf(members: readonly ToldNotification[]): Guess | null {
  if (members.every(({ type }) => type === 'CONNECTION_LOST')) return 'NETWORK'
  const first = members.reduce((least, one) => Math.min(least, one.since), Infinity)
  return members.every(({ isOff, since }) => isOff && since - first <= AT_ONCE_MS) ? 'POWER' : null
}

function workCentersOf(told: readonly ToldNotification[]): number {
  return new Set(told.map(({ workCenterId }) => workCenterId)).size
}

function endOf({ until }: ToldNotification): number {
  return until ?? Infinity
}

function inOrder(a: ToldNotification, b: ToldNotification): number {
  return a.at - b.at || (a.notificationId < b.notificationId ? -1 : 1)
}
