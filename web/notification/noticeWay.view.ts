import { movedDate } from '#engine/time/statPeriod.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import type { InboxItemFragment } from '#web/api/generated/graphql.ts'

/** So much of what was before is shown with it. */
const BEFORE_MS = 30 * MINUTE_MS
/** Sensors that a notification is judged by, as an address of the history names them. */
const SENSORS: Readonly<Partial<Record<InboxItemFragment['type'], string>>> = {
  BATTERY_LOW: 'BATTERY_LEVEL',
  DE_PHASING: 'ELECTRIC_CURRENT_A,ELECTRIC_CURRENT_B,ELECTRIC_CURRENT_C',
}

/** Returns the dates of the day, the week from Monday, or the month that the date (YYYY-MM-DD) lies in. */
export function datesOf(periodType: 'DAY' | 'MONTH' | 'WEEK', date: string): { readonly from: string; readonly to: string } {
  if (periodType === 'DAY') return { from: date, to: date }
  if (periodType === 'WEEK') {
    const from = movedDate(date, -((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7))
    return { from, to: movedDate(from, 6) }
  }
  const [year = 0, month = 1] = date.split('-').map(Number)
  return { from: `${date.slice(0, 8)}01`, to: new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10) }
}

/** Returns the stretch of the history that shows what a notification tells, with what was before it, and the sensor that it is judged by. */
export function historyOf({
  type,
  cause,
  since,
  until,
  firedAt,
}: Pick<InboxItemFragment, 'cause' | 'firedAt' | 'since' | 'type' | 'until'>): {
  readonly from: string
  readonly to: string
  readonly sensors?: string
} {
  const sensors = cause === 'BATTERY_EMPTY' ? SENSORS.BATTERY_LOW : SENSORS[type]
  const from = new Date(Date.parse(since) - BEFORE_MS).toISOString()
  return { from, to: until ?? firedAt, ...(sensors !== undefined && { sensors }) }
}
