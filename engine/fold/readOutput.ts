import type { SensorType } from '#engine/sensor/sensorType.ts'
import { stretchAt } from '#engine/jobOrder/orderStretches.ts'
import { readCounter, type CounterRules } from '#engine/output/counter.ts'
import { isNoOutput, type CounterSums } from '#engine/output/outputCount.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { bookUnits, knownCounters, openSegment } from './bookUnits.ts'
import type { Fold } from './fold.ts'
import { noteIssue } from './noteIssue.ts'
import { pulseWait } from './pulsePatience.ts'

const COUNTERS = [
  ['TOTAL_OUTPUT', 'total'],
  ['ACCEPTED_OUTPUT', 'accepted'],
  ['REJECTED_OUTPUT', 'rejected'],
] as const satisfies readonly (readonly [SensorType, keyof CounterSums])[]

type Units = { total: number | null; accepted: number | null; rejected: number | null }

/** What the readings of one instant add. */
type Increment = { units: Units; pulseUnits: number; previousAt: number; isReset: boolean; isNew: boolean }

/** Books the readings of the output sensors at the fold's instant (domain.md S-63), together, so that their order does not matter. */
export function readOutput(fold: Fold): void {
  const { at } = fold
  if (at === null) return
  const increment: Increment = {
    units: { total: null, accepted: null, rejected: null },
    pulseUnits: 0,
    previousAt: Infinity,
    isReset: false,
    isNew: false,
  }
  readResetFlag(fold, at)
  for (const [sensor, key] of COUNTERS) readOne(fold, at, sensor, key, increment)
  readPulses(fold, at, increment)
  if (increment.isReset || (increment.isNew && hasNewCounter(fold))) startSegment(fold, at)
  const { units, pulseUnits } = increment
  if (units.total !== null || units.accepted !== null || units.rejected !== null) {
    bookUnits(fold, units, at, fold.gapEnd !== null && increment.previousAt < fold.gapEnd)
  }
  if (pulseUnits > 0) fold.pulse = { at, perMin: pulseSpeed(fold, at, pulseUnits) }
}

function readOne(fold: Fold, at: number, sensor: (typeof COUNTERS)[number][0], key: keyof CounterSums, increment: Increment): void {
  const reading = fold.sensors[sensor]
  const last = fold.counters[sensor] ?? null
  if (!reading || reading.at !== at || reading.value === null || last?.at === at) return
  const result = readCounter(last, at, reading.value, hasResetFlag(fold, last?.at ?? at), counterRules(fold, last?.at ?? at, at))
  fold.counters[sensor] = result.reading
  if (result.isSpike) noteSpike(fold)
  increment.isReset ||= result.isReset
  increment.isNew ||= last === null
  if (result.delta === 0) return
  increment.units[key] = result.delta
  increment.previousAt = Math.min(increment.previousAt, last?.at ?? at)
  increment.pulseUnits = Math.max(increment.pulseUnits, result.delta)
}

/**
 * A DISCRETE_OUTPUT value is the units since the previous message: good units where the device counts good ones, else all. Beside a counter of the
 * same units it only shows that the machine moves.
 */
function readPulses(fold: Fold, at: number, increment: Increment): void {
  const reading = fold.sensors['DISCRETE_OUTPUT']
  const last = fold.counters['DISCRETE_OUTPUT'] ?? null
  if (!reading || reading.at !== at || reading.value === null || last?.at === at) return
  fold.counters['DISCRETE_OUTPUT'] = { at, value: 0, trusted: null }
  increment.isNew ||= last === null
  const { value } = reading
  if (value <= 0) return
  if (
    readCounter({ at: last?.at ?? -Infinity, value: 0, trusted: null }, at, value, false, counterRules(fold, last?.at ?? at, at)).isSpike
  ) {
    noteSpike(fold)
    return
  }
  increment.pulseUnits = Math.max(increment.pulseUnits, value)
  const isGoodCounted = fold.compiled.setup.output.calculationType === 'ACCEPTED_AND_REJECTED'
  if (fold.sensors[isGoodCounted ? 'ACCEPTED_OUTPUT' : 'TOTAL_OUTPUT']) return
  increment.units[isGoodCounted ? 'accepted' : 'total'] = value
  increment.previousAt = Math.min(increment.previousAt, last?.at ?? at)
}

/** Remembers the reset until each counter is read, since the device may take the flag down before. */
function readResetFlag(fold: Fold, at: number): void {
  const flag = fold.sensors['RESET_OUTPUT']
  if (flag && flag.at === at && flag.value !== null && flag.value > 0)
    fold.counters['RESET_OUTPUT'] = { at, value: flag.value, trusted: null }
}

function hasResetFlag(fold: Fold, since: number): boolean {
  const flag = fold.counters['RESET_OUTPUT']
  return flag !== undefined && flag.at > since
}

/** What was made between two readings may be of the orders at either. */
function counterRules({ compiled }: Fold, from: number, to: number): CounterRules {
  const { stretches, setup, periodMs } = compiled
  const now = stretchAt(stretches, to).fastestCycleMs
  const before = stretches.length === 1 ? now : stretchAt(stretches, from).fastestCycleMs
  const idealCycleMs = now === null || before === null ? null : Math.min(now, before)
  return { counterRange: setup.output.counterRange, idealCycleMs, minSpanMs: periodMs }
}

function noteSpike(fold: Fold): void {
  const window = fold.windows.at(-1)
  if (window) noteIssue(window, 'COUNTER_SPIKE')
}

function hasNewCounter(fold: Fold): boolean {
  const sums = fold.segments.at(-1)?.sums
  const known = knownCounters(fold)
  return COUNTERS.some(([, key]) => (sums?.[key] ?? null) === null && known[key] !== null)
}

/** A counter reset, or a counter heard for the first time, ends the segment and begins one (domain.md S-60). */
function startSegment(fold: Fold, at: number): void {
  const segment = fold.segments.at(-1)
  if (!segment) return
  if (segment.start === at && isNoOutput(segment.output)) {
    segment.sums = knownCounters(fold)
    return
  }
  segment.end = at
  fold.segments.push(openSegment(fold, at, segment.shiftStart))
}

/** Units a minute since the previous pulse. After a standstill the speed of the orders in progress is used. */
function pulseSpeed(fold: Fold, at: number, units: number): number {
  const { pulse, compiled, epoch } = fold
  const { strokeMs } = stretchAt(compiled.stretches, at)
  const spanMs = pulse ? at - pulse.at : 0
  const isRunning = epoch.source === 'SPEED' ? fold.stopSince !== null : pulse && spanMs <= pulseWait(compiled, pulse, at, 0).patienceMs
  if (spanMs > 0 && (isRunning || strokeMs === null)) return (units * MINUTE_MS) / spanMs
  return strokeMs === null ? 0 : MINUTE_MS / strokeMs
}
