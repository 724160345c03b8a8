import { SENSOR_TYPES } from '#engine/sensor/sensorType.ts'
import type { SensorKey } from '#engine/sensor/sensorType.ts'
import { isAcceptable } from './decodeContext.ts'
import type { DecodeContext } from './decodeContext.ts'
import type { SampleList } from './sampleList.ts'

const QUOTE = 0x22
const COMMA = 0x2c
const MINUS = 0x2d
const DOT = 0x2e
const ZERO = 0x30
const NINE = 0x39
const COLON = 0x3a
const BRACKET_OPEN = 0x5b
const BRACKET_CLOSE = 0x5d
const BRACE_OPEN = 0x7b
const BRACE_CLOSE = 0x7d
const SPACE = 0x20

const AT_OBJECT = Buffer.from('{"at":')
const VALUES_KEY = Buffer.from('"values":')
const VALUES_OBJECT = Buffer.from('{"values":{')

/** Powers of ten that a double holds exactly; a mantissa below 2^53 divided by one of them is correctly rounded. */
const POWERS_OF_TEN = Array.from({ length: 16 }, (_, exponent) => 10 ** exponent)
const MAX_DIGITS = 15

/** A sensor type's name in bytes; `seenIn` is the last message that had it, so that a repeated type is found. */
type Name = { readonly bytes: Buffer; readonly key: SensorKey; seenIn: number }

/** Sensor types by a hash of their bytes; a bucket is compared byte by byte. */
const TABLE_SIZE = 1024
const TABLE: (Name[] | undefined)[] = Array.from({ length: TABLE_SIZE })
for (const type of SENSOR_TYPES) {
  const bytes = Buffer.from(type)
  let value = 0
  for (const byte of bytes) value = hashed(value, byte)
  const bucket = TABLE[value & (TABLE_SIZE - 1)] ?? []
  bucket.push({ bytes, key: type, seenIn: 0 })
  TABLE[value & (TABLE_SIZE - 1)] = bucket
}

/** The names of the last message: a device, and mostly a whole fleet, sends the same ones in the same order. */
const expected: Name[] = []
const MAX_EXPECTED = 64
let messageNumber = 0

/** Days of each month, 1 to 12; a 29 February takes the general road. */
const DAYS = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Read position and the last number read: module state instead of a result object a value (no allocation on the hot path). */
let position = 0
let number = 0

/**
 * Adds the samples of a payload of exactly the form `{"at":…,"values":{"TYPE":number,…}}`, or of an array of at most `maxSamples` such objects, without
 * escapes, exponents or repeated types (spaces after `:` and `,` allowed, `at` optional) and returns true. Adds nothing and returns false for any
 * other payload, which the general decoder reads.
 */
export function decodeFast(payload: Uint8Array, context: DecodeContext, into: SampleList, maxSamples: number): boolean {
  const before = into.length
  position = 0
  const isRead = payload[0] === BRACKET_OPEN ? readList(payload, context, into, maxSamples) : readSample(payload, context, into)
  if (isRead && position === payload.length) return true
  into.cut(before)
  return false
}

function readList(payload: Uint8Array, context: DecodeContext, into: SampleList, maxSamples: number): boolean {
  for (let count = 1; count <= maxSamples; count++) {
    position = skipSpaces(payload, position + 1)
    if (!readSample(payload, context, into)) return false
    const next = payload[position]
    if (next === BRACKET_CLOSE) {
      position++
      return true
    }
    if (next !== COMMA) return false
  }
  return false
}

function readSample(payload: Uint8Array, context: DecodeContext, into: SampleList): boolean {
  let at = context.receivedAt
  if (startsWith(payload, AT_OBJECT, position)) {
    position = skipSpaces(payload, position + AT_OBJECT.length)
    const instant = payload[position] === QUOTE ? readIso(payload) : readInstant(payload)
    if (instant < 0 || payload[position] !== COMMA) return false
    at = instant
    position = skipSpaces(payload, position + 1)
    if (!startsWith(payload, VALUES_KEY, position)) return false
    position = skipSpaces(payload, position + VALUES_KEY.length)
    if (payload[position++] !== BRACE_OPEN) return false
  } else if (startsWith(payload, VALUES_OBJECT, position)) position += VALUES_OBJECT.length
  else return false
  return isAcceptable(at, context) && readValues(payload, at, into)
}

function readValues(payload: Uint8Array, at: number, into: SampleList): boolean {
  messageNumber++
  for (let index = 0; ; index++) {
    position = skipSpaces(payload, position)
    if (payload[position++] !== QUOTE) return false
    const name = readName(payload, index)
    if (name === null || name.seenIn === messageNumber || payload[position++] !== COLON) return false
    name.seenIn = messageNumber
    position = skipSpaces(payload, position)
    if (!readNumber(payload)) return false
    into.add(at, name.key, number)
    const next = payload[position++]
    if (next === BRACE_CLOSE) break
    if (next !== COMMA) return false
  }
  return payload[position++] === BRACE_CLOSE
}

/** Reads a sensor type and its closing quote. */
function readName(payload: Uint8Array, index: number): Name | null {
  const guess = expected[index]
  if (guess !== undefined && payload[position + guess.bytes.length] === QUOTE && startsWith(payload, guess.bytes, position)) {
    position += guess.bytes.length + 1
    return guess
  }
  const start = position
  let value = 0
  for (let byte = payload[position]; byte !== QUOTE; byte = payload[++position]) {
    if (byte === undefined) return null
    value = hashed(value, byte)
  }
  const length = position++ - start
  for (const name of TABLE[value & (TABLE_SIZE - 1)] ?? []) {
    if (name.bytes.length !== length || !startsWith(payload, name.bytes, start)) continue
    if (index < MAX_EXPECTED && index <= expected.length) expected[index] = name
    return name
  }
  return null
}

/** Reads a JSON number of at most 15 digits into `number`; false for anything longer or with an exponent. */
function readNumber(payload: Uint8Array): boolean {
  const isNegative = payload[position] === MINUS
  if (isNegative) position++
  const first = position
  let mantissa = 0
  let byte = payload[position] ?? 0
  while (byte >= ZERO && byte <= NINE) {
    mantissa = mantissa * 10 + (byte - ZERO)
    byte = payload[++position] ?? 0
  }
  let digits = position - first
  if (digits === 0 || (digits > 1 && payload[first] === ZERO)) return false
  let decimals = 0
  if (byte === DOT) {
    byte = payload[++position] ?? 0
    while (byte >= ZERO && byte <= NINE) {
      mantissa = mantissa * 10 + (byte - ZERO)
      decimals++
      byte = payload[++position] ?? 0
    }
    if (decimals === 0) return false
    digits += decimals
  }
  if (digits > MAX_DIGITS || (byte !== COMMA && byte !== BRACE_CLOSE)) return false
  const value = decimals === 0 ? mantissa : mantissa / (POWERS_OF_TEN[decimals] ?? Number.NaN)
  number = isNegative && value !== 0 ? -value : value
  return true
}

function readInstant(payload: Uint8Array): number {
  return readNumber(payload) && Number.isInteger(number) && number >= 0 ? number : -1
}

/** Reads `"YYYY-MM-DDTHH:MM:SS(.mmm)Z"`; -1 for any other form, which the general road takes. */
function readIso(payload: Uint8Array): number {
  const start = position + 1
  const hasMs = payload[start + 19] === DOT
  const end = start + (hasMs ? 24 : 20)
  if (payload[end] !== QUOTE || payload[end - 1] !== 0x5a) return -1
  if (payload[start + 4] !== MINUS || payload[start + 7] !== MINUS || payload[start + 10] !== 0x54) return -1
  if (payload[start + 13] !== COLON || payload[start + 16] !== COLON) return -1
  const year = digitsAt(payload, start, 4)
  const month = digitsAt(payload, start + 5, 2)
  const day = digitsAt(payload, start + 8, 2)
  const hour = digitsAt(payload, start + 11, 2)
  const minute = digitsAt(payload, start + 14, 2)
  const second = digitsAt(payload, start + 17, 2)
  const ms = hasMs ? digitsAt(payload, start + 20, 3) : 0
  if (
    !(
      year >= 1970 &&
      month >= 1 &&
      month <= 12 &&
      day >= 1 &&
      day <= (DAYS[month] ?? 0) &&
      hour <= 23 &&
      minute <= 59 &&
      second <= 59 &&
      ms >= 0
    )
  )
    return -1
  if (hour < 0 || minute < 0 || second < 0) return -1
  position = end + 1
  return Date.UTC(year, month - 1, day, hour, minute, second, ms)
}

function digitsAt(payload: Uint8Array, start: number, count: number): number {
  let value = 0
  for (let index = start; index < start + count; index++) {
    const byte = payload[index] ?? 0
    if (byte < ZERO || byte > NINE) return -1
    value = value * 10 + (byte - ZERO)
  }
  return value
}

function startsWith(payload: Uint8Array, expected: Uint8Array, from: number): boolean {
  for (let index = 0; index < expected.length; index++) if (payload[from + index] !== expected[index]) return false
  return true
}

function skipSpaces(payload: Uint8Array, from: number): number {
  let index = from
  while (payload[index] === SPACE) index++
  return index
}

function hashed(value: number, byte: number): number {
  const sum = Math.imul(value, 31) + byte
  return sum ^ (sum >>> 10)
}
