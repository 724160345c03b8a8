import { validateSchedule } from '#engine/shift/validateSchedule.ts'
import { midnight } from '#engine/time/statPeriod.ts'
import { DAY_MINUTES, lengthOf, minutesOf, readTime, WEEKDAYS } from './coverage.view.ts'

/** A shift of a stored version. */
export type StoredShift = {
  readonly shiftId: number
  readonly code: string
  readonly name: string
  readonly timeStart: string
  readonly timeEnd: string
  readonly weekdays: readonly number[]
}

/** A shift being edited; new without an id. `key` identifies the row while rows move. */
export type ShiftRow = Omit<StoredShift, 'shiftId'> & { readonly key: number; readonly shiftId: number | null }

export type StoredVersion = {
  readonly validFrom: string
  readonly validTo?: string | null
  readonly timeZone: string
  readonly isOwn: boolean
  readonly shifts: readonly StoredShift[]
}

export type RowField = 'code' | 'name' | 'timeEnd' | 'timeStart' | 'weekdays'

/** What is wrong with a field of a row, as the engine names it. */
export type RowProblem = {
  readonly row: number
  readonly field: RowField
  readonly code: string
  readonly params?: Readonly<Record<string, boolean | number | string>> | undefined
}

export type VersionState = 'past' | 'now' | 'coming'

const MAX_SHIFTS = 24
const CODES = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ123456789'
const NEW_SHIFT_MINUTES = 480
const FIELDS: readonly RowField[] = ['code', 'name', 'timeStart', 'timeEnd', 'weekdays']

/** Returns the rows of the shifts for editing, in the order of their starts. */
export function rowsOf(shifts: readonly StoredShift[]): readonly ShiftRow[] {
  return shifts
    .toSorted((a, b) => (a.timeStart < b.timeStart ? -1 : 1))
    .map(({ shiftId, code, name, timeStart, timeEnd, weekdays }) => ({
      // One by one: what was loaded has more in it, which the API does not take back.
      key: shiftId,
      shiftId,
      code,
      name,
      timeStart,
      timeEnd,
      weekdays: weekdays.toSorted((a, b) => a - b),
    }))
}

/** Returns the problems of the rows by the engine's rules, as on the server. */
export function rowProblems(rows: readonly ShiftRow[]): readonly RowProblem[] {
  const definitions = rows.map((row, index) => ({ ...row, code: row.code.trim(), shiftId: index + 1 }))
  return validateSchedule(definitions).flatMap(({ code, field = '', params }) => {
    const [, row = '', name = ''] = field.split('.')
    const known = FIELDS.find((one) => one === name)
    return known === undefined ? [] : [{ row: Number(row), field: known, code, params }]
  })
}

/** Returns the rows whose times overlap another row, each with that row: both are marked as wrong. */
export function rivalsOf(rows: readonly ShiftRow[], problems: readonly RowProblem[]): ReadonlySet<number> {
  const met = problems.filter(({ code }) => code === 'SHIFTS_OVERLAP' || code === 'SHIFT_START_NOT_UNIQUE')
  const others = met.map(({ params }) => rows.findIndex((row) => row.code.trim() === params?.['otherCode']))
  return new Set([...met.map(({ row }) => row), ...others.filter((row) => row >= 0)])
}

/** Returns the rows with one more: it begins when the last one ends, on the same days, with a code that is free; the same rows when there are enough. */
export function withNewRow(rows: readonly ShiftRow[]): readonly ShiftRow[] {
  if (rows.length >= MAX_SHIFTS) return rows
  const last = rows.at(-1)
  const start = minutesOf(last?.timeEnd ?? '') ?? 360
  const first = minutesOf(rows[0]?.timeStart ?? '')
  // Up to the first shift, where that comes sooner: a day is filled without an overlap.
  const room = first === null ? DAY_MINUTES : (first - start + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES
  const row: ShiftRow = {
    key: Math.max(0, ...rows.map((one) => one.key)) + 1,
    shiftId: null,
    code: [...CODES].find((code) => rows.every((one) => one.code !== code)) ?? '',
    name: '',
    timeStart: timeOf(start),
    timeEnd: timeOf(start + Math.min(NEW_SHIFT_MINUTES, room)),
    weekdays: last?.weekdays ?? WEEKDAYS,
  }
  return [...rows, row]
}

/** Returns the rows with valid times as HH:mm, since Enter saves without leaving the field. */
export function withReadTimes(rows: readonly ShiftRow[]): readonly ShiftRow[] {
  return rows.map((row) => ({ ...row, timeStart: readTime(row.timeStart) ?? row.timeStart, timeEnd: readTime(row.timeEnd) ?? row.timeEnd }))
}

/** Returns how many rows were added, removed or changed. */
export function countChanges(before: readonly ShiftRow[], after: readonly ShiftRow[]): number {
  const removed = before.filter((row) => after.every((one) => one.key !== row.key)).length
  const changed = after.filter((row) => {
    const known = before.find((one) => one.key === row.key)
    return known === undefined || FIELDS.some((field) => String(known[field]) !== String(row[field]))
  }).length
  return removed + changed
}

/** Returns the minutes a week that the shifts cover, each for itself. */
export function weekMinutes(rows: readonly ShiftRow[]): number {
  return rows.reduce((sum, row) => sum + (lengthOf(row) ?? 0) * row.weekdays.length, 0)
}

/** Returns when a version holds at the instant. */
export function stateOf(version: StoredVersion, now: number): VersionState {
  if (Date.parse(version.validFrom) > now) return 'coming'
  return version.validTo != null && Date.parse(version.validTo) <= now ? 'past' : 'now'
}

/** Returns the instant (ISO) from which the shifts of a local date on hold; null for the next start. */
export function validFromOf(start: 'date' | 'next', date: string, zone: string): string | null {
  return start === 'date' && date !== '' ? new Date(midnight(zone, date)).toISOString() : null
}

function timeOf(minutes: number): string {
  const inDay = minutes % DAY_MINUTES
  return `${String(Math.floor(inDay / 60)).padStart(2, '0')}:${String(inDay % 60).padStart(2, '0')}`
}
