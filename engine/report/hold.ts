import { DAY_MS } from '#engine/time/durations.ts'

/** A report that waits for confirmations is made without them this long after it was due. */
const LONGEST_HOLD_MS = DAY_MS

/** Returns whether a report waits still for its shifts to be confirmed; instants in ms UTC. */
export function isHeld(
  { waitsForConfirmation, dueAt }: { readonly waitsForConfirmation: boolean; readonly dueAt: number },
  { unconfirmed, now }: { readonly unconfirmed: number; readonly now: number },
): boolean {
  return waitsForConfirmation && unconfirmed > 0 && now < dueAt + LONGEST_HOLD_MS
}
