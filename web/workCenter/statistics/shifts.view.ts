import type { ShiftsOfPeriodQuery } from '#web/api/generated/graphql.ts'

export type ShiftRow = ShiftsOfPeriodQuery['oeeReport'][number]

export const SHIFT_SORTS = ['date', 'oee', 'availability', 'performance', 'quality', 'output', 'rejected'] as const
export type ShiftSort = (typeof SHIFT_SORTS)[number]

export type ShiftOrder = { readonly sort: ShiftSort; readonly isDescending: boolean }

/** Returns the order that an address asks for, `sort=oee` or `sort=-oee` for the greatest first; the newest first unless it names one. */
export function readOrder(search: Readonly<Record<string, unknown>>): ShiftOrder {
  const asked = typeof search['sort'] === 'string' ? search['sort'] : ''
  const isDescending = asked.startsWith('-')
  const sort = SHIFT_SORTS.find((candidate) => candidate === (isDescending ? asked.slice(1) : asked))
  return sort === undefined ? { sort: 'date', isDescending: true } : { sort, isDescending }
}

/** Returns the address value of an order; undefined for the one that needs none. */
export function writeOrder({ sort, isDescending }: ShiftOrder): string | undefined {
  if (sort === 'date' && isDescending) return undefined
  return isDescending ? `-${sort}` : sort
}

/** Returns the shifts sorted; unknown figures last, ties newest first. */
export function sortShifts(rows: readonly ShiftRow[], { sort, isDescending }: ShiftOrder): readonly ShiftRow[] {
  const sign = isDescending ? -1 : 1
  return rows.toSorted((left, right) => {
    const [a, b] = [valueOf(left, sort), valueOf(right, sort)]
    const newest = Date.parse(right.shiftStart) - Date.parse(left.shiftStart)
    if (a === null || b === null) return a === b ? newest : a === null ? 1 : -1
    return (a - b) * sign || newest
  })
}

/** Returns how many losses of the shifts have a reason, and how many there are beside them: those without one that hold a confirmation up (domain.md S-45). */
export function classifiedIn(rows: readonly ShiftRow[]): { readonly done: number; readonly all: number } {
  const done = rows.reduce((sum, { shift }) => sum + shift.lossStats.classifiedCount, 0)
  return { done, all: done + rows.reduce((sum, { shift }) => sum + shift.lossStats.unclassifiedCount, 0) }
}

function valueOf(row: ShiftRow, sort: ShiftSort): number | null {
  if (sort === 'date') return Date.parse(row.shiftStart)
  if (sort === 'output') return row.totalOutput
  return sort === 'rejected' ? row.rejectedOutput : (row[sort]?.exactValue ?? null)
}
