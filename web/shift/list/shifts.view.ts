import { DAY_MS } from '#engine/time/durations.ts'
import type { ListedShiftFragment, ShiftCellFragment, ShiftsFilter, ShiftsListQueryVariables } from '#web/api/generated/graphql.ts'
import { isDescending } from '#web/parts/list/sort.ts'
import type { ShiftsSearch } from '../shiftsSearch.ts'

/** More dates make no picture that anybody reads. */
export const MATRIX_DAYS = 31

const STATUSES = { all: null, closed: 'CONFIRMED', unclosed: 'UNCONFIRMED', processing: 'PROGRESS' } as const
const FIELDS = { date: 'DATE', '-date': 'DATE', oee: 'OEE', '-oee': 'OEE', explained: 'EXPLAINED', '-explained': 'EXPLAINED' } as const

/** Returns the date so many days later; dates alone, so that a day of a clock change is a day. */
export function movedDate(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)
}

/** Returns the first and the last date that the URL state asks for, both included; null where it is open. `today` is the date of the company. */
export function datesOf({ range, from, to }: Pick<ShiftsSearch, 'range' | 'from' | 'to'>, today: string) {
  const since = (days: number) => ({ from: movedDate(today, -days), to: today })
  switch (range) {
    case 'last7':
      return since(6)
    case 'last31':
      return since(MATRIX_DAYS - 1)
    case 'today':
      return since(0)
    case 'yesterday':
      return { from: movedDate(today, -1), to: movedDate(today, -1) }
    case 'dates': {
      const isReversed = from !== '' && to !== '' && to < from
      const [first, last] = isReversed ? [to, from] : [from, to]
      return { from: first === '' ? null : first, to: last === '' ? null : last }
    }
  }
}

/** Returns what to ask the server for the URL state. */
export function shiftsFilter(search: ShiftsSearch, today: string): ShiftsFilter {
  const { from, to } = datesOf(search, today)
  const status = STATUSES[search.tab]
  return {
    // Without any date the server would show the last 30 days.
    shiftDateFrom: from ?? (to === null ? movedDate(today, 1 - MATRIX_DAYS) : null),
    shiftDateTo: to,
    ...(status !== null && { statuses: [status] }),
    ...(search.wc.length > 0 && { workCenterIds: [...search.wc] }),
    ...(search.shift.length > 0 && { shiftIds: [...search.shift] }),
    ...(search.wcGroup.length > 0 && { workCenterGroupIds: [...search.wcGroup] }),
    ...(search.code.length > 0 && { shiftCodes: [...search.code] }),
    ...(search.weekday.length > 0 && { weekdays: search.weekday.map(Number) }),
    ...(search.unexplained && { lossIssues: 'NO_REASON' }),
    ...(search.output !== '' && { outputIssues: search.output }),
  }
}

/** Returns the order of the URL state as the server takes it. */
export function shiftsOrder(sort: ShiftsSearch['sort']): NonNullable<ShiftsListQueryVariables['order']> {
  return { field: FIELDS[sort], direction: isDescending(sort) ? 'DESC' : 'ASC' }
}

/** Returns whether the shifts are shown as a matrix: unless asked otherwise, all but those that wait to be closed, and at most so many dates. */
export function isMatrix(search: ShiftsSearch, today: string): boolean {
  if (search.view === 'list' || (search.view === '' && search.tab === 'unclosed')) return false
  return !isTooLong(search, today)
}

/** Returns whether there are more dates than a matrix shows. */
export function isTooLong(search: ShiftsSearch, today: string): boolean {
  const { from, to } = datesOf(search, today)
  if (from === null) return to !== null
  return (Date.parse(to ?? today) - Date.parse(from)) / DAY_MS >= MATRIX_DAYS
}

export type MatrixRow = {
  readonly workCenterId: number
  readonly name: string
  /** Shifts by their date, ascending by time. */
  readonly byDate: ReadonlyMap<string, readonly ShiftCellFragment[]>
}

export type Matrix = { readonly dates: readonly string[]; readonly rows: readonly MatrixRow[] }

/** Returns the shifts by work center and date, the newest date first, work centers by their order. Those without a shift are left out. */
export function matrixOf(cells: readonly ShiftCellFragment[], places: readonly { readonly id: number; readonly name: string }[]): Matrix {
  const dates = [...new Set(cells.map(({ shiftDate }) => shiftDate))].toSorted().toReversed()
  const byPlace = Map.groupBy(cells, ({ workCenterId }) => workCenterId)
  const rows = places.flatMap(({ id, name }): MatrixRow[] => {
    const own = byPlace.get(id)
    if (own === undefined) return []
    const sorted = own.toSorted((left, right) => Date.parse(left.timeStart) - Date.parse(right.timeStart))
    return [{ workCenterId: id, name, byDate: Map.groupBy(sorted, ({ shiftDate }) => shiftDate) }]
  })
  return { dates, rows }
}

/** How a shift stands: to be confirmed and what is due first, then what is noteworthy about it. */
export type CellMark = 'late' | 'note' | 'output' | 'recalculating' | 'revised'

/** Returns the marks of a shift besides its status: restated, with a comment, with late data, waiting for its figures, with its output confirmed. */
export function marksOf(
  cell: Pick<ShiftCellFragment, 'comment' | 'isRecalculating' | 'lateSamples' | 'outputConfirmedShare' | 'revision'>,
): readonly CellMark[] {
  return [
    ...(cell.isRecalculating ? (['recalculating'] as const) : []),
    ...(cell.revision > 1 ? (['revised'] as const) : []),
    ...(cell.lateSamples > 0 ? (['late'] as const) : []),
    ...(cell.outputConfirmedShare === 1 ? (['output'] as const) : []),
    ...(cell.comment == null || cell.comment === '' ? [] : (['note'] as const)),
  ]
}

/** What confirming shifts will do: how many at once, how many only with words, and how many stay as they are. */
export type ConfirmPlan = {
  readonly ready: readonly ListedShiftFragment[]
  readonly withIssues: readonly ListedShiftFragment[]
  readonly staying: readonly ListedShiftFragment[]
}

/** Returns what confirming the shifts will do, by what the server says would be refused now. */
export function confirmPlan(shifts: readonly ListedShiftFragment[]): ConfirmPlan {
  const isReady = ({ confirmRefusal }: ListedShiftFragment) => confirmRefusal == null
  const hasIssues = ({ confirmRefusal }: ListedShiftFragment) => confirmRefusal === 'SHIFT_HAS_ISSUES'
  return {
    ready: shifts.filter(isReady),
    withIssues: shifts.filter(hasIssues),
    staying: shifts.filter((shift) => !isReady(shift) && !hasIssues(shift)),
  }
}

/** Returns the shifts of a date in the order in which they are closed: those that wait first, the worst of them first, then those in progress, then the closed ones. */
export function worstFirst(shifts: readonly ListedShiftFragment[]): readonly ListedShiftFragment[] {
  const rank = { UNCONFIRMED: 0, PROGRESS: 1, CONFIRMED: 2 } as const
  return shifts.toSorted(
    (left, right) =>
      rank[left.status] - rank[right.status] ||
      right.lossStats.unclassifiedCount - left.lossStats.unclassifiedCount ||
      (left.explainedShare ?? 1) - (right.explainedShare ?? 1) ||
      Date.parse(left.timeStart) - Date.parse(right.timeStart) ||
      left.workCenterId - right.workCenterId,
  )
}
