import { DAY_MS } from '#engine/time/durations.ts'

/** So many days before its end a key is warned of (domain.md IN-16). */
export const KEY_WARNING_DAYS = [14, 3, 0] as const

/** Returns the warning of a key that is due, by its days: the lowest that the days left have come down to; null before, and where it was given already. */
export function keyWarning(daysLeft: number, told: number | null): number | null {
  const due = KEY_WARNING_DAYS.findLast((days) => daysLeft <= days)
  return due === undefined || (told !== null && told <= due) ? null : due
}

/** Returns how many days are left of a key that ends within the first warning, below 0 after its end; null of others. Days are YYYY-MM-DD. */
export function daysOfEndingKey(endsOn: string | null, today: string): number | null {
  if (endsOn === null) return null
  const days = Math.round((Date.parse(`${endsOn}T00:00:00Z`) - Date.parse(`${today}T00:00:00Z`)) / DAY_MS)
  return days <= KEY_WARNING_DAYS[0] ? days : null
}
