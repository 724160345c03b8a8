import type { ShiftBoardQuery } from '#web/api/generated/graphql.ts'

type BoardShift = ShiftBoardQuery['shifts'][number]

/** A machine in its running shift; the stop is the longest that waits for a reason, `end` null = it goes on. */
export type BoardRow = { readonly shift: BoardShift; readonly stop: { readonly start: number; readonly end: number | null } | null }

/** Returns the machines with a running shift, the one first whose longest stop without a reason is longest; equal ones by name. `now` ends a stop that goes on. */
export function boardRows(
  { shifts, lossesPages }: ShiftBoardQuery,
  now: number,
  compare: (left: string, right: string) => number,
): readonly BoardRow[] {
  const stops = lossesPages.items.map(({ workCenterId, timeStart, timeEnd }) => ({
    workCenterId,
    start: Date.parse(timeStart),
    end: timeEnd == null ? null : Date.parse(timeEnd),
  }))
  const lengthOf = ({ stop }: BoardRow) => (stop === null ? 0 : (stop.end ?? now) - stop.start)
  return shifts
    .map((shift): BoardRow => {
      const own = stops.filter(({ workCenterId, start }) => workCenterId === shift.workCenterId && start >= Date.parse(shift.timeStart))
      const [longest] = own.toSorted((left, right) => (right.end ?? now) - right.start - ((left.end ?? now) - left.start))
      return { shift, stop: longest === undefined ? null : { start: longest.start, end: longest.end } }
    })
    .toSorted((left, right) => lengthOf(right) - lengthOf(left) || compare(left.shift.workCenter.name, right.shift.workCenter.name))
}
