import type { ShiftDefinition, ShiftInstance, ShiftScheduleVersion } from '#engine/shift/shiftSchedule.ts'

/** A stretch of the calendar: one shift instance, or the time between two (`shift` null: out of schedule, domain.md D-2). */
export type CalendarWindow = { readonly start: number; readonly end: number; readonly shift: ShiftInstance | null }

/** The instants of a schedule. Windows follow each other without gap or overlap. */
export type Calendar = { readonly windowAt: (at: number) => CalendarWindow; readonly zoneAt: (at: number) => string }

type Version = ShiftScheduleVersion & { readonly notBefore: number; readonly validTo: number }

const calendars = new WeakMap<readonly ShiftScheduleVersion[], Calendar>()

/** Returns the calendar of a schedule, the same one for the same list: it remembers the window it answered last. */
export function calendarOf(schedule: readonly ShiftScheduleVersion[]): Calendar {
  const known = calendars.get(schedule)
  if (known) return known
  const made = createCalendar(schedule)
  calendars.set(schedule, made)
  return made
}

/** Returns the shift instances that overlap `[start, end)`, ascending (domain.md S-41). */
export function instancesBetween(calendar: Calendar, start: number, end: number): ShiftInstance[] {
  const found: ShiftInstance[] = []
  for (let at = start; at < end;) {
    const window = calendar.windowAt(at)
    if (window.shift) found.push(window.shift)
    at = window.end
  }
  return found
}

function createCalendar(schedule: readonly ShiftScheduleVersion[]): Calendar {
  const versions = chainVersions(schedule)
  let last: CalendarWindow | null = null
  return {
    windowAt(at) {
      if (last && last.start <= at && at < last.end) return last
      last = findWindow(versions, at)
      return last
    },
    zoneAt: (at) => (versions.findLast((version) => version.validFrom <= at) ?? versions[0])?.zone ?? 'UTC',
  }
}

/** A new version starts with its first shift start after the instance that was running when it came into force (domain.md S-43, E-33, E-36). */
function chainVersions(schedule: readonly ShiftScheduleVersion[]): Version[] {
  const versions: Version[] = []
  let busyUntil = -Infinity
  schedule.forEach((version, index) => {
    const validTo = schedule[index + 1]?.validFrom ?? Infinity
    const chained = { ...version, notBefore: Math.max(version.validFrom, busyUntil), validTo }
    versions.push(chained)
    if (validTo !== Infinity) busyUntil = Math.max(busyUntil, lastStartingBy(chained, validTo - 1)?.end ?? busyUntil)
  })
  return versions
}

function findWindow(versions: readonly Version[], at: number): CalendarWindow {
  let before: ShiftInstance | null = null
  for (let index = versions.length - 1; index >= 0 && !before; index--) {
    const version = versions[index]
    if (version && version.notBefore <= at) before = lastStartingBy(version, Math.min(at, version.validTo - 1))
  }
  if (before && at < before.end) return { start: before.start, end: before.end, shift: before }
  let after: ShiftInstance | null = null
  for (const version of versions) {
    if (!after && version.validTo > at) after = firstStartingAfter(version, at)
  }
  return { start: before?.end ?? -Infinity, end: after?.start ?? Infinity, shift: null }
}

function lastStartingBy(version: Version, at: number): ShiftInstance | null {
  const date = localDate(version.zone, at)
  const found = instancesOn(version, date.subtract({ days: 2 }), 3).findLast((instance) => instance.start <= at)
  return found && found.start >= version.notBefore ? found : null
}

function firstStartingAfter(version: Version, at: number): ShiftInstance | null {
  const from = Math.max(at, version.notBefore - 1)
  if (from >= version.validTo) return null
  const found = instancesOn(version, localDate(version.zone, from), 3).find((instance) => instance.start > from)
  return found && found.start < version.validTo ? found : null
}

function localDate(zone: string, at: number): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate()
}

/** The instances that start on `days` local dates, ascending; one more date is looked at so that the last one's end is right. */
function instancesOn(version: ShiftScheduleVersion, first: Temporal.PlainDate, days: number): ShiftInstance[] {
  const instances: ShiftInstance[] = []
  for (let day = 0; day <= days; day++) {
    const date = first.add({ days: day })
    for (const shift of version.shifts) instances.push(instanceOn(version.zone, shift, date))
  }
  const ordered = instances.filter((instance) => instance.start < instance.end).sort((a, b) => a.start - b.start)
  return ordered.map((instance, index) => ({ ...instance, end: Math.min(instance.end, ordered[index + 1]?.start ?? Infinity) }))
}

/**
 * Returns the shift on a local date with its instants. Each wall time is converted on its own: one that the clock skips moves forward
 * by the gap, one that it repeats is the first of the two, for both ends, so that neighbours stay contiguous (domain.md S-42).
 */
export function instanceOn(zone: string, shift: ShiftDefinition, date: Temporal.PlainDate): ShiftInstance {
  const endDate = shift.timeEnd <= shift.timeStart ? date.add({ days: 1 }) : date
  return {
    shiftId: shift.shiftId,
    shiftDate: date.toString(),
    start: wallInstant(zone, date, shift.timeStart),
    end: wallInstant(zone, endDate, shift.timeEnd),
  }
}

function wallInstant(zone: string, date: Temporal.PlainDate, time: string): number {
  // 'compatible' is exactly that rule: later instant in a gap, earlier one in a repetition.
  return date.toPlainDateTime(time).toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds
}
