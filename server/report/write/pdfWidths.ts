import type { ReportColumn } from '../reportModel.ts'

const LARGEST = 8
const SMALLEST = 5
/** What is read on paper, too. */
const READABLE = 7
/** Of a letter of Inter in its size: a little more than its average; words of a header are bold, and Cyrillic ones are wider. */
const LETTER = 0.62
const HEADER_LETTER = 0.7
const PADDING = 6
/** A line of more is hard to read. */
const MOST_LETTERS = 140
/** Where there is room, a header takes so many lines. */
const HEADER_LINES = 2
/** Cells are looked at up to here; more say the same. */
const LOOKED_AT = 200

/**
 * Returns the size of the letters and the widths of the columns in points, so that no word of a header and no figure breaks; what is left goes to the
 * columns with the longest texts and headers.
 */
export function tableWidths(
  columns: readonly ReportColumn[],
  body: readonly (readonly string[])[],
  available: number,
): { readonly fontSize: number; readonly widths: number[] } {
  const least = leastLetters(columns, body)
  const wanted = columns.map(({ title }, at) => {
    const header = (title.length * HEADER_LETTER) / LETTER / HEADER_LINES
    return Math.min(MOST_LETTERS, Math.max(least[at] ?? 0, header, ...body.slice(0, LOOKED_AT).map((row) => (row[at] ?? '').length)))
  })
  let fontSize = LARGEST
  while (fontSize > SMALLEST && widthOf(least, fontSize) > available) fontSize -= 0.25
  const left = Math.max(0, available - widthOf(least, fontSize))
  const more = wanted.map((one, at) => one - (least[at] ?? 0))
  const allMore = more.reduce((all, one) => all + one, 0)
  const shrink = Math.min(1, available / widthOf(least, fontSize))
  const widths = least.map((letters, at) => {
    const extra = allMore === 0 ? 0 : Math.min(((more[at] ?? 0) / allMore) * left, (more[at] ?? 0) * LETTER * fontSize)
    return letters * LETTER * fontSize * shrink + extra
  })
  return { fontSize, widths }
}

/** Returns whether a page of the width shows the table in letters that are read from paper, each instant on one line. */
export function isReadable(columns: readonly ReportColumn[], body: readonly (readonly string[])[], available: number): boolean {
  return widthOf(leastLetters(columns, body, true), READABLE) <= available
}

/** Letters of each column without which a word of its header or a figure breaks. */
function leastLetters(columns: readonly ReportColumn[], body: readonly (readonly string[])[], isWhole = false): readonly number[] {
  return columns.map(({ title, kind }, at) => {
    const cells = body
      .slice(0, LOOKED_AT)
      .map((row) => longestOf(isWhole && kind === 'instant' ? [row[at] ?? ''] : partsOf(row[at] ?? '', kind)))
    return Math.max(3, longestOf(title.split(/[\s-]+/)) * (HEADER_LETTER / LETTER), Math.min(24, Math.max(0, ...cells)))
  })
}

/** A text breaks between its words, an instant between date and time, anything else nowhere. */
function partsOf(text: string, kind: ReportColumn['kind']): readonly string[] {
  return kind === 'text' ? text.split(/[\s-]+/) : kind === 'instant' ? text.split(' ') : [text]
}

function longestOf(parts: readonly string[]): number {
  return Math.max(...parts.map((part) => part.length))
}

function widthOf(letters: readonly number[], size: number): number {
  return letters.reduce((all, one) => all + one * LETTER * size + PADDING, 0)
}
