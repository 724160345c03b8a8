import type { CloseTaskMutationVariables } from '#web/api/generated/graphql.ts'
import type { OutboxEntry } from '#web/parts/outbox/outboxEntry.ts'

export const TASK_CLOSING = 'TASK_CLOSING'

/** A task as it was closed on this device, with its words for the list of what is not sent. */
export type TaskClosing = {
  readonly input: Omit<CloseTaskMutationVariables, 'requestKey'>
  readonly what: string
  readonly place: string
}

/** Returns the closing of the entry; null for another kind, or one that an older version wrote otherwise. */
export function closingOf(entry: OutboxEntry | undefined): TaskClosing | null {
  return entry?.kind === TASK_CLOSING && isClosing(entry.body) ? entry.body : null
}

/** Returns which tasks were closed on this device and wait to be sent; one that was refused waits for a person. */
export function closedHere(entries: readonly OutboxEntry[]): ReadonlySet<number> {
  return new Set(entries.flatMap((entry) => (entry.refusal === null ? (taskOf(entry) ?? []) : [])))
}

/** Returns the task that the entry closes; null for another kind. */
export function taskOf(entry: OutboxEntry): number | null {
  return closingOf(entry)?.input.id ?? null
}

function isClosing(body: unknown): body is TaskClosing {
  if (typeof body !== 'object' || body === null || !('input' in body) || !('what' in body) || !('place' in body)) return false
  const { input } = body
  return typeof input === 'object' && input !== null && 'id' in input && 'comment' in input
}
