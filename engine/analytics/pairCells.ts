import { daysBetween, movedDate, periodsBetween, type DateRange } from '#engine/time/statPeriod.ts'
import { addCells, type Cell, keyOfCell, valueOfCell } from './cells.ts'
import { comparedDates, type Comparison } from './comparedDates.ts'
import { TIME_DIMENSIONS, type Dimension } from './dimensions.ts'
import { dateKey } from './lossFact.ts'

/** A cell, what of it is compared, and the cell that it is compared with; null = there is none. */
export type PairedCell = { readonly cell: Cell; readonly compared: Cell | null; readonly before: Cell | null }

/** The dates of a question: all, those of them that are over, as many as there are to compare with, and those; null = nothing is compared. */
export type PairedDates = { readonly dates: DateRange; readonly over: DateRange | null; readonly before: DateRange | null }

/**
 * Returns the dates that are read for a question. Of a period that goes on the days before `openFrom`, whose shifts are all over, are compared
 * with as many of the other period, so that a week is not measured against a whole one on its third day (domain.md N-8).
 */
export function pairedDates(dates: DateRange, comparison: Comparison | null, openFrom: string): PairedDates {
  const over = { from: dates.from, to: dates.to < openFrom ? dates.to : openFrom }
  const days = over.to > over.from ? daysBetween(over.from, over.to) : 0
  if (comparison === null || days === 0) return { dates, over: null, before: null }
  const base = comparedDates(dates, comparison)
  if (over.to === dates.to) return { dates, over, before: base }
  // A month that goes on may have more days behind it than the whole month before.
  const both = Math.min(days, daysBetween(base.from, base.to))
  return { dates, over: { from: dates.from, to: movedDate(dates.from, both) }, before: { from: base.from, to: movedDate(base.from, both) } }
}

/**
 * Returns the cells with those that they are compared with: by their keys, and those of dates by their place in the period. What has no partner there is
 * added to the last one, so that the cells of both periods add up to the whole (domain.md N-1).
 */
export function pairCells(
  by: readonly Dimension[],
  { dates, over: compared, before: base }: PairedDates,
  cells: { readonly now: readonly Cell[]; readonly over: readonly Cell[]; readonly before: readonly Cell[] },
): PairedCell[] {
  const places = base === null ? [] : by.map((dimension) => placesOf(dimension, base, compared ?? dates))
  const moved = cells.before.map((cell) => ({ ...cell, keys: cell.keys.map((key, at) => places[at]?.get(key) ?? key) }))
  const [over, before] = [byKey(cells.over), byKey(addCells(moved))]
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

/** To which day, week or month each of the period before belongs: the first week to the first one, whatever their dates. */
function placesOf(dimension: Dimension, from: DateRange, to: DateRange): ReadonlyMap<string, string> {
  if (dimension !== 'DAY' && dimension !== 'WEEK' && dimension !== 'MONTH') return new Map()
  const keysOf = (dates: DateRange) => periodsBetween(dimension, dates).map((period) => dateKey(dimension, period.from))
  const partners = keysOf(to)
  return new Map(keysOf(from).map((key, at) => [key, partners[at] ?? partners.at(-1) ?? key]))
}
