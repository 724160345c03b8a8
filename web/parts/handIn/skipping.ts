import type { SkipChecklistMutationVariables } from '#web/api/generated/graphql.ts'
import type { OutboxEntry } from '#web/parts/outbox/outboxEntry.ts'

export const CHECKLIST_SKIP = 'CHECKLIST_SKIP'

/** Why nobody answers a checklist, as it was said on this device, with its words for the list of what is not sent. */
export type Skipping = {
  readonly input: Omit<SkipChecklistMutationVariables, 'requestKey'>
  readonly name: string
  readonly place: string
}

/** Returns what was said in the entry; null for another kind, or one that an older version wrote otherwise. */
export function skippingOf(entry: OutboxEntry | undefined): Skipping | null {
  return entry?.kind === CHECKLIST_SKIP && isSkipping(entry.body) ? entry.body : null
}

/** Returns which occurrences were skipped on this device and wait to be sent; one that was refused waits for a person. */
export function skippedHere(entries: readonly OutboxEntry[]): readonly number[] {
  return entries.flatMap((entry) => (entry.refusal === null ? (skippedIn(entry) ?? []) : []))
}

/** Returns the occurrence that the entry skips; null for another kind. */
export function skippedIn(entry: OutboxEntry): number | null {
  return skippingOf(entry)?.input.occurrenceId ?? null
}

function isSkipping(body: unknown): body is Skipping {
  if (typeof body !== 'object' || body === null || !('input' in body) || !('name' in body) || !('place' in body)) return false
  const { input } = body
  return typeof input === 'object' && input !== null && 'occurrenceId' in input && 'reason' in input
}
