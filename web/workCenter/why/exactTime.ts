import { formatTimer, MISSING } from '#web/ui/format.ts'

/** Returns a time of a formula to the second, as hours, minutes and seconds, so that a reader can add it up; from ms, rounded half up. */
export function exactTime(ms: number | null | undefined): string {
  if (ms == null || !Number.isFinite(ms)) return MISSING
  const seconds = Math.round(Math.abs(ms) / 1000) * 1000
  return `${ms < 0 && seconds > 0 ? '−' : ''}${formatTimer(seconds)}`
}
