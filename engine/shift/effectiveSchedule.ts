import type { ShiftScheduleVersion } from './shiftSchedule.ts'

/**
 * Returns the versions that hold for a work center, ascending: its own, and before the first of them the company's, so that a work center that
 * gets its own shifts keeps the past it had (domain.md S-40, S-43, E-36).
 */
export function effectiveSchedule(
  own: readonly ShiftScheduleVersion[],
  company: readonly ShiftScheduleVersion[],
): readonly ShiftScheduleVersion[] {
  const [first] = own
  return first ? [...company.filter((version) => version.validFrom < first.validFrom), ...own] : company
}
