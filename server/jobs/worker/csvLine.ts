const FORMULA_START = /^[=+\-@\t\r]/
const NEEDS_QUOTES = /[",\r\n;\t]/

/** Returns the cells as a line of CSV (RFC 4180); no text of it is a formula to a spreadsheet. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(writeCell).join(',')}\r\n`
}

function writeCell(text: string): string {
  const safe = FORMULA_START.test(text) ? `'${text}` : text
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
