import type { Client } from 'urql'
import { DAY_MS } from '#engine/time/durations.ts'
import { CloseTaskDocument, type CloseTaskMutationVariables } from '#web/api/generated/graphql.ts'
import { failedCall } from '#web/parts/outbox/failedCall.ts'
import type { OutboxEntry, OutboxKind } from '#web/parts/outbox/outboxEntry.ts'

export const TASK_CLOSING = 'TASK_CLOSING'

/** A task as it was closed on this device, with its words for the list of what is not sent. */
export type TaskClosing = {
  readonly input: Omit<CloseTaskMutationVariables, 'requestKey'>
  readonly what: string
  readonly place: string
}

/** Returns how tasks are closed that could not be closed when somebody said so (domain.md T-10). */
export function taskClosingKind(client: Client): OutboxKind {
  return {
    name: TASK_CLOSING,
    most: 1,
    mostAgeMs: 14 * DAY_MS,
    isAfter: (earlier, later) => taskOf(earlier) !== null && taskOf(earlier) === taskOf(later),
    send: async ([entry]) => {
      const closing = closingOf(entry)
      if (entry === undefined || closing === null) return [{ code: 'UNREADABLE', detail: null }]
      const { data, error } = await client.mutation(CloseTaskDocument, { ...closing.input, requestKey: entry.key }).toPromise()
      if (data != null) return ['DONE']
      const failure = failedCall(error)
      if (typeof failure === 'string') return failure
      // What was asked for was done meanwhile, or somebody closed it: nothing is left to be done.
      return [failure.code === 'TASK_CLOSED' ? 'DONE' : failure]
    },
  }
}

/** Returns the closing of the entry; null for another kind, or one that an older version wrote otherwise. */
export function closingOf(entry: OutboxEntry | undefined): TaskClosing | null {
  return entry?.kind === TASK_CLOSING && isClosing(entry.body) ? entry.body : null
}

/** Returns which tasks were closed on this device and wait to be sent; one that was refused waits for a person. */
export function closedHere(entries: readonly OutboxEntry[]): ReadonlySet<number> {
  return new Set(entries.flatMap((entry) => (entry.refusal === null ? (taskOf(entry) ?? []) : [])))
}

function taskOf(entry: OutboxEntry): number | null {
  return closingOf(entry)?.input.id ?? null
}

function isClosing(body: unknown): body is TaskClosing {
  if (typeof body !== 'object' || body === null || !('input' in body) || !('what' in body) || !('place' in body)) return false
  const { input } = body
  return typeof input === 'object' && input !== null && 'id' in input && 'comment' in input
}
