import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { atOnce } from '#engine/pieces.ts'
import type { Pieces } from '#engine/pieces.ts'
import { dePhasingEpisodes } from './dePhasing.ts'
import { batteryReadings, heldSince, phaseReadings } from './heldReadings.ts'

describe('readings of several sensors', () => {
  it('hold until the next of each, an unavailable one is not known', () => {
    assert.deepEqual(
      atOnce(
        batteryReadings([
          { instants: [10, 30], values: [21, 19] },
          { instants: [20, 30], values: [1, Number.NaN] },
        ]),
      ),
      [
        { at: 10, level: 21, isCharging: false },
        { at: 20, level: 21, isCharging: true },
        { at: 30, level: 19, isCharging: false },
      ],
    )
    assert.deepEqual(atOnce(batteryReadings([{ instants: [10], values: [21] }, undefined])), [{ at: 10, level: 21, isCharging: false }])
    assert.deepEqual(atOnce(batteryReadings([undefined, undefined])), [])
  })

  it('go on from what was told last before them, as soon as all of it is known', () => {
    const level = { instants: [50], values: [17] }
    const held = heldSince(
      [level, undefined],
      [
        { at: 5, value: 18 },
        { at: 8, value: 1 },
      ],
    )
    assert.deepEqual(atOnce(batteryReadings(held)), [
      { at: 8, level: 18, isCharging: true },
      { at: 50, level: 17, isCharging: true },
    ])
    const charging = { instants: [40, 44], values: [1, 1] }
    const often = heldSince([level, charging], [{ at: 5, value: 18 }, undefined])
    assert.deepEqual(
      atOnce(batteryReadings(often))[0],
      { at: 40, level: 18, isCharging: true },
      'nothing is said of when charging was not read',
    )
    assert.deepEqual(heldSince([level, undefined], [null, null]), [level, undefined])
    assert.deepEqual(heldSince([undefined], [{ at: 5, value: null }]), [{ instants: [5], values: [Number.NaN] }])
  })

  it('of phases are forgotten when one falls silent', () => {
    const [a, b, c] = [
      { instants: [0, 10, 20], values: [40, 41, 42] },
      { instants: [0, 10, 20], values: [40, 41, 42] },
      { instants: [0, 10], values: [40, 12] },
    ]
    assert.deepEqual(atOnce(phaseReadings([a, b, c], 15)), [
      { at: 0, a: 40, b: 40, c: 40 },
      { at: 10, a: 41, b: 41, c: 12 },
      { at: 20, a: 42, b: 42, c: 12 },
      { at: 25, a: 42, b: 42, c: null },
      { at: 35, a: null, b: null, c: null },
    ])
  })
})

describe('a week of what three phases measure', () => {
  const instants = Array.from({ length: 9 * 8_640 }, (_one, index) => index * 10_000)
  const phase = (value: number) => ({ instants, values: instants.map((_at, index) => (index % 500 < 20 && value === 3 ? 0.5 : 10)) })

  it('is read and judged in pieces of two thousand, with the same result as at once', () => {
    const inPieces = <Result>(pieces: Pieces<Result>): { readonly result: Result; readonly count: number } => {
      for (let count = 1; ; count++) {
        const step = pieces.next()
        if (step.done === true) return { result: step.value, count }
      }
    }
    const read = inPieces(phaseReadings([phase(1), phase(2), phase(3)], 30_000))
    assert.ok(read.count >= instants.length / 2_000, `${read.count} pieces`)
    const rule = { targetValue: null, nominalCurrentA: null, periodMs: 10_000, now: instants.length * 10_000 }
    const judged = inPieces(dePhasingEpisodes(read.result, rule))
    assert.ok(judged.count > 2 * Math.floor(instants.length / 2_000), `${judged.count} pieces`)
    assert.equal(judged.result.length, Math.ceil(instants.length / 500))
    assert.deepEqual(judged.result, atOnce(dePhasingEpisodes(read.result, rule)))
  })
})
