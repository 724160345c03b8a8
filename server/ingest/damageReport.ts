import type { Logger } from '#server/log.ts'
import type { PartState } from '#server/partState.ts'
import { sqlState } from '#server/db/outage.ts'
import { workCenterKey } from './setup/setupQuery.ts'
import type { WorkCenterRef } from './setup/setupQuery.ts'
import { ingestMetrics } from './ingestMetrics.ts'

const MAX_NAMED = 10

/** What of a work center PostgreSQL refuses: its state as it is loaded, its settings and marks, the chunks of its samples, a recalculation from them, or its facts. */
export type Parked = 'STATE' | 'SETUP' | 'CHUNKS' | 'RECALCULATION' | 'FACTS'

/** Counts damage found in the store since the start. Each is one sensor's hour or one row of the log; everything else continues. */
export class DamageReport {
  readonly #log: Logger
  readonly #chunks = new Set<string>()
  /** Work centers that wait, by key, with the SQLSTATE of each that PostgreSQL refused. */
  readonly #parked = new Map<string, Map<Parked, string>>()
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

  /** PostgreSQL refuses a statement of the work center: it waits and is tried again, all others go on. */
  parked(ref: WorkCenterRef, what: Parked, error: unknown): void {
    const key = workCenterKey(ref)
    const known = this.#parked.get(key) ?? new Map<Parked, string>()
    const isNew = !known.has(what)
    this.#parked.set(key, known.set(what, sqlState(error)))
    if (!isNew) return
    ingestMetrics.damaged.increment(1, { what: 'work center' })
    this.#log.error({ ...ref, what, err: error }, 'a work center waits: PostgreSQL cannot read or write its rows (docs/operations.md)')
  }

  /** The work center's statements succeed again. */
  unparked(ref: WorkCenterRef, what: Parked): void {
    const key = workCenterKey(ref)
    const known = this.#parked.get(key)
    if (known?.delete(what) !== true || known.size > 0) return
    this.#parked.delete(key)
    this.#log.info({ ...ref }, 'a work center that waited goes on')
  }

  /** The work center is derived no more. */
  forget(ref: WorkCenterRef): void {
    this.#parked.delete(workCenterKey(ref))
  }

  /** Returns how ingest does, as far as the stored samples are concerned. */
  state(): PartState {
    if (this.#parked.size > 0) {
      const named = [...this.#parked].slice(0, MAX_NAMED).map(([key, codes]) => `${key} (${[...new Set(codes.values())].join(', ')})`)
      const detail = `PostgreSQL cannot read or write rows of ${this.#parked.size} work centers, which wait while all others go on: ${named.join(', ')}. See "A damaged page" in docs/operations.md.`
      return { status: 'degraded', detail }
    }
    if (this.#chunks.size + this.#rows === 0) return { status: 'ready' }
    const detail = `Stored samples are damaged: ${this.#chunks.size} hours of a sensor and ${this.#rows} rows of the log since the start; the log of the server names them.`
    return { status: 'degraded', detail }
  }
}
