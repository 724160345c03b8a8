import type { Client } from 'urql'
import { DAY_MS } from '#engine/time/durations.ts'
import {
  AddConversationMessageDocument,
  type AddConversationMessageMutationVariables,
  CommentTaskDocument,
  CommentWorkRequestDocument,
} from '#web/api/generated/graphql.ts'
import { failedCall } from '#web/parts/outbox/failedCall.ts'
import type { OutboxEntry, OutboxKind } from '#web/parts/outbox/outboxEntry.ts'

export const ORDER_MESSAGE = 'ORDER_MESSAGE'

/** What a conversation stands beside. */
export type Beside = { readonly jobOrderId: number } | { readonly taskId: number } | { readonly workRequestId: number }

export type MessageInput = Beside & Omit<AddConversationMessageMutationVariables, 'jobOrderId' | 'requestKey'>

/** Returns how messages are sent that could not be sent when they were written; those beside one order, request or task in their order. */
export function messageKind(client: Client): OutboxKind {
  return {
    name: ORDER_MESSAGE,
    most: 1,
    mostAgeMs: 14 * DAY_MS,
    isAfter: (earlier, later) => keyOf(messageOf(earlier)) === keyOf(messageOf(later)),
    send: async ([entry]) => {
      const input = messageOf(entry)
      if (entry === undefined || input === null) return [{ code: 'UNREADABLE', detail: null }]
      const { data, error } = await sendMessage(client, input, entry.key)
      if (data != null) return ['DONE']
      const failure = failedCall(error)
      return typeof failure === 'string' ? failure : [failure]
    },
  }
}

/** Returns the answer to a message that is sent beside its order, request or task. */
export function sendMessage(client: Client, input: MessageInput, requestKey: string) {
  if ('jobOrderId' in input) return client.mutation(AddConversationMessageDocument, { ...input, requestKey }).toPromise()
  if ('taskId' in input) {
    const { taskId, ...said } = input
    return client.mutation(CommentTaskDocument, { ...said, id: taskId, requestKey }).toPromise()
  }
  const { workRequestId, ...said } = input
  return client.mutation(CommentWorkRequestDocument, { ...said, id: workRequestId, requestKey }).toPromise()
}

/** Returns what is the same for all messages of one conversation. */
export function keyOf(beside: Beside | null): string | null {
  if (beside === null) return null
  if ('jobOrderId' in beside) return `order ${beside.jobOrderId}`
  return 'taskId' in beside ? `task ${beside.taskId}` : `request ${beside.workRequestId}`
}

/** Returns the message of the entry; null for another kind, or one that an older version wrote otherwise. */
export function messageOf(entry: OutboxEntry | undefined): MessageInput | null {
  if (entry?.kind !== ORDER_MESSAGE || !isMessage(entry.body)) return null
  // Whoever works at the station by now has said nothing of it.
  return { ...entry.body, actingUserId: entry.body.actingUserId ?? null }
}

function isMessage(body: unknown): body is MessageInput {
  return (
    typeof body === 'object' &&
    body !== null &&
    ('jobOrderId' in body || 'taskId' in body || 'workRequestId' in body) &&
    'content' in body &&
    'contentType' in body
  )
}
