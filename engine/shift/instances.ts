import type { ShiftDefinition, ShiftInstance, ShiftScheduleVersion, ShiftDateRule } from './shiftSchedule.ts'

/** Returns the instances that start on `days` local dates, ascending. Reads one more date, for the end of the last one. */
export function instancesOn(version: ShiftScheduleVersion, first: Temporal.PlainDate, days: number): ShiftInstance[] {
  const instances: ShiftInstance[] = []
  for (let day = 0; day <= days; day++) {
    const date = first.add({ days: day })
    for (const shift of version.shifts) if (startsOn(version, shift, date)) instances.push(instanceOn(version, shift, date))
  }
  const ordered = instances.filter((instance) => instance.start < instance.end).sort((a, b) => a.start - b.start)
  return ordered.map((instance, index) => ({ ...instance, end: Math.min(instance.end, ordered[index + 1]?.start ?? Infinity) }))
}

/** Whether the shift starts on the date: by its days of the week, unless the date is an exception (domain.md S-48). */
function startsOn({ exceptions = [] }: ShiftScheduleVersion, shift: ShiftDefinition, date: Temporal.PlainDate): boolean {
  if (exceptions.length > 0) {
    const text = date.toString()
    const exception = exceptions.find((one) => one.date === text)
    if (exception) return exception.isWorking
  }
  return shift.weekdays?.includes(date.dayOfWeek) ?? true
}

/**
 * Returns the shift of a local date with its instants. Each wall time is converted on its own: a skipped one moves forward by the gap, a repeated
 * one is the first of the two, so neighbours stay contiguous (domain.md S-42).
 */
export function instanceOn(
  { zone, shiftDateRule = 'START' }: Pick<ShiftScheduleVersion, 'zone' | 'shiftDateRule'>,
  shift: ShiftDefinition,
  date: Temporal.PlainDate,
): ShiftInstance {
  const endDate = shift.timeEnd <= shift.timeStart ? date.add({ days: 1 }) : date
  return {
    shiftId: shift.shiftId,
    shiftDate: shiftDateOf(shiftDateRule, shift, date),
    start: wallInstant(zone, date, shift.timeStart),
    end: wallInstant(zone, endDate, shift.timeEnd),
  }
}

function wallInstant(zone: string, date: Temporal.PlainDate, time: string): number {
  // 'compatible' is exactly that rule: later instant in a gap, earlier one in a repetition.
  return date.toPlainDateTime(time).toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds
}

/**
 * Returns the date `YYYY-MM-DD` of a shift that starts on the local date (domain.md S-41, A-3): the date of its start, or by the rule END of its
 * last moment, so a shift until midnight keeps its day.
 */
function shiftDateOf(rule: ShiftDateRule, shift: ShiftDefinition, startDate: Temporal.PlainDate): string {
  const endsNextDay = shift.timeEnd <= shift.timeStart && shift.timeEnd !== '00:00'
  return (rule === 'END' && endsNextDay ? startDate.add({ days: 1 }) : startDate).toString()
}
