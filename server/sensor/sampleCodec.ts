import { crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { ByteReader, ByteWriter } from './byteWriter.ts'

/** The readings of one sensor, ascending by instant, each instant once; `values[i]` NaN = unavailable (null). */
export type Series = { readonly instants: readonly number[]; readonly values: readonly number[] }

/** One stored chunk: the compressed bytes and their checksum. */
export type Chunk = { readonly sampleCount: number; readonly bytes: Buffer; readonly crc32: number }

const HEADER_PLAIN = 0
const HEADER_ZSTD = 1
/** Decimal places that are tried before raw float64. */
const MAX_SCALE = 6
const RAW_SCALE = 15
/** The largest whole number whose zig-zag delta stays exact. */
const MAX_WHOLE = 2 ** 50
/** Below this zstd's frame is larger than what it saves. */
const MIN_COMPRESSED_BYTES = 48

const writer = new ByteWriter(16_384)

/**
 * Returns the series as bytes, bit-exact when decoded: second differences of the instants, the presence of values, then the values as differences of
 * whole numbers at their decimal scale (a counter above 16.7 million stays exact) or as raw float64; then zstd.
 */
export function encodeSeries({ instants, values }: Series): Chunk {
  writer.varint(instants.length)
  writeInstants(instants)
  const present = writePresence(values)
  writeValues(present)
  const plain = writer.take()
  const packed = plain.length < MIN_COMPRESSED_BYTES ? plain : zstdCompressSync(plain)
  const isSmaller = packed.length < plain.length
  const bytes = Buffer.concat([Buffer.of(isSmaller ? HEADER_ZSTD : HEADER_PLAIN), isSmaller ? packed : plain])
  return { sampleCount: instants.length, bytes, crc32: crc32(bytes) }
}

/** Returns the series of a chunk; throws on a wrong checksum, so that flipped bits stay one sensor's hour. */
export function decodeSeries(chunk: { readonly bytes: Uint8Array; readonly crc32: number }): { instants: number[]; values: number[] } {
  if (crc32(chunk.bytes) !== chunk.crc32) throw new Error('the sample chunk does not have its checksum')
  const body = chunk.bytes.subarray(1)
  const reader = new ByteReader(chunk.bytes[0] === HEADER_ZSTD ? zstdDecompressSync(body) : body)
  const count = reader.varint()
  const instants = readInstants(reader, count)
  const isPresent = readPresence(reader, count)
  const values = readValues(reader, isPresent)
  return { instants, values }
}

function writeInstants(instants: readonly number[]): void {
  let last = 0
  let lastStep = 0
  for (const at of instants) {
    const step = at - last
    writer.signed(step - lastStep)
    last = at
    lastStep = step
  }
}

function readInstants(reader: ByteReader, count: number): number[] {
  const instants: number[] = []
  let at = 0
  let step = 0
  for (let index = 0; index < count; index++) {
    step += reader.signed()
    at += step
    instants.push(at)
  }
  return instants
}

/** Runs of present and absent values in turn, beginning with present; returns the present ones. */
function writePresence(values: readonly number[]): readonly number[] {
  const present = values.some(Number.isNaN) ? values.filter((value) => !Number.isNaN(value)) : values
  const runs: number[] = []
  if (present.length < values.length) {
    let run = 0
    let isRunPresent = true
    for (const value of values) {
      if (Number.isNaN(value) === isRunPresent) {
        runs.push(run)
        run = 0
        isRunPresent = !isRunPresent
      }
      run++
    }
    runs.push(run)
  }
  writer.varint(runs.length)
  for (const run of runs) writer.varint(run)
  return present
}

function readPresence(reader: ByteReader, count: number): boolean[] {
  const runs = reader.varint()
  if (runs === 0) return new Array<boolean>(count).fill(true)
  const isPresent: boolean[] = []
  for (let index = 0; index < runs; index++) for (let left = reader.varint(); left > 0; left--) isPresent.push(index % 2 === 0)
  return isPresent
}

function writeValues(values: readonly number[]): void {
  const scale = scaleOf(values)
  writer.byte(scale)
  if (scale === RAW_SCALE) return writeRaw(values)
  const factor = 10 ** scale
  let last = 0
  for (const value of values) {
    const whole = Math.round(value * factor)
    writer.signed(whole - last)
    last = whole
  }
}

function readValues(reader: ByteReader, isPresent: readonly boolean[]): number[] {
  const scale = reader.byte()
  if (scale === RAW_SCALE) return readRaw(reader, isPresent)
  const factor = 10 ** scale
  let whole = 0
  return isPresent.map((present) => {
    if (!present) return Number.NaN
    whole += reader.signed()
    return whole / factor
  })
}

/** The fewest decimal places at which every value is a whole number exactly; a value that fails at one scale raises it for all. */
function scaleOf(values: readonly number[]): number {
  let scale = 0
  let factor = 1
  for (const value of values) {
    while (Math.round(value * factor) / factor !== value || Math.abs(value * factor) > MAX_WHOLE || Object.is(value, -0)) {
      scale++
      factor = 10 ** scale
      if (scale > MAX_SCALE) return RAW_SCALE
    }
  }
  return values.every((value) => Math.round(value * factor) / factor === value && Math.abs(value * factor) <= MAX_WHOLE) ? scale : RAW_SCALE
}

const FLOATS = new Float64Array(1)
const FLOAT_BYTES = new Uint8Array(FLOATS.buffer)
const LAST_BYTES = new Uint8Array(8)

/** Raw values: the exclusive-or with the one before, byte by byte in planes, so that equal signs, exponents and leading digits become runs of zeros. */
function writeRaw(values: readonly number[]): void {
  LAST_BYTES.fill(0)
  const planes = new Uint8Array(values.length * 8)
  values.forEach((value, index) => {
    FLOATS[0] = value
    for (let byte = 0; byte < 8; byte++) {
      planes[byte * values.length + index] = (FLOAT_BYTES[byte] ?? 0) ^ (LAST_BYTES[byte] ?? 0)
    }
    LAST_BYTES.set(FLOAT_BYTES)
  })
  writer.bytes(planes)
}

function readRaw(reader: ByteReader, isPresent: readonly boolean[]): number[] {
  const count = isPresent.filter(Boolean).length
  const planes = reader.bytes(count * 8)
  FLOAT_BYTES.fill(0)
  let index = 0
  return isPresent.map((present) => {
    if (!present) return Number.NaN
    for (let byte = 0; byte < 8; byte++) FLOAT_BYTES[byte] = (FLOAT_BYTES[byte] ?? 0) ^ (planes[byte * count + index] ?? 0)
    index++
    return FLOATS[0] ?? 0
  })
}
