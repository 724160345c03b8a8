import { advance, initialState } from '#engine/advance.ts'
import type { Advance, Checkpoint, EngineState } from '#engine/advance.ts'
import type { Sample } from '#engine/sensor/sensorType.ts'
import { chunkStart, CHUNK_MS } from '#server/sensor/series.ts'
import { ingestMetrics } from '../ingestMetrics.ts'
import type { SampleBuffer } from '../samples/sampleBuffer.ts'
import { bySampleOrder } from '../samples/sampleStore.ts'
import type { SampleStore } from '../samples/sampleStore.ts'
import { findCheckpoint } from './stateWriter.ts'
import { NO_FACTS, replaceTail } from './tail.ts'
import type { WorkCenterRuntime } from './workCenterRuntime.ts'
import type { WriteChain } from './writeChain.ts'

type RefoldDeps = { readonly chain: WriteChain; readonly buffer: SampleBuffer; readonly store: SampleStore; readonly now: number }

/** Hours read at a time: a month of ten-second samples is folded in pieces and never in memory at once. */
const HOURS_PER_READ = 24

const COUNT_LATE = `
update shift set late_samples = late_samples + (select count(*) from unnest($3::bigint[]) as late (at) where late.at >= start_at and late.at < end_at)
where company_id = $1 and work_center_id = $2 and status = 'CONFIRMED'
  and exists (select from unnest($3::bigint[]) as late (at) where late.at >= start_at and late.at < end_at)`
const CONFIRMED = `
select start_at, end_at from shift
where company_id = $1 and work_center_id = $2 and status = 'CONFIRMED' and start_at <= $4 and end_at > $3`

/**
 * Recalculates a work center from the last checkpoint before its late samples, over stored samples, by the same engine (architecture.md §4.3).
 * Repetitions of stored samples are dropped first; samples of confirmed shifts are stored and counted there, not applied (domain.md S-46).
 * Runs inside the write chain, so no chunk is written beside it.
 */
export async function refold(runtime: WorkCenterRuntime, deps: RefoldDeps): Promise<void> {
  const late = runtime.late
  const isForced = runtime.isRefoldForced
  runtime.late = []
  runtime.isRefoldForced = false
  const fresh = isForced ? late : await withoutStored(runtime, late, deps)
  const waiting = deps.buffer.takeWorkCenter(runtime.partition, runtime.ref)
  await deps.chain.transaction(() => deps.store.merge(waiting))
  deps.buffer.written(waiting)
  const applicable = await countConfirmed(runtime, fresh, deps)
  if (applicable.length > 0 || isForced) {
    const earliest = applicable.reduce((least, sample) => Math.min(least, sample.at), runtime.state.at ?? deps.now)
    await recalculate(runtime, earliest, deps)
  }
  runtime.isRefolding = false
}

async function recalculate(runtime: WorkCenterRuntime, at: number, deps: RefoldDeps): Promise<void> {
  ingestMetrics.refolds.increment()
  const checkpoint = await checkpointBefore(runtime, at, deps)
  const base = checkpoint?.state ?? initialState()
  let result: Advance = { state: base, facts: NO_FACTS, checkpoints: [] }
  for (let hour = await deps.store.nextHour(runtime.ref, firstHour(checkpoint)); hour !== null;) {
    const samples = await deps.store.read(runtime.ref, hour, hour + HOURS_PER_READ * CHUNK_MS)
    result = continued(
      result,
      samples.filter((sample) => sample.at > (base.at ?? -Infinity)),
      runtime,
    )
    hour = await deps.store.nextHour(runtime.ref, hour + HOURS_PER_READ * CHUNK_MS)
  }
  // From here on nothing is awaited: what was committed meanwhile is in the buffer, and is folded in before anything else arrives.
  const meanwhile = deps.buffer.samplesOf(runtime.partition, runtime.ref).sort(bySampleOrder)
  const watermark = result.state.at ?? -Infinity
  result = continued(
    result,
    meanwhile.filter((sample) => sample.at >= watermark),
    runtime,
  )
  const older = meanwhile.filter((sample) => sample.at < watermark)
  runtime.replace(base, checkpoint?.start ?? -Infinity, result)
  runtime.late = older
  runtime.isRefoldForced = older.length > 0
}

function continued(before: Advance, samples: readonly Sample[], runtime: WorkCenterRuntime): Advance {
  if (samples.length === 0) return before
  const next = advance(before.state, samples, runtime.setup)
  return { state: next.state, facts: replaceTail(before.facts, next.facts), checkpoints: [...before.checkpoints, ...next.checkpoints] }
}

/** The newest of stored and not yet stored ones; stored ones that a rewind has already overtaken do not count. */
async function checkpointBefore(runtime: WorkCenterRuntime, at: number, deps: RefoldDeps): Promise<Checkpoint | null> {
  const { checkpoint, replacedFrom } = runtime.pendingCheckpoint(at)
  const stored = await findCheckpoint(deps.chain.client, runtime.ref, replacedFrom === null ? at : Math.min(at, replacedFrom))
  if (checkpoint === undefined) return stored
  return stored !== null && stored.start > checkpoint.start ? stored : checkpoint
}

function firstHour(checkpoint: { readonly start: number; readonly state: EngineState } | null): number {
  return checkpoint === null ? 0 : chunkStart(checkpoint.start)
}

async function withoutStored(runtime: WorkCenterRuntime, late: readonly Sample[], deps: RefoldDeps): Promise<Sample[]> {
  const known = new Set<string>()
  for (const hour of new Set(late.map((sample) => chunkStart(sample.at)))) {
    for (const { at, sensor } of await deps.store.read(runtime.ref, hour, hour + CHUNK_MS)) known.add(`${sensor}@${at}`)
  }
  const fresh = late.filter(({ at, sensor }) => !known.has(`${sensor}@${at}`))
  ingestMetrics.duplicateSamples.increment(late.length - fresh.length)
  return fresh
}

async function countConfirmed({ ref }: WorkCenterRuntime, late: readonly Sample[], deps: RefoldDeps): Promise<readonly Sample[]> {
  if (late.length === 0) return late
  const instants = late.map((sample) => sample.at)
  const first = instants.reduce((least, at) => Math.min(least, at))
  const last = instants.reduce((most, at) => Math.max(most, at))
  type Row = { start_at: number; end_at: number }
  const { rows } = await deps.chain.client.query<Row>(CONFIRMED, [ref.companyId, ref.workCenterId, first, last])
  if (rows.length === 0) return late
  const isConfirmed = ({ at }: Sample): boolean => rows.some((row) => at >= row.start_at && at < row.end_at)
  const counted = late.filter(isConfirmed).map((sample) => sample.at)
  await deps.chain.client.query(COUNT_LATE, [ref.companyId, ref.workCenterId, counted])
  return late.filter((sample) => !isConfirmed(sample))
}
