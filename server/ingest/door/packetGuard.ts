import type { Socket } from 'node:net'

/** A telemetry payload at its largest, its topic and header. */
export const MAX_PACKET_BYTES = 256 * 1024 + 1024
const MAX_LENGTH_BYTES = 4

/**
 * Follows the fixed headers of an MQTT stream and finds a packet that is too large from its length, before its body is gathered in memory
 * (the broker's parser would gather up to 256 MB).
 */
export class PacketGuard {
  #toSkip = 0
  #length = 0
  #lengthBytes = 0
  #isInLength = false

  /** Returns whether the stream is still acceptable after the chunk. */
  accepts(chunk: Uint8Array): boolean {
    let position = 0
    while (position < chunk.length) {
      if (this.#toSkip > 0) {
        const skipped = Math.min(this.#toSkip, chunk.length - position)
        this.#toSkip -= skipped
        position += skipped
      } else if (!this.#isInLength) {
        this.#isInLength = true
        this.#length = 0
        this.#lengthBytes = 0
        position++
      } else {
        const byte = chunk[position++] ?? 0
        this.#length += (byte & 0x7f) * 128 ** this.#lengthBytes++
        if (byte >= 0x80 && this.#lengthBytes >= MAX_LENGTH_BYTES) return false
        if (byte < 0x80) {
          if (this.#length > MAX_PACKET_BYTES) return false
          this.#isInLength = false
          this.#toSkip = this.#length
        }
      }
    }
    return true
  }
}

/** Ends the socket when a packet announces more than the limit, before the broker sees it. */
export function guardPackets(socket: Socket, onRefused: () => void): void {
  const guard = new PacketGuard()
  const read = socket.read.bind(socket)
  socket.read = (size?: number): unknown => {
    const chunk: unknown = read(size)
    if (!Buffer.isBuffer(chunk) || guard.accepts(chunk)) return chunk
    onRefused()
    socket.destroy()
    return null
  }
}
