/** A shift as far as it covers time; times may be half typed. */
export type CoveringShift = {
  readonly code: string
  readonly timeStart: string
  readonly timeEnd: string
  /** On which it starts, 1 Monday to 7 Sunday. */
  readonly weekdays: readonly number[]
}

/** A stretch of one day of the week in minutes from midnight, `to` not included; of the shifts by their place in the list, none = uncovered. */
export type CoverPiece = { readonly from: number; readonly to: number; readonly shifts: readonly number[] }

export const DAY_MINUTES = 1440
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const

const WEEK_MINUTES = DAY_MINUTES * 7
const TIME = /^([01]\d|2[0-3]):([0-5]\d)$/

/** Returns the minutes from midnight of a time `HH:mm`, null for anything else. */
export function minutesOf(time: string): number | null {
  const match = TIME.exec(time)
  return match === null ? null : Number(match[1]) * 60 + Number(match[2])
}

/** Returns the time `HH:mm` from any way of typing it: `6`, `6:5`, `0605`, `6.05`, `6 05`; null for an invalid time. */
export function readTime(text: string): string | null {
  const match = /^(\d{1,2})(?:[:. \-h]?(\d{1,2}))?$/.exec(text.trim())
  if (match === null) return null
  const [, hours = '', minutes = '0'] = match
  const time = `${hours.padStart(2, '0')}:${minutes.padStart(2, '0')}`
  return minutesOf(time) === null ? null : time
}

/** Returns the length of a shift in minutes: past midnight when its end is not after its start, 24 hours when equal; null while a time is invalid. */
export function lengthOf({ timeStart, timeEnd }: Pick<CoveringShift, 'timeEnd' | 'timeStart'>): number | null {
  const [start, end] = [minutesOf(timeStart), minutesOf(timeEnd)]
  if (start === null || end === null) return null
  return end <= start ? end + DAY_MINUTES - start : end - start
}

/**
 * Returns for each weekday, Monday first, the shifts over time: pieces without gap or overlap from midnight to midnight. Sunday evening continues on
 * Monday. A shift without valid times covers nothing.
 */
export function coverageOf(shifts: readonly CoveringShift[]): readonly (readonly CoverPiece[])[] {
  const spans = shifts.flatMap((shift, index) => {
    const [start, length] = [minutesOf(shift.timeStart), lengthOf(shift)]
    if (start === null || length === null) return []
    return shift.weekdays.flatMap((day) => weekSpans((day - 1) * DAY_MINUTES + start, length).map((span) => ({ ...span, index })))
  })
  return WEEKDAYS.map((day) => piecesOf((day - 1) * DAY_MINUTES, spans))
}

/** Returns how many minutes of the week are in no shift, and how many in more than one. */
export function weekSums(days: readonly (readonly CoverPiece[])[]): { readonly uncovered: number; readonly overlapping: number } {
  const sum = (isMeant: (piece: CoverPiece) => boolean) =>
    days.flat().reduce((total, piece) => total + (isMeant(piece) ? piece.to - piece.from : 0), 0)
  return { uncovered: sum(({ shifts }) => shifts.length === 0), overlapping: sum(({ shifts }) => shifts.length > 1) }
}

type Span = { readonly from: number; readonly to: number; readonly index: number }

function weekSpans(from: number, length: number): readonly Omit<Span, 'index'>[] {
  const to = from + length
  return to <= WEEK_MINUTES
    ? [{ from, to }]
    : [
        { from, to: WEEK_MINUTES },
        { from: 0, to: to - WEEK_MINUTES },
      ]
}

function piecesOf(midnight: number, spans: readonly Span[]): readonly CoverPiece[] {
  const inDay = spans
    .map(({ from, to, index }) => ({ from: Math.max(0, from - midnight), to: Math.min(DAY_MINUTES, to - midnight), index }))
    .filter(({ from, to }) => from < to)
  const edges = [...new Set([0, DAY_MINUTES, ...inDay.flatMap(({ from, to }) => [from, to])])].toSorted((a, b) => a - b)
  const pieces: CoverPiece[] = []
  edges.slice(1).forEach((to, at) => {
    const from = edges[at] ?? 0
    const shifts = [...new Set(inDay.filter((span) => span.from <= from && to <= span.to).map(({ index }) => index))].toSorted(
      (a, b) => a - b,
    )
    const last = pieces.at(-1)
    if (last !== undefined && last.shifts.join() === shifts.join()) pieces[pieces.length - 1] = { ...last, to }
    else pieces.push({ from, to, shifts })
  })
  return pieces
}
