import { DAY_MS, HOUR_MS } from '#engine/time/durations.ts'
import type { BatteryReading } from './batteryLow.ts'

/** A forecast looks back so far. */
export const FORECAST_FROM_MS = 14 * DAY_MS
/** A shorter part of a day says little of how fast a battery drains. */
const LEAST_PART_MS = 6 * HOUR_MS
const LEAST_POINTS = 5

/** In how many days a battery is empty at its usual pace; from the faster to the slower quarter of its days, null = at that pace it does not drain. */
export type BatteryForecast = { readonly days: number; readonly from: number; readonly to: number | null }

/**
 * Returns how long the battery lasts from its last known level (percent) by the median of what it lost a day in the stretches without charging; null with
 * fewer than five days or parts of days of six hours, while it charges, or where it does not drain (domain.md AL-29).
 */
export function batteryForecast(readings: readonly BatteryReading[], now: number): BatteryForecast | null {
  const last = readings.findLast(({ at, level }) => level !== null && at <= now)
  if (last?.level == null || last.isCharging) return null
  const drains: number[] = []
  let begun: { readonly at: number; readonly level: number } | null = null
  for (const { at, level, isCharging } of readings) {
    if (at <= now - FORECAST_FROM_MS || at > now || level === null) continue
    if (isCharging) {
      begun = null
      continue
    }
    begun ??= { at, level }
    const lasted = at - begun.at
    if (lasted >= DAY_MS || (at === last.at && lasted >= LEAST_PART_MS)) {
      drains.push(((begun.level - level) * DAY_MS) / lasted)
      begun = { at, level }
    }
  }
  if (drains.length < LEAST_POINTS) return null
  const sorted = drains.toSorted((one, other) => one - other)
  const [slow, usual, fast] = [0.25, 0.5, 0.75].map((share) => quantile(sorted, share))
  if (slow === undefined || usual === undefined || fast === undefined || usual <= 0) return null
  return { days: last.level / usual, from: last.level / fast, to: slow > 0 ? last.level / slow : null }
}

/** Of ascending values, between two of them in proportion. */
function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share
  const [low, high] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0]
  return low + (high - low) * (place - Math.floor(place))
}
