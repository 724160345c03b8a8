import type { StatusRuleId } from '#engine/ids.ts'
import type { ShiftScheduleVersion } from '#engine/shift/shiftSchedule.ts'
import { calendarOf } from '#engine/time/calendar.ts'
import type { ManualStatus } from '#engine/workCenter/workCenterSetup.ts'

/** The longest that a status which a person chose may hold; the automatic status may end it earlier. */
export type ManualPeriod = { readonly start: number; readonly end: number; readonly statusRuleId: StatusRuleId }

/**
 * Returns the latest end of each manual status, ascending: its own end, the start of the next one, or the end of its shift (domain.md S-2); out of
 * schedule, the start of the next shift.
 */
export function manualPeriods(statuses: readonly ManualStatus[], schedule: readonly ShiftScheduleVersion[]): ManualPeriod[] {
  const calendar = calendarOf(schedule)
  return statuses
    .map(({ start, end, statusRuleId }, index) => {
      const next = statuses[index + 1]?.start ?? Infinity
      return { start, end: Math.min(end ?? Infinity, next, calendar.windowAt(start).end), statusRuleId }
    })
    .filter((period) => period.start < period.end)
}
