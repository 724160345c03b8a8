import type { Client } from 'urql'
import { DAY_MS } from '#engine/time/durations.ts'
import { EnterLossDocument, type EnterLossMutationVariables } from '#web/api/generated/graphql.ts'
import { failedCall } from '#web/parts/outbox/failedCall.ts'
import type { OutboxEntry, OutboxKind } from '#web/parts/outbox/outboxEntry.ts'

export const MANUAL_LOSS = 'MANUAL_LOSS'

const MOST_AGE_MS = 14 * DAY_MS

/** A loss to be entered, and what its card says of it. */
export type ManualLossBody = { readonly input: EnterLossMutationVariables['input']; readonly reason: string; readonly place: string }

/** Returns how losses are entered that could not be sent when a person entered them (domain.md S-32): each by itself, in their order. */
export function manualLossKind(client: Client): OutboxKind {
  return {
    name: MANUAL_LOSS,
    most: 1,
    mostAgeMs: MOST_AGE_MS,
    isAfter: () => false,
    send: async ([entry]) => {
      const body = manualLossOf(entry)
      if (entry === undefined || body === null) return [{ code: 'UNREADABLE', detail: null }]
      const { data, error } = await client
        .mutation(EnterLossDocument, { input: body.input, batchId: entry.key, requestKey: entry.key })
        .toPromise()
      if (data != null) return ['DONE']
      const failure = failedCall(error)
      return typeof failure === 'string' ? failure : [failure]
    },
  }
}

/** Returns the loss of the entry; null for another kind, or one that an older version wrote otherwise. */
export function manualLossOf(entry: OutboxEntry | undefined): ManualLossBody | null {
  return entry?.kind === MANUAL_LOSS && isManualLoss(entry.body) ? entry.body : null
}

function isManualLoss(body: unknown): body is ManualLossBody {
  return typeof body === 'object' && body !== null && 'input' in body && 'reason' in body && 'place' in body
}
