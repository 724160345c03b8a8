const FORMULA_START = /^[=+\-@\t\r]/
const NEEDS_QUOTES = /[",\r\n;\t]/

/** Returns the values as a line of CSV (RFC 4180): numbers as they are, and no text that a spreadsheet computes; null = nothing between two commas. */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map(cellOf).join(',')}\r\n`
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const isFormula = FORMULA_START.test(text)
  const safe = isFormula ? `'${text}` : text
  return isFormula || NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
