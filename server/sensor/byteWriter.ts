const FLOAT = new Float64Array(1)
const FLOAT_BYTES = new Uint8Array(FLOAT.buffer)
const TWO_POW_32 = 4_294_967_296

/** A growing byte buffer: variable-length whole numbers (7 bits a byte, low first) and little-endian float64. */
export class ByteWriter {
  #bytes: Uint8Array
  #length = 0

  constructor(capacity = 1024) {
    this.#bytes = new Uint8Array(capacity)
  }

  get length(): number {
    return this.#length
  }

  byte(value: number): void {
    this.#reserve(1)
    this.#bytes[this.#length++] = value
  }

  /** Writes a whole number from 0 to 2^53 - 1. */
  varint(value: number): void {
    this.#reserve(8)
    let rest = value
    while (rest >= TWO_POW_32) {
      this.#bytes[this.#length++] = (rest % 128) | 0x80
      rest = Math.floor(rest / 128)
    }
    rest >>>= 0
    while (rest >= 0x80) {
      this.#bytes[this.#length++] = (rest & 0x7f) | 0x80
      rest >>>= 7
    }
    this.#bytes[this.#length++] = rest
  }

  /** Writes a whole number from -2^52 to 2^52, small ones of either sign in few bytes (zig-zag). */
  signed(value: number): void {
    this.varint(value < 0 ? -2 * value - 1 : 2 * value)
  }

  float64(value: number): void {
    this.#reserve(8)
    FLOAT[0] = value
    this.#bytes.set(FLOAT_BYTES, this.#length)
    this.#length += 8
  }

  bytes(value: Uint8Array): void {
    this.#reserve(value.length)
    this.#bytes.set(value, this.#length)
    this.#length += value.length
  }

  /** Returns a copy of what was written and starts over, keeping the memory. */
  take(): Buffer {
    const taken = Buffer.from(this.#bytes.subarray(0, this.#length))
    this.#length = 0
    return taken
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + count))
    grown.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = grown
  }
}

/** Reads what ByteWriter wrote; reading past the end throws a RangeError. */
export class ByteReader {
  readonly #bytes: Uint8Array
  #position: number

  constructor(bytes: Uint8Array, position = 0) {
    this.#bytes = bytes
    this.#position = position
  }

  get isAtEnd(): boolean {
    return this.#position >= this.#bytes.length
  }

  byte(): number {
    const value = this.#bytes[this.#position++]
    if (value === undefined) throw new RangeError('the bytes end too early')
    return value
  }

  varint(): number {
    let byte = this.byte()
    if (byte < 0x80) return byte
    let value = byte & 0x7f
    let factor = 128
    do {
      byte = this.byte()
      value += (byte & 0x7f) * factor
      factor *= 128
    } while (byte >= 0x80)
    return value
  }

  signed(): number {
    const value = this.varint()
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }

  float64(): number {
    for (let index = 0; index < 8; index++) FLOAT_BYTES[index] = this.byte()
    return FLOAT[0] ?? 0
  }

  bytes(count: number): Uint8Array {
    if (this.#position + count > this.#bytes.length) throw new RangeError('the bytes end too early')
    const value = this.#bytes.subarray(this.#position, this.#position + count)
    this.#position += count
    return value
  }
}
