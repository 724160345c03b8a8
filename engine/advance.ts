import type { Facts } from './facts.ts'
import { compileSetup } from './fold/compiledSetup.ts'
import type { EngineState } from './fold/engineState.ts'
import { decideInstant, elapse, nextCheckpoint, nextEvent, skipWindows, startFold } from './fold/elapse.ts'
import { closeFold, frontierOf, openFold, type Fold } from './fold/fold.ts'
import { meterTo } from './fold/meterSpeed.ts'
import { emitOpenRows } from './fold/settle.ts'
import { absorbCandidate } from './fold/statusTimeline.ts'
import { columnsOf, type SampleColumns } from './sensor/sampleColumns.ts'
import { canonicalKey, type Sample } from './sensor/sensorType.ts'
import type { WorkCenterSetup } from './workCenter/workCenterSetup.ts'

export { initialState, type EngineState } from './fold/engineState.ts'

/**
 * The state just before the first sample at or after `start`: a shift start, a shift end or, out of schedule, a UTC midnight. A late sample voids
 * later checkpoints; the fold from the one at or before it makes them again.
 */
export type Checkpoint = { readonly start: number; readonly state: EngineState }

export type Advance = { readonly state: EngineState; readonly facts: Facts; readonly checkpoints: readonly Checkpoint[] }

/**
 * Returns the state after the samples, the changed facts and the checkpoints passed. Samples ascend by (at, sensor) and none is before `state.at`; a
 * repeated (sensor, instant) changes nothing. Throws for an older sample: it is late and needs a rewind to a checkpoint. The result does not depend
 * on how samples are cut into calls (ARCHITECTURE.md, rule 1).
 */
export function advance(state: EngineState, samples: readonly Sample[], setup: WorkCenterSetup): Advance {
  return advanceColumns(state, columnsOf(samples), setup)
}

/** Returns the same as `advance`, for samples that are never made into objects: ingest folds over a million of them a second. */
export function advanceColumns(state: EngineState, samples: SampleColumns, setup: WorkCenterSetup): Advance {
  const compiled = compileSetup(setup)
  const fold = openFold(state, compiled)
  if (state.at === null && samples.length === 0) return { state, facts: { changedFrom: null, ...fold.rows }, checkpoints: [] }
  const changedFrom = state.at === null ? (samples.instants[0] ?? null) : frontierOf(fold)
  const checkpoints = foldSamples(fold, samples)
  const next = closeFold(fold)
  decideInstant(fold)
  emit(fold, next.at ?? 0)
  return { state: next, facts: { changedFrom, ...fold.rows }, checkpoints }
}

/** After so long a silence shifts pass without a record: a machine that was taken away years ago must not cost more every day. */
const MAX_SILENCE_MS = 31 * 86_400_000

/**
 * Returns the facts that hold at `now`: open rows, silence by the gap rule, shifts that passed without data. Does not change the state. Empty before
 * the first sample; a `now` before the last sample counts as that sample's instant. A shift that began more than 31 days after the last sample has
 * no record until the next sample.
 */
export function project(state: EngineState, now: number, setup: WorkCenterSetup): Facts {
  const fold = openFold(state, compileSetup(setup))
  if (state.at === null) return { changedFrom: null, ...fold.rows }
  const changedFrom = frontierOf(fold)
  decideInstant(fold)
  const until = horizonOf(fold, state.at, now)
  emit(fold, until)
  const { statuses, losses, outputs, shifts, hours } = fold.rows
  if (until >= now) return { changedFrom, statuses, losses, outputs, shifts, hours }
  // What would begin at the horizon itself has no record any more.
  const isWithin = ({ start }: { readonly start: number }): boolean => start < until
  return {
    changedFrom,
    statuses,
    losses,
    outputs: outputs.filter(isWithin),
    shifts: shifts.filter((row) => isWithin(row.shift)),
    hours: hours.filter(isWithin),
  }
}

/** Returns the fold advanced to `now`, with the open rows of the current window emitted. For live views. */
export function presentFold(state: EngineState, now: number, setup: WorkCenterSetup): Fold {
  const fold = openFold(state, compileSetup(setup))
  if (state.at === null) return fold
  decideInstant(fold)
  skipWindows(fold, now)
  emit(fold, Math.max(now, state.at))
  return fold
}

/** Records end with a shift, so that no shift is half recorded. */
function horizonOf({ compiled }: Fold, at: number, now: number): number {
  const limit = at + MAX_SILENCE_MS
  if (now <= limit) return Math.max(now, at)
  const { shift, end } = compiled.calendar.windowAt(limit)
  return Math.min(now, shift ? end : limit)
}

/** Emits the open rows at `now`. The fold's last instant is decided, and the fold is discarded afterwards. */
function emit(fold: Fold, now: number): void {
  elapse(fold, now)
  meterTo(fold, now)
  absorbCandidate(fold)
  fold.stopSince = null
  emitOpenRows(fold, now)
}

/** Hot path: one pass with local mutation, most samples only store a value and compare two numbers. */
function foldSamples(fold: Fold, { length, instants, sensors, values }: SampleColumns): Checkpoint[] {
  const checkpoints: Checkpoint[] = []
  let isDecided = false
  let checkpointAt = nextCheckpoint(fold)
  let eventAt = -Infinity
  for (let index = 0; index < length; index++) {
    const at = instants[index] ?? 0
    if (fold.at === null) {
      startFold(fold, at)
      checkpointAt = nextCheckpoint(fold)
    } else if (at > fold.at) {
      if (at >= checkpointAt) checkpoints.push({ start: checkpointAt, state: closeFold(fold) })
      if (!isDecided) {
        decideInstant(fold)
        isDecided = true
        eventAt = nextEvent(fold)
      }
      if (at >= eventAt) {
        elapse(fold, at)
        eventAt = nextEvent(fold)
      }
      fold.at = at
      if (at >= checkpointAt) checkpointAt = nextCheckpoint(fold)
    } else if (at < fold.at) {
      throw new RangeError(`A sample at ${at} lies before the last one at ${fold.at}`)
    }
    const key = canonicalKey(sensors[index] ?? '')
    const last = fold.sensors[key]
    if (last?.at === at) continue
    // A measured speed counts up to its next value, and no longer once something else is heard to count.
    if (key === 'LINEAR_SPEED' || last === undefined) meterTo(fold, at)
    const value = values[index] ?? Number.NaN
    fold.sensors[key] = { at, value: Number.isNaN(value) ? null : value }
    isDecided = false
  }
  return checkpoints
}
