import type { FiguresByTimeQuery, HourFieldsFragment } from '#web/api/generated/graphql.ts'

export const BY_TIME_MEASURES = ['oee', 'output', 'downtime'] as const
export type ByTimeMeasure = (typeof BY_TIME_MEASURES)[number]

/** So many shades; more could not be told apart. */
export const SHADES = 5

type ByTime = FiguresByTimeQuery['oeeByTime']

/** One hour of the local clock. `value` in percent, units or seconds; null = nothing to say. */
export type HeatCell = {
  readonly start: number
  readonly end: number
  readonly hour: number
  readonly value: number | null
  /** Of the scale, 0 to SHADES - 1. */
  readonly shade: number | null
  readonly isShift: boolean
}

/** Cells of a row and hour: none where clocks skip it, two where they repeat it. */
export type HeatSlot = readonly HeatCell[]

export type HeatRow = { readonly date: string; readonly slots: readonly HeatSlot[]; readonly total: number | null }

export type HeatView = {
  readonly rows: readonly HeatRow[]
  /** Of the hours 0 to 23 over all rows. */
  readonly hourTotals: readonly (number | null)[]
  readonly total: number | null
  /** The value at which each shade begins, the lightest first. */
  readonly steps: readonly number[]
  /** Whether an hour is off shift or still to come. */
  readonly hasOff: boolean
  /** Whether a place has no hour: the clocks skip it, or it lies outside the period or the chosen shift. */
  readonly hasMissing: boolean
  readonly best: HeatCell | null
  readonly worst: HeatCell | null
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

/** Returns the measure that an address asks for. */
export function readMeasure(search: Readonly<Record<string, unknown>>): ByTimeMeasure {
  return BY_TIME_MEASURES.find((measure) => measure === search['m']) ?? 'oee'
}

/** Returns the grid of hours by days, the newest day first, with the totals that the API made of terms. OEE is shaded over 0 to 100, the others up to their greatest hour. */
export function heatView(found: ByTime, measure: ByTimeMeasure): HeatView {
  const top = measure === 'oee' ? 100 : Math.max(1, ...found.hours.map(({ figures }) => valueOf(figures, measure) ?? 0))
  const steps = Array.from({ length: SHADES }, (_, index) => (index * top) / SHADES)
  const cells = found.hours.map((hour): HeatCell & { readonly date: string } => {
    const value = valueOf(hour.figures, measure)
    return {
      start: Date.parse(hour.timeStart),
      end: Date.parse(hour.timeEnd),
      date: hour.date,
      hour: hour.hour,
      value,
      shade: value === null ? null : Math.min(SHADES - 1, Math.max(0, Math.floor((value / top) * SHADES))),
      isShift: hour.figures.records > 0,
    }
  })
  const byDate = Map.groupBy(cells, ({ date }) => date)
  const byHour = new Map(found.hoursOfDay.map(({ hour, figures }) => [hour, valueOf(figures, measure)]))
  const known = cells.filter(({ value }) => value !== null).toSorted((a, b) => (a.value ?? 0) - (b.value ?? 0))
  const [least, most] = [known[0] ?? null, known.at(-1) ?? null]
  const rows = found.days
    .map(({ date, figures }) => {
      const own = byDate.get(date) ?? []
      return { date, slots: HOURS.map((hour) => own.filter((cell) => cell.hour === hour)), total: valueOf(figures, measure) }
    })
    .toReversed()
  return {
    rows,
    hasOff: cells.some(({ isShift }) => !isShift),
    hasMissing: rows.some(({ slots }) => slots.some((slot) => slot.length === 0)),
    hourTotals: HOURS.map((hour) => byHour.get(hour) ?? null),
    total: valueOf(found.total, measure),
    steps,
    best: measure === 'downtime' ? least : most,
    worst: measure === 'downtime' ? most : least,
  }
}

/** Returns the percent that a cell shows: rounded down like its shade, so that a cell with 80 has the shade of 80. */
export function cellPercent(value: number): number {
  return Math.floor(value + 1e-9)
}

/** A cell by its place: the second of a repeated hour has index 1. */
export type HeatPlace = { readonly row: number; readonly column: number; readonly index: number }

/** Returns the cell to move to with an arrow key, Home, End, Page Up or Page Down; null for another key and at the edge. Skipped hours are passed over. */
export function moveInGrid(rows: readonly Pick<HeatRow, 'slots'>[], at: HeatPlace, key: string): HeatPlace | null {
  const own = placesOf(rows, at.row)
  const here = own.findIndex(({ column, index }) => column === at.column && index === at.index)
  switch (key) {
    case 'ArrowLeft':
      return own[here - 1] ?? null
    case 'ArrowRight':
      return own[here + 1] ?? null
    case 'Home':
      return own[0] ?? null
    case 'End':
      return own.at(-1) ?? null
    case 'ArrowUp':
      return below(rows, at, -1, at.row - 1)
    case 'ArrowDown':
      return below(rows, at, 1, at.row + 1)
    case 'PageUp':
      return below(rows, at, 1, 0)
    case 'PageDown':
      return below(rows, at, -1, rows.length - 1)
    default:
      return null
  }
}

function placesOf(rows: readonly Pick<HeatRow, 'slots'>[], row: number): HeatPlace[] {
  return (rows[row]?.slots ?? []).flatMap((slot, column) => slot.map((_cell, index) => ({ row, column, index })))
}

/** The first row from one on, in a direction, that has the hour. */
function below(rows: readonly Pick<HeatRow, 'slots'>[], { column }: HeatPlace, step: 1 | -1, first: number): HeatPlace | null {
  for (let row = first; row >= 0 && row < rows.length; row += step) {
    if ((rows[row]?.slots[column]?.length ?? 0) > 0) return { row, column, index: 0 }
  }
  return null
}

function valueOf(figures: HourFieldsFragment, measure: ByTimeMeasure): number | null {
  if (figures.records === 0) return null
  if (measure === 'oee') return figures.oee?.exactValue ?? null
  return measure === 'output' ? figures.totalOutput : figures.availabilityLosses
}
