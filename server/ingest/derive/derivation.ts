import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import type { SampleColumns } from '#engine/sensor/sampleColumns.ts'
import { firstInstant } from '#engine/sensor/sampleColumns.ts'
import type { LiveBus } from '#server/realtime/liveBus.ts'
import type { DamageReport } from '../damageReport.ts'
import type { Delivery } from '../log/commitQueue.ts'
import type { DeviceRegistry, KnownDevice } from '../listener/deviceRegistry.ts'
import { ingestMetrics } from '../ingestMetrics.ts'
import type { PartitionLease } from '../log/partitionLease.ts'
import { PositionTracker } from '../log/positionTracker.ts'
import { ChunkWriter } from '../samples/chunkWriter.ts'
import { SampleBuffer } from '../samples/sampleBuffer.ts'
import { SampleStore } from '../samples/sampleStore.ts'
import { workCenterKey } from '../setup/setupQuery.ts'
import type { WorkCenterRef } from '../setup/setupQuery.ts'
import { loadRefs } from './stateWriter.ts'
import { endArchived, isArchived } from './archivedWorkCenters.ts'
import { Arrivals } from './arrivals.ts'
import type { StoredWorkCenter, WaitingSamples } from './arrivals.ts'
import { Backlog, copyOf, partsOf } from './backlog.ts'
import type { WaitingDelivery } from './backlog.ts'
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

const FLUSH_EVERY_MS = 500
/** What was written so shortly before is not written again for another process. */
const FRESH_MS = 500

/** Turns committed samples into facts: work centers in memory, their views to the bus at once, their facts into the database soon after. */
export class Derivation {
  readonly buffer = new SampleBuffer()
  readonly store: SampleStore
  readonly chunks: ChunkWriter
  readonly positions: PositionTracker
  readonly #deps: DerivationDeps
  readonly #runtimes = new Map<string, WorkCenterRuntime>()
  readonly #arrivals: Arrivals
  readonly #views: LiveViews
  readonly #writer: DerivedWriter
  readonly #recalculations: Recalculations
  readonly #backlog = new Backlog((runtime, delivery) => this.#fold(runtime, delivery))
  #timer: NodeJS.Timeout | null = null

  constructor(deps: DerivationDeps) {
    this.#deps = deps
    this.#views = new LiveViews(deps.live, deps.now)
    this.store = new SampleStore(deps.writes.client, (detail) => deps.damage.chunk(detail))
    const beforeWrite = (ref: WorkCenterRef): void => this.#runtimes.get(workCenterKey(ref))?.asked.lateAreStored()
    this.chunks = new ChunkWriter({ ...deps, buffer: this.buffer, store: this.store, beforeWrite })
    this.positions = new PositionTracker([...deps.partitions.values()])
    const runtimes = this.#runtimes
    this.#arrivals = new Arrivals({ ...deps, positions: this.positions, begin: (...one) => this.#begin(...one) })
    this.#writer = new DerivedWriter({ ...deps, positions: this.positions, runtimes })
    this.#recalculations = new Recalculations({
      ...deps,
      runtimes,
      buffer: this.buffer,
      store: this.store,
      chunks: this.chunks,
      writer: this.#writer,
      views: this.#views,
      isComing: (ref) => this.#arrivals.has(ref),
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
    await this.#arrivals.readAll(await loadRefs(client, [...this.#deps.partitions.keys()]))
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

  /** Returns whether the delivery waits for its turn to be folded, and with it its acknowledgement, so that its device sends no faster. */
  isLarge({ device, samples }: Delivery): boolean {
    return this.#backlog.takes(this.#runtimeOfDevice(device), samples)
  }

  /** Takes deliveries that were just committed; calls `done` for the large ones once they are folded. */
  accept(
    deliveries: readonly Delivery[],
    positions: ReadonlyMap<number, number>,
    large: ReadonlySet<Delivery> = NONE_LARGE,
    done: (delivery: Delivery) => void = ignore,
  ): void {
    const now = this.#deps.now()
    for (const delivery of deliveries) {
      const { device, samples } = delivery
      const position = positions.get(device.partition) ?? 0
      const runtime = this.#runtimeOfDevice(device)
      if (runtime !== undefined && this.#backlog.takes(runtime, samples)) {
        this.#takeInTurn(runtime, delivery, position, large.has(delivery) ? done : null)
        continue
      }
      const taken = samples.length === 0 ? null : this.take(device, samples, position, false)
      if (taken !== null) this.#views.changed(taken, now)
      if (large.has(delivery)) done(delivery)
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
    const fresh = isReplay ? samples : this.#withoutWaiting(runtime, samples)
    if (!isStored) this.buffer.add(device.partition, ref, fresh)
    if (runtime === undefined) {
      this.#arrivals.take(device.partition, ref, fresh, position)
      return null
    }
    if (isReplay && position <= runtime.logPosition) return runtime
    this.positions.hold(device.partition, key, position)
    if (fresh.length > 0) runtime.take(fresh, isReplay, this.#deps.now())
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
    const since = performance.now() - FRESH_MS
    const due = asked.filter(({ ref, chunksWrittenAt }) => chunksWrittenAt < since && (this.buffer.earliestOf(ref) ?? Infinity) < end)
    if (due.length === 0) return
    await this.#deps.writes.run(async () => {
      const now = performance.now()
      for (const runtime of due) runtime.chunksWrittenAt = now
      const taken = due.map(({ partition, ref }) => ({ partition, samples: this.buffer.takeWorkCenter(partition, ref) }))
      await this.chunks.write(taken.filter(({ samples }) => samples.length > 0))
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
    this.#backlog.end()
    this.#views.end()
    await this.#deps.writes.end()
  }

  #runtimeOfDevice({ companyId, workCenterId }: KnownDevice): WorkCenterRuntime | undefined {
    return companyId === null || workCenterId === null ? undefined : this.#runtimes.get(workCenterKey({ companyId, workCenterId }))
  }

  #takeInTurn(runtime: WorkCenterRuntime, delivery: Delivery, position: number, done: ((delivery: Delivery) => void) | null): void {
    const { partition } = delivery.device
    this.positions.hold(partition, workCenterKey(runtime.ref), position)
    // The list of a delivery that is not large goes back to the decoder now.
    const parts = done === null ? [copyOf(delivery.samples)] : partsOf(delivery.samples)
    for (const [index, samples] of parts.entries()) {
      const isLast = index === parts.length - 1
      const waiting = { samples, partition, position, isBuffered: false, done: isLast && done !== null ? () => done(delivery) : ignore }
      this.positions.expect(partition, waiting, position)
      this.#backlog.add(runtime, waiting)
    }
  }

  #fold(runtime: WorkCenterRuntime, waiting: WaitingDelivery): void {
    const { samples, partition, position, isBuffered } = waiting
    const fresh = isBuffered ? samples : this.#withoutWaiting(runtime, samples)
    if (!isBuffered) this.buffer.add(partition, runtime.ref, fresh)
    this.positions.came(partition, waiting)
    // A work center that lost its device is not derived any more; its samples are kept.
    if (this.#runtimes.get(workCenterKey(runtime.ref)) !== runtime) return
    if (fresh.length > 0) runtime.take(fresh, isBuffered, this.#deps.now())
    // Of one position several deliveries may wait: it is reached with the last.
    if (runtime.backlog[0]?.position !== position) runtime.logPosition = position
    runtime.isDirty = true
    this.#schedule(runtime)
    this.#views.changed(runtime, this.#deps.now())
  }

  /** A repetition of a late sample that still waits for its chunk is dropped here; one that is already stored is found by the recalculation. */
  #withoutWaiting(runtime: WorkCenterRuntime | undefined, samples: SampleColumns): SampleColumns {
    const watermark = runtime?.state.at ?? -Infinity
    if (runtime === undefined || firstInstant(samples) >= watermark) return samples
    const fresh = this.buffer.fresh(runtime.partition, runtime.ref, samples, watermark)
    ingestMetrics.duplicateSamples.increment(samples.length - fresh.length)
    return fresh
  }

  #begin(ref: WorkCenterRef, { samples, position }: WaitingSamples, { loaded, stored, isMarked }: StoredWorkCenter): void {
    const key = workCenterKey(ref)
    const state = stored?.state ?? null
    const runtime = this.#runtimes.get(key) ?? new WorkCenterRuntime(ref, loaded, state, stored?.log_position ?? 0, this.#deps.growthMs)
    this.#runtimes.set(key, runtime)
    // Of a change of the setup that left no mark, the shift is calculated again.
    if (state !== null && stored?.setup_version !== loaded.setupVersion && !isMarked) {
      runtime.asked.add(state.at ?? this.#deps.now(), Infinity)
    }
    const { partition } = runtime
    for (const part of partsOf(samples)) {
      this.#backlog.add(runtime, { samples: part, partition, position, isBuffered: true, done: ignore })
    }
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
    this.#arrivals.queue()
  }

  /** Drops a work center without a device. Open rows of a deleted one end now. */
  async #forget(key: string, ref: WorkCenterRef): Promise<void> {
    const runtime = this.#runtimes.get(key)
    if (runtime !== undefined) this.#views.forget(runtime)
    this.#runtimes.delete(key)
    this.positions.release(key)
    this.#deps.live.forget(ref.companyId, ref.workCenterId)
    this.#deps.damage.forget(ref)
    if (runtime !== undefined && runtime.state.at !== null && (await isArchived(this.#deps.writes.client, ref))) {
      await this.#writer.writeLast(runtime)
    }
  }
}

const NONE_LARGE: ReadonlySet<Delivery> = new Set()

function ignore(): void {}
