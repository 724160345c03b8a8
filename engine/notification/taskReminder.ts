import type { OperationalEvent } from '#engine/task/operationalTask.ts'
import { joined } from './countedTime.ts'
import type { Episode } from './condition.ts'
import type { AudienceChoice } from './escalation.ts'

/** A task of a plan that reminds; instants in ms UTC. */
export type RemindedTask = {
  readonly event: OperationalEvent
  readonly dueAt: number
  /** null = it is pending. */
  readonly closedAt: number | null
  readonly assigneeId: string | null
  readonly teamId: string | null
  readonly remindAfterMs: number
}

/** Returns whom a reminder of the task asks, as a key: the person who has it, else the team of its plan, else the operators of the work center (domain.md T-11). */
export function remindedKey({ event, assigneeId, teamId }: Pick<RemindedTask, 'assigneeId' | 'event' | 'teamId'>): string {
  if (assigneeId !== null) return `${event}/USERS/${assigneeId}`
  return teamId === null ? `${event}/ROLES/OPERATOR` : `${event}/TEAMS/${teamId}`
}

/** Returns who is told under the key. */
export function remindedAudience(key: string): AudienceChoice {
  const [, kind = '', identifier = ''] = key.split('/')
  return { targetAudience: kind === 'USERS' || kind === 'TEAMS' ? kind : 'ROLES', identifiers: [identifier] }
}

/**
 * Returns the stretches in which tasks wait longer than their plan says, of those that one audience is asked: each is told once, however many tasks it has
 * (domain.md T-11).
 */
export function reminderEpisodes(tasks: readonly RemindedTask[], key: string): readonly Episode[] {
  const waits = tasks
    .filter((task) => remindedKey(task) === key)
    .map(({ dueAt, remindAfterMs, closedAt }) => ({ start: dueAt + remindAfterMs, end: closedAt ?? Infinity }))
    .filter(({ start, end }) => start < end)
    .toSorted((left, right) => left.start - right.start)
  return joined(waits).map((wait) => ({ since: wait.start, until: wait.end === Infinity ? null : wait.end, counted: [wait] }))
}

/** Returns how many tasks of the audience wait too long at the instant. */
export function waitingTooLong(tasks: readonly RemindedTask[], key: string, at: number): number {
  return tasks.filter(
    (task) => remindedKey(task) === key && task.dueAt + task.remindAfterMs <= at && (task.closedAt === null || task.closedAt > at),
  ).length
}

/** Returns when the next task waits too long; null = only facts make one. */
export function nextReminderAt(tasks: readonly RemindedTask[], now: number): number | null {
  const ahead = tasks.flatMap(({ dueAt, remindAfterMs, closedAt }) => (closedAt === null ? [dueAt + remindAfterMs] : []))
  const next = Math.min(...ahead.filter((at) => at > now))
  return next === Infinity ? null : next
}
