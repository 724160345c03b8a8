import type { Client } from 'urql'
import { DAY_MS } from '#engine/time/durations.ts'
import {
  CreateWorkRequestDocument,
  type CreateWorkRequestMutationVariables,
  MoveWorkRequestDocument,
  type MoveWorkRequestMutationVariables,
} from '#web/api/generated/graphql.ts'
import { failedCall } from '#web/parts/outbox/failedCall.ts'
import { isFileAmong } from '#web/parts/sentFile/sentFile.ts'
import type { CallOutcome, OutboxEntry, OutboxKind } from '#web/parts/outbox/outboxEntry.ts'

export const WORK_REQUEST = 'WORK_REQUEST'
export const WORK_REQUEST_MOVE = 'WORK_REQUEST_MOVE'

export type NewRequestBody = CreateWorkRequestMutationVariables['input'] & { readonly actingUserId: string | null }
/** `content` is for its card in the list of what is not sent. */
export type MoveBody = Omit<MoveWorkRequestMutationVariables, 'requestKey'> & { readonly content: string }

const MOST_AGE_MS = 14 * DAY_MS
const UNREADABLE: CallOutcome = [{ code: 'UNREADABLE', detail: null }]

/** Returns how work requests, and their moves, are sent that could not be sent when they were made; a request after its photos, moves of one in their order. */
export function workRequestKinds(client: Client): readonly OutboxKind[] {
  const kind = { most: 1, mostAgeMs: MOST_AGE_MS }
  return [
    {
      ...kind,
      name: WORK_REQUEST,
      isAfter: (earlier, later) => isFileAmong(earlier, newRequestOf(later)?.attachmentIds),
      send: async ([entry]) => {
        const body = newRequestOf(entry)
        if (entry === undefined || body === null) return UNREADABLE
        const { actingUserId, ...input } = body
        const sent = client.mutation(CreateWorkRequestDocument, { input, actingUserId, requestKey: entry.key })
        return outcomeOf(await sent.toPromise())
      },
    },
    {
      ...kind,
      name: WORK_REQUEST_MOVE,
      isAfter: (earlier, later) => moveOf(earlier)?.id === moveOf(later)?.id,
      send: async ([entry]) => {
        const body = moveOf(entry)
        if (entry === undefined || body === null) return UNREADABLE
        const { content: _told, ...move } = body
        return outcomeOf(await client.mutation(MoveWorkRequestDocument, { ...move, requestKey: entry.key }).toPromise())
      },
    },
  ]
}

/** Returns the request of the entry; null for another kind, or one that an older version wrote otherwise. */
export function newRequestOf(entry: OutboxEntry | undefined): NewRequestBody | null {
  return entry?.kind === WORK_REQUEST && isNewRequest(entry.body) ? entry.body : null
}

/** Returns the move of the entry; null as in `newRequestOf`. */
export function moveOf(entry: OutboxEntry | undefined): MoveBody | null {
  return entry?.kind === WORK_REQUEST_MOVE && isMove(entry.body) ? entry.body : null
}

function outcomeOf({ data, error }: { readonly data?: unknown; readonly error?: Parameters<typeof failedCall>[0] }): CallOutcome {
  if (data != null) return ['DONE']
  const failure = failedCall(error)
  return typeof failure === 'string' ? failure : [failure]
}

function isNewRequest(body: unknown): body is NewRequestBody {
  return typeof body === 'object' && body !== null && 'content' in body && 'actingUserId' in body && !('status' in body)
}

function isMove(body: unknown): body is MoveBody {
  return typeof body === 'object' && body !== null && 'id' in body && 'status' in body && 'version' in body && 'content' in body
}
