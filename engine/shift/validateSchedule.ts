import type { Problem } from '#engine/result.ts'
import type { ShiftDefinition } from './shiftSchedule.ts'

const MINUTES_PER_DAY = 1440
const TIME = /^([01]\d|2[0-3]):([0-5]\d)$/

/** A shift on the clock face, in minutes from midnight; `end` may pass 1440. */
type ClockSpan = { readonly shift: ShiftDefinition; readonly index: number; readonly start: number; readonly end: number }

/**
 * Returns the problems of a set of shifts, none when it can be saved (domain.md S-40): codes of one character, unique; a name; times as `HH:mm`;
 * weekdays 1 to 7, each once; different starts; no overlap on the clock, whatever the days. Touching shifts and 24 hours are fine. `field` is
 * `shifts.<index>.<name>`.
 */
export function validateSchedule(shifts: readonly ShiftDefinition[]): Problem[] {
  const problems: Problem[] = []
  const spans: ClockSpan[] = []
  shifts.forEach((shift, index) => {
    problems.push(...ownProblems(shift, index, shifts))
    const start = minutesOf(shift.timeStart)
    const end = minutesOf(shift.timeEnd)
    if (start !== null && end !== null) spans.push({ shift, index, start, end: end <= start ? end + MINUTES_PER_DAY : end })
  })
  return [...problems, ...spans.flatMap((span, index) => pairProblems(span, spans.slice(0, index)))]
}

function ownProblems(shift: ShiftDefinition, index: number, shifts: readonly ShiftDefinition[]): Problem[] {
  const problems: Problem[] = []
  const field = (name: string): string => `shifts.${index}.${name}`
  if (Array.from(shift.code).length !== 1)
    problems.push({ code: 'SHIFT_CODE_NOT_ONE_CHARACTER', field: field('code'), params: { code: shift.code } })
  else if (shifts.findIndex((other) => other.code === shift.code) < index) {
    problems.push({ code: 'SHIFT_CODE_NOT_UNIQUE', field: field('code'), params: { code: shift.code } })
  }
  if (shift.name.trim() === '') problems.push({ code: 'SHIFT_NAME_REQUIRED', field: field('name') })
  for (const name of ['timeStart', 'timeEnd'] as const) {
    if (minutesOf(shift[name]) === null) problems.push({ code: 'SHIFT_TIME_NOT_VALID', field: field(name), params: { time: shift[name] } })
  }
  if (shift.weekdays && !areWeekdays(shift.weekdays)) problems.push({ code: 'SHIFT_WEEKDAYS_NOT_VALID', field: field('weekdays') })
  return problems
}

function areWeekdays(days: readonly number[]): boolean {
  return days.length > 0 && new Set(days).size === days.length && days.every((day) => Number.isInteger(day) && day >= 1 && day <= 7)
}

function pairProblems(span: ClockSpan, before: readonly ClockSpan[]): Problem[] {
  const params = (other: ClockSpan): Record<string, string> => ({ code: span.shift.code, otherCode: other.shift.code })
  const twin = before.find((other) => other.start === span.start)
  if (twin) return [{ code: 'SHIFT_START_NOT_UNIQUE', field: `shifts.${span.index}.timeStart`, params: params(twin) }]
  const rival = before.find((other) => overlapsOnClock(span, other))
  return rival ? [{ code: 'SHIFTS_OVERLAP', field: `shifts.${span.index}.timeStart`, params: params(rival) }] : []
}

function overlapsOnClock(a: ClockSpan, b: ClockSpan): boolean {
  return [-MINUTES_PER_DAY, 0, MINUTES_PER_DAY].some((shiftBy) => a.start < b.end + shiftBy && b.start + shiftBy < a.end)
}

function minutesOf(time: string): number | null {
  const match = TIME.exec(time)
  return match ? Number(match[1]) * 60 + Number(match[2]) : null
}
