import type { ShiftDateRule, ShiftDefinition } from './shiftSchedule.ts'

/**
 * Returns the date `YYYY-MM-DD` of a shift that starts on the local date (domain.md S-41, A-3): the date of its start, or by the rule END of its
 * last moment, so a shift until midnight keeps its day.
 */
export function shiftDateOf(rule: ShiftDateRule, shift: ShiftDefinition, startDate: Temporal.PlainDate): string {
  const endsNextDay = shift.timeEnd <= shift.timeStart && shift.timeEnd !== '00:00'
  return (rule === 'END' && endsNextDay ? startDate.add({ days: 1 }) : startDate).toString()
}
