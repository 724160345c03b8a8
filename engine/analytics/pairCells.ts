import {
  daysBetween,
  monthsAndDays,
  monthsLater,
  movedDate,
  periodOf,
  periodsBetween,
  wholeMonths,
  type DateRange,
} from '#engine/time/statPeriod.ts'
import { addCells, type Cell, keyOfCell, valueOfCell } from './cells.ts'
import { chosenDates, comparedDates, type Comparison, type NamedDates } from './comparedDates.ts'
import { isPartOfPeriod, TIME_DIMENSIONS, type Dimension } from './dimensions.ts'
import { dateKey } from './lossFact.ts'

/** A cell, what of it is compared, and the cell that it is compared with; null = there is none. */
export type PairedCell = {
  readonly cell: Cell
  readonly compared: Cell | null
  readonly before: Cell | null
  /** Both are of as long a part of the calendar, so that a change can be told (domain.md N-8). */
  readonly isComparable: boolean
}

/** The dates of a question: all, those of them that are over, as many as there are to compare with, and those; null = nothing is compared. */
export type PairedDates = { readonly dates: DateRange; readonly over: DateRange | null; readonly before: DateRange | null }

/**
 * Returns the dates that are read for a question. Of a period that goes on the days before `openFrom`, whose shifts are all over, are compared
 * with as many of the other period, so that a week is not measured against a whole one on its third day; of whole months those that are over with whole
 * ones, and of the one that goes on as many days (domain.md N-8). Of dates that somebody chose to compare with, as many are compared as both have.
 */
export function pairedDates(dates: DateRange, comparison: Comparison | NamedDates | null, openFrom: string): PairedDates {
  const { from } = dates
  const over = { from, to: dates.to < openFrom ? dates.to : openFrom }
  if (comparison === null || over.to <= over.from) return { dates, over: null, before: null }
  if (typeof comparison === 'object') return pairedWith(chosenDates(comparison, dates), { dates, over, openFrom })
  const base = comparedDates(dates, comparison)
  if (over.to === dates.to) return { dates, over, before: base }
  if (wholeMonths(dates) === 0) return { dates, over, before: { from: base.from, to: movedDate(base.from, daysBetween(from, over.to)) } }
  const { months, days } = monthsAndDays(over)
  const [own, other] = [monthsLater(from, months), monthsLater(base.from, months)]
  // A month that goes on may have more days behind it than the one that it is compared with.
  const both = Math.min(days, daysBetween(other, periodOf('MONTH', other).to))
  return { dates, over: { from, to: movedDate(own, both) }, before: { from: base.from, to: movedDate(other, both) } }
}

/** As many whole months of both where both begin with one, else as many days, those that are over. */
function pairedWith(
  { from, to }: DateRange,
  { dates, over, openFrom }: { readonly dates: DateRange; readonly over: DateRange; readonly openFrom: string },
): PairedDates {
  const base = { from, to: to < openFrom ? to : openFrom }
  if (base.to <= base.from) return { dates, over: null, before: null }
  const months = Math.min(wholeMonths(over), wholeMonths(base))
  const days = Math.min(daysBetween(over.from, over.to), daysBetween(base.from, base.to))
  const end = (first: string) => (months > 0 ? monthsLater(first, months) : movedDate(first, days))
  return { dates, over: { from: over.from, to: end(over.from) }, before: { from, to: end(from) } }
}

/**
 * Returns the cells with those that they are compared with: by their keys, and those of dates by their place in the period. What has no partner there is
 * added to the last one, so that the cells of both periods add up to the whole (domain.md N-1), and no change of it is told.
 */
export function pairCells(
  by: readonly Dimension[],
  { dates, over: compared, before: base }: PairedDates,
  cells: { readonly now: readonly Cell[]; readonly over: readonly Cell[]; readonly before: readonly Cell[] },
): PairedCell[] {
  const places = base === null ? [] : by.map((dimension) => placesOf(dimension, base, compared ?? dates))
  const moved = cells.before.map((cell) => ({ ...cell, keys: cell.keys.map((key, at) => places[at]?.partners.get(key) ?? key) }))
  const isAlike = (key: string, at: number) => places[at]?.alike?.has(key) !== false
  const [over, before] = [byKey(cells.over), byKey(addCells(moved))]
  const now = byKey(cells.now)
  for (const [key, cell] of before) if (!now.has(key)) now.set(key, { ...cell, part: 0, base: cell.base === null ? null : 0 })
  const rows = [...now].map(([key, cell]) => ({
    cell,
    compared: over.get(key) ?? null,
    before: before.get(key) ?? null,
    isComparable: cell.keys.every(isAlike),
  }))
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

/** To which day, week or month each of the period before belongs, and which of these are as long as theirs; null = no part of the calendar. */
type Places = { readonly partners: ReadonlyMap<string, string>; readonly alike: ReadonlySet<string> | null }

/** The first week belongs to the first one, whatever their dates. */
function placesOf(dimension: Dimension, from: DateRange, to: DateRange): Places {
  if (!isPartOfPeriod(dimension)) return { partners: new Map(), alike: null }
  const [theirs, own] = [periodsBetween(dimension, from), periodsBetween(dimension, to)]
  const keyAt = (period: DateRange) => dateKey(dimension, period.from)
  const last = own.at(-1)
  const isMore = theirs.length > own.length
  return {
    partners: new Map(theirs.map((period, at) => [keyAt(period), keyAt(own[at] ?? last ?? period)])),
    alike: new Set(
      own.flatMap((period, at) => {
        const partner = theirs[at]
        const isOne = partner !== undefined && !(isMore && period === last)
        return isOne && isAsLong(dimension, partner, period) ? [keyAt(period)] : []
      }),
    ),
  }
}

/** Whole weeks and months are; of those that a period cuts, the same days of them. */
function isAsLong(type: 'DAY' | 'MONTH' | 'WEEK', one: DateRange, other: DateRange): boolean {
  const [a, b] = [one, other].map(({ from, to }) => {
    const whole = periodOf(type, from)
    return { isWhole: whole.from === from && whole.to === to, first: daysBetween(whole.from, from), days: daysBetween(from, to) }
  })
  if (a === undefined || b === undefined) return false
  return (a.isWhole && b.isWhole) || (a.first === b.first && a.days === b.days)
}
