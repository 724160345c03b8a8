import { HOUR_MS } from '#engine/time/durations.ts'
import type { CommonCause, Guess, ToldNotification } from './commonCause.ts'
import { commonCauses } from './commonCause.ts'
import { flappingOf, longerDuration } from './flapping.ts'
import type { LongerDuration } from './flapping.ts'
import type { NotificationType, Severity } from './notificationType.ts'
import { worseOf } from './notificationType.ts'

/** What came and went is known for so long. */
export const FLAPPING_LOOK_BACK_MS = 2 * HOUR_MS

/** A notification in somebody's inbox: one that goes on, or one that was over a short while ago. */
export type InboxCopy = ToldNotification & {
  readonly conditionKey: string
  readonly severity: Severity
  readonly isUnread: boolean
  /** Phases are loaded unevenly: that of one work center has no cause in common with another's. */
  readonly isUnbalance: boolean
}

/** Notifications that the inbox shows as one; each keeps its own state. */
export type InboxGroup = {
  /** `CAUSE`: several work centers at once. `FLAPPING`: one condition of one work center came and went. */
  readonly kind: 'CAUSE' | 'FLAPPING'
  readonly type: NotificationType
  readonly since: number
  readonly severity: Severity
  /** How many go on: of a cause the work centers, of one that comes and goes 0 or 1. */
  readonly open: number
  readonly guess: Guess | null
  /** With which duration what came and went would have been one; null = with none, or durations mean nothing for the type. */
  readonly longer: LongerDuration | null
  /** The newest first. */
  readonly members: readonly InboxCopy[]
}

/**
 * Returns what the inbox shows as one, the most recent first: work centers with a common cause, and what comes and goes (domain.md AL-11, AL-12). A
 * notification stands in one of them; what comes and goes while it belongs to a common cause stands there.
 */
export function inboxGroups(copies: readonly InboxCopy[], now: number): readonly InboxGroup[] {
  const causes = commonCauses(
    copies.filter(({ until, isUnbalance }) => !isUnbalance && (until === null || until > now)),
    now,
  ).filter(({ until }) => until === null || until > now)
  const inCauses = new Set(causes.flatMap(({ members }) => members.map(({ notificationId }) => notificationId)))
  const flapping = [...Map.groupBy(copies, ({ workCenterId, conditionKey }) => `${workCenterId}/${conditionKey}`).values()].flatMap((own) =>
    flappingGroups(own, now).filter(({ members }) => !members.some(({ notificationId }) => inCauses.has(notificationId))),
  )
  return [...causes.map((cause) => causeGroup(cause)), ...flapping].toSorted((a, b) => newestOf(b) - newestOf(a))
}

function causeGroup({ type, members, workCenters, since, guess }: CommonCause<InboxCopy>): InboxGroup {
  return { kind: 'CAUSE', type, since, guess, open: workCenters, longer: null, ...shared(members) }
}

function flappingGroups(own: readonly InboxCopy[], now: number): readonly InboxGroup[] {
  const [first] = own
  if (first === undefined) return []
  const episodes = own.map((copy) => ({
    copy,
    since: copy.since,
    until: copy.until,
    counted: [{ start: copy.since, end: copy.until ?? Infinity }],
  }))
  return flappingOf(episodes, now)
    .filter(({ until }) => until === null)
    .map(({ since, episodes: stretch }) => {
      const members = episodes.filter((one) => stretch.includes(one)).map(({ copy }) => copy)
      const open = stretch.filter(({ until }) => until === null || until > now).length
      const longer = first.type === 'STATUS_DURATION' ? longerDuration(stretch, -Infinity) : null
      return { kind: 'FLAPPING', type: first.type, since, guess: null, open, longer, ...shared(members) }
    })
}

function shared(members: readonly InboxCopy[]): Pick<InboxGroup, 'members' | 'severity'> {
  return {
    severity: members.reduce<Severity>((worst, one) => worseOf(worst, one.severity), 'INFO'),
    members: members.toSorted((a, b) => b.at - a.at || (a.notificationId < b.notificationId ? 1 : -1)),
  }
}

function newestOf({ members }: InboxGroup): number {
  return members[0]?.at ?? 0
}
