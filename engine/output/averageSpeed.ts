import { ratio } from '#engine/oee/kpis.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'

/** Returns units (or metres) a minute of planned production time; null without any (domain.md D-6). */
export function unitsPerMinute(total: number, plannedMs: number): number | null {
  return plannedMs > 0 ? ratio(total, plannedMs / MINUTE_MS) : null
}
