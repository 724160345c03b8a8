import { createFormat, type Format } from './format.ts'

/** Returns the formatters of zones in the language of `own`, made once each. */
export function zoneFormats(own: Format): (zone: string) => Format {
  const made = new Map<string, Format>([[own.timeZone, own]])
  return (zone) => {
    const format = made.get(zone) ?? createFormat(own.locale, zone)
    made.set(zone, format)
    return format
  }
}
