import { MINUTE_MS } from '#engine/time/durations.ts'
import { type FigurePart, includedOf } from './figures.ts'
import { ALL_FACTORS, type FactorSwitches, ratio, runTimesOf } from './kpis.ts'
import { type RecordSums, sumsOfHours } from './recordSums.ts'
import type { OeeTerms } from '#engine/facts.ts'

/** How much history weighs beside the shift so far. */
const PRIOR_MS = 120 * MINUTE_MS
/** Fewer past shifts give no range. */
export const FEWEST_FOR_A_RANGE = 8
/** Past shifts that a forecast is made of, and how many a page counts hits over. */
export const FORECAST_SHIFTS = 20

/** The times that a forecast is made of, in ms, after the factor switches. */
export type ForecastTimes = { readonly plannedMs: number; readonly runMs: number; readonly netMs: number; readonly valuableMs: number }

/** What is expected of a shift at its end. */
export type ForecastPoint = {
  /** Shares of the time left: running, at speed, good. */
  readonly availability: number
  readonly performance: number
  readonly quality: number
  readonly valuableMs: number
  readonly oee: number | null
  /** Time of stops that are still to come. */
  readonly stopsMs: number
}

/** A forecast with its measured range, and how often such a range held before. */
export type ShiftForecast = ForecastPoint & {
  /** Good units at the end; null without one price for all. */
  readonly goodUnits: number | null
  /** OEE at the end is between these in four of five cases; null = little history. */
  readonly range: { readonly low: number; readonly high: number } | null
  readonly shifts: number
  /** Past shifts whose own end lay in their range. */
  readonly held: number
}

/** An hour of the clock, as far as it lies in a shift: where it begins and ends from the start of the shift, and what clocks show (`ClockHour`). */
export type ShiftHour = { readonly startMs: number; readonly endMs: number; readonly clockHour: number }
/** An hour of a past shift. */
export type PastHour = ShiftHour & { readonly terms: OeeTerms }
/** A past shift of the same work center and shift that was recorded whole, with its hours ascending. */
export type PastShift = { readonly hours: readonly PastHour[] }

/**
 * Returns the times at the end of a shift, as the shift so far and history say: history weighs like two hours of it (domain.md S-91). `leftMs`
 * is the planned time left. Null while neither knows anything.
 */
export function forecastPoint(soFar: ForecastTimes, leftMs: number, history: ForecastTimes | null): ForecastPoint | null {
  const past = history === null ? null : sharesOf(history)
  const availability = weighed(soFar.runMs, soFar.plannedMs, past && { share: past.availability, weightMs: PRIOR_MS })
  const performance = weighed(soFar.netMs, soFar.runMs, past && { share: past.performance, weightMs: PRIOR_MS * past.availability })
  const quality = weighed(
    soFar.valuableMs,
    soFar.netMs,
    past && { share: past.quality, weightMs: PRIOR_MS * past.availability * past.performance },
  )
  if (availability === null) return null
  const runs = availability * leftMs
  const [p, q] = [performance ?? 0, quality ?? 0]
  const valuableMs = soFar.valuableMs + runs * p * q
  return {
    availability,
    performance: p,
    quality: q,
    valuableMs,
    oee: ratio(valuableMs, soFar.plannedMs + leftMs),
    stopsMs: leftMs - runs,
  }
}

/** A share of past time weighs as `weightMs` more of the base. */
function weighed(partMs: number, baseMs: number, past: { readonly share: number; readonly weightMs: number } | null): number | null {
  return ratio(partMs + (past === null ? 0 : past.weightMs * past.share), baseMs + (past?.weightMs ?? 0))
}

function sharesOf(times: ForecastTimes): { readonly availability: number; readonly performance: number; readonly quality: number } | null {
  const availability = ratio(times.runMs, times.plannedMs)
  if (availability === null) return null
  return {
    availability,
    performance: ratio(times.netMs, times.runMs) ?? 0,
    quality: ratio(times.valuableMs, times.netMs) ?? 0,
  }
}

/** A running shift, and what is needed to look ahead. */
export type RunningShift = {
  readonly sums: RecordSums
  readonly switches?: FactorSwitches
  readonly elapsedMs: number
  /** All hours of the shift, those to come too. */
  readonly hours: readonly ShiftHour[]
  /** Ms a good unit; null where several prices hold or none. */
  readonly idealCycleMs: number | null
}

/** The shifts before that a forecast is made of: those that take part in OEE, and those that know how fast they could have been. */
export type History = { readonly ofOee: readonly PastShift[]; readonly ofUnits: readonly PastShift[] }

/**
 * Returns how the running shift will end, with the range that the same forecast had on the past shifts at the last whole hour of their clocks, from
 * the tenth to the ninetieth percentile of its errors. Null without a reference speed, or while nothing is known.
 */
export function forecastShift(running: RunningShift, history: History): ShiftForecast | null {
  const { switches = ALL_FACTORS, elapsedMs, hours } = running
  if (!switches.calculateAvailability && !switches.calculatePerformance && !switches.calculateQuality) return null
  // A past shift that takes no part in OEE says nothing of how fast and how well it goes.
  const past = history.ofOee.filter((shift) => includedOf([{ sums: sumsOfShift(shift), switches }]).records > 0)
  const timesOf = (sums: RecordSums): ForecastTimes => timesAfter({ sums, switches })
  const soFar = timesOf(running.sums)
  const whole = past.map((shift) => timesOf(sumsOfShift(shift)))
  const point = forecastPoint(soFar, plannedLeft(hours, elapsedMs, past), past.length === 0 ? null : summed(whole))
  if (point === null || (switches.calculatePerformance && running.sums.pricedRecords === 0)) return null
  const errors = errorsAt(past, { wholes: whole, elapsedMs, timesOf })
  const range = rangeOf(errors)
  return {
    ...point,
    goodUnits: goodUnitsOf(running, history.ofUnits),
    range: range === null || point.oee === null ? null : { low: Math.max(0, point.oee + range.low), high: point.oee + range.high },
    shifts: past.length,
    held: heldOf(errors),
  }
}

function sumsOfShift({ hours }: PastShift): RecordSums {
  return sumsOfHours(hours.map(({ terms }) => terms))
}

/** Units are made whatever factors OEE counts, and also in time that it leaves out. */
function goodUnitsOf({ sums, elapsedMs, hours, idealCycleMs }: RunningShift, all: readonly PastShift[]): number | null {
  if (idealCycleMs === null || idealCycleMs === 0) return null
  const past = all.filter((shift) => sumsOfShift(shift).pricedRecords > 0)
  const whole = past.map((shift) => timesAfter({ sums: sumsOfShift(shift) }))
  const point = forecastPoint(timesAfter({ sums }), plannedLeft(hours, elapsedMs, past), past.length === 0 ? null : summed(whole))
  return point === null ? null : point.valuableMs / idealCycleMs + sums.uncountedOutput.accepted
}

type Replay = {
  readonly wholes: readonly ForecastTimes[]
  readonly elapsedMs: number
  readonly timesOf: (sums: RecordSums) => ForecastTimes
}

/** How far the end of each past shift lay from its forecast at the hour, made of the others alone. */
function errorsAt(past: readonly PastShift[], { wholes, elapsedMs, timesOf }: Replay): readonly number[] {
  return past.flatMap(({ hours }, index) => {
    const whole = wholes[index]
    const others = wholes.filter((_, at) => at !== index)
    // Of an hour that is not over only its end is known, so the replay stands where the last one ended.
    const seen = hours.filter(({ endMs }) => endMs <= elapsedMs)
    const atMs = seen.at(-1)?.endMs ?? 0
    const left = plannedLeft(
      hours,
      atMs,
      past.filter((_, at) => at !== index),
    )
    const point = forecastPoint(timesOf(sumsOfHours(seen.map(({ terms }) => terms))), left, others.length === 0 ? null : summed(others))
    const actual = whole === undefined ? null : ratio(whole.valuableMs, whole.plannedMs)
    return point?.oee == null || actual === null ? [] : [actual - point.oee]
  })
}

/** Whether each past shift would have ended within the range that the others give. */
function heldOf(errors: readonly number[]): number {
  return errors.filter((error, index) => {
    const range = rangeOf(errors.filter((_, at) => at !== index))
    return range !== null && range.low <= error && error <= range.high
  }).length
}

function rangeOf(errors: readonly number[]): { readonly low: number; readonly high: number } | null {
  if (errors.length < FEWEST_FOR_A_RANGE) return null
  const sorted = errors.toSorted((a, b) => a - b)
  return { low: quantile(sorted, 0.1), high: quantile(sorted, 0.9) }
}

/** Returns the quantile of ascending numbers, between two of them in proportion. */
export function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share
  const below = sorted[Math.floor(place)] ?? 0
  const above = sorted[Math.ceil(place)] ?? below
  return below + (above - below) * (place - Math.floor(place))
}

/** The time left without what is usually excluded in it: the median share of the same hours of the clock before. */
function plannedLeft(hours: readonly ShiftHour[], elapsedMs: number, past: readonly PastShift[]): number {
  const leftIn = ({ startMs, endMs, clockHour }: ShiftHour): number => {
    const remainingMs = endMs - Math.max(startMs, elapsedMs)
    return remainingMs <= 0 ? 0 : remainingMs * (1 - usuallyExcluded(past, clockHour))
  }
  return hours.reduce((sum, hour) => sum + leftIn(hour), 0)
}

function usuallyExcluded(past: readonly PastShift[], clockHour: number): number {
  const shares = past.flatMap(({ hours }) => {
    const own = hours.filter((hour) => hour.clockHour === clockHour).map(({ terms }) => terms)
    const sumOf = (key: 'elapsedMs' | 'excludedMs') => own.reduce((sum, terms) => sum + terms[key], 0)
    return ratio(sumOf('excludedMs'), sumOf('elapsedMs')) ?? []
  })
  return quantile(
    shares.toSorted((a, b) => a - b),
    0.5,
  )
}

/** A switched-off factor is neutral; without availability run time stands for planned time. */
function timesAfter(part: FigurePart): ForecastTimes {
  const included = includedOf([part])
  if (included.records > 0) {
    return { plannedMs: included.baseMs, runMs: included.runMs, netMs: included.netMs, valuableMs: included.valuableMs }
  }
  return { ...runTimesOf(part.sums), netMs: 0, valuableMs: 0 }
}

function summed(times: readonly ForecastTimes[]): ForecastTimes {
  return times.reduce(
    (sum, one) => ({
      plannedMs: sum.plannedMs + one.plannedMs,
      runMs: sum.runMs + one.runMs,
      netMs: sum.netMs + one.netMs,
      valuableMs: sum.valuableMs + one.valuableMs,
    }),
    { plannedMs: 0, runMs: 0, netMs: 0, valuableMs: 0 },
  )
}
