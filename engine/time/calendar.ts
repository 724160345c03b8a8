import { instancesOn } from '#engine/shift/instances.ts'
import type { ShiftInstance, ShiftScheduleVersion } from '#engine/shift/shiftSchedule.ts'
import { DAY_MS } from '#engine/time/durations.ts'

/** A stretch of the calendar: one shift instance, or the time between two (`shift` null: out of schedule, domain.md D-2). */
export type CalendarWindow = { readonly start: number; readonly end: number; readonly shift: ShiftInstance | null }

/** The instants of a schedule. Windows follow each other without gap or overlap. */
export type Calendar = { readonly windowAt: (at: number) => CalendarWindow; readonly zoneAt: (at: number) => string }

type Version = ShiftScheduleVersion & { readonly notBefore: number; readonly validTo: number }

const DAYS_PER_WEEK = 7
/** Dates looked at together: an instance that holds an instant starts on its date or the one before, in zones that skip a date two before. */
const LOOK_DAYS = 3
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

/** Returns the time in ms of all shifts of the shift's date. */
export function scheduledDayMs({ start, end, shiftDate }: ShiftInstance, calendar: Calendar): number {
  const near = instancesBetween(calendar, start - DAY_MS, end + DAY_MS)
  return near.filter((one) => one.shiftDate === shiftDate).reduce((sum, one) => sum + one.end - one.start, 0)
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
  for (
    let back = LOOK_DAYS - 1;
    back < daysToLook(version) && at - (back - LOOK_DAYS - 1) * DAY_MS > version.notBefore;
    back += LOOK_DAYS
  ) {
    const found = instancesOn(version, date.subtract({ days: back }), LOOK_DAYS).findLast((instance) => instance.start <= at)
    if (found) return found.start >= version.notBefore ? found : null
  }
  return null
}

function firstStartingAfter(version: Version, at: number): ShiftInstance | null {
  const from = Math.max(at, version.notBefore - 1)
  if (from >= version.validTo) return null
  const date = localDate(version.zone, from)
  for (let ahead = 0; ahead < daysToLook(version) && from + (ahead - 2) * DAY_MS < version.validTo; ahead += LOOK_DAYS) {
    const found = instancesOn(version, date.add({ days: ahead }), LOOK_DAYS).find((instance) => instance.start > from)
    if (found) return found.start < version.validTo ? found : null
  }
  return null
}

/** How many dates hold the next shift for certain: some day of the week has one, and each day off puts it off by a week at most. */
function daysToLook({ shifts, exceptions = [] }: ShiftScheduleVersion): number {
  if (shifts.length === 0) return 0
  const isDaily = exceptions.length === 0 && shifts.some((shift) => !shift.weekdays)
  return LOOK_DAYS + (isDaily ? 0 : DAYS_PER_WEEK * (1 + exceptions.length))
}

function localDate(zone: string, at: number): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate()
}
