import type { Client } from 'urql'
import { DAY_MS } from '#engine/time/durations.ts'
import { SkipChecklistDocument, type SkipChecklistMutationVariables } from '#web/api/generated/graphql.ts'
import { failedCall } from '#web/parts/outbox/failedCall.ts'
import type { OutboxEntry, OutboxKind } from '#web/parts/outbox/outboxEntry.ts'

export const CHECKLIST_SKIP = 'CHECKLIST_SKIP'

/** Why nobody answers a checklist, as it was said on this device, with its words for the list of what is not sent. */
export type Skipping = {
  readonly input: Omit<SkipChecklistMutationVariables, 'requestKey'>
  readonly name: string
  readonly place: string
}

/** Returns how checklists are skipped that could not be skipped when somebody said why (domain.md CL-10). */
export function skipKind(client: Client): OutboxKind {
  return {
    name: CHECKLIST_SKIP,
    most: 1,
    mostAgeMs: 14 * DAY_MS,
    isAfter: (earlier, later) => idOf(earlier) !== null && idOf(earlier) === idOf(later),
    send: async ([entry]) => {
      const skipping = skippingOf(entry)
      if (entry === undefined || skipping === null) return [{ code: 'UNREADABLE', detail: null }]
      const { data, error } = await client.mutation(SkipChecklistDocument, { ...skipping.input, requestKey: entry.key }).toPromise()
      if (data != null) return ['DONE']
      const failure = failedCall(error)
      return typeof failure === 'string' ? failure : [failure]
    },
  }
}

/** Returns what was said in the entry; null for another kind, or one that an older version wrote otherwise. */
export function skippingOf(entry: OutboxEntry | undefined): Skipping | null {
  return entry?.kind === CHECKLIST_SKIP && isSkipping(entry.body) ? entry.body : null
}

/** Returns which occurrences were skipped on this device and wait to be sent; one that was refused waits for a person. */
export function skippedHere(entries: readonly OutboxEntry[]): readonly number[] {
  return entries.flatMap((entry) => (entry.refusal === null ? (idOf(entry) ?? []) : []))
}

function idOf(entry: OutboxEntry): number | null {
  return skippingOf(entry)?.input.occurrenceId ?? null
}

function isSkipping(body: unknown): body is Skipping {
  if (typeof body !== 'object' || body === null || !('input' in body) || !('name' in body) || !('place' in body)) return false
  const { input } = body
  return typeof input === 'object' && input !== null && 'occurrenceId' in input && 'reason' in input
}
