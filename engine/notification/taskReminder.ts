import type { OperationalEvent } from '#engine/task/operationalTask.ts'
import { joined } from './countedTime.ts'
import type { Episode } from './condition.ts'
import type { AudienceChoice } from './escalation.ts'

/** A task whose plan reminds, or that somebody wants by a time; instants in ms UTC. */
export type RemindedTask = {
  readonly event: OperationalEvent
  readonly dueAt: number
  /** null = it is pending. */
  readonly closedAt: number | null
  readonly assigneeId: string | null
  readonly teamId: string | null
  /** null = its plan does not remind. */
  readonly remindAfterMs: number | null
  /** By when it is to be done, as somebody said; null = nobody did. */
  readonly wantedBy: number | null
}

/** Returns whom a reminder of the task asks, as a key: the person who has it, else the team of its plan, else the operators of the work center (domain.md T-11). */
export function remindedKey({ event, assigneeId, teamId }: Pick<RemindedTask, 'assigneeId' | 'event' | 'teamId'>): string {
  if (assigneeId !== null) return `${event}/USERS/${assigneeId}`
  return teamId === null ? `${event}/ROLES/OPERATOR` : `${event}/TEAMS/${teamId}`
}

/** Returns the keys under which the task is told: of its plan's reminder, and of the time by which it is wanted, each such time for itself (domain.md T-11, T-12). */
export function remindedKeys(task: RemindedTask): readonly string[] {
  const key = remindedKey(task)
  return [...(task.remindAfterMs === null ? [] : [key]), ...(task.wantedBy === null ? [] : [wantedKey(key, task.wantedBy)])]
}

function wantedKey(key: string, wantedBy: number): string {
  return `${key}/${wantedBy}`
}

const WANTED = '_WANTED'

/** Returns what is told under the key, as a code: the event whose tasks wait, with `_WANTED` where somebody wanted them done by then. */
export function remindedCause(key: string): string {
  const [event = '', , , wantedBy] = key.split('/')
  return wantedBy === undefined ? event : `${event}${WANTED}`
}

/** Returns whether the code of remindedCause says that somebody wanted the tasks done by then; null = no code. */
export function isWantedCause(cause: string | null): boolean {
  return cause?.endsWith(WANTED) === true
}

/** Returns who is told under the key. */
export function remindedAudience(key: string): AudienceChoice {
  const [, kind = '', identifier = ''] = key.split('/')
  return { targetAudience: kind === 'USERS' || kind === 'TEAMS' ? kind : 'ROLES', identifiers: [identifier] }
}

/** Since when the task waits too long under the key; null = it is not told under it. */
function lateSince(task: RemindedTask, key: string): number | null {
  const { dueAt, remindAfterMs, wantedBy } = task
  const own = remindedKey(task)
  if (key === own) return remindAfterMs === null ? null : dueAt + remindAfterMs
  return wantedBy !== null && key === wantedKey(own, wantedBy) ? Math.max(dueAt, wantedBy) : null
}

/**
 * Returns the stretches in which tasks wait longer than their plan says, or than somebody wanted them to, of those that one audience is asked: each is told
 * once, however many tasks it has (domain.md T-11, T-12).
 */
export function reminderEpisodes(tasks: readonly RemindedTask[], key: string): readonly Episode[] {
  const waits = tasks
    .flatMap((task) => {
      const start = lateSince(task, key)
      return start === null ? [] : [{ start, end: task.closedAt ?? Infinity }]
    })
    .filter(({ start, end }) => start < end)
    .toSorted((left, right) => left.start - right.start)
  return joined(waits).map((wait) => ({ since: wait.start, until: wait.end === Infinity ? null : wait.end, counted: [wait] }))
}

/** Returns how many tasks of the audience wait too long at the instant. */
export function waitingTooLong(tasks: readonly RemindedTask[], key: string, at: number): number {
  return tasks.filter((task) => {
    const since = lateSince(task, key)
    return since !== null && since <= at && (task.closedAt === null || task.closedAt > at)
  }).length
}

/** Returns when the next task waits too long; null = only facts make one. */
export function nextReminderAt(tasks: readonly RemindedTask[], now: number): number | null {
  const ahead = tasks.flatMap((task) => (task.closedAt === null ? remindedKeys(task).map((key) => lateSince(task, key) ?? now) : []))
  const next = Math.min(...ahead.filter((at) => at > now))
  return next === Infinity ? null : next
}
