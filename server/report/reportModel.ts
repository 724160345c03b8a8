import type { Language } from '#engine/user/language.ts'
import type { ReportProof } from './proof/provenFigures.ts'

/** How the cells of a column are written: `instant` in ms UTC, `duration` in ms, `percent` as shown, such as 74.04. */
export type ColumnKind = 'date' | 'duration' | 'instant' | 'number' | 'percent' | 'text'

/** `isSheetOnly`: a page has no room for it. */
export type ReportColumn = { readonly title: string; readonly kind: ColumnKind; readonly isSheetOnly?: boolean }
export type ReportCell = number | string | null

/** One table of a report; sheet, list of a PDF, or CSV file. */
export type ReportTable = {
  readonly name: string
  readonly columns: readonly ReportColumn[]
  readonly rows: readonly (readonly ReportCell[])[]
  /** Of each row the clock that its instants are shown in; without it that of the report. */
  readonly zones?: readonly string[]
  /** Rows whose figures are not final. */
  readonly provisional?: ReadonlySet<number>
  /** Rows that are made of shifts that were confirmed again. */
  readonly restated?: ReadonlySet<number>
  /** Rows of which less than half of the time is known. */
  readonly low?: ReadonlySet<number>
  /** Returns the name of the figure of a cell that a link shows again; null = of none (Y-8). */
  readonly figureAt?: (row: number, column: number) => string | null
  /** A page has no room for it, or no reader. */
  readonly isSheetOnly?: boolean
  /** A workbook has it all in another sheet. */
  readonly isPageOnly?: boolean
  /** The columns whose cells a page shades by their size. */
  readonly heat?: ReadonlySet<number>
}

/** A figure of the first page. */
export type ReportTile = {
  readonly label: string
  readonly value: number | null
  readonly target: number | null
  readonly targetLabel: string
  /** What of the value is compared with `before`: of a period that goes on, the shifts that are over. */
  readonly compared: number | null
  readonly before: number | null
  /** It is made of shifts that are running or not confirmed, too. */
  readonly isProvisional: boolean
  readonly figure: string
}

/** Bars with their cumulative share, lines by day, bars of any measure, or the steps from one time to another, of which a loss is below 0; null = no value. */
export type ReportChart =
  | {
      readonly kind: 'PARETO'
      readonly title: string
      readonly bars: readonly { readonly label: string; readonly ms: number; readonly count: number; readonly cumulative: number }[]
    }
  | {
      readonly kind: 'TREND'
      readonly title: string
      /** null = nothing is to be said. */
      readonly note: string | null
      readonly points: readonly TrendPoint[]
      /** Notes of the time axis, by the places of points. */
      readonly marks: readonly TimelineMark[]
    }
  | {
      readonly kind: 'TRENDS'
      readonly title: string
      /** Which work centers are left out; null = none. */
      readonly note: string | null
      readonly lines: readonly { readonly label: string; readonly value: number | null; readonly points: readonly TrendPoint[] }[]
    }
  | {
      readonly kind: 'STEPS'
      readonly title: string
      /** `isTotal`: what is left by then; `share` of the planned time. */
      readonly steps: readonly { readonly label: string; readonly ms: number; readonly isTotal: boolean; readonly share: number | null }[]
    }
  | {
      readonly kind: 'BARS'
      readonly title: string
      /** What of the drawing needs words; empty = nothing. */
      readonly note: string
      /** The value at the end of the scale at least. */
      readonly most: number
      /** What the parts of bars are called; empty = they have none. */
      readonly series: readonly string[]
      readonly bars: readonly ReportBar[]
      /** Notes of the time axis, by the places of bars. */
      readonly marks: readonly TimelineMark[]
    }
  | {
      readonly kind: 'LINES'
      readonly title: string
      /** What of the drawing needs words; null = nothing. */
      readonly note: string | null
      /** The value at the end of the scale, and how marks of the scale are written. */
      readonly most: number
      readonly textOf: (value: number) => string
      /** Dates, the first one first. */
      readonly columns: readonly string[]
      /** At most eight, each with a value a column; a name only where there are several. */
      readonly lines: readonly { readonly label: string | null; readonly values: readonly (number | null)[] }[]
      /** Of the one line, one a column; null = none. */
      readonly before: readonly (number | null)[] | null
      readonly target: number | null
      /** Notes of the time axis, by the places of columns. */
      readonly marks: readonly TimelineMark[]
    }
  | {
      readonly kind: 'LANES'
      readonly title: string
      /** What each look is called. */
      readonly looks: Readonly<Record<LaneSpan['look'], string>>
      readonly lanes: readonly {
        readonly label: string
        readonly start: number
        readonly end: number
        /** What its clock shows at the ends. */
        readonly from: string
        readonly to: string
        readonly spans: readonly LaneSpan[]
      }[]
    }
/** A note of the time axis: its number, the first and the last place over which it stands, and what it says. */
export type TimelineMark = { readonly sign: string; readonly first: number; readonly last: number; readonly text: string }
/** A stretch of one status, ms UTC. */
export type LaneSpan = {
  readonly start: number
  readonly end: number
  readonly name: string
  readonly look: 'PLANNED' | 'RUN' | 'STOP' | 'UNKNOWN'
}
/** A bar with what stands beside it, what it was before, and what it should be. */
export type ReportBar = {
  readonly label: string
  readonly value: number | null
  readonly text: string
  readonly share: string
  readonly before: number | null
  readonly target: number | null
  /** By the series of the chart. */
  readonly parts: readonly number[]
}
export type TrendPoint = { readonly label: string; readonly value: number | null }

/** All that a report says, before it is a file. */
export type ReportModel = {
  readonly title: string
  readonly subtitle: string
  readonly language: Language
  readonly zone: string
  /** By whose clock, when and for whom it was made; stands at the foot of each page. */
  readonly made: string
  readonly tiles: readonly ReportTile[]
  /** Sentences of the first page. */
  readonly lead: readonly string[]
  readonly charts: readonly ReportChart[]
  readonly tables: readonly ReportTable[]
  /** What the figures are made of; the last page and sheet. */
  readonly about: ReportTable
  /** What its figures were, to be told again. */
  readonly proof: ReportProof
  /** Returns where a figure is shown as it was in this report and as it is by then; left out where nothing keeps it. */
  readonly addressOf?: (figure: string) => string
  /** Where the page is that shows the same; stands at the foot of each page, too (domain.md R-14). */
  readonly pageAddress?: string
}
