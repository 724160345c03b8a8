import { CHECKLIST_TASK_TYPES } from '#engine/checklist/checklist.ts'
import { MAX_DESCRIPTION, MAX_OPTION, MAX_OPTIONS, MAX_UNIT } from '#engine/checklist/checklistForm.ts'
import { separatorOf, type TableRow, tableRows } from '#web/parts/csv/tableRows.ts'
import { readNumber } from '#web/ui/form/readNumber.ts'
import { type Locale, LOCALE_NAMES, LOCALES } from '#web/ui/locale.ts'
import { newTask, type TaskType, type TaskValues } from './checklistForm.view.ts'

/** Columns of a list of tasks, in the order in which they stand where no line names them. */
const IMPORT_COLUMNS = ['description', 'type', 'min', 'max', 'unit', 'options', 'message'] as const
type ImportColumn = (typeof IMPORT_COLUMNS)[number]

/** Types of tasks that a line with nothing but a text may be. */
export const LINE_TYPES = ['YES_NO', 'MARK_AS_DONE', 'ENTER_TEXT', 'ATTACH_FILE'] as const satisfies readonly TaskType[]
export type LineType = (typeof LINE_TYPES)[number]

/** The words of the reader's language; the words of the API are known everywhere. */
export type ImportWords = {
  readonly columns: Readonly<Record<ImportColumn, string>>
  readonly types: Readonly<Record<TaskType, string>>
}

/** Why a line is no task; `column` is what cannot be read. */
type UnreadLine = Pick<TableRow, 'lastLine' | 'line'> & {
  readonly column: ImportColumn
  readonly code: 'LONG' | 'MISSING' | 'NO_NUMBER' | 'NO_TYPE' | 'OPTIONS' | 'ORDER'
  readonly value: string
}

export type ImportedTasks = {
  readonly tasks: readonly TaskValues[]
  readonly unread: readonly UnreadLine[]
  /** In which languages more the list tells what to do. */
  readonly languages: readonly Locale[]
}

type Read = {
  readonly words: ImportWords
  readonly locale: string
  /** What a line is that does not say it. */
  readonly usual: LineType
  readonly newId: () => string
}
type Layout = { readonly columns: Partial<Record<ImportColumn, number>>; readonly languages: Partial<Record<Locale, number>> }

/**
 * Returns the tasks of a list that was pasted or read from a file (domain.md CL-9): a line each, or a table. Its first line names the columns, by their names
 * here or in the API, and languages; else they stand in the order of IMPORT_COLUMNS, without the type where numbers follow the text.
 */
export function importedTasks(text: string, read: Read): ImportedTasks {
  const [first] = tableRows(text)
  const commas = first === undefined || separatorOf(text) === ';' || first.cells.length > 1 ? null : tableRows(text, ',')
  // Commas are of sentences, unless they stand between names of columns.
  const isTable = commas !== null && namedColumns(commas[0]?.cells ?? [], read.words) !== null
  const rows = isTable ? commas : tableRows(text)
  const named = namedColumns(rows[0]?.cells ?? [], read.words)
  const body = named === null ? rows : rows.slice(1)
  const layout = named ?? usualColumns(body, read.words)
  const tasks: TaskValues[] = []
  const unread: UnreadLine[] = []
  for (const row of body) {
    const found = taskOf(row, layout, read)
    if ('code' in found) unread.push(found)
    else tasks.push(found)
  }
  return { tasks, unread, languages: LOCALES.filter((one) => layout.languages[one] !== undefined) }
}

/** Returns a table to begin with, in the words of the reader. */
export function exampleRows({ columns, types }: ImportWords, samples: readonly [string, string, string]): readonly (readonly string[])[] {
  const [question, measure, choice] = samples
  return [
    IMPORT_COLUMNS.map((column) => columns[column]),
    [question, types.YES_NO, '', '', '', '', ''],
    [measure, types.MEASUREMENT, '4', '6', 'bar', '', ''],
    [choice, types.SELECT, '', '', '', '* A | B | C', ''],
  ]
}

/** Returns the lines of the text that are no tasks, with the line that names the columns: what is left to be mended. */
export function leftLines(text: string, { unread }: ImportedTasks, words: ImportWords): string {
  if (unread.length === 0) return ''
  const lines = text.replaceAll(/\r\n?/g, '\n').split('\n')
  const left = unread.flatMap(({ line, lastLine }) => lines.slice(line - 1, lastLine))
  const header = lines.find((line) => line.trim() !== '') ?? ''
  const isNamed = [separatorOf(text), ','].some((separator) => namedColumns(tableRows(header, separator)[0]?.cells ?? [], words) !== null)
  return (isNamed ? [header, ...left] : left).join('\n')
}

function namedColumns(cells: readonly string[], words: ImportWords): Layout | null {
  const columns: Partial<Record<ImportColumn, number>> = {}
  const languages: Partial<Record<Locale, number>> = {}
  for (const [at, cell] of cells.entries()) {
    const column = IMPORT_COLUMNS.find((one) => isSame(cell, one) || isSame(cell, words.columns[one]))
    const language = LOCALES.find((one) => isSame(cell, one) || isSame(cell, LOCALE_NAMES[one]))
    if (column !== undefined) columns[column] = at
    else if (language !== undefined) languages[language] = at
  }
  const count = Object.keys(columns).length + Object.keys(languages).length
  return columns.description === undefined || count < Math.min(2, cells.length) ? null : { columns, languages }
}

function usualColumns(rows: readonly TableRow[], words: ImportWords): Layout {
  const second = rows.map(({ cells }) => cells[1] ?? '').filter((cell) => cell !== '')
  const isTyped = second.length === 0 || second.some((cell) => typeNamed(cell, words) !== null)
  const order = isTyped ? IMPORT_COLUMNS : IMPORT_COLUMNS.filter((column) => column !== 'type')
  return { columns: Object.fromEntries(order.map((column, at) => [column, at])), languages: {} }
}

function taskOf(
  { line, lastLine, cells }: TableRow,
  { columns, languages }: Layout,
  { words, locale, usual, newId }: Read,
): TaskValues | UnreadLine {
  const cell = (column: ImportColumn): string => cells[columns[column] ?? -1] ?? ''
  const wrong = (column: ImportColumn, code: UnreadLine['code']): UnreadLine => ({ line, lastLine, column, code, value: cell(column) })
  const [description, unit, min, max] = [cell('description'), cell('unit'), cell('min'), cell('max')]
  if (description === '') return wrong('description', 'MISSING')
  if (description.length > MAX_DESCRIPTION) return wrong('description', 'LONG')
  const options = cell('options')
    .split(/[|\n]/)
    .map((option) => option.trim())
    .filter((option) => option !== '')
  const isMeasured = min !== '' || max !== '' || unit !== ''
  const type = cell('type') === '' ? (isMeasured ? 'MEASUREMENT' : options.length > 0 ? 'SELECT' : usual) : typeNamed(cell('type'), words)
  if (type === null) return wrong('type', 'NO_TYPE')
  if (type === 'MEASUREMENT') {
    for (const column of ['min', 'max'] as const) if (Number.isNaN(readNumber(cell(column), locale))) return wrong(column, 'NO_NUMBER')
    if ((readNumber(min, locale) ?? -Infinity) > (readNumber(max, locale) ?? Infinity)) return wrong('max', 'ORDER')
    if (unit.length > MAX_UNIT) return wrong('unit', 'LONG')
  }
  const isChosen = type === 'SELECT'
  if (isChosen && (options.length < 2 || options.length > MAX_OPTIONS || options.some((option) => option.length > MAX_OPTION + 2)))
    return wrong('options', 'OPTIONS')
  if (cell('message').length > MAX_DESCRIPTION) return wrong('message', 'LONG')
  const inLanguages = LOCALES.flatMap((language) => {
    const text = cells[languages[language] ?? -1] ?? ''
    return text === '' ? [] : [[language, { description: text, message: '', options: '' }] as const]
  })
  return {
    ...newTask(newId()),
    description,
    type,
    message: cell('message'),
    ...(type === 'MEASUREMENT' && { min, max, unit }),
    ...(isChosen && { options: options.join('\n') }),
    words: Object.fromEntries(inLanguages),
  }
}

function typeNamed(text: string, { types }: ImportWords): TaskType | null {
  return CHECKLIST_TASK_TYPES.find((type) => isSame(text, type) || isSame(text, types[type])) ?? null
}

function isSame(left: string, right: string): boolean {
  return left.trim().toLowerCase() === right.toLowerCase()
}
