import { DAY_MS } from '#engine/time/durations.ts'
export const MAX_AHEAD_MS = 5 * 60_000

/** Inputs of the check of an instant: the arrival of the message, and how far back the device may report. */
export type DecodeContext = { readonly receivedAt: number; readonly acceptDaysBack: number }

/** Returns whether a reading of the instant is taken, neither too far ahead nor too late. */
export function isAcceptable(at: number, { receivedAt, acceptDaysBack }: DecodeContext): boolean {
  return at <= receivedAt + MAX_AHEAD_MS && at >= receivedAt - acceptDaysBack * DAY_MS
}
