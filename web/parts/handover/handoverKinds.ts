import type { Client } from 'urql'
import { DAY_MS } from '#engine/time/durations.ts'
import {
  AcknowledgeHandoverDocument,
  type AcknowledgeHandoverMutationVariables,
  SaveShiftNoteDocument,
  type SaveShiftNoteMutationVariables,
} from '#web/api/generated/graphql.ts'
import { failedCall } from '#web/parts/outbox/failedCall.ts'
import type { CallOutcome, OutboxEntry, OutboxKind } from '#web/parts/outbox/outboxEntry.ts'

export const SHIFT_NOTE = 'SHIFT_NOTE'
export const HANDOVER_SEEN = 'HANDOVER_SEEN'

export type NoteInput = SaveShiftNoteMutationVariables['input']
export type SeenInput = AcknowledgeHandoverMutationVariables

const MOST_AGE_MS = 14 * DAY_MS

/** Returns how notes are sent that could not be sent when they were written, and that somebody read what was left. */
export function handoverKinds(client: Client): readonly OutboxKind[] {
  const kind = { most: 1, mostAgeMs: MOST_AGE_MS, isAfter: () => false }
  return [
    {
      ...kind,
      name: SHIFT_NOTE,
      send: async ([entry]) => {
        const input = noteOf(entry)
        if (entry === undefined || input === null) return UNREADABLE
        const { data, error } = await client.mutation(SaveShiftNoteDocument, { input, requestKey: entry.key }).toPromise()
        return data == null ? outcomeOf(failedCall(error)) : ['DONE']
      },
    },
    {
      ...kind,
      name: HANDOVER_SEEN,
      send: async ([entry]) => {
        const seen = seenOf(entry)
        if (seen === null) return UNREADABLE
        // The first person stays, so it may arrive twice.
        const { data, error } = await client.mutation(AcknowledgeHandoverDocument, seen).toPromise()
        return data == null ? outcomeOf(failedCall(error)) : ['DONE']
      },
    },
  ]
}

const UNREADABLE: CallOutcome = [{ code: 'UNREADABLE', detail: null }]

function outcomeOf(failure: ReturnType<typeof failedCall>): CallOutcome {
  return typeof failure === 'string' ? failure : [failure]
}

/** Returns the note of the entry; null for another kind, or one that an older version wrote otherwise. */
export function noteOf(entry: OutboxEntry | undefined): NoteInput | null {
  return entry?.kind === SHIFT_NOTE && isNote(entry.body) ? saidBy(entry.body) : null
}

/** Returns of which work center and shift the entry says that what was left was read; null as in `noteOf`. */
export function seenOf(entry: OutboxEntry | undefined): SeenInput | null {
  return entry?.kind === HANDOVER_SEEN && isSeen(entry.body) ? saidBy(entry.body) : null
}

/** Whoever works at the station by now has said nothing of it: an entry without a name is of nobody else. */
function saidBy<Body extends NoteInput | SeenInput>(body: Body): Body {
  return { ...body, actingUserId: body.actingUserId ?? null }
}

function isNote(body: unknown): body is NoteInput {
  return typeof body === 'object' && body !== null && 'text' in body && 'workCenterIds' in body
}

function isSeen(body: unknown): body is SeenInput {
  return typeof body === 'object' && body !== null && 'workCenterId' in body
}
