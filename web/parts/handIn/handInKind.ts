import type { Client } from 'urql'
import { DAY_MS } from '#engine/time/durations.ts'
import { SubmitChecklistDocument, type SubmitChecklistMutationVariables } from '#web/api/generated/graphql.ts'
import { photoOf, type WaitingPhoto } from './photoKind.ts'
import { failedCall } from '#web/parts/outbox/failedCall.ts'
import type { OutboxEntry, OutboxKind } from '#web/parts/outbox/outboxEntry.ts'

export const CHECKLIST_HAND_IN = 'CHECKLIST_HAND_IN'

/** A checklist as it was handed in on this device, with its words for the list of what is not sent. */
export type HandIn = {
  readonly input: Omit<SubmitChecklistMutationVariables, 'requestKey'>
  /** What it is called on this device where it was begun here: a number below zero. */
  readonly hereId?: number
  readonly name: string
  readonly place: string
}

/** Returns how checklists are handed in that could not be sent when they were answered (domain.md CL-10). */
export function handInKind(client: Client): OutboxKind {
  return {
    name: CHECKLIST_HAND_IN,
    most: 1,
    mostAgeMs: 14 * DAY_MS,
    isAfter: (earlier, later) => {
      const after = runIdOf(handInOf(later))
      // Photos go first: the answers show them.
      const before = photoOf(earlier)?.occurrenceId ?? runIdOf(handInOf(earlier))
      return after !== undefined && before === after
    },
    send: async ([entry]) => {
      const handIn = handInOf(entry)
      if (entry === undefined || handIn === null) return [{ code: 'UNREADABLE', detail: null }]
      const { data, error } = await client.mutation(SubmitChecklistDocument, { ...handIn.input, requestKey: entry.key }).toPromise()
      if (data != null) return ['DONE']
      const failure = failedCall(error)
      return typeof failure === 'string' ? failure : [failure]
    },
  }
}

/** Returns the checklist of the entry; null for another kind, or one that an older version wrote otherwise. */
export function handInOf(entry: OutboxEntry | undefined): HandIn | null {
  return entry?.kind === CHECKLIST_HAND_IN && isHandIn(entry.body) ? entry.body : null
}

/** Returns the id of the occurrence, or of what was begun on this device. */
function runIdOf(handIn: HandIn | null): number | undefined {
  return handIn?.hereId ?? handIn?.input.occurrenceId ?? undefined
}

/** Returns which occurrences were handed in on this device and wait to be sent; one that was refused waits for a person. */
export function handedInHere(entries: readonly OutboxEntry[]): ReadonlySet<number> {
  return new Set(entries.flatMap((entry) => (entry.refusal === null ? (runIdOf(handInOf(entry)) ?? []) : [])))
}

/** Returns the checklist as it was handed in, without the photo that a person took away. */
export function withoutFile(handIn: HandIn, id: string): HandIn {
  const answers = [handIn.input.answers]
    .flat()
    .map((answer) => ({ ...answer, fileIds: [answer.fileIds ?? []].flat().filter((one) => one !== id) }))
  return { ...handIn, input: { ...handIn.input, answers } }
}

/** Takes a photo out of the answers that wait behind it, then off the device; its own entry is given up last. */
export async function takePhotoAway(
  photo: WaitingPhoto,
  entries: readonly OutboxEntry[],
  acts: { readonly again: (id: number, body: HandIn) => Promise<void>; readonly remove: (id: string) => Promise<void> },
): Promise<void> {
  for (const entry of entries) {
    const handIn = handInOf(entry)
    if (handIn !== null && runIdOf(handIn) === photo.occurrenceId) await acts.again(entry.id, withoutFile(handIn, photo.id))
  }
  await acts.remove(photo.id)
}

function isHandIn(body: unknown): body is HandIn {
  if (typeof body !== 'object' || body === null || !('input' in body) || !('name' in body) || !('place' in body)) return false
  const { input } = body
  return typeof input === 'object' && input !== null && ('occurrenceId' in input || 'started' in input) && 'answers' in input
}
