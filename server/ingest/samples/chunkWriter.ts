import { isStatementError } from '#server/db/outage.ts'
import type { DamageReport } from '../damageReport.ts'
import type { SerialQueue } from '../derive/serialQueue.ts'
import { fencesBeside, movePositions } from '../log/partitionLease.ts'
import type { PartitionLease, PositionMove } from '../log/partitionLease.ts'
import { sensorsIn } from './sampleBuffer.ts'
import type { SampleBuffer, SensorOf, WorkCenterSamples } from './sampleBuffer.ts'
import type { WorkCenterRef } from '../setup/setupQuery.ts'
import type { SampleStore } from './sampleStore.ts'

export type ChunkWriterDeps = {
  readonly writes: SerialQueue
  readonly partitions: ReadonlyMap<number, PartitionLease>
  readonly buffer: SampleBuffer
  readonly store: SampleStore
  readonly damage: DamageReport
  /** Called before samples of the work center that wait for their chunks are written. */
  readonly beforeWrite: (ref: WorkCenterRef) => void
}

/** Samples of a partition that were taken out of the buffer together. */
export type TakenOut = { readonly partition: number; readonly samples: readonly WorkCenterSamples[] }

/** Writes samples that were taken out of the buffer into their chunks, fenced by the leases of their partitions. */
export class ChunkWriter {
  readonly #deps: ChunkWriterDeps

  constructor(deps: ChunkWriterDeps) {
    this.#deps = deps
  }

  /**
   * Writes all of it in one transaction with the moved positions. Where PostgreSQL refuses a statement, each work center is written for itself, and one that it
   * refuses waits in the buffer; then no position moves. Call it in the serial queue.
   */
  async write(taken: readonly TakenOut[], moves: readonly PositionMove[] = []): Promise<'ALL' | 'SOME'> {
    const { buffer, damage, beforeWrite } = this.#deps
    const all = taken.flatMap(({ samples }) => samples)
    for (const { ref } of all) beforeWrite(ref)
    try {
      await this.merge(taken, moves)
    } catch (error) {
      if (!isStatementError(error)) throw error
      for (const one of taken) await this.#writeEach(one)
      return 'SOME'
    }
    for (const { samples } of taken) buffer.written(samples)
    for (const { ref } of all) damage.unparked(ref, 'CHUNKS')
    return 'ALL'
  }

  /** Registers the sensors; those of a work center that PostgreSQL refuses wait for their chunk. Call it in the serial queue. */
  async register(sensors: readonly SensorOf[]): Promise<void> {
    const { store } = this.#deps
    try {
      await store.register(sensors)
    } catch (error) {
      if (!isStatementError(error)) throw error
      for (const one of sensors) await this.#registerAlone(one)
    }
  }

  async #registerAlone(one: SensorOf): Promise<void> {
    const { store, damage } = this.#deps
    try {
      await store.register([one])
    } catch (error) {
      if (!isStatementError(error)) throw error
      damage.parked(one.ref, 'CHUNKS', error)
    }
  }

  /** Writes all of it in one transaction with the moved positions, or nothing; what was taken out stays so. */
  async merge(taken: readonly TakenOut[], moves: readonly PositionMove[] = []): Promise<void> {
    const { writes, store, partitions } = this.#deps
    const samples = taken.flatMap((one) => one.samples)
    await store.register(sensorsIn(samples))
    await writes.transaction(async () => {
      await store.merge(samples)
      const written = taken.map(({ partition }) => partition)
      await movePositions(writes.client, fencesBeside(moves, written, partitions))
    })
  }

  /** The rows of one work center keep neither those of others out of their chunks, nor its own out of the log, whose position stays. */
  async #writeEach({ partition, samples }: TakenOut): Promise<void> {
    const { buffer, damage } = this.#deps
    for (const one of samples) {
      try {
        await this.merge([{ partition, samples: [one] }])
        damage.unparked(one.ref, 'CHUNKS')
      } catch (error) {
        if (!isStatementError(error)) throw error
        buffer.putBack(partition, [one])
        damage.parked(one.ref, 'CHUNKS', error)
      }
    }
    buffer.written(samples)
  }
}
