import { SECOND_MS } from '#engine/time/durations.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns how far the clocks of a time zone are ahead of UTC at an instant, in ms. */
export function zoneOffset(timeZone: string, at: number): number {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(at)
      .map((part) => [part.type, Number(part.value)]),
  )
  const read = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  const wall = Date.UTC(read('year'), read('month') - 1, read('day'), read('hour'), read('minute'), read('second'))
  return wall - Math.floor(at / SECOND_MS) * SECOND_MS
}

/** Making a formatter costs far more than asking it. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(timeZone, made)
  return made
}

/** Returns how an offset from UTC is written, such as `UTC+5:45`. */
export function offsetName(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / 60_000)
  const rest = minutes % 60
  return `UTC${ms < 0 ? '−' : '+'}${Math.floor(minutes / 60)}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`
}
