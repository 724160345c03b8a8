import { ratio } from '#engine/oee/kpis.ts'

const MS_PER_MINUTE = 60_000

/** Returns units (or metres) a minute of planned production time; null without any (domain.md D-6). */
export function unitsPerMinute(total: number, plannedMs: number): number | null {
  return plannedMs > 0 ? ratio(total, plannedMs / MS_PER_MINUTE) : null
}
