/** Units in which people enter how long a loss lasts, and their ms. */
export const TIME_UNITS = ['s', 'min', 'h'] as const
export type TimeUnit = (typeof TIME_UNITS)[number]

export const TIME_UNIT_MS: Readonly<Record<TimeUnit, number>> = { s: 1000, min: 60_000, h: 3_600_000 }

/** Returns whether the text is the code of a unit of time. */
export function isTimeUnit(text: string): text is TimeUnit {
  return TIME_UNITS.some((unit) => unit === text)
}
