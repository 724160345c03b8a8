/** With one of these first, a spreadsheet takes a text for a formula. */
const FORMULA_START = /^[=+\-@\t\r]/
const NEEDS_QUOTES = /[",\r\n;\t]/

/** Returns the text as a cell of CSV (RFC 4180, whether commas, semicolons or tabs divide): no spreadsheet computes it, whatever people type. */
export function csvText(text: string): string {
  const isFormula = FORMULA_START.test(text)
  const safe = isFormula ? `'${text}` : text
  return isFormula || NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
