import type { Client } from 'urql'
import { DAY_MS } from '#engine/time/durations.ts'
import { AddConversationMessageDocument, type AddConversationMessageMutationVariables } from '#web/api/generated/graphql.ts'
import { failedCall } from '#web/parts/outbox/failedCall.ts'
import type { OutboxEntry, OutboxKind } from '#web/parts/outbox/outboxEntry.ts'

export const ORDER_MESSAGE = 'ORDER_MESSAGE'

export type MessageInput = Omit<AddConversationMessageMutationVariables, 'requestKey'>

/** Returns how messages are sent that could not be sent when they were written; those beside one order in their order. */
export function messageKind(client: Client): OutboxKind {
  return {
    name: ORDER_MESSAGE,
    most: 1,
    mostAgeMs: 14 * DAY_MS,
    isAfter: (earlier, later) => messageOf(earlier)?.jobOrderId === messageOf(later)?.jobOrderId,
    send: async ([entry]) => {
      const input = messageOf(entry)
      if (entry === undefined || input === null) return [{ code: 'UNREADABLE', detail: null }]
      const { data, error } = await client.mutation(AddConversationMessageDocument, { ...input, requestKey: entry.key }).toPromise()
      if (data != null) return ['DONE']
      const failure = failedCall(error)
      return typeof failure === 'string' ? failure : [failure]
    },
  }
}

/** Returns the message of the entry; null for another kind, or one that an older version wrote otherwise. */
export function messageOf(entry: OutboxEntry | undefined): MessageInput | null {
  if (entry?.kind !== ORDER_MESSAGE || !isMessage(entry.body)) return null
  // Whoever works at the station by now has said nothing of it.
  return { ...entry.body, actingUserId: entry.body.actingUserId ?? null }
}

function isMessage(body: unknown): body is MessageInput {
  return typeof body === 'object' && body !== null && 'jobOrderId' in body && 'content' in body && 'contentType' in body
}
