import { DAY_MS } from '#engine/time/durations.ts'
import type { SensorKey } from '#engine/sensor/sensorType.ts'
import { MAX_AHEAD_MS } from './decodeContext.ts'
import type { DecodeContext } from './decodeContext.ts'
import { decodeFast } from './decodeFast.ts'
import type { Refused } from './quarantine.ts'
import type { SampleList } from './sampleList.ts'
import { sensorKeyOf } from '#server/sensor/sensorKey.ts'

/** Bounds of one message: bytes, and samples (time stamps) in it. */
export const MAX_PAYLOAD_BYTES = 256 * 1024
export const MAX_SAMPLES_PER_MESSAGE = 10_000
const NOTHING_REFUSED: readonly Refused[] = []

/**
 * Adds the good values of a payload to the list, in order, and returns the refused ones. Never throws; a bad entry does not affect the others
 * (docs/telemetry.md, domain.md S-1). The common small object, and an array of such, is read straight from its bytes; anything else by JSON.parse, which takes four times
 * as long.
 */
export function decode(payload: Uint8Array, context: DecodeContext, into: SampleList): readonly Refused[] {
  if (payload.length > MAX_PAYLOAD_BYTES)
    return refusedWhole('TOO_LARGE', `${payload.length} bytes; at most ${MAX_PAYLOAD_BYTES} are taken`)
  return decodeFast(payload, context, into, MAX_SAMPLES_PER_MESSAGE) ? NOTHING_REFUSED : decodeJson(payload, context, into)
}

/** Does and returns the same as `decode` by the general road alone; exported so that a test can hold the two against each other. */
export function decodeJson(payload: Uint8Array, context: DecodeContext, into: SampleList): readonly Refused[] {
  let message: unknown
  try {
    message = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload))
  } catch (error) {
    return refusedWhole('UNPARSABLE', `not JSON in UTF-8: ${error instanceof Error ? error.message : 'unknown error'}`)
  }
  const entries = entriesOf(message)
  if (entries === null) return refusedWhole('UNPARSABLE', 'neither a sample, nor an array of samples, nor an object with "samples"')
  if (entries.length > MAX_SAMPLES_PER_MESSAGE) {
    return refusedWhole('TOO_LARGE', `${entries.length} samples; at most ${MAX_SAMPLES_PER_MESSAGE} are taken in one message`)
  }
  const decoded: Decoded = { samples: into, refused: [] }
  for (let index = 0; index < entries.length; index++) decodeEntry(entries[index], index, context, decoded)
  return decoded.refused
}

type Decoded = { readonly samples: SampleList; readonly refused: Refused[] }

function entriesOf(message: unknown): readonly unknown[] | null {
  if (isList(message)) return message
  if (!isObject(message)) return null
  if (isList(message['samples'])) return message['samples']
  return 'values' in message ? [message] : null
}

function decodeEntry(entry: unknown, index: number, context: DecodeContext, into: Decoded): void {
  if (!isObject(entry))
    return void into.refused.push({ index, reason: 'UNPARSABLE', detail: `a sample is an object, this is ${shown(entry)}` })
  const values = entry['values']
  if (!isObject(values))
    return void into.refused.push({ index, reason: 'UNPARSABLE', detail: `"values" is an object, this is ${shown(values)}` })
  const at = instantOf(entry['at'], context.receivedAt)
  if (at === null) {
    return void into.refused.push({
      index,
      reason: 'BAD_TIME',
      detail: `"at" is ISO 8601 with a zone or whole UTC milliseconds, this is ${shown(entry['at'])}`,
    })
  }
  const refused = refusedTime(at, index, context)
  if (refused) return void into.refused.push(refused)
  for (const [name, value] of Object.entries(values)) decodeValue(name, value, at, index, into)
}

function decodeValue(name: string, given: unknown, at: number, index: number, into: Decoded): void {
  const sensor: SensorKey | null = sensorKeyOf(name)
  if (sensor === null) return void into.refused.push({ index, reason: 'UNKNOWN_SENSOR', detail: `no sensor type is called ${shown(name)}` })
  const value = typeof given === 'boolean' ? Number(given) : given
  if (value === null) into.samples.add(at, sensor, Number.NaN)
  else if (typeof value === 'number' && Number.isFinite(value)) into.samples.add(at, sensor, value === 0 ? 0 : value)
  else into.refused.push({ index, reason: 'BAD_VALUE', detail: `${name} is a finite number, true, false or null, this is ${shown(given)}` })
}

function refusedTime(at: number, index: number, context: DecodeContext): Refused | null {
  if (at > context.receivedAt + MAX_AHEAD_MS) {
    return {
      index,
      reason: 'FUTURE',
      detail: `${at} is ${Math.round((at - context.receivedAt) / 1000)} s ahead; at most ${MAX_AHEAD_MS / 1000} s are taken`,
    }
  }
  if (at < context.receivedAt - context.acceptDaysBack * DAY_MS) {
    return { index, reason: 'TOO_LATE', detail: `${at} is older than ${context.acceptDaysBack} days` }
  }
  return null
}

const ISO_INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/

/** A leap second is the last millisecond of its minute (domain.md E-71). */
const LEAP_SECOND = /:59:60(\.\d+)?/

function instantOf(given: unknown, receivedAt: number): number | null {
  if (given === undefined) return receivedAt
  if (typeof given === 'number') return Number.isSafeInteger(given) && given >= 0 ? given : null
  if (typeof given !== 'string' || !ISO_INSTANT.test(given)) return null
  const at = Date.parse(given.replace(LEAP_SECOND, ':59:59.999'))
  return Number.isNaN(at) || at < 0 || isRolledOver(given) ? null : at
}

/** Date.parse takes 30 February for 1 March. */
function isRolledOver(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, day)).getUTCDate() !== day
}

function refusedWhole(reason: Refused['reason'], detail: string): Refused[] {
  return [{ index: 0, reason, detail }]
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function shown(value: unknown): string {
  if (value === undefined) return 'missing'
  const text = typeof value === 'object' && value !== null ? (Array.isArray(value) ? 'an array' : 'an object') : JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
