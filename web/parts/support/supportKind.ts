import type { Client } from 'urql'
import { DAY_MS } from '#engine/time/durations.ts'
import {
  AnswerSupportRequestDocument,
  type AnswerSupportRequestMutationVariables,
  CreateSupportRequestDocument,
  type CreateSupportRequestMutationVariables,
} from '#web/api/generated/graphql.ts'
import { failedCall } from '#web/parts/outbox/failedCall.ts'
import { isFileAmong } from '#web/parts/sentFile/sentFile.ts'
import type { OutboxEntry, OutboxKind } from '#web/parts/outbox/outboxEntry.ts'

export const SUPPORT_REQUEST = 'SUPPORT_REQUEST'
export const SUPPORT_ANSWER = 'SUPPORT_ANSWER'

export type SupportBody = CreateSupportRequestMutationVariables['input']
export type AnswerBody = Omit<AnswerSupportRequestMutationVariables, 'requestKey'>

/** Returns how questions to the provider are sent that could not be sent when they were written. */
export function supportKind(client: Client): OutboxKind {
  return {
    name: SUPPORT_REQUEST,
    most: 1,
    mostAgeMs: 14 * DAY_MS,
    isAfter: (earlier, later) => isFileAmong(earlier, supportOf(later)?.fileIds),
    send: async ([entry]) => {
      const input = supportOf(entry)
      if (entry === undefined || input === null) return [{ code: 'UNREADABLE', detail: null }]
      const { data, error } = await client.mutation(CreateSupportRequestDocument, { input, requestKey: entry.key }).toPromise()
      if (data != null) return ['DONE']
      const failure = failedCall(error)
      return typeof failure === 'string' ? failure : [failure]
    },
  }
}

/** Returns how answers to such questions are sent later; those to one question in their order. */
export function supportAnswerKind(client: Client): OutboxKind {
  return {
    name: SUPPORT_ANSWER,
    most: 1,
    mostAgeMs: 14 * DAY_MS,
    isAfter: (earlier, later) => {
      const answer = answerOf(later)
      return answer !== null && (answerOf(earlier)?.id === answer.id || isFileAmong(earlier, answer.fileIds))
    },
    send: async ([entry]) => {
      const answer = answerOf(entry)
      if (entry === undefined || answer === null) return [{ code: 'UNREADABLE', detail: null }]
      const { data, error } = await client.mutation(AnswerSupportRequestDocument, { ...answer, requestKey: entry.key }).toPromise()
      if (data != null) return ['DONE']
      const failure = failedCall(error)
      return typeof failure === 'string' ? failure : [failure]
    },
  }
}

/** Returns the answer of the entry; null for another kind, or one that an older version wrote otherwise. */
export function answerOf(entry: OutboxEntry | undefined): AnswerBody | null {
  return entry?.kind === SUPPORT_ANSWER && isAnswer(entry.body) ? entry.body : null
}

/** Returns the question of the entry; null for another kind, or one that an older version wrote otherwise. */
export function supportOf(entry: OutboxEntry | undefined): SupportBody | null {
  return entry?.kind === SUPPORT_REQUEST && isSupport(entry.body) ? entry.body : null
}

function isSupport(body: unknown): body is SupportBody {
  return typeof body === 'object' && body !== null && 'content' in body && 'direction' in body
}

function isAnswer(body: unknown): body is AnswerBody {
  return typeof body === 'object' && body !== null && 'content' in body && 'id' in body
}
