import { MINUTE_MS } from '#engine/time/durations.ts'

const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

export type Age = { readonly unit: 'now' | 'minutes' | 'hours' | 'days'; readonly count: number }

/** Returns how long ago something was in its largest whole unit; a clock that is behind makes it "just now". */
export function ageOf(at: number, now: number): Age {
  const ms = Math.max(0, now - at)
  if (ms < MINUTE_MS) return { unit: 'now', count: 0 }
  if (ms < HOUR_MS) return { unit: 'minutes', count: Math.floor(ms / MINUTE_MS) }
  if (ms < DAY_MS) return { unit: 'hours', count: Math.floor(ms / HOUR_MS) }
  return { unit: 'days', count: Math.floor(ms / DAY_MS) }
}
