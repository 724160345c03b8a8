import { CLOCK, dateTagOf, dateWriter } from '#engine/time/dateText.ts'
import { SECOND_MS } from '#engine/time/durations.ts'
import type { Locale } from './locale.ts'
import { zoneOffset } from './zone.ts'

const MINUTE = 60 * SECOND_MS
const HOUR = 60 * MINUTE

/** What stands for a value that is missing; never 0 (U-2). */
export const MISSING = '—'

type DurationUnits = { readonly d: string; readonly h: string; readonly min: string; readonly s: string }

const DURATION_UNITS: Record<Locale, DurationUnits> = {
  en: { d: 'd', h: 'h', min: 'min', s: 's' },
  uk: { d: 'д', h: 'год', min: 'хв', s: 'с' },
  pl: { d: 'd', h: 'godz.', min: 'min', s: 's' },
  ru: { d: 'д', h: 'ч', min: 'мин', s: 'с' },
  es: { d: 'd', h: 'h', min: 'min', s: 's' },
  uz: { d: 'kun', h: 'soat', min: 'daq', s: 's' },
}

/** Tags with which `Intl` gives the wanted forms: Uzbek numbers as in Ukrainian (comma, no-break space). */
const NUMBER_TAGS: Record<Locale, string> = { en: 'en', uk: 'uk', pl: 'pl', ru: 'ru', es: 'es', uz: 'uk' }

export type Format = {
  readonly locale: Locale
  readonly timeZone: string
  number(value: number | null | undefined, digits?: number): string
  /** From a fraction of 1. */
  percent(ratio: number | null | undefined, digits?: number): string
  /** From percent, 0..100. */
  percentOf(value: number | null | undefined, digits?: number): string
  time(at: number | null | undefined): string
  timeWithSeconds(at: number | null | undefined): string
  date(at: number | null | undefined): string
  /** Day and month. */
  day(at: number | null | undefined): string
  dateTime(at: number | null | undefined): string
  /** The day without its year, for the axis of a chart. */
  dayMonth(at: number): string
  duration(ms: number | null | undefined): string
  /** A duration to the second, however long, so that a reader can add it up. */
  exactDuration(ms: number | null | undefined): string
  /** A short cycle in seconds with two places, four where it needs them, so that units times cycle can be checked; from ms. */
  cycle(ms: number | null | undefined): string
  /** How far the zone's clock is ahead of UTC at an instant, in ms. */
  zoneOffset(at: number): number
  compare(a: string, b: string): number
}

/** Returns the one set of formatters of a language and a zone: numbers, percentages, clock times, dates, durations and the order of names. */
export function createFormat(locale: Locale, timeZone: string): Format {
  const numbers = new Map<number, Intl.NumberFormat>()
  const percents = new Map<number, Intl.NumberFormat>()
  // Made when they are first used: all of them together take longer than a page has to be drawn.
  const clock = once(() => new Intl.DateTimeFormat(dateTagOf(locale), { timeZone, ...CLOCK }))
  const seconds = once(() => new Intl.DateTimeFormat(dateTagOf(locale), { timeZone, ...CLOCK, second: '2-digit' }))
  const collator = once(() => new Intl.Collator(locale, { numeric: true, sensitivity: 'base' }))
  const date = once(() => dateWriter(locale, timeZone))
  const day = once(() => dateWriter(locale, timeZone, false))
  const percent = (ratio: number | null | undefined, digits = 1) =>
    isValue(ratio) ? cached(percents, digits, () => numberFormat(locale, digits, 'percent')).format(withoutNoise(ratio)) : MISSING
  return {
    locale,
    timeZone,
    number: (value, digits = 0) =>
      isValue(value) ? cached(numbers, digits, () => numberFormat(locale, digits, 'decimal')).format(value) : MISSING,
    percent,
    percentOf: (value, digits = 0) => percent(isValue(value) ? value / 100 : null, digits),
    time: (at) => (isValue(at) ? clock().format(at) : MISSING),
    timeWithSeconds: (at) => (isValue(at) ? seconds().format(at) : MISSING),
    date: (at) => (isValue(at) ? date()(at) : MISSING),
    day: (at) => (isValue(at) ? day()(at) : MISSING),
    dayMonth: (at) => day()(at),
    dateTime: (at) => (isValue(at) ? `${date()(at)}, ${clock().format(at)}` : MISSING),
    duration: (ms) => (isValue(ms) ? formatDuration(ms, DURATION_UNITS[locale]) : MISSING),
    exactDuration: (ms) => (isValue(ms) ? formatExactDuration(ms, DURATION_UNITS[locale]) : MISSING),
    cycle: (ms) =>
      isValue(ms) ? `${numberFormat(locale, cycleDigits(ms), 'decimal').format(ms / SECOND_MS)} ${DURATION_UNITS[locale].s}` : MISSING,
    zoneOffset: (at) => zoneOffset(timeZone, at),
    compare: (a, b) => collator().compare(a, b),
  }
}

/** Returns a running timer's text from milliseconds, always with hours, so that minutes are never read as hours: `0:00:42`, `26:02:03`; never negative. */
export function formatTimer(ms: number): string {
  const total = Math.max(0, Math.floor(ms / SECOND_MS))
  return `${Math.floor(total / 3600)}:${pad(Math.floor(total / 60) % 60)}:${pad(total % 60)}`
}

function formatDuration(ms: number, unit: DurationUnits): string {
  const sign = ms < 0 ? '−' : ''
  const length = Math.abs(ms)
  const totalSeconds = Math.round(length / SECOND_MS)
  if (totalSeconds < 60) return `${sign}${totalSeconds} ${unit.s}`
  if (length < 10 * MINUTE) {
    const rest = totalSeconds % 60
    return `${sign}${Math.floor(totalSeconds / 60)} ${unit.min}${rest > 0 ? ` ${rest} ${unit.s}` : ''}`
  }
  const minutes = Math.round(length / MINUTE)
  if (minutes < 60) return `${sign}${minutes} ${unit.min}`
  if (minutes < 24 * 60) {
    return `${sign}${Math.floor(minutes / 60)} ${unit.h}${minutes % 60 > 0 ? ` ${pad(minutes % 60)} ${unit.min}` : ''}`
  }
  const hours = Math.round(length / HOUR)
  return `${sign}${Math.floor(hours / 24)} ${unit.d}${hours % 24 > 0 ? ` ${hours % 24} ${unit.h}` : ''}`
}

function formatExactDuration(ms: number, unit: DurationUnits): string {
  const total = Math.round(Math.abs(ms) / SECOND_MS)
  const parts = [
    [Math.floor(total / 3600), unit.h],
    [Math.floor(total / 60) % 60, unit.min],
    [total % 60, unit.s],
  ] as const
  const told = parts.filter(([value]) => value > 0)
  const text = (told.length > 0 ? told : parts.slice(-1)).map(([value, name]) => `${value} ${name}`).join(' ')
  return ms < 0 && total > 0 ? `−${text}` : text
}

/** Two decimal places where they say all, else four. */
function cycleDigits(ms: number): number {
  return Math.abs(ms - Math.round(ms / 10) * 10) < 1e-6 ? 2 : 4
}

/** Returns a number formatter that rounds half away from zero at the edge (G-10); Spanish groups from 10.000 on. */
/** A half that is stored a hair too low is a half: the last two of about sixteen digits are noise (domain.md D-51). */
function withoutNoise(ratio: number): number {
  return Number(ratio.toPrecision(14))
}

function numberFormat(locale: Locale, digits: number, style: 'decimal' | 'percent'): Intl.NumberFormat {
  return new Intl.NumberFormat(NUMBER_TAGS[locale], {
    style,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: locale === 'es' || locale === 'pl' ? 'min2' : 'auto',
  })
}

function once<Made>(create: () => Made): () => Made {
  let made: { readonly value: Made } | undefined
  return () => (made ??= { value: create() }).value
}

function cached(formats: Map<number, Intl.NumberFormat>, digits: number, create: () => Intl.NumberFormat): Intl.NumberFormat {
  const known = formats.get(digits)
  if (known) return known
  const made = create()
  formats.set(digits, made)
  return made
}

function isValue(value: number | null | undefined): value is number {
  return value !== null && value !== undefined && Number.isFinite(value)
}

function pad(value: number): string {
  return String(value).padStart(2, '0')
}
