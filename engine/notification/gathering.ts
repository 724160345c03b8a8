import { MINUTE_MS } from '#engine/time/durations.ts'
import type { Severity } from './notificationType.ts'

const FIRST_WINDOW_MS = MINUTE_MS
/** While windows keep filling. */
const LONG_WINDOW_MS = 5 * MINUTE_MS
const REST_MS = 10 * MINUTE_MS
const URGENT_WAITS_MS = MINUTE_MS

/** When somebody was sent a message last, and for how long after it the next waits. */
export type Gathering = { readonly sentAt: number | null; readonly windowMs: number }
export const NOTHING_SENT: Gathering = { sentAt: null, windowMs: 0 }

/** Returns when the message goes out to somebody: at once, or at the end of the window since their last one; `URGENT` waits a minute at most (domain.md AL-11). */
export function goesOutAt({ sentAt, windowMs }: Gathering, { at, severity }: { readonly at: number; readonly severity: Severity }): number {
  const windowEnd = sentAt === null ? at : Math.max(at, sentAt + windowMs)
  return severity === 'URGENT' ? Math.min(windowEnd, at + URGENT_WAITS_MS) : windowEnd
}

/** Returns what the next message waits for after one went out that had, or had not, waited itself. */
export function afterMessage(
  { sentAt, windowMs }: Gathering,
  { at, hasWaited }: { readonly at: number; readonly hasWaited: boolean },
): Gathering {
  if (hasWaited) return { sentAt: at, windowMs: LONG_WINDOW_MS }
  const isRested = sentAt === null || at - sentAt >= REST_MS
  return { sentAt: at, windowMs: isRested ? FIRST_WINDOW_MS : windowMs }
}

/** How many messages wake somebody in how long. */
export const SOUND_CAP = { sounds: 6, withinMs: 10 * MINUTE_MS } as const

/** Returns whether a message goes out after these, which were not urgent; `URGENT` always does (domain.md AL-12). */
export function isWithinCap(soundsAt: readonly number[], { at, severity }: { readonly at: number; readonly severity: Severity }): boolean {
  const recent = soundsAt.filter((sound) => sound > at - SOUND_CAP.withinMs && sound <= at)
  return severity === 'URGENT' || recent.length < SOUND_CAP.sounds
}
