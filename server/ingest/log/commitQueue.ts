import type { Sample } from '#engine/sensor/sensorType.ts'
import type { KnownDevice } from '../door/deviceRegistry.ts'
import { ingestMetrics } from '../ingestMetrics.ts'
import type { IngestLog, LogRow } from './log.ts'
import { LogBatch } from './logCodec.ts'
import type { OwnedPartition } from './ownership.ts'
import type { QuarantineRow } from '../decode/quarantine.ts'

/** A decoded message on its way into the log. */
export type PendingMessage = {
  readonly device: KnownDevice
  readonly receivedAt: number
  readonly samples: readonly Sample[]
  readonly quarantined: readonly QuarantineRow[]
  /** Bytes received, for the bound on what is in flight. */
  readonly size: number
  /** Whether it may wait for a database that is away; one that may not is refused at once. */
  readonly isPatient: boolean
  /** Called once: after the commit with null, or with the reason why it was not taken. */
  readonly settle: (error: Error | null) => void
}

/** Where the queue writes while it is open, and who continues with what is committed. */
export type CommitTarget = {
  readonly log: IngestLog
  readonly partitions: ReadonlyMap<number, OwnedPartition>
  readonly onCommitted: (messages: readonly PendingMessage[], positions: ReadonlyMap<number, number>) => void
  readonly onFailed: (error: unknown) => void
}

/** Why a message is not taken; the device sends it again later. */
export class NotTaken extends Error {}

const MAX_IN_FLIGHT_BYTES = 64 * 1024 * 1024
const MAX_FLUSH_MESSAGES = 16_384
const OBSERVED_PER_FLUSH = 16

/**
 * The group commit: messages gather while one flush is in flight, the next flush takes them all, one row a partition, one statement.
 * So a device has at most one flush in flight and its order holds; what was not committed is never acknowledged.
 */
export class CommitQueue {
  #target: CommitTarget | null = null
  #waiting: PendingMessage[] = []
  #isFlushing = false
  #isScheduled = false
  #inFlightBytes = 0
  readonly #batches = new Map<number, LogBatch>()

  /** Whether messages are committed now, as opposed to waiting for the database. */
  get isOpen(): boolean {
    return this.#target !== null
  }

  get inFlightBytes(): number {
    return this.#inFlightBytes
  }

  /** Takes the message over and settles it later, in any case exactly once. */
  submit(message: PendingMessage): void {
    const refusal = this.#refusalOf(message)
    if (refusal) return message.settle(refusal)
    this.#inFlightBytes += message.size
    this.#waiting.push(message)
    this.#schedule()
  }

  /** Begins, or begins again, to commit what waits. */
  open(target: CommitTarget): void {
    this.#target = target
    const waiting = this.#waiting
    this.#waiting = waiting.filter((message) => target.partitions.has(message.device.partition))
    for (const message of waiting) {
      if (!target.partitions.has(message.device.partition)) this.#settle(message, new NotTaken('the partition belongs to another process'))
    }
    this.#schedule()
  }

  /** Stops committing. Patient messages wait for the next `open`, the others are refused. */
  close(reason: string): void {
    this.#target = null
    const waiting = this.#waiting
    this.#waiting = waiting.filter((message) => message.isPatient)
    for (const message of waiting) if (!message.isPatient) this.#settle(message, new NotTaken(reason))
  }

  /** Refuses everything that waits; for the end of the process. */
  end(): void {
    this.close('the server stops')
    for (const message of this.#waiting) this.#settle(message, new NotTaken('the server stops'))
    this.#waiting = []
  }

  #refusalOf(message: PendingMessage): NotTaken | null {
    if (this.#inFlightBytes + message.size > MAX_IN_FLIGHT_BYTES) return new NotTaken('too much is in flight')
    if (this.#target === null) return message.isPatient ? null : new NotTaken('the database is away')
    return this.#target.partitions.has(message.device.partition) ? null : new NotTaken('the partition belongs to another process')
  }

  /** One turn of the event loop later, so that all that the sockets have ready goes into one flush. */
  #schedule(): void {
    if (this.#isScheduled || this.#isFlushing || this.#target === null || this.#waiting.length === 0) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      void this.#flush()
    })
  }

  async #flush(): Promise<void> {
    const target = this.#target
    if (target === null || this.#isFlushing || this.#waiting.length === 0) return
    this.#isFlushing = true
    const messages = this.#waiting.length <= MAX_FLUSH_MESSAGES ? this.#waiting : this.#waiting.slice(0, MAX_FLUSH_MESSAGES)
    this.#waiting = messages === this.#waiting ? [] : this.#waiting.slice(MAX_FLUSH_MESSAGES)
    try {
      const rows = this.#toRows(messages, target)
      const startedAt = performance.now()
      await target.log.append(
        rows,
        messages.flatMap((message) => message.quarantined),
      )
      ingestMetrics.flush.observe((performance.now() - startedAt) / 1000)
      const positions = new Map(rows.map((row) => [row.partition, row.position]))
      for (const row of rows) this.#advance(target, row)
      this.#acknowledge(messages)
      this.#isFlushing = false
      // The next flush is on its way to the disk while this one is derived.
      void this.#flush()
      target.onCommitted(messages, positions)
    } catch (error) {
      this.#isFlushing = false
      this.#waiting = [...messages, ...this.#waiting]
      if (this.#target === target) this.close('the database is away')
      else this.#waiting = this.#refuseImpatient(this.#waiting)
      target.onFailed(error)
    }
  }

  #refuseImpatient(messages: readonly PendingMessage[]): PendingMessage[] {
    for (const message of messages) if (!message.isPatient) this.#settle(message, new NotTaken('the database is away'))
    return messages.filter((message) => message.isPatient)
  }

  #toRows(messages: readonly PendingMessage[], target: CommitTarget): LogRow[] {
    for (const message of messages) {
      if (message.samples.length === 0) continue
      const batch = this.#batches.get(message.device.partition) ?? new LogBatch()
      this.#batches.set(message.device.partition, batch)
      batch.add({ deviceId: message.device.id, receivedAt: message.receivedAt, samples: message.samples })
    }
    const rows: LogRow[] = []
    const receivedAt = messages[0]?.receivedAt ?? 0
    for (const [partition, batch] of this.#batches) {
      const owned = target.partitions.get(partition)
      const { messageCount } = batch
      if (messageCount === 0) continue
      const bytes = batch.take()
      if (owned === undefined) throw new Error(`partition ${partition} is not owned`)
      rows.push({ partition, position: owned.lastPosition + 1, receivedAt, messageCount, ...bytes })
    }
    return rows
  }

  #advance(target: CommitTarget, row: LogRow): void {
    const owned = target.partitions.get(row.partition)
    if (owned) owned.lastPosition = row.position
  }

  #acknowledge(messages: readonly PendingMessage[]): void {
    const now = Date.now()
    const step = Math.max(1, Math.floor(messages.length / OBSERVED_PER_FLUSH))
    for (let index = 0; index < messages.length; index += step) {
      ingestMetrics.acknowledgement.observe(Math.max(0, now - (messages[index]?.receivedAt ?? now)) / 1000)
    }
    for (const message of messages) this.#settle(message, null)
  }

  #settle(message: PendingMessage, error: Error | null): void {
    this.#inFlightBytes -= message.size
    message.settle(error)
  }
}
