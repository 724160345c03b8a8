import { DAY_MS, MAX_PERIOD_DAYS } from '#engine/time/durations.ts'
import { Refusal } from '#server/refusal.ts'

export type Period = { readonly start: number; readonly end: number }

/** Returns the period; refuses one that does not end after it starts or is longer than 397 days. */
export function checkedPeriod(period: Period): Period {
  if (period.end <= period.start || period.end - period.start > MAX_PERIOD_DAYS * DAY_MS) {
    throw new Refusal({ code: 'INVALID_PERIOD', field: 'period', params: { maxDays: MAX_PERIOD_DAYS } })
  }
  return period
}
