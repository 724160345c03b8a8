import type { Socket } from 'node:net'
import type { DeviceId } from '#engine/ids.ts'
import { ingestMetrics } from '../ingestMetrics.ts'
import { BackpressureGate } from '../log/backpressureGate.ts'
import type { DeviceRegistry } from './deviceRegistry.ts'
import { PacketStream } from './packetStream.ts'
import type { Draft, Receiver } from './receiver.ts'

/** The device behind a connection; set once its secret was right. */
export type DeviceSession = { readonly deviceId: DeviceId; readonly topic: string; readonly topicBytes: Buffer; claimCheckedAt: number }

export type StreamDeps = {
  readonly registry: Pick<DeviceRegistry, 'cached'>
  readonly receiver: Pick<Receiver, 'begin' | 'add' | 'submit' | 'backpressure'>
}

/** What one connection may have unacknowledged, so that none fills the memory of all. */
const MAX_IN_FLIGHT_BYTES = 512 * 1024
/** Acknowledgements that the device does not read. */
const MAX_UNREAD_BYTES = 64 * 1024
const PUBACK_BYTES = 4

/**
 * The telemetry of one connection, taken from its socket before the broker's parser (which takes 4 µs a message): all messages of one read become
 * one delivery, acknowledged by one write after their commit. While too much is in flight nothing is read, so that TCP makes the device wait.
 * Everything else goes to the broker.
 */
export class DeviceStream {
  session: DeviceSession | null = null
  readonly #socket: Socket
  readonly #deps: StreamDeps
  readonly #packets: PacketStream
  readonly #own = new BackpressureGate(MAX_IN_FLIGHT_BYTES)
  #draft: Draft | null = null
  #acknowledged: number[] = []
  #isHeld = false
  #keepAliveMs = 0

  constructor(socket: Socket, deps: StreamDeps) {
    this.#socket = socket
    this.#deps = deps
    this.#packets = new PacketStream({
      topic: () => this.#topic(),
      message: (payload, packetId) => this.#message(payload, packetId),
    })
    const read = socket.read.bind(socket)
    socket.read = (size?: number): unknown => this.#readAll(() => read(size))
    socket.on('timeout', () => this.#timeOut())
  }

  /** Counts the bytes of a message that the broker took, until it is committed. */
  hold(bytes: number): void {
    this.#own.take(bytes)
  }

  letGo(bytes: number): void {
    this.#own.give(bytes)
  }

  /** Ends the connection after one and a half times so many seconds without a packet (MQTT 3.1.1 §3.1.2.10); 0 = never. */
  keepAlive(seconds: number): void {
    this.#keepAliveMs = seconds * 1_500
    this.#socket.setTimeout(this.#keepAliveMs)
  }

  /** Returns the broker's part of the received data, or null. One read gives one piece, and no event announces the next. */
  #readAll(read: () => unknown): Buffer | null {
    const handedOn: Buffer[] = []
    while (this.session === null || !this.#holds()) {
      const chunk = read()
      if (!Buffer.isBuffer(chunk)) break
      const rest = this.#take(chunk)
      if (rest !== null) handedOn.push(rest)
    }
    return handedOn.length <= 1 ? (handedOn[0] ?? null) : Buffer.concat(handedOn)
  }

  /** A device without a company takes the broker's road, where its claim is looked up again. */
  #topic(): Buffer | null {
    if (this.session === null) return null
    const device = this.#deps.registry.cached(this.session.deviceId)
    return device === undefined || device.companyId === null ? null : this.session.topicBytes
  }

  #take(chunk: Buffer): Buffer | null {
    const rest = this.#packets.take(chunk)
    this.#submit()
    if (rest === null) {
      ingestMetrics.refusedConnections.increment(1, { reason: 'PACKET_TOO_LARGE' })
      this.#socket.destroy()
      return null
    }
    return rest.length === 0 ? null : rest
  }

  #message(payload: Buffer, packetId: number): void {
    if (this.#draft === null) {
      const device = this.session && this.#deps.registry.cached(this.session.deviceId)
      if (!device) return
      this.#draft = this.#deps.receiver.begin(device)
    }
    this.#deps.receiver.add(this.#draft, payload)
    if (packetId > 0) this.#acknowledged.push(packetId)
  }

  #submit(): void {
    const draft = this.#draft
    if (draft === null) return
    const acknowledgement = pubacks(this.#acknowledged)
    this.#draft = null
    this.#acknowledged = []
    this.#own.take(draft.size)
    this.#deps.receiver.submit(draft, 'mqtt', (error) => {
      this.#own.give(draft.size)
      if (error !== null) this.#socket.destroy()
      else if (acknowledgement.length > 0 && !this.#socket.destroyed) this.#socket.write(acknowledgement)
    })
  }

  /** Whether incoming data stays in the socket for now. It is read as soon as there is room. */
  #holds(): boolean {
    if (this.#isHeld) return true
    const gate = [this.#deps.receiver.backpressure, this.#own].find((one) => one.isFull)
    if (gate === undefined && this.#socket.writableLength <= MAX_UNREAD_BYTES) return false
    this.#isHeld = true
    if (gate === undefined) this.#socket.once('drain', () => this.#goOn())
    else gate.wait(() => this.#goOn())
    return true
  }

  #goOn(): void {
    this.#isHeld = false
    if (!this.#socket.destroyed) this.#socket.emit('readable')
  }

  /** A device that we do not read is not a device that is silent. */
  #timeOut(): void {
    if (this.#isHeld || this.#own.taken > 0) this.#socket.setTimeout(this.#keepAliveMs)
    else this.#socket.destroy(new Error('keep alive timeout'))
  }
}

function pubacks(packetIds: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(packetIds.length * PUBACK_BYTES)
  packetIds.forEach((packetId, index) => {
    bytes[index * PUBACK_BYTES] = 0x40
    bytes[index * PUBACK_BYTES + 1] = 2
    bytes.writeUInt16BE(packetId, index * PUBACK_BYTES + 2)
  })
  return bytes
}
