import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as fc from 'fast-check'
import { decodeSeries, encodeSeries } from './sampleCodec.ts'
import { clipSeries, mergeSeries, splitByChunk } from './series.ts'

const HOUR = Date.UTC(2026, 4, 4, 6)

function roundTrip(instants: readonly number[], values: readonly number[]): void {
  const decoded = decodeSeries(encodeSeries({ instants, values }))
  assert.deepEqual(decoded.instants, instants)
  assert.equal(decoded.values.length, values.length)
  values.forEach((value, index) =>
    assert.ok(Object.is(decoded.values[index], value), `${decoded.values[index]} is not ${value} at ${index}`),
  )
}

suite('sample chunks', () => {
  test('any numbers, unavailable ones included, come back bit by bit', () => {
    const value = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer(),
      fc.integer({ min: -1_000_000, max: 1_000_000 }).map((whole) => whole / 100),
      fc.constantFrom(0, -0, Number.NaN, 16_777_217, 2 ** 53, -(2 ** 53), Number.MIN_VALUE, Number.MAX_VALUE, 0.1, 1 / 3),
    )
    const samples = fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 4_000_000_000_000 }), value), {
      selector: ([at]) => at,
      maxLength: 80,
    })
    fc.assert(
      fc.property(samples, (given) => {
        const sorted = given.toSorted((a, b) => a[0] - b[0])
        roundTrip(
          sorted.map(([at]) => at),
          sorted.map(([, one]) => one),
        )
      }),
      { numRuns: 400 },
    )
  })

  test('a counter above 16.7 million stays exact', () => {
    const instants = Array.from({ length: 360 }, (_, index) => HOUR + index * 10_000)
    roundTrip(
      instants,
      instants.map((_, index) => 4_294_960_000 + index * 3),
    )
  })

  test('an hour of ten-second power readings takes less than a byte and a half a sample', () => {
    const instants = Array.from({ length: 360 }, (_, index) => HOUR + index * 10_000)
    const values = instants.map((_, index) => Math.round((12 + 3 * Math.sin(index / 20)) * 10) / 10)
    const chunk = encodeSeries({ instants, values })
    assert.ok(chunk.bytes.length / 360 < 1.5, `${chunk.bytes.length / 360} bytes a sample`)
  })

  test('a flipped bit is found', () => {
    const chunk = encodeSeries({ instants: [HOUR, HOUR + 10_000], values: [1, 2] })
    for (let bit = 0; bit < chunk.bytes.length * 8; bit++) {
      const damaged = Buffer.from(chunk.bytes)
      damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      assert.throws(() => decodeSeries({ bytes: damaged, crc32: chunk.crc32 }), /checksum/)
    }
  })

  test('merging keeps the stored reading of an instant and sorts what arrives in any order', () => {
    const stored = { instants: [10, 20, 30], values: [1, 2, 3] }
    assert.deepEqual(mergeSeries(stored, { instants: [25, 20, 5, 25], values: [9, 9, 9, 8] }), {
      instants: [5, 10, 20, 25, 30],
      values: [9, 1, 2, 9, 3],
    })
  })

  test('merging parts in any cut gives what merging at once gives', () => {
    const instants = fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 40 })
    fc.assert(
      fc.property(instants, fc.nat(40), (given, cut) => {
        const series = (part: readonly number[]) => ({ instants: part, values: part.map((at) => at * 2) })
        const empty = series([])
        const once = mergeSeries(empty, series(given))
        const twice = mergeSeries(mergeSeries(empty, series(given.slice(0, cut))), series(given.slice(cut)))
        assert.deepEqual(twice, once)
      }),
    )
  })

  test('a series is split at the hours and clipped to half-open bounds', () => {
    const series = { instants: [HOUR - 1, HOUR, HOUR + 3_599_999, HOUR + 3_600_000], values: [1, 2, 3, 4] }
    assert.deepEqual([...splitByChunk(series).keys()], [HOUR - 3_600_000, HOUR, HOUR + 3_600_000])
    assert.deepEqual(clipSeries(series, HOUR, HOUR + 3_600_000), { instants: [HOUR, HOUR + 3_599_999], values: [2, 3] })
  })
})
