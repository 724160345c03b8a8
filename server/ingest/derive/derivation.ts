import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import type { SampleColumns } from '#engine/sensor/sampleColumns.ts'
import { columnsOf, firstInstant, samplesOf } from '#engine/sensor/sampleColumns.ts'
import { initialState } from '#engine/advance.ts'
import type { LiveBus } from '#server/realtime/liveBus.ts'
import type { DamageReport } from '../damageReport.ts'
import type { Delivery } from '../log/commitQueue.ts'
import type { DeviceRegistry, KnownDevice } from '../listener/deviceRegistry.ts'
import { ingestMetrics } from '../ingestMetrics.ts'
import type { PartitionLease } from '../log/partitionLease.ts'
import { PositionTracker } from '../log/positionTracker.ts'
import { SampleList } from '../decode/sampleList.ts'
import { SampleBuffer } from '../samples/sampleBuffer.ts'
import { SampleStore } from '../samples/sampleStore.ts'
import { loadSetups, setupSince } from '../setupStore.ts'
import { workCenterKey } from '../setup/setupQuery.ts'
import type { LoadedSetup } from '../setupStore.ts'
import type { WorkCenterRef } from '../setup/setupQuery.ts'
import { loadMarked, loadStates, loadStatesOf } from './stateWriter.ts'
import type { StoredState } from './stateWriter.ts'
import { endArchived, isArchived } from './archivedWorkCenters.ts'
import { DerivedWriter } from './derivedWriter.ts'
import { LiveViews } from './liveViews.ts'
import { Recalculations } from './recalculations.ts'
import { WorkCenterRuntime } from './workCenterRuntime.ts'
import type { WriteScope } from './workCenterRuntime.ts'
import type { SerialQueue } from './serialQueue.ts'

export type DerivationDeps = {
  readonly writes: SerialQueue
  readonly partitions: ReadonlyMap<number, PartitionLease>
  readonly registry: DeviceRegistry
  readonly live: LiveBus
  readonly damage: DamageReport
  readonly now: () => number
  /** How long rows may only grow until they are written. */
  readonly growthMs: number
}

type Waiting = { readonly ref: WorkCenterRef; readonly samples: SampleList; position: number }

const FLUSH_EVERY_MS = 500

/** Turns committed samples into facts: work centers in memory, their views to the bus at once, their facts into the database soon after. */
export class Derivation {
  readonly buffer = new SampleBuffer()
  readonly store: SampleStore
  readonly positions: PositionTracker
  readonly #deps: DerivationDeps
  readonly #runtimes = new Map<string, WorkCenterRuntime>()
  /** Samples of work centers whose setup is being read. */
  readonly #waiting = new Map<string, Waiting>()
  readonly #views: LiveViews
  readonly #writer: DerivedWriter
  readonly #recalculations: Recalculations
  #timer: NodeJS.Timeout | null = null
  #isBeginQueued = false

  constructor(deps: DerivationDeps) {
    this.#deps = deps
    this.#views = new LiveViews(deps.live, deps.now)
    this.store = new SampleStore(deps.writes.client, (detail) => deps.damage.chunk(detail))
    this.positions = new PositionTracker([...deps.partitions.values()])
    const runtimes = this.#runtimes
    this.#writer = new DerivedWriter({ ...deps, positions: this.positions, runtimes })
    this.#recalculations = new Recalculations({
      ...deps,
      runtimes,
      buffer: this.buffer,
      store: this.store,
      writer: this.#writer,
      views: this.#views,
      forget: (ref) => this.#forget(workCenterKey(ref), ref),
    })
  }

  get workCenterCount(): number {
    return this.#runtimes.size
  }

  /** Reads the states and setups of all work centers of the partitions. */
  async load(): Promise<void> {
    const { client } = this.#deps.writes
    await endArchived(client)
    const stored = await loadStates(client, [...this.#deps.partitions.keys()])
    const refs = stored.map(refOf)
    const now = this.#deps.now()
    const asked = stored.map((row) => ({ ...refOf(row), since: setupSince(row.state ?? initialState(), now) }))
    const setups = await loadSetups(client, asked)
    const marked = await loadMarked(client, refs)
    stored.forEach((row, index) => {
      const ref = refs[index]
      const loaded = ref && setups.get(workCenterKey(ref))
      if (!ref || !loaded) return
      const runtime = this.#runtimeOf(ref, loaded, row)
      this.#runtimes.set(workCenterKey(ref), runtime)
      if (row.state !== null && row.setup_version !== loaded.setupVersion && !marked.has(workCenterKey(ref))) {
        runtime.asked.add(row.state.at ?? now, Infinity)
      }
    })
  }

  /** Begins to write and to tick; what was replayed is shown and written. */
  start(): void {
    const now = this.#deps.now()
    for (const runtime of this.#runtimes.values()) {
      if (runtime.state.at !== null) this.#views.show(runtime, now)
      if (!runtime.asked.isEmpty) this.#recalculations.queue(runtime)
    }
    this.#recalculations.start()
    this.#timer = setInterval(() => this.#tick(), FLUSH_EVERY_MS)
  }

  /** Takes deliveries that were just committed. */
  accept(deliveries: readonly Delivery[], positions: ReadonlyMap<number, number>): void {
    const now = this.#deps.now()
    for (const { device, samples } of deliveries) {
      if (samples.length === 0) continue
      const runtime = this.take(device, samples, positions.get(device.partition) ?? 0, false)
      if (runtime !== null) this.#views.changed(runtime, now)
    }
    for (const [partition, position] of positions) this.positions.reached(partition, position)
  }

  /** Takes samples of one device from the log at a position; returns the work center's runtime when it is in memory. */
  take(device: KnownDevice, samples: SampleColumns, position: number, isReplay: boolean): WorkCenterRuntime | null {
    if (device.companyId === null || device.workCenterId === null) return null
    const ref = { companyId: device.companyId, workCenterId: device.workCenterId }
    const key = workCenterKey(ref)
    const runtime = this.#runtimes.get(key)
    const isStored = isReplay && position <= (this.#deps.partitions.get(device.partition)?.storedPosition ?? 0)
    const repeated = isReplay ? samples : this.#withoutWaiting(runtime, samples)
    if (!isStored) this.buffer.add(device.partition, ref, repeated)
    if (runtime === undefined) return this.#takeLater(device, ref, repeated, position)
    if (isReplay && position <= runtime.logPosition) return runtime
    this.positions.hold(device.partition, key, position)
    if (repeated.length > 0) runtime.take(repeated, isReplay, this.#deps.now())
    runtime.logPosition = position
    runtime.isDirty = true
    if (!isReplay) this.#schedule(runtime)
    return runtime
  }

  /** Reads the setup again and recomputes what its marks ask for, else the current shift; resolves when that is written. */
  reload(ref: WorkCenterRef): Promise<void> {
    return this.#recalculations.reload(ref)
  }

  /** Writes the rows of the company's work centers (null = all) that grew since they were written last, up to the instant `end`; resolves when they are committed. */
  settle(companyId: CompanyId, workCenterIds: readonly WorkCenterId[] | null, end: number, scope: WriteScope = 'FACTS'): Promise<void> {
    const asked =
      workCenterIds === null
        ? [...this.#runtimes.values()].filter(({ ref }) => ref.companyId === companyId)
        : workCenterIds.flatMap((workCenterId) => this.#runtimes.get(workCenterKey({ companyId, workCenterId })) ?? [])
    return scope === 'ALL' ? this.#settleForOthers(asked, end) : this.#writer.settle(asked, end, scope)
  }

  /** Another process sees nothing of this one's memory: it needs states and samples, too. */
  async #settleForOthers(asked: readonly WorkCenterRuntime[], end: number): Promise<void> {
    await this.#writer.settle(asked, end, 'ALL')
    await this.#deps.writes.run(async () => {
      const waiting = asked.flatMap((runtime) => this.buffer.takeWorkCenter(runtime.partition, runtime.ref))
      await this.#deps.writes.transaction(() => this.store.merge(waiting))
      this.buffer.written(waiting)
    })
  }

  /** Writes all that is pending, chunks not included. */
  async flushAll(): Promise<void> {
    await this.#deps.writes.run(async () => {
      while (await this.#writer.write((runtime) => (runtime.isDirty || runtime.hasNewRows ? 'ALL' : null))) continue
    })
  }

  /** Stops timers and lets the last transaction finish. */
  async end(): Promise<void> {
    this.#writer.end()
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#recalculations.end()
    this.#views.end()
    await this.#deps.writes.end()
  }

  /** A repetition of a late sample that still waits for its chunk is dropped here; one that is already stored is found by the recalculation. */
  #withoutWaiting(runtime: WorkCenterRuntime | undefined, samples: SampleColumns): SampleColumns {
    const watermark = runtime?.state.at ?? -Infinity
    if (runtime === undefined || firstInstant(samples) >= watermark) return samples
    const fresh = samplesOf(samples).filter((sample) => sample.at >= watermark || !this.buffer.has(runtime.partition, runtime.ref, sample))
    ingestMetrics.duplicateSamples.increment(samples.length - fresh.length)
    return columnsOf(fresh)
  }

  #takeLater(device: KnownDevice, ref: WorkCenterRef, samples: SampleColumns, position: number): null {
    const key = workCenterKey(ref)
    this.positions.hold(device.partition, key, position)
    const waiting = this.#waiting.get(key)
    if (waiting !== undefined) {
      waiting.samples.addAll(samples)
      waiting.position = position
      return null
    }
    const first = new SampleList()
    first.addAll(samples)
    this.#waiting.set(key, { ref, samples: first, position })
    this.#queueBegin()
    return null
  }

  /** Many new work centers report at once after an import: their setups are read together. */
  #queueBegin(): void {
    if (this.#isBeginQueued) return
    this.#isBeginQueued = true
    void this.#deps.writes.run(async () => {
      this.#isBeginQueued = false
      const { client } = this.#deps.writes
      const refs = [...this.#waiting.values()].map((waiting) => waiting.ref)
      const states = new Map((await loadStatesOf(client, refs)).map((row) => [workCenterKey(refOf(row)), row]))
      const now = this.#deps.now()
      const sinceOf = (ref: WorkCenterRef): number => setupSince(states.get(workCenterKey(ref))?.state ?? initialState(), now)
      const setups = await loadSetups(
        client,
        refs.map((ref) => ({ ...ref, since: sinceOf(ref) })),
      )
      for (const ref of refs) this.#begin(ref, setups.get(workCenterKey(ref)), states.get(workCenterKey(ref)) ?? null)
    })
  }

  #begin(ref: WorkCenterRef, loaded: LoadedSetup | undefined, stored: StoredState | null): void {
    const key = workCenterKey(ref)
    const waiting = this.#waiting.get(key)
    this.#waiting.delete(key)
    if (waiting === undefined || loaded === undefined) return this.positions.release(key)
    const runtime = this.#runtimes.get(key) ?? this.#runtimeOf(ref, loaded, stored)
    this.#runtimes.set(key, runtime)
    runtime.take(waiting.samples, true, this.#deps.now())
    runtime.logPosition = waiting.position
    this.#views.show(runtime, this.#deps.now())
    this.#schedule(runtime)
  }

  #runtimeOf(ref: WorkCenterRef, loaded: LoadedSetup, stored: StoredState | null): WorkCenterRuntime {
    return new WorkCenterRuntime(ref, loaded, stored?.state ?? null, stored?.log_position ?? 0, this.#deps.growthMs)
  }

  #schedule(runtime: WorkCenterRuntime): void {
    if (!runtime.asked.isEmpty && !runtime.isRecomputing) this.#recalculations.queue(runtime)
    if (runtime.isUrgent && !runtime.isCatchingUp(this.#deps.now())) this.#writer.hurry()
  }

  #tick(): void {
    const now = this.#deps.now()
    for (const runtime of this.#runtimes.values()) {
      if (now < runtime.nextTickAt || runtime.state.at === null || runtime.isCatchingUp(now)) continue
      this.#views.show(runtime, now)
    }
    this.#writer.queue((runtime) => runtime.dueScope)
  }

  /** Drops a work center without a device. Open rows of a deleted one end now. */
  async #forget(key: string, ref: WorkCenterRef): Promise<void> {
    const runtime = this.#runtimes.get(key)
    if (runtime !== undefined) this.#views.forget(runtime)
    this.#runtimes.delete(key)
    this.positions.release(key)
    this.#deps.live.forget(ref.companyId, ref.workCenterId)
    if (runtime !== undefined && runtime.state.at !== null && (await isArchived(this.#deps.writes.client, ref))) {
      await this.#writer.writeLast(runtime)
    }
  }
}

function refOf(row: StoredState): WorkCenterRef {
  return { companyId: asId<CompanyId>(row.company_id), workCenterId: asId<WorkCenterId>(row.work_center_id) }
}
