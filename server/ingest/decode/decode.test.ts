import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as fc from 'fast-check'
import type { DeviceId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import { samplesOf } from '#engine/sensor/sampleColumns.ts'
import { SENSOR_TYPES } from '#engine/sensor/sensorType.ts'
import { decode, decodeJson, MAX_PAYLOAD_BYTES, MAX_SAMPLES_PER_MESSAGE } from './decode.ts'
import { decodeFast } from './decodeFast.ts'
import { REFUSAL_REASONS } from '#engine/sensor/refusalReason.ts'
import { quarantineRows } from './quarantine.ts'
import { SampleList } from './sampleList.ts'

const NOW = Date.UTC(2026, 4, 4, 6)
const CONTEXT = { receivedAt: NOW, acceptDaysBack: 31 }
const bytes = (value: unknown): Buffer => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
const reasons = (value: unknown): readonly string[] => decoded(bytes(value)).refused.map((entry) => entry.reason)

function decoded(payload: Uint8Array, context = CONTEXT, road = decode) {
  const list = new SampleList()
  const refused = road(payload, context, list)
  return { samples: samplesOf(list), refused }
}

suite('telemetry payloads', () => {
  const GOOD: readonly (readonly [name: string, payload: unknown, samples: readonly unknown[]])[] = [
    [
      'a sample with an ISO instant',
      { at: '2026-05-04T05:59:50.123Z', values: { POWER: 12.4 } },
      [{ at: NOW - 9_877, sensor: 'POWER', value: 12.4 }],
    ],
    ['an instant with an offset', { at: '2026-05-04T08:00:00+02:00', values: { POWER: 1 } }, [{ at: NOW, sensor: 'POWER', value: 1 }]],
    ['a leap second', { at: '2026-05-04T05:59:60.250Z', values: { POWER: 1 } }, [{ at: NOW - 1, sensor: 'POWER', value: 1 }]],
    ['an instant in milliseconds', { at: NOW - 5, values: { TOTAL_OUTPUT: 1204 } }, [{ at: NOW - 5, sensor: 'TOTAL_OUTPUT', value: 1204 }]],
    ['no instant: the time of receipt', { values: { POWER: 0 } }, [{ at: NOW, sensor: 'POWER', value: 0 }]],
    [
      'true, false and null',
      { at: NOW, values: { DEVICE_ON_OFF: true, RESET_OUTPUT: false, POWER: null } },
      [
        { at: NOW, sensor: 'DEVICE_ON_OFF', value: 1 },
        { at: NOW, sensor: 'RESET_OUTPUT', value: 0 },
        { at: NOW, sensor: 'POWER', value: null },
      ],
    ],
    [
      'numbered channels',
      { at: NOW, values: { 'TEMPERATURE:2': 21.5, 'POWER:1': 3 } },
      [
        { at: NOW, sensor: 'TEMPERATURE:2', value: 21.5 },
        { at: NOW, sensor: 'POWER', value: 3 },
      ],
    ],
    [
      'a batch',
      {
        samples: [
          { at: NOW - 1, values: { POWER: 1 } },
          { at: NOW, values: { POWER: 2 } },
        ],
      },
      [
        { at: NOW - 1, sensor: 'POWER', value: 1 },
        { at: NOW, sensor: 'POWER', value: 2 },
      ],
    ],
    ['a bare array', [{ at: NOW, values: { LOAD: 55 } }], [{ at: NOW, sensor: 'LOAD', value: 55 }]],
    ['a leap day', { at: '2028-02-29T00:00:00Z', values: {} }, []],
  ]
  for (const [name, payload, samples] of GOOD) {
    test(`takes ${name}`, () =>
      assert.deepEqual(decoded(bytes(payload), { receivedAt: name === 'a leap day' ? Date.UTC(2028, 2, 1) : NOW, acceptDaysBack: 31 }), {
        samples,
        refused: [],
      }))
  }

  const REFUSED: readonly (readonly [name: string, payload: unknown, reason: string])[] = [
    ['text that is not JSON', '{"at":', 'UNPARSABLE'],
    ['bytes that are not UTF-8', '', 'UNPARSABLE'],
    ['a number', '5', 'UNPARSABLE'],
    ['an object without values', { at: NOW }, 'UNPARSABLE'],
    ['values that are a list', { at: NOW, values: [1] }, 'UNPARSABLE'],
    ['an unknown sensor', { at: NOW, values: { SPEEDOMETER: 1 } }, 'UNKNOWN_SENSOR'],
    ['a channel number of 0', { at: NOW, values: { 'POWER:0': 1 } }, 'UNKNOWN_SENSOR'],
    ['a name of Object', { at: NOW, values: { constructor: 1 } }, 'UNKNOWN_SENSOR'],
    ['text as a value', { at: NOW, values: { POWER: '12' } }, 'BAD_VALUE'],
    ['a number too large for a double', '{"values":{"POWER":1e999}}', 'BAD_VALUE'],
    ['an instant without a zone', { at: '2026-05-04T06:00:00', values: { POWER: 1 } }, 'BAD_TIME'],
    ['30 February', { at: '2026-02-30T06:00:00Z', values: { POWER: 1 } }, 'BAD_TIME'],
    ['29 February of a common year', { at: '2026-02-29T06:00:00Z', values: { POWER: 1 } }, 'BAD_TIME'],
    ['a fraction of a millisecond', { at: NOW + 0.5, values: { POWER: 1 } }, 'BAD_TIME'],
    ['five minutes and a millisecond ahead', { at: NOW + 300_001, values: { POWER: 1 } }, 'FUTURE'],
    ['31 days and a millisecond back', { at: NOW - 31 * 86_400_000 - 1, values: { POWER: 1 } }, 'TOO_LATE'],
    ['more than 10 000 samples', Array.from({ length: 10_001 }, () => ({ values: {} })), 'TOO_LARGE'],
    ['more than 256 KiB', ' '.repeat(MAX_PAYLOAD_BYTES + 1), 'TOO_LARGE'],
  ]
  for (const [name, payload, reason] of REFUSED) test(`refuses ${name} as ${reason}`, () => assert.deepEqual(reasons(payload), [reason]))

  test('the bounds themselves are taken', () => {
    for (const at of [NOW + 300_000, NOW - 31 * 86_400_000]) assert.deepEqual(reasons({ at, values: { POWER: 1 } }), [])
  })

  test('one bad entry does not stop the good ones of the same message', () => {
    const { samples, refused } = decoded(
      bytes([{ at: NOW, values: { POWER: 1, NOPE: 2, LOAD: 'x' } }, 7, { at: 'yesterday', values: {} }, { at: NOW, values: { LOAD: 3 } }]),
    )
    assert.deepEqual(
      samples.map((sample) => sample.sensor),
      ['POWER', 'LOAD'],
    )
    assert.deepEqual(
      refused.map(({ index, reason }) => [index, reason]),
      [
        [0, 'UNKNOWN_SENSOR'],
        [0, 'BAD_VALUE'],
        [1, 'UNPARSABLE'],
        [2, 'BAD_TIME'],
      ],
    )
  })

  test('the short road says what the general road says', () => {
    const value = fc.oneof(
      fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
      fc
        .tuple(fc.integer({ min: -99_999_999, max: 99_999_999 }), fc.integer({ min: 0, max: 6 }))
        .map(([whole, places]) => whole / 10 ** places),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
    )
    const at = fc.integer({ min: NOW - 86_400_000 * 30, max: NOW + 300_000 })
    const instant = fc.oneof(
      at,
      at.map((ms) => new Date(ms).toISOString()),
      fc.constant(undefined),
    )
    const message = fc.record({ at: instant, values: fc.dictionary(fc.constantFrom(...SENSOR_TYPES), value, { minKeys: 1 }) })
    const taken = { one: 0, list: 0 }
    fc.assert(
      fc.property(fc.oneof(message, fc.array(message, { maxLength: 4 })), fc.boolean(), (given, isSpaced) => {
        const text = JSON.stringify(given)
        const payload = bytes(
          isSpaced
            ? text
                .replaceAll(':', ': ')
                .replaceAll(/T(\d\d): (\d\d): /g, 'T$1:$2:')
                .replaceAll(',', ', ')
            : text,
        )
        if (decodeFast(payload, CONTEXT, new SampleList(), MAX_SAMPLES_PER_MESSAGE)) taken[Array.isArray(given) ? 'list' : 'one']++
        assert.deepEqual(decoded(payload), decoded(payload, CONTEXT, decodeJson))
      }),
      { numRuns: 3_000 },
    )
    assert.ok(taken.one > 200 && taken.list > 30, `only ${taken.one} messages and ${taken.list} lists took the short road`)
  })

  test('10 000 malformed payloads are each refused with a reason, and good samples among them are kept', () => {
    const good = JSON.stringify({ at: NOW, values: { POWER: 12.4, TOTAL_OUTPUT: 7 } })
    const mutated = fc
      .tuple(fc.nat(good.length), fc.nat(5), fc.string({ maxLength: 5 }))
      .map(([from, count, text]) => good.slice(0, from) + text + good.slice(from + count))
    const payload = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.json().map((text) => bytes(text)),
      mutated.map((text) => bytes(text)),
      fc.anything({ maxDepth: 3 }).map((value) => bytes(JSON.stringify({ at: NOW, values: { POWER: value } }) ?? 'x')),
      fc.anything().map((value) => bytes(JSON.stringify([{ at: value, values: { POWER: 1 } }, { values: value }, value]) ?? 'x')),
      fc.integer({ min: 1, max: 60_000 }).map((depth) => bytes('['.repeat(depth))),
      fc.integer({ min: 1, max: 2_000 }).map((depth) => bytes(`{"values":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`)),
    )
    let refusals = 0
    fc.assert(
      fc.property(payload, (given) => {
        const { samples, refused } = decoded(given)
        if (refused.length > 0) refusals++
        for (const entry of refused) assert.ok(REFUSAL_REASONS.includes(entry.reason) && entry.detail !== '')
        for (const { at, value } of samples) assert.ok(Number.isSafeInteger(at) && (value === null || Number.isFinite(value)))
        const rows = quarantineRows(
          { companyId: null, deviceId: asId<DeviceId>('00000000-0000-0000-0000-000000000000'), receivedAt: NOW },
          refused,
          given,
        )
        for (const row of rows) assert.ok(row.detail.isWellFormed() && !row.detail.includes('\u0000'))
        const among = decoded(Buffer.concat([bytes(`[${good},`), isJson(given) ? given : bytes('0'), bytes(`,${good}]`)]))
        assert.ok(among.samples.length >= 4, 'the good samples around it are kept')
      }),
      { numRuns: 10_000 },
    )
    assert.ok(refusals > 5_000, `only ${refusals} payloads were malformed`)
  })
})

function isJson(payload: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload))
    return true
  } catch {
    return false
  }
}
