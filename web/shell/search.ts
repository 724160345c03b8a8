/** Returns the query parameters as plain text values, without `?`; of a repeated name the last one counts. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

/** Returns the address part for the parameters, empty and missing ones left out. */
export function stringifySearch(search: Record<string, unknown>): string {
  const kept = Object.entries(search).filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '')
  const text = new URLSearchParams(kept).toString()
  return text === '' ? '' : `?${text}`
}
