import type { Client, CombinedError } from 'urql'
import { DAY_MS } from '#engine/time/durations.ts'
import {
  CloseOrderHereDocument,
  type CloseOrderHereMutationVariables,
  StartOrderHereDocument,
  StopOrderHereDocument,
} from '#web/api/generated/graphql.ts'
import { failedCall } from '#web/parts/outbox/failedCall.ts'
import type { CallOutcome, EntryRefusal, OutboxKind } from '#web/parts/outbox/outboxEntry.ts'
import { isClockKnown, serverNow } from '#web/ui/clock.ts'
import { isSameOrder, ORDER_ACT, orderActOf } from './orderAct.ts'
import type { OrderActBody } from './orderAct.ts'

/** What became of an act that was sent: done, with the event that takes it back; or why not. */
export type SentAct = { readonly eventId: string | null } | 'AWAY' | 'SIGN_IN' | EntryRefusal

/** Sends the act under its key; `occurredAt` says when it was done where it was kept meanwhile, null = now. */
export async function sendOrderAct(client: Client, body: OrderActBody, key: string, occurredAt: string | null): Promise<SentAct> {
  const variables: CloseOrderHereMutationVariables = {
    id: body.orderId,
    at: body.at ?? null,
    occurredAt,
    actingUserId: body.actingUserId,
    requestKey: key,
  }
  const running = {
    running: body.running?.choice ?? ('KEEP' as const),
    runningIds: body.running === undefined ? null : [...body.running.ids],
  }
  const { data, error } = await (body.action === 'START'
    ? client.mutation(StartOrderHereDocument, { ...variables, ...running }).toPromise()
    : client.mutation(body.action === 'STOP' ? StopOrderHereDocument : CloseOrderHereDocument, variables).toPromise())
  return data == null ? refusalOf(error) : { eventId: data.acted.events[0]?.id ?? null }
}

function refusalOf(error: CombinedError | undefined): 'AWAY' | 'SIGN_IN' | EntryRefusal {
  return failedCall(error)
}

/** Returns how acts on orders are sent that could not be sent when they were done (domain.md J-41): in order, one a call, as of the tap. */
export function orderActKind(client: Client): OutboxKind {
  return {
    name: ORDER_ACT,
    most: 1,
    // What is older is refused by the server, which knows the time: here it only stops what was forgotten for weeks.
    mostAgeMs: 14 * DAY_MS,
    isAfter: isSameOrder,
    send: async ([entry]): Promise<CallOutcome> => {
      const body = entry === undefined ? null : orderActOf(entry)
      if (entry === undefined || body === null) return [{ code: 'UNREADABLE', detail: null }]
      const sent = await sendOrderAct(client, body, entry.key, tapOf(body, entry.madeAt))
      if (typeof sent === 'string') return sent
      return 'eventId' in sent ? ['DONE'] : [sent]
    },
  }
}

/** When it was done by the server's clock: as it was known then, else by how far this device's clock is off as it is known now. */
export function tapOf({ tappedAt }: Pick<OrderActBody, 'tappedAt'>, madeAt: number): string {
  return tappedAt ?? new Date(isClockKnown() ? madeAt + (serverNow() - Date.now()) : madeAt).toISOString()
}
