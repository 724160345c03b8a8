import type { Client } from 'urql'
import { DAY_MS } from '#engine/time/durations.ts'
import { ConfirmOutputHereDocument } from '#web/api/generated/graphql.ts'
import { tapOf } from '#web/parts/order/orderActKind.ts'
import { isSameOrder } from '#web/parts/order/orderAct.ts'
import { failedCall } from '#web/parts/outbox/failedCall.ts'
import type { CallOutcome, OutboxKind } from '#web/parts/outbox/outboxEntry.ts'
import { confirmOf, OUTPUT_CONFIRM } from './confirmAct.ts'

/** Returns how confirmations of output are sent that could not be sent when they were said (domain.md J-42): one a call, as of the tap. */
export function confirmKind(client: Client): OutboxKind {
  return {
    name: OUTPUT_CONFIRM,
    most: 1,
    // The server takes what is a day old at most, and knows the time.
    mostAgeMs: 14 * DAY_MS,
    isAfter: isSameOrder,
    send: async ([entry]): Promise<CallOutcome> => {
      const body = entry === undefined ? null : confirmOf(entry)
      if (entry === undefined || body === null) return [{ code: 'UNREADABLE', detail: null }]
      const occurredAt = tapOf({ tappedAt: body.variables.occurredAt ?? null }, entry.madeAt)
      const { data, error } = await client
        .mutation(ConfirmOutputHereDocument, { ...body.variables, occurredAt, requestKey: entry.key })
        .toPromise()
      if (data != null) return ['DONE']
      const failure = failedCall(error)
      return typeof failure === 'string' ? failure : [failure]
    },
  }
}
