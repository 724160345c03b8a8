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
  /** Returns the name of the figure of a cell that a link shows again; null = of none (Y-8). */
  readonly figureAt?: (row: number, column: number) => string | null
}

/** A figure of the first page. */
export type ReportTile = {
  readonly label: string
  readonly value: number | null
  readonly target: number | null
  readonly before: number | null
  readonly figure: string
}

/** Bars with their cumulative share, or a line by day; null = no value. */
export type ReportChart =
  | {
      readonly kind: 'PARETO'
      readonly title: string
      readonly bars: readonly { readonly label: string; readonly ms: number; readonly cumulative: number }[]
    }
  | {
      readonly kind: 'TREND'
      readonly title: string
      readonly points: readonly { readonly label: string; readonly value: number | null }[]
    }

/** All that a report says, before it is a file. */
export type ReportModel = {
  readonly title: string
  readonly subtitle: string
  readonly language: Language
  readonly zone: string
  readonly tiles: readonly ReportTile[]
  readonly charts: readonly ReportChart[]
  readonly tables: readonly ReportTable[]
  /** What the figures are made of; the last page and sheet. */
  readonly about: ReportTable
  /** What its figures were, to be told again. */
  readonly proof: ReportProof
  /** Returns where a figure is shown as it was in this report and as it is by then; left out where nothing keeps it. */
  readonly addressOf?: (figure: string) => string
}
