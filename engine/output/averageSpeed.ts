import { ratio } from '#engine/oee/kpis.ts'
import { roundHalfUp } from '#engine/oee/percentage.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'

/** Returns units (or metres) a minute of planned production time; null without any (domain.md D-6). */
export function unitsPerMinute(total: number, plannedMs: number): number | null {
  return plannedMs > 0 ? ratio(total, plannedMs / MINUTE_MS) : null
}

/** Returns units (or metres) a minute of the run time (ms) as they are shown: two decimals, half up (domain.md D-51); null without any run time. */
export function speedToShow(units: number, runMs: number): number | null {
  const speed = unitsPerMinute(units, runMs)
  return speed === null ? null : roundHalfUp(speed, 2)
}
