import { csvText } from '#engine/table/csvText.ts'

/** Returns the values as a line of CSV (RFC 4180): numbers as they are, and no text that a spreadsheet computes; null = nothing between two commas. */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map(cellOf).join(',')}\r\n`
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return csvText(typeof value === 'string' ? value : JSON.stringify(value))
}
