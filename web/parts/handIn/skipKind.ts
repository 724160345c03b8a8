import type { Client } from 'urql'
import { DAY_MS } from '#engine/time/durations.ts'
import { SkipChecklistDocument } from '#web/api/generated/graphql.ts'
import { failedCall } from '#web/parts/outbox/failedCall.ts'
import type { OutboxKind } from '#web/parts/outbox/outboxEntry.ts'
import { CHECKLIST_SKIP, skippedIn, skippingOf } from './skipping.ts'

/** Returns how checklists are skipped that could not be skipped when somebody said why (domain.md CL-10). */
export function skipKind(client: Client): OutboxKind {
  return {
    name: CHECKLIST_SKIP,
    most: 1,
    mostAgeMs: 14 * DAY_MS,
    isAfter: (earlier, later) => skippedIn(earlier) !== null && skippedIn(earlier) === skippedIn(later),
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
