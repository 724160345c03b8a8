import { ingestMetrics } from '../ingestMetrics.ts'
import type { Derivation } from '../derive/derivation.ts'
import { movePositions } from '../log/partitionLease.ts'
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
/** The running hour's chunks are written again this often while that is cheap, and at the latest each minute. */
const MIN_ROUND_MS = 5_000
const MAX_ROUND_MS = 60_000
/** A round may take a tenth of the time. */
const ROUND_SHARE = 10
/** 64 MB of waiting samples are written at once. */
const MAX_WAITING_SAMPLES = 4_000_000

/**
 * Writes waiting samples into the chunks of their hours, partition by partition, each with its log position, and frees the log. A small site's chart
 * is five seconds behind; a large one trades up to a minute for less rewriting (docs/decisions).
 */
export class Sealer {
  readonly #deps: SealerDeps
  readonly #timer: NodeJS.Timeout
  #isRunning = false
  #nextAt = 0

  constructor(deps: SealerDeps) {
    this.#deps = deps
    this.#timer = setInterval(() => void this.#look(), LOOK_EVERY_MS)
  }

  /** Writes all that waits, and trims the log. */
  async sealAll(): Promise<void> {
    const { writes, derivation, partitions, log } = this.#deps
    for (const owned of partitions.values()) {
      if (derivation.positions.newest(owned.partition) > owned.storedPosition) await writes.run(() => this.#sealPartition(owned))
    }
    await log.trim()
  }

  end(): void {
    clearInterval(this.#timer)
  }

  async #look(): Promise<void> {
    if (this.#isRunning) return
    const now = performance.now()
    const isFull = this.#deps.derivation.buffer.count > MAX_WAITING_SAMPLES
    const isDue = now >= this.#nextAt || isFull
    this.#isRunning = true
    try {
      await this.#registerBegun()
      if (isDue) await this.sealAll()
    } catch (error) {
      this.#deps.onFailed(error)
    }
    this.#isRunning = false
    if (!isDue) return
    const tookMs = performance.now() - now
    ingestMetrics.sealRound.observe(tookMs / 1000)
    this.#nextAt = performance.now() + Math.min(MAX_ROUND_MS, Math.max(MIN_ROUND_MS, tookMs * ROUND_SHARE))
  }

  /** A sensor is there within a second of its first reading; its chunk may take a round. Outside a transaction, so that none that is undone leaves it half known. */
  async #registerBegun(): Promise<void> {
    const { writes, derivation } = this.#deps
    const begun = derivation.buffer.takeBegun()
    if (begun.length > 0) await writes.run(() => derivation.store.register(begun))
  }

  async #sealPartition(owned: PartitionLease): Promise<void> {
    const { writes, derivation } = this.#deps
    const stored = derivation.positions.newest(owned.partition)
    const taken = derivation.buffer.takePartition(owned.partition)
    const moves = [{ owned, derived: null, stored }]
    await writes.transaction(async () => {
      await derivation.store.merge(taken)
      await movePositions(writes.client, moves)
    })
    derivation.buffer.written(taken)
    derivation.positions.moved(moves)
  }
}
