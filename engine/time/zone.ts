/** A stretch in which a zone keeps one offset from UTC; local = UTC + `offsetMs`. */
export type OffsetPeriod = { readonly start: number; readonly end: number; readonly offsetMs: number }

const NS_PER_MS = 1_000_000
const periodsByZone = new Map<string, OffsetPeriod[]>()

/** Returns the stretch of constant offset that holds at the instant; remembered per zone, because asking the time zone database costs microseconds. */
export function offsetPeriodAt(zone: string, at: number): OffsetPeriod {
  const known = periodsByZone.get(zone) ?? []
  for (const period of known) if (period.start <= at && at < period.end) return period
  const zoned = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
  // The transition before the millisecond after `at` is at `at` itself when the offset changes there.
  const since = zoned.add({ milliseconds: 1 }).getTimeZoneTransition('previous')
  const until = zoned.getTimeZoneTransition('next')
  const period = {
    start: since ? since.epochMilliseconds : -Infinity,
    end: until ? until.epochMilliseconds : Infinity,
    offsetMs: zoned.offsetNanoseconds / NS_PER_MS,
  }
  periodsByZone.set(zone, [...known, period])
  return period
}

/** Returns whether the text names a time zone that this runtime knows. */
export function isZone(zone: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone)
    return true
  } catch {
    return false
  }
}

/** Returns the next instant (ms UTC) strictly after `at` at which clocks in the zone show the full hour; a day on which they skip it counts its later side. */
export function nextLocalHour(zone: string, at: number, hour: number): number {
  const now = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
  const today = now.toPlainDate().toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from({ hour }) })
  if (today.epochMilliseconds > at) return today.epochMilliseconds
  return now
    .toPlainDate()
    .add({ days: 1 })
    .toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from({ hour }) }).epochMilliseconds
}

/**
 * Returns the next instant after the given one (ms UTC) at which the clock of the zone shows the time (HH:mm), each day or on the ISO weekday alone; a time
 * that the clock skips moves by the gap, one that it shows twice is the first (S-42).
 */
export function nextLocalTime(zone: string, after: number, time: string, weekday: number | null = null): number {
  const plainTime = Temporal.PlainTime.from(time)
  let day = Temporal.Instant.fromEpochMilliseconds(after).toZonedDateTimeISO(zone).toPlainDate()
  for (;;) {
    const next = day.toZonedDateTime({ timeZone: zone, plainTime }).epochMilliseconds
    if (next > after && (weekday === null || day.dayOfWeek === weekday)) return next
    day = day.add({ days: 1 })
  }
}
