import type { SeriesPoints } from '#engine/sensor/seriesBuckets.ts'

/** How long a calibration measures (domain.md S-12). */
export const CALIBRATION_MS = 600_000

/** Why a calibration gave no nominal power; the old one stays. */
export const CALIBRATION_FAILURES = ['CALIBRATION_LOW_COVERAGE', 'CALIBRATION_NO_DATA', 'CALIBRATION_TOO_LITTLE_LOAD'] as const
export type CalibrationFailure = (typeof CALIBRATION_FAILURES)[number]

/** Measured values of the window, in ms and kW. Also reported for a running or failed calibration, to show why. */
type Measured = {
  readonly coverage: number
  readonly loadedMs: number
  readonly usedSamples: number
  readonly floorKw: number
}

export type Calibration =
  | ({ readonly state: 'RUNNING'; readonly progress: number } & Measured)
  | ({ readonly state: 'DONE'; readonly nominalPowerKw: number } & Measured)
  | ({ readonly state: 'FAILED'; readonly failure: CalibrationFailure } & Measured)

/** A sample counts when the greatest power in the window is at most so many times its own: at or over 10 % of it. */
const FLOOR_TIMES = 10
const MIN_COVERAGE = 0.8
const MIN_LOADED_MS = 300_000

/**
 * Returns the state at `now` of a calibration that began at `start`. Nominal power is the time-weighted mean in kW of the samples at or above 10 %
 * of the greatest one in the ten minutes; each holds until the next, at most `maxGapMs`. Fails below 80 % coverage, below five minutes above that
 * floor, or with five minutes under it (domain.md S-12, E-60). `power` ascends; NaN ends a sample.
 */
export function calibrate(
  power: SeriesPoints,
  span: { readonly start: number; readonly now: number; readonly maxGapMs: number },
): Calibration {
  const windowMs = CALIBRATION_MS
  const end = Math.min(span.start + windowMs, Math.max(span.now, span.start))
  const held = heldSamples(power, { ...span, end })
  const coveredMs = held.reduce((sum, sample) => sum + sample.ms, 0)
  const maxKw = held.reduce((max, sample) => Math.max(max, sample.kw), 0)
  const floorKw = maxKw / FLOOR_TIMES
  const loaded = held.filter((sample) => sample.kw > 0 && sample.kw * FLOOR_TIMES >= maxKw)
  const loadedMs = loaded.reduce((sum, sample) => sum + sample.ms, 0)
  const measured = { coverage: coveredMs / windowMs, loadedMs, usedSamples: loaded.length, floorKw }
  if (span.now < span.start + windowMs) return { state: 'RUNNING', progress: (end - span.start) / windowMs, ...measured }
  const failure = failureOf(measured, coveredMs)
  if (failure) return { state: 'FAILED', failure, ...measured }
  return { state: 'DONE', nominalPowerKw: loaded.reduce((sum, sample) => sum + sample.kw * sample.ms, 0) / loadedMs, ...measured }
}

function failureOf({ coverage, loadedMs }: Measured, coveredMs: number): CalibrationFailure | null {
  if (coveredMs === 0) return 'CALIBRATION_NO_DATA'
  if (coverage < MIN_COVERAGE) return 'CALIBRATION_LOW_COVERAGE'
  const isIdleTooLong = coveredMs - loadedMs >= MIN_LOADED_MS
  return loadedMs < MIN_LOADED_MS || isIdleTooLong ? 'CALIBRATION_TOO_LITTLE_LOAD' : null
}

function heldSamples(
  { instants, values }: SeriesPoints,
  { start, end, maxGapMs }: { readonly start: number; readonly end: number; readonly maxGapMs: number },
): { readonly kw: number; readonly ms: number }[] {
  const held: { readonly kw: number; readonly ms: number }[] = []
  for (let index = 0; index < instants.length; index++) {
    const at = instants[index] ?? end
    const kw = values[index] ?? Number.NaN
    const ms = Math.min(instants[index + 1] ?? Infinity, at + maxGapMs, end) - Math.max(at, start)
    if (ms > 0 && !Number.isNaN(kw)) held.push({ kw, ms })
  }
  return held
}
