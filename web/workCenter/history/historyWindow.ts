import type { TimeWindow } from '#web/ui/timeWindow.ts'

/** Lengths of buckets that the API answers, in seconds (`outputChart`). */
const BUCKETS_SECONDS = [60, 120, 300, 600, 900, 1200, 1800, 3600, 7200, 10_800, 14_400, 21_600, 28_800, 43_200, 86_400] as const
const BARS_WANTED = 100

/** Returns the length of output buckets for a stretch of time, in seconds: one that the API answers, about a hundred bars at most. */
export function outputBucketSeconds({ from, to }: TimeWindow): number {
  const wanted = (to - from) / BARS_WANTED / 1000
  return BUCKETS_SECONDS.find((seconds) => seconds >= wanted) ?? 86_400
}

/**
 * Returns the time to query for a window: half its length more on each side, in steps of a quarter, so that small moves reuse the query. Limited to
 * the period; the whole period for a window elsewhere.
 */
export function askedWindow(window: TimeWindow, period: TimeWindow): TimeWindow {
  // A window of the period before would be asked for backwards.
  if (window.to <= period.from || window.from >= period.to) return period
  const length = window.to - window.from
  const step = 2 ** Math.max(0, Math.floor(Math.log2(length / 4)))
  const from = Math.floor((window.from - length / 2) / step) * step
  const to = Math.ceil((window.to + length / 2) / step) * step
  return { from: Math.max(period.from, from), to: Math.min(period.to, to) }
}

/** Fields of a timeline row that decide whether finer rows exist. */
type ThinnedRow = { readonly timeStart: string; readonly timeEnd?: string | null; readonly mergedCount: number }

/** Returns whether a window shows rows that stand for several intervals, so that finer ones should be queried. */
export function isThinned(rows: readonly ThinnedRow[], { from, to }: TimeWindow): boolean {
  return rows.some(
    (row) => row.mergedCount > 1 && Date.parse(row.timeStart) < to && (row.timeEnd == null || Date.parse(row.timeEnd) > from),
  )
}

/** Returns the rows with those inside the window replaced by finer ones; rows over its edges are cut there. An open row goes on after a window that ends before now. */
export function spliceRows<Row extends ThinnedRow>(
  rows: readonly Row[],
  finer: readonly Row[],
  window: TimeWindow,
  now: number,
): readonly Row[] {
  const [from, to] = [new Date(window.from).toISOString(), new Date(window.to).toISOString()]
  const endOf = (row: Row) => (row.timeEnd == null ? now : Date.parse(row.timeEnd))
  const before = rows
    .filter((row) => Date.parse(row.timeStart) < window.from)
    .map((row) => (endOf(row) > window.from ? { ...row, timeEnd: from } : row))
  const after = rows
    .filter((row) => endOf(row) > window.to)
    .map((row) => (Date.parse(row.timeStart) < window.to ? { ...row, timeStart: to } : row))
  return [...before, ...finer, ...after]
}

/** Returns a window as the period of a query. */
export function isoPeriod({ from, to }: TimeWindow): { readonly start: string; readonly end: string } {
  return { start: new Date(from).toISOString(), end: new Date(to).toISOString() }
}
