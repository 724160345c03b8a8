import { MINUTE_MS } from '#engine/time/durations.ts'
import type { NotificationType } from '../notificationType.ts'

/** What the reader of a message may do without signing in. */
export type PushAct =
  | { readonly does: 'ACKNOWLEDGE' }
  | { readonly does: 'SNOOZE' }
  /** Gives this reason to that loss as it was when the message was sent. */
  | { readonly does: 'CLASSIFY'; readonly lossId: number; readonly version: number; readonly reasonId: number }

/** The stop that a message tells, if it goes on without a reason and the reader may give one; the likeliest reasons first. */
export type AskedStop = { readonly lossId: number; readonly version: number; readonly reasonIds: readonly number[] }

/** How long a message can be answered, and how long one is put off by it. */
export const PUSH_ACTS_MS = 15 * MINUTE_MS
export const PUSH_SNOOZE_MS = 15 * MINUTE_MS
const MOST_REASONS = 2

/** Returns what may be done with a message, in the order of its buttons: most browsers show the first two (domain.md AL-24). */
export function pushActs(type: NotificationType, stop: AskedStop | null): readonly PushAct[] {
  const always: readonly PushAct[] = [{ does: 'ACKNOWLEDGE' }, { does: 'SNOOZE' }]
  if (type !== 'STATUS_DURATION' || stop === null) return always
  const { reasonIds, lossId, version } = stop
  return [...reasonIds.slice(0, MOST_REASONS).map((reasonId): PushAct => ({ does: 'CLASSIFY', lossId, version, reasonId })), ...always]
}
