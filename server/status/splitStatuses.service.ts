import { partSecondsOf } from '#engine/oee/wholeSeconds.ts'
import { calendarStretches, minuteStretches } from '#engine/energy/energyStretches.ts'
import { statusTotals } from '#engine/status/statusTotals.ts'
import type { StatusTotal } from '#engine/status/statusTotals.ts'
import type { Interval } from '#engine/time/interval.ts'
import { intersect } from '#engine/time/interval.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import { Refusal } from '#server/refusal.ts'
import type { StoredStatus } from './statusInterval.store.ts'

/** What a period of statuses is split by. */
export const STATUS_SPLITS = ['DAY', 'HOUR', 'WEEK'] as const
export type StatusSplit = (typeof STATUS_SPLITS)[number]

/** `seconds` are whole ones that add up to those of the whole stretch (domain.md D-51). */
export type SplitTotal = StatusTotal & { readonly timeStart: number; readonly seconds: number }

const MAX_STRETCHES = 1_000
const SHORTEST_MS = { HOUR: HOUR_MS, DAY: 24 * HOUR_MS, WEEK: 7 * 24 * HOUR_MS } as const

/** Returns the time in each status of each hour, day or week of the zone, or of the period as a whole; refuses more than 1000 stretches. */
export function splitStatuses(
  statuses: readonly StoredStatus[],
  period: Interval,
  zone: string,
  split: StatusSplit | null,
): readonly SplitTotal[] {
  if (split !== null && (period.end - period.start) / SHORTEST_MS[split] > MAX_STRETCHES) {
    const maxDays = Math.floor((MAX_STRETCHES * SHORTEST_MS[split]) / (24 * HOUR_MS))
    throw new Refusal({ code: 'INVALID_PERIOD', field: 'period', params: { maxDays } })
  }
  return stretchesOf(period, zone, split).flatMap((stretch) => {
    const parts = statuses.flatMap((status) => {
      const part = intersect({ start: status.start, end: status.end ?? period.end }, stretch)
      return part ? [{ ...status, ...part }] : []
    })
    const totals = statusTotals(parts, stretch.end)
    const seconds = partSecondsOf(totals.map(({ durationMs }) => durationMs))
    return totals.map((total, index) => ({ ...total, seconds: seconds[index] ?? 0, timeStart: stretch.start }))
  })
}

function stretchesOf(period: Interval, zone: string, split: StatusSplit | null): readonly Interval[] {
  if (split === null) return [period]
  return split === 'HOUR' ? minuteStretches(zone, period, 60) : calendarStretches(zone, period, split)
}
