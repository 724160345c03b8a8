import { serverNow } from '#web/ui/clock.ts'
import type { TimeWindow } from '#web/ui/timeWindow.ts'

/** Returns whether the present lies in the window: then its figures grow with the clock. */
export function isRunning({ from, to }: TimeWindow): boolean {
  const now = serverNow()
  return now >= from && now < to
}
