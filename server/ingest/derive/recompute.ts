import { setImmediate as nextTurn } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { advanceColumns, initialState, project } from '#engine/advance.ts'
import type { Advance, Checkpoint } from '#engine/advance.ts'
import type { SampleColumns } from '#engine/sensor/sampleColumns.ts'
import { columnsOf, sliceOf } from '#engine/sensor/sampleColumns.ts'
import { chunkStart, CHUNK_MS } from '#server/sensor/series.ts'
import { ingestMetrics } from '../ingestMetrics.ts'
import type { ChunkWriter } from '../samples/chunkWriter.ts'
import type { SampleBuffer } from '../samples/sampleBuffer.ts'
import { bySampleOrder } from '../samples/sampleStore.ts'
import type { SampleStore } from '../samples/sampleStore.ts'
import { StoredInstants } from '../samples/storedInstants.ts'
import { loadSetups, setupSince } from '../setupStore.ts'
import { findCheckpoint, findCheckpointAfter, findCheckpoints, findRecalculableFrom, writeSnapshots } from './stateWriter.ts'
import { factsSince, NO_FACTS, replaceTail, withoutRows } from './tail.ts'
import { stretchOf, union } from './recomputeRequest.ts'
import type { Stretch } from './recomputeRequest.ts'
import type { WorkCenterRuntime } from './workCenterRuntime.ts'
import type { SerialQueue } from './serialQueue.ts'

export type RecomputeDeps = {
  readonly writes: SerialQueue
  readonly buffer: SampleBuffer
  readonly store: SampleStore
  readonly chunks: ChunkWriter
  readonly now: number
  /** Throws when the partition has another owner by now; called within the transaction. */
  readonly fence: (runtime: WorkCenterRuntime) => Promise<void>
}

/** Where a recalculation begins: just before the first sample at or after `start`. */
type Base = Checkpoint

/** Before the first sample ever. */
const BEGINNING: Base = { start: -Infinity, state: initialState() }

/** Hours read at a time: a month of ten-second samples is folded in pieces and never in memory at once, and others have their turn in between. */
const HOURS_PER_READ = 72
/** The same near the end of the requested stretch, where the fold may soon converge. */
const HOURS_PER_READ_NEAR = 24
/** About so many samples are read at a time, however often the sensors are read. */
const SAMPLES_PER_READ = 50_000
/** Folded in one turn of the main loop: others have theirs in between. */
const SAMPLES_PER_TURN = 3_000

/**
 * Recomputes the requested stretch and everything that late samples change, from the checkpoint before, over stored samples, by the same engine
 * (ARCHITECTURE.md, rule 4). Ends past the stretch when the fold meets a stored checkpoint again, since nothing after can differ; else at the newest
 * sample. Runs inside the serial queue, so no chunk is written meanwhile.
 */
export async function recompute(runtime: WorkCenterRuntime, deps: RecomputeDeps): Promise<void> {
  const asked = runtime.asked.take()
  const late = [...asked.late]
  let { stretch } = asked
  try {
    const stored = new StoredInstants(runtime.ref, deps.store)
    await stored.read(late)
    // What came in the meantime goes into its chunks now, so it is taken up now, too.
    const then = runtime.asked.take()
    stretch = union(stretch, then.stretch)
    for (const sample of then.late) late.push(sample)
    const fresh = stored.without(late)
    ingestMetrics.duplicateSamples.increment(late.length - fresh.length)
    // Once they are in their chunks nothing tells them from repetitions, so what they ask for is kept as a stretch.
    stretch = union(stretch, stretchOf(fresh))
    // Samples of confirmed shifts are counted there; their facts stay, but what comes after follows from all samples (domain.md S-46).
    for (const { at } of fresh) runtime.pending.addAged(at)
    late.length = 0
    await storeWaiting(runtime, deps)
    if (stretch !== null) await recomputeStretch(runtime, stretch, deps)
  } catch (error) {
    // What was asked for is still to be done.
    for (const sample of late) runtime.asked.late.push(sample)
    if (stretch !== null) runtime.asked.add(stretch.from, stretch.to)
    throw error
  } finally {
    runtime.isRecomputing = false
    runtime.takenWhileRecomputing = 0
  }
}

async function storeWaiting({ partition, ref }: WorkCenterRuntime, { buffer, chunks }: RecomputeDeps): Promise<void> {
  const waiting = buffer.takeWorkCenter(partition, ref)
  if (waiting.length === 0) return
  try {
    await chunks.merge([{ partition, samples: waiting }])
    buffer.written(waiting)
  } catch (error) {
    buffer.putBack(partition, waiting)
    throw error
  }
}

function hoursToRead(hour: number, { to }: Stretch, samplesPerHour: number): number {
  const most = Math.max(1, Math.floor(SAMPLES_PER_READ / Math.max(1, samplesPerHour)))
  return Math.min(most, to > hour + HOURS_PER_READ * CHUNK_MS ? HOURS_PER_READ : HOURS_PER_READ_NEAR)
}

async function recomputeStretch(runtime: WorkCenterRuntime, stretch: Stretch, deps: RecomputeDeps): Promise<void> {
  ingestMetrics.recomputes.increment()
  const base = await findBase(runtime, Math.min(stretch.from, runtime.state.at ?? deps.now), deps)
  if (base === null || base.start > stretch.to) return
  await rememberFurther(runtime, base, deps)
  const { setup } = runtime
  const after = base.state.at ?? -Infinity
  let result: Advance = { state: base.state, facts: NO_FACTS, checkpoints: [] }
  let seen = 0
  let samplesPerHour = SAMPLES_PER_READ / HOURS_PER_READ_NEAR
  for (let hour = await deps.store.nextHour(runtime.ref, chunkStart(Math.max(0, base.start))); hour !== null;) {
    await deps.writes.between()
    const end: number = hour + hoursToRead(hour, stretch, samplesPerHour) * CHUNK_MS
    const samples = await deps.store.read(runtime.ref, hour, end, after)
    samplesPerHour = (samples.length * CHUNK_MS) / (end - hour)
    result = await continuedInTurns(result, samples, setup)
    const passed = result.checkpoints.slice(seen)
    seen = result.checkpoints.length
    const converged = await findConvergence(runtime, passed, stretch, deps)
    if (converged !== null && (await keepTheRest(runtime, base, result, converged, deps))) return
    // A gap may be long: it is jumped over.
    hour = samples.length > 0 ? end : await deps.store.nextHour(runtime.ref, end)
  }
  // From here on nothing is awaited: what was committed meanwhile is in the buffer, and is folded in before anything else arrives.
  const meanwhile = deps.buffer.samplesOf(runtime.partition, runtime.ref)
  const watermark = result.state.at ?? -Infinity
  result = continued(result, columnsOf(meanwhile.filter((sample) => sample.at >= watermark).sort(bySampleOrder)), setup)
  runtime.replace(base.state, base.start, result)
  runtime.asked.late = meanwhile.filter((sample) => sample.at < watermark)
}

function continued(before: Advance, samples: SampleColumns, setup: WorkCenterRuntime['setup']): Advance {
  if (samples.length === 0) return before
  const next = advanceColumns(before.state, samples, setup)
  return { state: next.state, facts: replaceTail(before.facts, next.facts), checkpoints: [...before.checkpoints, ...next.checkpoints] }
}

async function continuedInTurns(before: Advance, samples: SampleColumns, setup: WorkCenterRuntime['setup']): Promise<Advance> {
  let result = before
  for (let from = 0; from < samples.length; from += SAMPLES_PER_TURN) {
    if (from > 0) await nextTurn()
    result = continued(result, sliceOf(samples, from, Math.min(samples.length, from + SAMPLES_PER_TURN)), setup)
  }
  return result
}

/**
 * The newest of stored and not yet stored checkpoints; stored ones that a rewind has already overtaken do not count. Where samples are deleted, the
 * first one after them; null = there is none.
 */
async function findBase(runtime: WorkCenterRuntime, at: number, { writes }: RecomputeDeps): Promise<Base | null> {
  const { checkpoint, replacedFrom } = runtime.pending.checkpointAt(at)
  const stored = await findCheckpoint(writes.client, runtime.ref, replacedFrom === null ? at : Math.min(at, replacedFrom))
  const found = checkpoint !== undefined && (stored === null || stored.start <= checkpoint.start) ? checkpoint : stored
  const recalculableFrom = await findRecalculableFrom(writes.client, runtime.ref)
  if (found !== null && found.start >= recalculableFrom) return found
  if ((runtime.state.firstAt ?? Infinity) >= recalculableFrom) return found ?? BEGINNING
  return findCheckpointAfter(writes.client, runtime.ref, recalculableFrom)
}

/** Old annotations are loaded again for a recomputation that begins at their time. */
async function rememberFurther(runtime: WorkCenterRuntime, base: Base, { writes }: RecomputeDeps): Promise<void> {
  const since = base === BEGINNING ? 0 : setupSince(base.state, base.start)
  if (since >= runtime.setupSince) return
  const [loaded] = (await loadSetups(writes.client, [{ ...runtime.ref, since }])).values()
  if (loaded === undefined) return
  // A change that came in between has its own marks, or holds from the present shift on.
  if (loaded.setupVersion !== runtime.setupVersion) runtime.asked.add(runtime.state.at ?? base.start, Infinity)
  runtime.adopt(loaded, null)
}

/** Returns the first checkpoint after the stretch whose stored state equals the one passed now. */
async function findConvergence(
  runtime: WorkCenterRuntime,
  passed: readonly Checkpoint[],
  stretch: Stretch,
  { writes }: RecomputeDeps,
): Promise<Checkpoint | null> {
  const candidates = passed.filter(({ start, state }) => start > stretch.to && openFrom(state, runtime) >= stretch.to)
  if (candidates.length === 0) return null
  const stored = await findCheckpoints(
    writes.client,
    runtime.ref,
    candidates.map((one) => one.start),
  )
  return candidates.find(({ start, state }) => isDeepStrictEqual(stored.get(start), asStored(state))) ?? null
}

/** Since when rows of a state may still change. */
function openFrom(state: Checkpoint['state'], { setup }: WorkCenterRuntime): number {
  return project(state, state.at ?? 0, setup).changedFrom ?? -Infinity
}

/** A state as it comes back from its column. */
function asStored(state: Checkpoint['state']): unknown {
  const stored: unknown = JSON.parse(JSON.stringify(state))
  return stored
}

/**
 * Writes the rows up to the convergence; later rows and the running state stay. Returns false when rows in memory reach back before it: then the
 * recomputation continues to the present.
 */
async function keepTheRest(
  runtime: WorkCenterRuntime,
  base: Base,
  result: Advance,
  converged: Checkpoint,
  deps: RecomputeDeps,
): Promise<boolean> {
  const { setup } = runtime
  const open = project(result.state, result.state.at ?? 0, setup)
  const from = open.changedFrom ?? converged.start
  const { replacedFrom } = runtime.pending.checkpointAt(converged.start)
  if (!runtime.isBeyond(Math.max(converged.start, result.state.at ?? 0), from) || (replacedFrom !== null && replacedFrom < converged.start))
    return false
  const facts = factsSince(base.state, base.start, result.facts, setup)
  const { aged, marks } = runtime.pending.takeFinished()
  const write = deps.writes.transaction(async () => {
    const snapshot = {
      setup,
      setupVersion: runtime.setupVersion,
      partition: runtime.partition,
      logPosition: runtime.logPosition,
      state: null,
      facts: withoutRows(facts, open, from),
      kept: { from, open },
      foldedTo: from,
      aged,
      marks,
      checkpoints: result.checkpoints.filter((one) => one.start <= converged.start),
      checkpointsFrom: Math.max(-1, base.start),
      checkpointsTo: converged.start,
    }
    await writeSnapshots(deps.writes.client, [snapshot], deps.now)
    await deps.fence(runtime)
  })
  await write.catch((error: unknown) => {
    runtime.pending.putBackFinished({ aged, marks })
    throw error
  })
  // Samples that were too old for memory are in the facts now: the log position may move over them.
  runtime.isDirty = true
  return true
}
