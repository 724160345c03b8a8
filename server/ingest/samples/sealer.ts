import { PARTITION_COUNT } from '#server/device/device.service.ts'
import { ingestMetrics } from '../ingestMetrics.ts'
import type { Derivation } from '../derive/derivation.ts'
import type { IngestLog } from '../log/log.ts'
import type { PartitionLease } from '../log/partitionLease.ts'
import type { SerialQueue } from '../derive/serialQueue.ts'

export type SealerDeps = {
  readonly writes: SerialQueue
  readonly log: IngestLog
  readonly derivation: Derivation
  readonly partitions: ReadonlyMap<number, PartitionLease>
  readonly onFailed: (error: unknown) => void
}

const LOOK_EVERY_MS = 1_000
/** The running hour's chunks of each partition are written again this often; the partitions take turns. */
const ROUND_MS = 600_000
/** 64 MB of waiting samples are written at once. */
const MAX_WAITING_SAMPLES = 4_000_000

/**
 * Writes waiting samples into the chunks of their hours, partition by partition, each with its log position, and frees the log. Readers find in memory what
 * waits, or have it written before they read (docs/decisions/samples-in-hourly-chunks.md).
 */
export class Sealer {
  readonly #deps: SealerDeps
  readonly #timer: NodeJS.Timeout
  readonly #sealedAt = new Map<number, number>()
  #isRunning = false

  constructor(deps: SealerDeps) {
    this.#deps = deps
    const now = performance.now()
    for (const partition of deps.partitions.keys()) this.#sealedAt.set(partition, now - (partition / PARTITION_COUNT) * ROUND_MS)
    this.#timer = setInterval(() => void this.#look(), LOOK_EVERY_MS)
  }

  /** Writes all that waits, and trims the log. */
  async sealAll(): Promise<void> {
    await this.#seal([...this.#deps.partitions.values()])
  }

  async #seal(partitions: readonly PartitionLease[]): Promise<void> {
    const { writes, derivation, log } = this.#deps
    if (partitions.length === 0) return
    for (const owned of partitions) {
      if (derivation.positions.newest(owned.partition) > owned.storedPosition) await writes.run(() => this.#sealPartition(owned))
      this.#sealedAt.set(owned.partition, performance.now())
    }
    await log.trim(derivation.positions.done())
  }

  end(): void {
    clearInterval(this.#timer)
  }

  async #look(): Promise<void> {
    if (this.#isRunning) return
    const now = performance.now()
    const isFull = this.#deps.derivation.buffer.count > MAX_WAITING_SAMPLES
    const due = [...this.#deps.partitions.values()].filter(
      ({ partition }) => isFull || now - (this.#sealedAt.get(partition) ?? 0) >= ROUND_MS,
    )
    this.#isRunning = true
    try {
      await this.#registerBegun()
      await this.#seal(due)
    } catch (error) {
      this.#deps.onFailed(error)
    }
    this.#isRunning = false
    if (due.length > 0) ingestMetrics.sealRound.observe((performance.now() - now) / 1000)
  }

  /** A sensor is there within a second of its first reading; its chunk may take a round. Outside a transaction, so that none that is undone leaves it half known. */
  async #registerBegun(): Promise<void> {
    const { writes, derivation } = this.#deps
    const begun = derivation.buffer.takeBegun()
    if (begun.length > 0) await writes.run(() => derivation.chunks.register(begun))
  }

  async #sealPartition(owned: PartitionLease): Promise<void> {
    const { positions, buffer, chunks } = this.#deps.derivation
    const moves = [{ owned, derived: null, stored: positions.newest(owned.partition) }]
    const taken = { partition: owned.partition, samples: buffer.takePartition(owned.partition) }
    if ((await chunks.write([taken], moves)) === 'ALL') positions.moved(moves)
  }
}
