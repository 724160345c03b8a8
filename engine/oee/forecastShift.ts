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

/** A hour of a past shift: `offsetMs` from the start of the shift. */
export type PastHour = { readonly offsetMs: number; readonly terms: OeeTerms }
/** A past shift of the same work center and shift that was recorded whole, with its hours ascending. */
export type PastShift = { readonly hours: readonly PastHour[] }

/**
 * Returns the times at the end of a shift, as the shift so far and history say: history weighs like two hours of it (docs/domain.md S-91). `leftMs`
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
  readonly lengthMs: number
  /** Ms a good unit; null where several prices hold or none. */
  readonly idealCycleMs: number | null
}

/**
 * Returns how the running shift will end, with the range that the same forecast had on the past shifts at the same whole hour, from the tenth to the
 * ninetieth percentile of its errors. Null without a reference speed, or while nothing is known.
 */
export function forecastShift(running: RunningShift, all: readonly PastShift[]): ShiftForecast | null {
  const { switches = ALL_FACTORS, elapsedMs, lengthMs } = running
  if (!switches.calculateAvailability && !switches.calculatePerformance && !switches.calculateQuality) return null
  // A past shift that takes no part in OEE says nothing of how fast and how well it goes.
  const past = all.filter(({ hours }) => includedOf([{ sums: sumsOfHours(hours.map(({ terms }) => terms)), switches }]).records > 0)
  const timesOf = (sums: RecordSums): ForecastTimes => timesAfter({ sums, switches })
  const soFar = timesOf(running.sums)
  const whole = past.map((shift) => timesOf(sumsOfHours(shift.hours.map(({ terms }) => terms))))
  const point = forecastPoint(soFar, plannedLeft(past, elapsedMs, lengthMs), past.length === 0 ? null : summed(whole))
  if (point === null || (switches.calculatePerformance && running.sums.pricedRecords === 0)) return null
  const errors = errorsAt(past, { wholes: whole, atMs: wholeHours(elapsedMs), lengthMs, timesOf })
  const range = rangeOf(errors)
  return {
    ...point,
    goodUnits: goodUnitsOf(running, past),
    range: range === null || point.oee === null ? null : { low: Math.max(0, point.oee + range.low), high: point.oee + range.high },
    shifts: past.length,
    held: heldOf(errors),
  }
}

/** Units are made whatever factors OEE counts. */
function goodUnitsOf({ sums, elapsedMs, lengthMs, idealCycleMs }: RunningShift, past: readonly PastShift[]): number | null {
  if (idealCycleMs === null || idealCycleMs === 0) return null
  const whole = past.map(({ hours }) => timesAfter({ sums: sumsOfHours(hours.map(({ terms }) => terms)) }))
  const point = forecastPoint(timesAfter({ sums }), plannedLeft(past, elapsedMs, lengthMs), past.length === 0 ? null : summed(whole))
  return point === null ? null : point.valuableMs / idealCycleMs
}

type Replay = {
  readonly wholes: readonly ForecastTimes[]
  readonly atMs: number
  readonly lengthMs: number
  readonly timesOf: (sums: RecordSums) => ForecastTimes
}

/** How far the end of each past shift lay from its forecast at the hour, made of the others alone. */
function errorsAt(past: readonly PastShift[], { wholes, atMs, lengthMs, timesOf }: Replay): readonly number[] {
  return past.flatMap((shift, index) => {
    const whole = wholes[index]
    const others = wholes.filter((_, at) => at !== index)
    const seen = shift.hours.filter(({ offsetMs }) => offsetMs < atMs).map(({ terms }) => terms)
    const left = plannedLeft(
      past.filter((_, at) => at !== index),
      atMs,
      lengthMs,
    )
    const point = forecastPoint(timesOf(sumsOfHours(seen)), left, others.length === 0 ? null : summed(others))
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

/** The time left without what is usually excluded in it: the median share of the same hours before. */
function plannedLeft(past: readonly PastShift[], elapsedMs: number, lengthMs: number): number {
  const offsets = [...new Set(past.flatMap(({ hours }) => hours.map(({ offsetMs }) => offsetMs)))].sort((a, b) => a - b)
  let left = Math.max(0, lengthMs - elapsedMs)
  for (const [index, offsetMs] of offsets.entries()) {
    const end = Math.min(offsets[index + 1] ?? lengthMs, lengthMs)
    const remainingMs = end - Math.max(offsetMs, elapsedMs)
    if (remainingMs <= 0) continue
    const shares = past.flatMap(({ hours }) => {
      const terms = hours.find((hour) => hour.offsetMs === offsetMs)?.terms
      return terms === undefined || terms.elapsedMs <= 0 ? [] : [terms.excludedMs / terms.elapsedMs]
    })
    left -=
      remainingMs *
      quantile(
        shares.toSorted((a, b) => a - b),
        0.5,
      )
  }
  return left
}

function wholeHours(elapsedMs: number): number {
  return Math.floor(elapsedMs / (60 * MINUTE_MS)) * 60 * MINUTE_MS
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
