import { daysBetween, movedDate } from '#engine/time/statPeriod.ts'

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
  const days = daysBetween(today, endsOn)
  return days <= KEY_WARNING_DAYS[0] ? days : null
}

/** A key is renewed from so many days before its end on: its first warning means that a week of tries was in vain (domain.md IN-19). */
export const RENEW_FROM_DAYS = 21
/** No key of Odoo lasts longer than 90 days; a day less, since its clock may be of another zone. */
export const KEY_LASTS_DAYS = 89

/** Returns whether a key that ends on the day is to be renewed today: it ends soon, still holds, and was not tried today. Days are YYYY-MM-DD. */
export function isRenewalDue(
  endsOn: string | null,
  { today, triedOn }: { readonly today: string; readonly triedOn: string | null },
): boolean {
  if (endsOn === null || triedOn === today) return false
  const days = daysBetween(today, endsOn)
  return days >= 0 && days <= RENEW_FROM_DAYS
}

/** Returns the day on which a key ends that is made today. */
export function endOfNewKey(today: string): string {
  return movedDate(today, KEY_LASTS_DAYS)
}
