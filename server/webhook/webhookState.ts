import { MINUTE_MS } from '#engine/time/durations.ts'
import type { Database } from '#server/db/database.ts'
import type { PartState } from '#server/partState.ts'
import { listLeft } from './webhookDelivery.store.ts'

/** A message that should have been sent so long ago is sent by nobody; an address that takes nothing has it tried later, and is its company's. */
const LEFT_AFTER_MS = 10 * MINUTE_MS

/** Returns how messages to webhooks do: degraded while some should have been sent by now, whatever their addresses say. */
export async function webhookState(database: Pick<Database, 'inSystem'>, now: number): Promise<PartState> {
  const left = await database.inSystem((tx) => listLeft(tx, now - LEFT_AFTER_MS))
  return left.length === 0 ? { status: 'ready' } : { status: 'degraded', detail: `messages of ${left.length} webhooks are not sent` }
}
