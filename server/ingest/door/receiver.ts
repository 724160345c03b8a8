import type { KnownDevice } from './deviceRegistry.ts'
import type { CommitQueue } from '../log/commitQueue.ts'
import { decode } from '../decode/decode.ts'
import { ingestMetrics } from '../ingestMetrics.ts'
import { quarantineRows } from '../decode/quarantine.ts'
import type { QuarantineRow, Refused } from '../decode/quarantine.ts'

/** What arrived at one of the doors. */
export type Arrival = {
  readonly device: KnownDevice
  readonly payload: Uint8Array
  readonly transport: 'mqtt' | 'http'
  readonly isPatient: boolean
  /** Called once, after the commit or with the reason why the message was not taken. */
  readonly settle: (error: Error | null, receipt: Receipt) => void
}

/** What became of a message's entries. */
export type Receipt = { readonly accepted: number; readonly refused: readonly Refused[] }

/** Rows that a device which belongs to nobody may fill in an hour; later messages are only counted. */
const UNCLAIMED_ROWS_AN_HOUR = 20
const HOUR_MS = 3_600_000
const COUNT_EVERY_MS = 250

/** Decodes arrivals and hands them to the group commit; the same for every transport. */
export class Receiver {
  readonly #queue: CommitQueue
  readonly #now: () => number
  #unclaimed = new Map<string, number>()
  #unclaimedHour = 0
  #mqtt = 0
  #http = 0
  #samples = 0
  #countTimer: NodeJS.Timeout | null = null

  constructor(queue: CommitQueue, now: () => number) {
    this.#queue = queue
    this.#now = now
  }

  receive({ device, payload, transport, isPatient, settle }: Arrival): void {
    const receivedAt = this.#now()
    const isClaimed = device.companyId !== null && device.workCenterId !== null
    const { samples, refused } = isClaimed ? decode(payload, { receivedAt, acceptDaysBack: device.acceptDaysBack }) : UNCLAIMED
    const receipt = { accepted: samples.length, refused }
    const quarantined = refused.length === 0 ? NO_ROWS : this.#rowsOf(device, receivedAt, refused, payload)
    this.#queue.submit({
      device,
      receivedAt,
      samples,
      quarantined,
      size: payload.length,
      isPatient,
      settle: (error) => {
        if (error === null) this.#count(transport, receipt)
        settle(error, receipt)
      },
    })
  }

  /** Counted in plain fields and handed on four times a second: a metric with labels costs half a microsecond. */
  #count(transport: Arrival['transport'], receipt: Receipt): void {
    if (transport === 'mqtt') this.#mqtt++
    else this.#http++
    this.#samples += receipt.accepted
    for (const entry of receipt.refused) ingestMetrics.quarantined.increment(1, { reason: entry.reason })
    if (this.#countTimer === null) this.#countTimer = setTimeout(() => this.#handOn(), COUNT_EVERY_MS).unref()
  }

  #handOn(): void {
    this.#countTimer = null
    ingestMetrics.messages.increment(this.#mqtt, { transport: 'mqtt' })
    ingestMetrics.messages.increment(this.#http, { transport: 'http' })
    ingestMetrics.samples.increment(this.#samples)
    this.#mqtt = 0
    this.#http = 0
    this.#samples = 0
  }

  #rowsOf(device: KnownDevice, receivedAt: number, refused: readonly Refused[], payload: Uint8Array): readonly QuarantineRow[] {
    if (refused === UNCLAIMED.refused && !this.#mayKeepUnclaimed(device.id, receivedAt)) return NO_ROWS
    return quarantineRows({ companyId: device.companyId, deviceId: device.id, receivedAt }, refused, payload)
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

const NO_ROWS: readonly QuarantineRow[] = []
const UNCLAIMED = {
  samples: [],
  refused: [{ index: 0, reason: 'DEVICE_UNCLAIMED', detail: 'no company has added this device yet' }],
} as const satisfies { samples: readonly never[]; refused: readonly Refused[] }
