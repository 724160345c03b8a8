import { MINUTE_MS } from '#engine/time/durations.ts'

/** An e-mail waits so long for somebody to see the notification elsewhere. */
const WAITS_MS = 2 * MINUTE_MS

export type EmailTiming = {
  readonly toldAt: number
  /** The end of the quiet hours or of the pause. */
  readonly heldUntil: number | null
  /** Whether there is a device to push to, and none took it. */
  readonly isUnheard: boolean
}

/** Returns when the e-mail to somebody is due: two minutes after they were told, at once where no device took the push, not in their quiet hours (domain.md AL-15). */
export function emailDueAt({ toldAt, heldUntil, isUnheard }: EmailTiming): number {
  return Math.max(isUnheard ? toldAt : toldAt + WAITS_MS, heldUntil ?? toldAt)
}
