import { MINUTE_MS } from '../time/durations.ts'

/** Trial machines of a company at once. */
export const MAX_TRIAL_MACHINES = 5

/** Bytes of one message of a trial device. */
export const MAX_TRIAL_MESSAGE_BYTES = 2048

/** Messages of a trial device within a minute: a phone sends two a second. */
export const TRIAL_MESSAGES_A_MINUTE = 180

/** How often a phone sends its movement. */
export const PHONE_SENDS_EVERY_MS = 500

/** From this power on a trial machine runs, kW. */
export const TRIAL_RUNS_FROM_KW = 1

/** In the demo a trial machine gives way to the next visitor's after this time, so that nobody finds all places taken for long. */
const STAYS_IN_DEMO_MS = 10 * MINUTE_MS

type Made = { readonly madeAt: number }

/** Returns which trial machine makes room for a new one: none while there is room, else in the demo the oldest that had its time, or the time to wait, null where only people make room. */
export function roomForTrial<Machine extends Made>(
  present: readonly Machine[],
  isDemo: boolean,
  now: number,
): { readonly gives: Machine | null } | { readonly waitMs: number | null } {
  if (present.length < MAX_TRIAL_MACHINES) return { gives: null }
  const oldest = present.toSorted((one, other) => one.madeAt - other.madeAt)[0]
  if (!isDemo || oldest === undefined) return { waitMs: null }
  const waitMs = oldest.madeAt + STAYS_IN_DEMO_MS - now
  return waitMs > 0 ? { waitMs } : { gives: oldest }
}
