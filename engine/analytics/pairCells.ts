import { daysBetween, movedDate, periodsBetween, type DateRange } from '#engine/time/statPeriod.ts'
import { type Cell, keyOfCell, valueOfCell } from './cells.ts'
import { comparedDates, type Comparison } from './comparedDates.ts'
import { TIME_DIMENSIONS, type Dimension } from './dimensions.ts'
import { dateKey } from './lossFact.ts'

/** A cell, what of it is compared, and the cell that it is compared with; null = there is none. */
export type PairedCell = { readonly cell: Cell; readonly compared: Cell | null; readonly before: Cell | null }

/** The dates of a question: all, those of them that are over, and as many of what they are compared with; null = nothing is compared. */
export type PairedDates = { readonly dates: DateRange; readonly over: DateRange | null; readonly before: DateRange | null }

/**
 * Returns the dates that are read for a question. Of a period that goes on the days before today are compared, with as many of the other period, so that
 * a week is not measured against a whole one on its third day (docs/domain.md N-8).
 */
export function pairedDates(dates: DateRange, comparison: Comparison | null, today: string): PairedDates {
  const over = { from: dates.from, to: dates.to < today ? dates.to : today }
  const days = over.to > over.from ? daysBetween(over.from, over.to) : 0
  if (comparison === null || days === 0) return { dates, over: null, before: null }
  const base = comparedDates(dates, comparison)
  const to = over.to === dates.to ? base.to : movedDate(base.from, days)
  return { dates, over, before: { from: base.from, to: to < base.to ? to : base.to } }
}

/** Returns the cells with those that they are compared with: by their keys, and those of dates by their place in the period. */
export function pairCells(
  by: readonly Dimension[],
  { dates, before: base }: Pick<PairedDates, 'before' | 'dates'>,
  cells: { readonly now: readonly Cell[]; readonly over: readonly Cell[]; readonly before: readonly Cell[] },
): PairedCell[] {
  const moved = base === null ? [] : cells.before.map((cell) => ({ ...cell, keys: movedKeys(by, cell.keys, base, dates) }))
  const [over, before] = [byKey(cells.over), byKey(moved)]
  const now = byKey(cells.now)
  for (const [key, cell] of before) if (!now.has(key)) now.set(key, { ...cell, part: 0, base: cell.base === null ? null : 0 })
  const rows = [...now].map(([key, cell]) => ({ cell, compared: over.get(key) ?? null, before: before.get(key) ?? null }))
  const isByTime = by[0] !== undefined && TIME_DIMENSIONS.includes(by[0])
  return rows.toSorted(
    ({ cell: a }, { cell: b }) => (isByTime ? compareKeys(a, b, 1) : 0) || order(b) - order(a) || compareKeys(a, b, by.length),
  )
}

function byKey(cells: readonly Cell[]): Map<string, Cell> {
  return new Map(cells.map((cell) => [keyOfCell(cell), cell]))
}

/** Ratios stand by their value, sums by their size. */
function order(cell: Cell): number {
  return valueOfCell(cell) ?? -1
}

function compareKeys({ keys: a }: Cell, { keys: b }: Cell, count: number): number {
  for (const [at, key] of a.slice(0, count).entries()) {
    const other = b[at] ?? ''
    if (key === other) continue
    const difference = Number(key) - Number(other)
    return Number.isNaN(difference) ? (key < other ? -1 : 1) : difference
  }
  return 0
}

/** The first week of one period is compared with the first of the other, whatever their dates. */
function movedKeys(by: readonly Dimension[], keys: readonly string[], from: DateRange, to: DateRange): string[] {
  return keys.map((key, at) => {
    const dimension = by[at]
    if (dimension !== 'DAY' && dimension !== 'WEEK' && dimension !== 'MONTH') return key
    const bucketsOf = (dates: DateRange) => periodsBetween(dimension, dates).map((period) => dateKey(dimension, period.from))
    return bucketsOf(to)[bucketsOf(from).indexOf(key)] ?? key
  })
}
