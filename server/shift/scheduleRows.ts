import type { ShiftDefinition, ShiftScheduleVersion } from '#engine/shift/shiftSchedule.ts'

/** One shift of a version of a schedule, or with `shift_id` null a version that has none. */
export type ScheduleRow = {
  readonly valid_from: number
  readonly time_zone: string
  readonly shift_date_rule: string
  readonly shift_id: number | null
  readonly code: string
  readonly name: string
  readonly time_start: string
  readonly time_end: string
  readonly weekdays: readonly number[]
}

const DAYS_PER_WEEK = 7

/** Returns the versions of one owner's schedule, in the order of the rows. */
export function versionsOf(rows: readonly ScheduleRow[]): ShiftScheduleVersion[] {
  return [...Map.groupBy(rows, (row) => row.valid_from)].map(([validFrom, shifts]) => ({
    validFrom,
    zone: shifts[0]?.time_zone ?? 'UTC',
    ...(shifts[0]?.shift_date_rule === 'END' && { shiftDateRule: 'END' }),
    shifts: shifts.flatMap(toShift),
  }))
}

function toShift(row: ScheduleRow): ShiftDefinition[] {
  if (row.shift_id === null) return []
  const shift = { shiftId: row.shift_id, code: row.code, name: row.name, timeStart: row.time_start, timeEnd: row.time_end }
  return [row.weekdays.length === DAYS_PER_WEEK ? shift : { ...shift, weekdays: row.weekdays }]
}
