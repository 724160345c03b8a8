import { DAY_MS } from '#engine/time/durations.ts'
import { Refusal } from '#server/refusal.ts'

export type Period = { readonly start: number; readonly end: number }

/** A leap year and a month: a year of shifts seen from any day. */
export const MAX_PERIOD_DAYS = 397

/** Returns the period; refuses one that does not end after it starts or is longer than 397 days. */
export function checkedPeriod(period: Period): Period {
  if (period.end <= period.start || period.end - period.start > MAX_PERIOD_DAYS * DAY_MS) {
    throw new Refusal({ code: 'INVALID_PERIOD', field: 'period', params: { maxDays: MAX_PERIOD_DAYS } })
  }
  return period
}
