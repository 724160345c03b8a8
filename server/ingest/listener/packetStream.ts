/** A telemetry payload at its largest, its topic and header. */
export const MAX_PACKET_BYTES = 256 * 1024 + 1024
const MAX_LENGTH_BYTES = 4
const PUBLISH = 3
const NOTHING = Buffer.alloc(0)

/** Who takes the messages out of a stream. */
export type PacketSink = {
  /** The topic whose messages are taken out, in bytes; null = none yet. */
  topic(): Buffer | null
  /** One message of QoS 0 or 1 to the topic; `packetId` 0 for QoS 0. */
  message(payload: Buffer, packetId: number): void
}

/**
 * Follows the packets of an MQTT 3.1.1 stream. Messages of QoS 0 and 1 to one topic are taken out; all other packets pass through. An oversized
 * packet is detected from its header, before its body is in memory.
 */
export class PacketStream {
  readonly #sink: PacketSink
  /** Bytes of a packet that is handed on and has not yet come whole. */
  #toHandOn = 0
  /** The start of a packet too short to judge, or of an incomplete message. */
  #begun: Buffer = NOTHING

  constructor(sink: PacketSink) {
    this.#sink = sink
  }

  /** Returns the part of the stream to pass on, or null when a packet is too large or has an invalid length. */
  take(chunk: Buffer): Buffer | null {
    const bytes = this.#begun.length === 0 ? chunk : Buffer.concat([this.#begun, chunk])
    this.#begun = NOTHING
    const topic = this.#sink.topic()
    const handedOn: Buffer[] = []
    let position = 0
    while (position < bytes.length) {
      if (this.#toHandOn > 0) {
        const end = Math.min(bytes.length, position + this.#toHandOn)
        handedOn.push(bytes.subarray(position, end))
        this.#toHandOn -= end - position
        position = end
        continue
      }
      const header = readHeader(bytes, position)
      if (header === 'INVALID' || (header !== 'INCOMPLETE' && header.length > MAX_PACKET_BYTES)) return null
      const isBegun = header === 'INCOMPLETE' || (topic !== null && !this.#isJudged(bytes, position, header, topic))
      if (isBegun) {
        this.#begun = bytes.subarray(position)
        break
      }
      const end = header.body + header.length
      if (topic !== null && isMessageTo(bytes, position, header, topic)) {
        this.#takeMessage(bytes, position, header, topic)
        position = end
      } else this.#toHandOn = end - position
    }
    return handedOn.length <= 1 ? (handedOn[0] ?? NOTHING) : Buffer.concat(handedOn)
  }

  /** Whether enough has come: a message to the topic is taken whole, of anything else the header says it all. */
  #isJudged(bytes: Buffer, position: number, { body, length }: Header, topic: Buffer): boolean {
    if (bytes.length >= body + length || (bytes[position] ?? 0) >> 4 !== PUBLISH) return true
    return bytes.length >= body + 2 + topic.length && !isTopicAt(bytes, body, topic)
  }

  #takeMessage(bytes: Buffer, position: number, { body, length }: Header, topic: Buffer): void {
    const hasId = ((bytes[position] ?? 0) & 0b0110) !== 0
    const idAt = body + 2 + topic.length
    const packetId = hasId ? ((bytes[idAt] ?? 0) << 8) | (bytes[idAt + 1] ?? 0) : 0
    this.#sink.message(bytes.subarray(hasId ? idAt + 2 : idAt, body + length), packetId)
  }
}

type Header = { readonly body: number; readonly length: number }

function readHeader(bytes: Buffer, position: number): Header | 'INCOMPLETE' | 'INVALID' {
  let length = 0
  for (let index = 0; index < MAX_LENGTH_BYTES; index++) {
    const byte = bytes[position + 1 + index]
    if (byte === undefined) return 'INCOMPLETE'
    length += (byte & 0x7f) * 128 ** index
    if (byte < 0x80) return { body: position + 2 + index, length }
  }
  return 'INVALID'
}

/** QoS 2, a packet id of 0 and other rare cases go to the broker, which implements the standard for them. */
function isMessageTo(bytes: Buffer, position: number, { body, length }: Header, topic: Buffer): boolean {
  const first = bytes[position] ?? 0
  const qos = (first >> 1) & 0b11
  if (first >> 4 !== PUBLISH || qos > 1 || length < 2 + topic.length + 2 * qos || !isTopicAt(bytes, body, topic)) return false
  const idAt = body + 2 + topic.length
  return qos === 0 || bytes[idAt] !== 0 || bytes[idAt + 1] !== 0
}

function isTopicAt(bytes: Buffer, at: number, topic: Buffer): boolean {
  if (((bytes[at] ?? 0) << 8) + (bytes[at + 1] ?? 0) !== topic.length) return false
  // From its end, where topics of devices differ.
  for (let index = topic.length - 1; index >= 0; index--) if (bytes[at + 2 + index] !== topic[index]) return false
  return true
}
