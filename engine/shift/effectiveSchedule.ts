import type { ShiftException, ShiftScheduleVersion } from './shiftSchedule.ts'

/**
 * Returns the schedule versions of a work center, ascending: its own; the company's before the first own one, and after an own version without
 * shifts. A work center that gets or loses its own shifts keeps its past (domain.md S-40, S-43, E-36).
 */
export function effectiveSchedule(
  own: readonly ShiftScheduleVersion[],
  company: readonly ShiftScheduleVersion[],
): readonly ShiftScheduleVersion[] {
  const [first] = own
  if (!first) return company
  return [
    ...company.filter((version) => version.validFrom < first.validFrom),
    ...own.flatMap((version, index) =>
      version.shifts.length > 0 ? [version] : companyFrom(company, version, own[index + 1]?.validFrom ?? Infinity),
    ),
  ]
}

/** Returns the exceptions of a work center, ascending by date: its own decide, for other dates the company's (domain.md S-48). */
export function effectiveExceptions(own: readonly ShiftException[], company: readonly ShiftException[]): readonly ShiftException[] {
  const byDate = new Map([...company, ...own].map((exception) => [exception.date, exception]))
  return [...byDate.values()].sort((a, b) => (a.date < b.date ? -1 : 1))
}

/** Returns the versions with the exceptions; the same versions when there are none. */
export function withExceptions(
  versions: readonly ShiftScheduleVersion[],
  exceptions: readonly ShiftException[],
): readonly ShiftScheduleVersion[] {
  return exceptions.length === 0 ? versions : versions.map((version) => ({ ...version, exceptions }))
}

/** The company's versions from the end of the own shifts until own ones begin again. */
function companyFrom(
  company: readonly ShiftScheduleVersion[],
  ended: ShiftScheduleVersion,
  until: number,
): readonly ShiftScheduleVersion[] {
  const inForce = company.findLast((version) => version.validFrom <= ended.validFrom)
  return [
    inForce ? { ...inForce, validFrom: ended.validFrom } : ended,
    ...company.filter((version) => version.validFrom > ended.validFrom && version.validFrom < until),
  ]
}
