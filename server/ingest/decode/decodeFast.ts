import { SENSOR_TYPES } from '#engine/sensor/sensorType.ts'
import type { Sample, SensorKey } from '#engine/sensor/sensorType.ts'

const QUOTE = 0x22
const COMMA = 0x2c
const MINUS = 0x2d
const DOT = 0x2e
const ZERO = 0x30
const NINE = 0x39
const COLON = 0x3a
const BRACE_OPEN = 0x7b
const BRACE_CLOSE = 0x7d
const SPACE = 0x20

const AT_OBJECT = Buffer.from('{"at":')
const VALUES_KEY = Buffer.from('"values":{')
const VALUES_OBJECT = Buffer.from('{"values":{')

/** Powers of ten that a double holds exactly; a mantissa below 2^53 divided by one of them is correctly rounded. */
const POWERS_OF_TEN = Array.from({ length: 16 }, (_, exponent) => 10 ** exponent)
const MAX_DIGITS = 15

/** Sensor types by a hash of their bytes; a bucket is compared byte by byte. */
const TABLE_SIZE = 1024
const TABLE: ({ readonly name: Buffer; readonly key: SensorKey }[] | undefined)[] = Array.from({ length: TABLE_SIZE })
for (const type of SENSOR_TYPES) {
  const name = Buffer.from(type)
  const slot = hash(name, 0, name.length) & (TABLE_SIZE - 1)
  const bucket = TABLE[slot] ?? []
  bucket.push({ name, key: type })
  TABLE[slot] = bucket
}

/** Days of each month, 1 to 12; a 29 February takes the general road. */
const DAYS = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Read position and the last number read: module state instead of a result object a value (no allocation on the hot path). */
let position = 0
let number = 0

/**
 * Returns the samples of a payload of exactly the form `{"at":…,"values":{"TYPE":number,…}}` without escapes, exponents or repeated types
 * (spaces after `:` and `,` allowed, `at` may be missing), or null for anything else, which is not wrong but takes the general road.
 */
export function decodeFast(payload: Uint8Array, receivedAt: number): { readonly at: number; readonly samples: Sample[] } | null {
  let at = receivedAt
  if (startsWith(payload, AT_OBJECT, 0)) {
    position = skipSpaces(payload, AT_OBJECT.length)
    const instant = payload[position] === QUOTE ? readIso(payload) : readInstant(payload)
    if (instant < 0 || payload[position] !== COMMA) return null
    at = instant
    position = skipSpaces(payload, position + 1)
    if (!startsWith(payload, VALUES_KEY, position)) {
      if (!startsWith(payload, VALUES_KEY.subarray(0, -1), position)) return null
      position = skipSpaces(payload, position + VALUES_KEY.length - 1)
      if (payload[position] !== BRACE_OPEN) return null
      position++
    } else position += VALUES_KEY.length
  } else if (startsWith(payload, VALUES_OBJECT, 0)) position = VALUES_OBJECT.length
  else return null
  const samples = readValues(payload, at)
  return samples === null ? null : { at, samples }
}

function readValues(payload: Uint8Array, at: number): Sample[] | null {
  const samples: Sample[] = []
  for (;;) {
    position = skipSpaces(payload, position)
    if (payload[position] !== QUOTE) return null
    const start = ++position
    const end = payload.indexOf(QUOTE, start)
    if (end < 0 || end - start > 40) return null
    const sensor = findKey(payload, start, end)
    if (sensor === null || payload[end + 1] !== COLON) return null
    position = skipSpaces(payload, end + 2)
    if (!readNumber(payload)) return null
    for (let index = 0; index < samples.length; index++) if (samples[index]?.sensor === sensor) return null
    samples.push({ at, sensor, value: number })
    const next = payload[position++]
    if (next === BRACE_CLOSE) break
    if (next !== COMMA) return null
  }
  return payload[position] === BRACE_CLOSE && position + 1 === payload.length ? samples : null
}

function findKey(payload: Uint8Array, start: number, end: number): SensorKey | null {
  const bucket = TABLE[hash(payload, start, end) & (TABLE_SIZE - 1)]
  if (bucket === undefined) return null
  for (const entry of bucket) if (entry.name.length === end - start && startsWith(payload, entry.name, start)) return entry.key
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

function hash(bytes: Uint8Array, start: number, end: number): number {
  let value = end - start
  for (let index = start; index < end; index++) value = Math.imul(value, 31) + (bytes[index] ?? 0)
  return value ^ (value >>> 10)
}
