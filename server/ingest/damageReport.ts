import type { Logger } from '#server/log.ts'
import type { PartState } from '#server/partState.ts'
import { ingestMetrics } from './ingestMetrics.ts'

/** Counts damage found in the store since the start. Each is one sensor's hour or one row of the log; everything else continues. */
export class DamageReport {
  readonly #log: Logger
  readonly #chunks = new Set<string>()
  #rows = 0

  constructor(log: Logger) {
    this.#log = log
  }

  /** A chunk of samples has flipped bits: that sensor's hour counts as empty. */
  chunk(detail: string): void {
    ingestMetrics.damaged.increment(1, { what: 'chunk' })
    if (this.#chunks.has(detail)) return
    this.#chunks.add(detail)
    this.#log.error({ detail }, 'a sample chunk is damaged and counts as empty')
  }

  /** A row of the log has flipped bits: its messages are lost, its partitions go on. */
  row(row: {
    readonly partitions: readonly number[]
    readonly position: number
    readonly messages: number
    readonly reason: string
  }): void {
    ingestMetrics.damaged.increment(1, { what: 'log' })
    this.#rows++
    this.#log.error(row, 'a row of the ingest log is damaged and passed over')
  }

  /** Returns how ingest does, as far as the stored samples are concerned. */
  state(): PartState {
    if (this.#chunks.size + this.#rows === 0) return { status: 'ready' }
    const detail = `Stored samples are damaged: ${this.#chunks.size} hours of a sensor and ${this.#rows} rows of the log since the start; the log of the server names them.`
    return { status: 'degraded', detail }
  }
}
