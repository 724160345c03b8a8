import type { ShiftDateRule, ShiftDefinition } from './shiftSchedule.ts'

/**
 * Returns the date `YYYY-MM-DD` that a shift which starts on the local date belongs to (domain.md S-41, A-3): the date of its start, or by the rule
 * END that of its last moment, so a shift until midnight stays on its day.
 */
export function shiftDateOf(rule: ShiftDateRule, shift: ShiftDefinition, startDate: Temporal.PlainDate): string {
  const endsNextDay = shift.timeEnd <= shift.timeStart && shift.timeEnd !== '00:00'
  return (rule === 'END' && endsNextDay ? startDate.add({ days: 1 }) : startDate).toString()
}
