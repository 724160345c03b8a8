import { MINUTE_MS } from '#engine/time/durations.ts'

/** Returns the instant by the clock of the zone as every language writes it: `10:02`, of another day than now `2026-11-24 10:02`. */
export function clockOf(at: number, zone: string, now: number): string {
  const [date, clock] = localText(at, zone)
  const [today] = localText(now, zone)
  return date === today ? clock : `${date} ${clock}`
}

/** Returns the length in hours and minutes, `1:05`; below an hour `0:05`. */
export function durationText(lengthMs: number): string {
  const minutes = Math.max(0, Math.floor(lengthMs / MINUTE_MS))
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

function localText(at: number, zone: string): readonly [date: string, clock: string] {
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
  return [local.toPlainDate().toString(), local.toPlainTime().toString({ smallestUnit: 'minute' })]
}
