import type { Format } from '#web/ui/format.ts'

/** Returns a calendar day (yyyy-mm-dd) in words: the same day in every time zone. */
export function dayText(format: Pick<Format, 'date' | 'zoneOffset'>, date: string): string {
  const noon = Date.parse(`${date}T12:00:00Z`)
  return format.date(noon - format.zoneOffset(noon))
}
