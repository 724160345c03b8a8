import type { QuarantineRow } from '../decode/quarantine.ts'
import { releaseList } from '../decode/sampleList.ts'
import type { SampleList } from '../decode/sampleList.ts'
import type { KnownDevice } from '../listener/deviceRegistry.ts'
import { ingestMetrics } from '../ingestMetrics.ts'
import type { IngestLog, LogFlush } from './log.ts'
import { LogBatch } from './logCodec.ts'
import type { PartitionLease } from './partitionLease.ts'
import { BackpressureGate } from './backpressureGate.ts'

/** What one device delivered at once, decoded, on its way into the log: a message, or all messages of one read of its connection. */
export type Delivery = {
  readonly device: KnownDevice
  readonly receivedAt: number
  readonly messageCount: number
  /** Belongs to the queue from `submit` on and is given back after the commit. */
  readonly samples: SampleList
  readonly quarantined: readonly QuarantineRow[]
  /** Bytes received, for the bound on what is in flight. */
  readonly size: number
  /** Whether it may wait for a database that is away; one that may not is refused at once. */
  readonly isPatient: boolean
  /** Called once: after the commit with null, or with the reason why it was not taken. */
  readonly settle: (error: Error | null) => void
}

/** The log of the open queue, and the consumer of committed deliveries. */
export type CommitTarget = {
  readonly log: IngestLog
  readonly partitions: ReadonlyMap<number, PartitionLease>
  /** Whether the delivery is acknowledged only once it is derived, so that its device sends no faster. */
  readonly isLarge: (delivery: Delivery) => boolean
  /** Must not keep the deliveries' sample lists, but for those of `large`: it calls `done` for each of them. */
  readonly onCommitted: (
    deliveries: readonly Delivery[],
    positions: ReadonlyMap<number, number>,
    large: ReadonlySet<Delivery>,
    done: (delivery: Delivery) => void,
  ) => void
  readonly onFailed: (error: unknown) => void
}

/** Why a delivery is not taken; the device sends it again later. */
export class NotTaken extends Error {}

const MAX_IN_FLIGHT_BYTES = 64 * 1024 * 1024
/** What a delivery takes beside its payload. */
const DELIVERY_BYTES = 512
const MAX_FLUSH_DELIVERIES = 8_192
const OBSERVED_PER_FLUSH = 16
/** From so many deliveries a second on, a flush waits for company: so long after the one before. Fewer would only wait. */
const GATHER_FROM_PER_SECOND = 200
const GATHER_MS = 5
/** So many are company enough. */
const ENOUGH_DELIVERIES = 256

/**
 * The group commit. Deliveries gather while one flush is in flight; the next flush takes them all, as one row of the log. A device
 * has at most one flush in flight, so its order holds; nothing is acknowledged before its commit.
 */
export class CommitQueue {
  /** Full while too much is in flight: the listeners leave in the sockets what else comes, and go on when there is room. */
  readonly backpressure: BackpressureGate
  #target: CommitTarget | null = null
  #waiting: Delivery[] = []
  /** On their way into the log. */
  #inFlight: readonly Delivery[] = []
  /** Of these, the ones that were refused already: their device sends them again, and each sample counts once. */
  readonly #refused = new WeakSet<Delivery>()
  #isSilent = false
  #isFlushing = false
  #isScheduled = false
  #flushedAt = 0
  readonly #rate = new DeliveryRate()
  readonly #batch = new LogBatch()

  constructor(maxInFlightBytes = MAX_IN_FLIGHT_BYTES) {
    this.backpressure = new BackpressureGate(maxInFlightBytes)
  }

  /** Whether deliveries are committed now, as opposed to waiting for the database. */
  get isOpen(): boolean {
    return this.#target !== null
  }

  /** Takes the delivery over and settles it later, in any case exactly once. */
  submit(delivery: Delivery): void {
    this.backpressure.take(delivery.size + DELIVERY_BYTES)
    const refusal = this.#refusalOf(delivery)
    if (refusal) return this.#settle(delivery, refusal)
    this.#waiting.push(delivery)
    this.#rate.count()
    this.#schedule()
  }

  /** Begins, or begins again, to commit what waits. */
  open(target: CommitTarget): void {
    this.#target = target
    const waiting = this.#waiting
    this.#waiting = waiting.filter(({ device }) => target.partitions.has(device.partition))
    for (const delivery of waiting) {
      if (!target.partitions.has(delivery.device.partition))
        this.#settle(delivery, new NotTaken('the partition belongs to another process'))
    }
    this.#schedule()
  }

  /** Stops committing. Patient deliveries wait for the next `open`, the others are refused. */
  close(reason: string): void {
    this.#target = null
    this.#waiting = this.#refuseImpatient(this.#waiting, reason)
  }

  /** Refuses impatient deliveries while the database does not answer, also those on their way to it; the others wait. */
  setSilent(isSilent: boolean): void {
    this.#isSilent = isSilent
    if (!isSilent) return
    this.#waiting = this.#refuseImpatient(this.#waiting, 'the database does not answer')
    for (const delivery of this.#inFlight) {
      if (delivery.isPatient || this.#refused.has(delivery)) continue
      this.#refused.add(delivery)
      this.#settle(delivery, new NotTaken('the database does not answer'))
    }
  }

  /** Refuses everything that waits; for the end of the process. */
  end(): void {
    this.#target = null
    const waiting = this.#waiting
    this.#waiting = []
    for (const delivery of waiting) this.#settle(delivery, new NotTaken('the server stops'))
  }

  /** A patient delivery is taken over the bound, too: it is read already, and the listener that brought it reads no more. */
  #refusalOf({ device, isPatient }: Delivery): NotTaken | null {
    if (!isPatient && this.backpressure.isFull) return new NotTaken('too much is in flight')
    if (!isPatient && this.#isSilent) return new NotTaken('the database does not answer')
    if (this.#target === null) return isPatient ? null : new NotTaken('the database is away')
    return this.#target.partitions.has(device.partition) ? null : new NotTaken('the partition belongs to another process')
  }

  /** One turn of the event loop later, so that all that the sockets have ready goes into one flush; under load a few milliseconds after the flush before. */
  #schedule(): void {
    if (this.#isScheduled || this.#isFlushing || this.#target === null || this.#waiting.length === 0) return
    this.#isScheduled = true
    const begin = (): void => {
      this.#isScheduled = false
      void this.#flush()
    }
    const waitMs = this.#gatherMs()
    if (waitMs > 0) setTimeout(begin, waitMs)
    else setImmediate(begin)
  }

  /** How long the next flush waits for company. */
  #gatherMs(): number {
    const isWorthIt = this.#rate.perSecond >= GATHER_FROM_PER_SECOND && this.#waiting.length < ENOUGH_DELIVERIES
    return isWorthIt ? this.#flushedAt + GATHER_MS - performance.now() : 0
  }

  async #flush(): Promise<void> {
    const target = this.#target
    if (target === null || this.#isFlushing || this.#waiting.length === 0) return
    this.#isFlushing = true
    this.#flushedAt = performance.now()
    const isAll = this.#waiting.length <= MAX_FLUSH_DELIVERIES
    const deliveries = isAll ? this.#waiting : this.#waiting.slice(0, MAX_FLUSH_DELIVERIES)
    this.#waiting = isAll ? [] : this.#waiting.slice(MAX_FLUSH_DELIVERIES)
    this.#inFlight = deliveries
    try {
      const flush = this.#toFlush(deliveries, target)
      const startedAt = performance.now()
      const position = await target.log.append(
        flush,
        deliveries.flatMap((delivery) => delivery.quarantined),
      )
      ingestMetrics.flush.observe((performance.now() - startedAt) / 1000)
      this.#isFlushing = false
      this.#inFlight = []
      this.#finish(deliveries, new Map(flush?.partitions.map((partition) => [partition, position])), target)
    } catch (error) {
      this.#isFlushing = false
      this.#inFlight = []
      this.#waiting = [...deliveries.filter((delivery) => !this.#refused.has(delivery)), ...this.#waiting]
      if (this.#target === target) this.close('the database is away')
      else this.#waiting = this.#refuseImpatient(this.#waiting, 'the database is away')
      target.onFailed(error)
    }
  }

  #finish(deliveries: readonly Delivery[], positions: ReadonlyMap<number, number>, target: CommitTarget): void {
    this.#observe(deliveries)
    const large = new Set(deliveries.filter((delivery) => target.isLarge(delivery)))
    for (const delivery of deliveries) if (!large.has(delivery)) this.#settle(delivery, null)
    // The next flush is on its way to the disk while this one is derived.
    if (this.#gatherMs() > 0) this.#schedule()
    else void this.#flush()
    const small = large.size === 0 ? deliveries : deliveries.filter((delivery) => !large.has(delivery))
    const done = (delivery: Delivery): void => {
      if (!large.delete(delivery)) return
      this.#settle(delivery, null)
      releaseList(delivery.samples)
    }
    try {
      target.onCommitted(deliveries, positions, new Set(large), done)
    } catch (error) {
      // What is committed is not written again: the next session finds it in the log.
      for (const delivery of large) this.#settle(delivery, null)
      large.clear()
      target.onFailed(error)
    }
    for (const delivery of small) releaseList(delivery.samples)
  }

  #refuseImpatient(deliveries: readonly Delivery[], reason: string): Delivery[] {
    for (const delivery of deliveries) if (!delivery.isPatient) this.#settle(delivery, new NotTaken(reason))
    return deliveries.filter((delivery) => delivery.isPatient)
  }

  #toFlush(deliveries: readonly Delivery[], target: CommitTarget): LogFlush | null {
    const partitions = new Set<number>()
    let messageCount = 0
    for (const { device, receivedAt, samples, messageCount: count } of deliveries) {
      if (samples.length === 0) continue
      if (!target.partitions.has(device.partition)) throw new Error(`partition ${device.partition} is not owned`)
      this.#batch.add({ deviceId: device.id, receivedAt, samples })
      partitions.add(device.partition)
      messageCount += count
    }
    if (this.#batch.count === 0) return null
    return { partitions: [...partitions], receivedAt: deliveries[0]?.receivedAt ?? 0, messageCount, ...this.#batch.take() }
  }

  #observe(deliveries: readonly Delivery[]): void {
    const now = Date.now()
    const step = Math.max(1, Math.floor(deliveries.length / OBSERVED_PER_FLUSH))
    for (let index = 0; index < deliveries.length; index += step) {
      ingestMetrics.acknowledgement.observe(Math.max(0, now - (deliveries[index]?.receivedAt ?? now)) / 1000)
    }
  }

  #settle(delivery: Delivery, error: Error | null): void {
    if (error === null && this.#refused.has(delivery)) return
    delivery.settle(error)
    this.backpressure.give(delivery.size + DELIVERY_BYTES)
  }
}

const RATE_WINDOW_MS = 250

/** How many deliveries a second came in the last whole quarter of a second. */
class DeliveryRate {
  perSecond = 0
  #counted = 0
  #since = performance.now()

  count(): void {
    this.#counted++
    const lastedMs = performance.now() - this.#since
    if (lastedMs < RATE_WINDOW_MS) return
    this.perSecond = (this.#counted * 1_000) / lastedMs
    this.#counted = 0
    this.#since = performance.now()
  }
}
