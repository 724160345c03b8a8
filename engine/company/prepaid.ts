import { DAY_MS } from '#engine/time/durations.ts'

/** So many days before the prepaid time of a work center ends administrators are told (domain.md ST-2). */
export const PREPAID_WARNING_DAYS = [30, 14, 3, 0] as const

/** Where the prepaid time of a work center stands; UNLIMITED = it has no end. */
export type PrepaidState = 'ENDED' | 'ENDING' | 'PAID' | 'UNLIMITED'

/** Returns the days left until the prepaid day, which is paid for itself, below 0 after it; null without an end. Days are YYYY-MM-DD. */
export function prepaidDaysLeft(until: string | null, today: string): number | null {
  return until === null ? null : Math.round((Date.parse(`${until}T00:00:00Z`) - Date.parse(`${today}T00:00:00Z`)) / DAY_MS)
}

/** Returns where the prepaid time stands with so many days left. */
export function prepaidState(daysLeft: number | null): PrepaidState {
  if (daysLeft === null) return 'UNLIMITED'
  if (daysLeft < 0) return 'ENDED'
  return daysLeft <= PREPAID_WARNING_DAYS[0] ? 'ENDING' : 'PAID'
}

/** Returns the notice that is due, by its days: the lowest that the days left have come down to; null before the first, after the last day, and where it was given. */
export function prepaidNotice(daysLeft: number, told: number | null): number | null {
  const due = daysLeft < 0 ? undefined : PREPAID_WARNING_DAYS.findLast((days) => daysLeft <= days)
  return due === undefined || (told !== null && told <= due) ? null : due
}
