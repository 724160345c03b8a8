import { DAY_MS } from '#engine/time/durations.ts'

/** How long the data of a deleted sensor is kept, in days, and the sensor can come back (spec 001 §9, G-25). */
export const SENSOR_KEEP_DAYS = 31

/** Returns until when (ms UTC) a sensor that was deleted at the instant can come back. */
export function keptUntil(deletedAt: number): number {
  return deletedAt + SENSOR_KEEP_DAYS * DAY_MS
}
