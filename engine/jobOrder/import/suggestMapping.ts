import { HEADER_WORDS, plainWords } from './headerWords.ts'
import { DATE_FIELDS, IMPORT_FIELDS, isDateField, isNumberField, textOf } from './importField.ts'
import type { Cell, ImportColumn, ImportField, ImportMapping } from './importField.ts'
import { dateOrderOf, readWallTime } from './readInstant.ts'
import { decimalSignOf } from './readNumber.ts'

/** A file as it was read: the words of its first row, and its other rows. */
export type ImportTable = { readonly headers: readonly string[]; readonly rows: readonly (readonly Cell[])[] }

/** What the product knows, by which values are recognised; all in lower case. */
export type KnownCodes = { readonly skus: ReadonlySet<string>; readonly places: ReadonlySet<string> }

/** A mapping that somebody saved: by the words of the headers. */
export type SavedColumn = ImportColumn & { readonly header: string }

/** What nobody but a person can say of a column. */
export type ColumnQuestion = { readonly column: number; readonly kind: 'DATE_ORDER' | 'DECIMAL'; readonly example: string }

/** So many values decide what a column holds. */
const SAMPLE = 200
const DEFAULT_CYCLE_UNIT_MS = 1000
const BY_HEADER = 4
const BY_PART = 2
const BY_VALUES = 3

/** Returns how the file is probably meant (domain.md I-7): by the words of its headers in six languages and by what its values look like. No two columns feed one field. */
export function suggestMapping(table: ImportTable, known: KnownCodes): ImportMapping {
  const scores = table.headers.flatMap((header, column) => {
    const values = sampleOf(table, column)
    return IMPORT_FIELDS.map((field) => ({ column, field, score: scoreOf(field, plainWords(header), values, known) }))
  })
  const fields = new Map<number, ImportField>()
  const taken = new Set<ImportField>()
  for (const { column, field } of scores.filter((one) => one.score > 0).toSorted((one, other) => other.score - one.score)) {
    if (fields.has(column) || taken.has(field)) continue
    fields.set(column, field)
    taken.add(field)
  }
  const columns = table.headers.map((_header, column) => ({ field: fields.get(column) ?? null, decimal: null, dates: null }))
  return { columns, workCenterId: null, cycleUnitMs: DEFAULT_CYCLE_UNIT_MS }
}

/** Returns the saved mapping laid on the headers of the file, equal ones in their order; columns that it does not know are left out. */
export function savedMappingOn(headers: readonly string[], saved: readonly SavedColumn[]): readonly ImportColumn[] {
  const byHeader = Map.groupBy(saved, ({ header }) => plainWords(header))
  const seen = new Map<string, number>()
  const used = new Set<ImportField>()
  return headers.map((header) => {
    const words = plainWords(header)
    const place = seen.get(words) ?? 0
    seen.set(words, place + 1)
    const column = byHeader.get(words)?.[place]
    if (column === undefined || (column.field !== null && used.has(column.field))) return { field: null, decimal: null, dates: null }
    const { field, decimal, dates } = column
    if (field !== null) used.add(field)
    return { field, decimal, dates }
  })
}

/** Returns the mapping with what the values of each column decide, and what is left to ask. */
export function decidedMapping(
  table: ImportTable,
  mapping: ImportMapping,
): { readonly mapping: ImportMapping; readonly questions: readonly ColumnQuestion[] } {
  const questions: ColumnQuestion[] = []
  const columns = mapping.columns.map((given, column) => {
    const { field } = given
    const cells = field === null ? [] : table.rows.map((row) => row[column] ?? null)
    const example = (pattern: RegExp) => textOf(cells.find((cell) => typeof cell !== 'number' && pattern.test(textOf(cell))))
    if (field !== null && isNumberField(field) && given.decimal === null) {
      const decimal = decimalSignOf(cells)
      if (decimal !== 'UNCLEAR') return { ...given, decimal }
      questions.push({ column, kind: 'DECIMAL', example: example(/[.,]\d{3}$/) || example(/[.,]/) })
    }
    if (field !== null && isDateField(field) && given.dates === null) {
      const dates = dateOrderOf(cells)
      if (dates !== 'UNCLEAR') return { ...given, dates }
      questions.push({ column, kind: 'DATE_ORDER', example: example(/^\d{1,2}[/-]\d{1,2}[/-]/) })
    }
    return given
  })
  return { mapping: { ...mapping, columns }, questions }
}

/** Returns the columns with the answers of people alone: what the values of one file decide says nothing of the next one. */
export function answeredColumns(table: ImportTable, mapping: ImportMapping): readonly ImportColumn[] {
  const open = { ...mapping, columns: mapping.columns.map(({ field }) => ({ field, decimal: null, dates: null })) }
  const decided = decidedMapping(table, open).mapping.columns
  return mapping.columns.map(({ field, decimal, dates }, at) => ({
    field,
    decimal: decimal === decided[at]?.decimal ? null : decimal,
    dates: dates === decided[at]?.dates ? null : dates,
  }))
}

function scoreOf(field: ImportField, header: string, values: readonly Cell[], known: KnownCodes): number {
  return byHeader(field, header) + (values.length === 0 ? 0 : byValues(field, values, known))
}

function byHeader(field: ImportField, header: string): number {
  const words = HEADER_WORDS[field]
  const place = words.findIndex((word) => plainWords(word) === header)
  // Earlier words are the surer ones.
  if (place !== -1) return BY_HEADER + 1 / (place + 2)
  const part = words.filter((word) => word.length >= 4 && ` ${header} `.includes(` ${plainWords(word)} `))
  return part.length === 0 ? 0 : BY_PART + Math.max(...part.map(({ length }) => length)) / 100
}

/** Only what is known is recognised without a word: two columns of numbers look alike. */
function byValues(field: ImportField, values: readonly Cell[], known: KnownCodes): number {
  const share = (test: (cell: Cell) => boolean) => values.filter(test).length / values.length
  const isIn = (codes: ReadonlySet<string>) => (cell: Cell) => codes.has(textOf(cell).toLowerCase())
  if (field === 'productCode') return share(isIn(known.skus)) > 0.5 ? BY_VALUES : 0
  if (field === 'workCenterCode') return share(isIn(known.places)) > 0.5 ? BY_VALUES : 0
  const isDate = share((cell) => typeof cell !== 'number' && readWallTime(cell, 'DAY_FIRST') != null) > 0.5
  if (DATE_FIELDS.some((one) => one === field)) return 0
  // A column of dates is none of the others.
  return isDate ? -BY_HEADER - 1 : 0
}

function sampleOf({ rows }: ImportTable, column: number): readonly Cell[] {
  const values: Cell[] = []
  for (const row of rows) {
    if (textOf(row[column]) !== '') values.push(row[column] ?? null)
    if (values.length >= SAMPLE) break
  }
  return values
}
