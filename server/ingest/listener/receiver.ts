import { HOUR_MS } from '#engine/time/durations.ts'
import { decode } from '../decode/decode.ts'
import { quarantineRows } from '../decode/quarantine.ts'
import type { QuarantineRow, Refused } from '../decode/quarantine.ts'
import { acquireList } from '../decode/sampleList.ts'
import type { SampleList } from '../decode/sampleList.ts'
import { ingestMetrics } from '../ingestMetrics.ts'
import type { CommitQueue } from '../log/commitQueue.ts'
import type { BackpressureGate } from '../log/backpressureGate.ts'
import type { KnownDevice } from './deviceRegistry.ts'

/** What one device delivers at once, while its messages are decoded. */
export type Draft = {
  readonly device: KnownDevice
  readonly receivedAt: number
  readonly samples: SampleList
  quarantined: readonly QuarantineRow[]
  refused: readonly Refused[]
  messageCount: number
  size: number
}

export type Transport = 'mqtt' | 'http'

/** Rows per hour of an unclaimed device; later messages are only counted. */
const UNCLAIMED_ROWS_AN_HOUR = 20
const COUNT_EVERY_MS = 250

/** Decodes arriving payloads and passes them to the group commit; the same for every transport. */
export class Receiver {
  readonly #queue: CommitQueue
  readonly #now: () => number
  #unclaimed = new Map<string, number>()
  #unclaimedHour = 0
  readonly #messages = { mqtt: 0, http: 0 }
  #samples = 0
  #countTimer: NodeJS.Timeout | null = null

  constructor(queue: CommitQueue, now: () => number) {
    this.#queue = queue
    this.#now = now
  }

  /** Full while a listener is to leave what else comes where it is. */
  get backpressure(): BackpressureGate {
    return this.#queue.backpressure
  }

  begin(device: KnownDevice): Draft {
    return { device, receivedAt: this.#now(), samples: acquireList(), quarantined: [], refused: [], messageCount: 0, size: 0 }
  }

  /** Decodes one message into the draft. */
  add(draft: Draft, payload: Uint8Array): void {
    const { device, receivedAt, samples } = draft
    draft.messageCount++
    draft.size += payload.length
    const isClaimed = device.companyId !== null && device.workCenterId !== null
    const refused = isClaimed ? decode(payload, { receivedAt, acceptDaysBack: device.acceptDaysBack }, samples) : UNCLAIMED
    if (refused.length === 0) return
    draft.refused = draft.refused.length === 0 ? refused : [...draft.refused, ...refused]
    if (refused === UNCLAIMED && !this.#mayKeepUnclaimed(device.id, receivedAt)) return
    const rows = quarantineRows({ companyId: device.companyId, deviceId: device.id, receivedAt }, refused, payload)
    draft.quarantined = [...draft.quarantined, ...rows]
  }

  /** Hands the draft over; `settle` is called once, after the commit or with the reason why it was not taken. */
  submit(draft: Draft, transport: Transport, settle: (error: Error | null) => void): void {
    const accepted = draft.samples.length
    this.#queue.submit({
      ...draft,
      isPatient: transport === 'mqtt',
      settle: (error) => {
        if (error === null) this.#count(transport, draft, accepted)
        settle(error)
      },
    })
  }

  /** Counted in plain fields and handed on four times a second: a metric with labels costs half a microsecond. */
  #count(transport: Transport, { messageCount, refused }: Draft, accepted: number): void {
    this.#messages[transport] += messageCount
    this.#samples += accepted
    for (const entry of refused) ingestMetrics.quarantined.increment(1, { reason: entry.reason })
    if (this.#countTimer === null) this.#countTimer = setTimeout(() => this.#handOn(), COUNT_EVERY_MS).unref()
  }

  #handOn(): void {
    this.#countTimer = null
    for (const transport of ['mqtt', 'http'] as const) {
      ingestMetrics.messages.increment(this.#messages[transport], { transport })
      this.#messages[transport] = 0
    }
    ingestMetrics.samples.increment(this.#samples)
    this.#samples = 0
  }

  #mayKeepUnclaimed(deviceId: string, receivedAt: number): boolean {
    const hour = Math.floor(receivedAt / HOUR_MS)
    if (hour !== this.#unclaimedHour) {
      this.#unclaimedHour = hour
      this.#unclaimed = new Map()
    }
    const kept = this.#unclaimed.get(deviceId) ?? 0
    this.#unclaimed.set(deviceId, kept + 1)
    return kept < UNCLAIMED_ROWS_AN_HOUR
  }
}

const UNCLAIMED: readonly Refused[] = [{ index: 0, reason: 'DEVICE_UNCLAIMED', detail: 'no company has added this device yet' }]
