import { inflateRawSync } from 'node:zlib'

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const LOCAL_ENTRY = 0x04034b50
const END_BYTES = 22
/** A comment behind the directory may be so long. */
const MAX_COMMENT = 65_535
const STORED = 0
const DEFLATED = 8

/**
 * Returns how many bytes the entries of the archive take unpacked, counted while they are unpacked and not as the archive says; null when they take more
 * than `limit`. Throws for what is no archive, or a damaged one.
 */
export function unpackedSize(bytes: Uint8Array, limit: number): number | null {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = endOfDirectory(view)
  const count = view.readUInt16LE(end + 10)
  let at = view.readUInt32LE(end + 16)
  let size = 0
  for (let entry = 0; entry < count; entry++) {
    if (view.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new Error('the directory of the archive is damaged')
    const method = view.readUInt16LE(at + 10)
    const packed = view.readUInt32LE(at + 20)
    const local = view.readUInt32LE(at + 42)
    size += entrySize(view, { local, packed, method }, limit - size) ?? Infinity
    if (size > limit) return null
    at += 46 + view.readUInt16LE(at + 28) + view.readUInt16LE(at + 30) + view.readUInt16LE(at + 32)
  }
  return size
}

type Entry = { readonly local: number; readonly packed: number; readonly method: number }

function entrySize(view: Buffer, { local, packed, method }: Entry, limit: number): number | null {
  if (view.readUInt32LE(local) !== LOCAL_ENTRY) throw new Error('an entry of the archive is damaged')
  const start = local + 30 + view.readUInt16LE(local + 26) + view.readUInt16LE(local + 28)
  if (method === STORED) return packed
  if (method !== DEFLATED) throw new Error(`entries packed by method ${method} are not read`)
  try {
    return inflateRawSync(view.subarray(start, start + packed), { maxOutputLength: Math.max(1, limit) }).length
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function endOfDirectory(view: Buffer): number {
  for (let at = view.length - END_BYTES; at >= Math.max(0, view.length - END_BYTES - MAX_COMMENT); at--)
    if (view.readUInt32LE(at) === END_OF_DIRECTORY) return at
  throw new Error('this is no archive')
}
