import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { batteryReadings, phaseReadings } from './heldReadings.ts'

describe('readings of several sensors', () => {
  it('hold until the next of each, an unavailable one is not known', () => {
    assert.deepEqual(batteryReadings({ instants: [10, 30], values: [21, 19] }, { instants: [20, 30], values: [1, Number.NaN] }), [
      { at: 10, level: 21, isCharging: false },
      { at: 20, level: 21, isCharging: true },
      { at: 30, level: 19, isCharging: false },
    ])
    assert.deepEqual(batteryReadings({ instants: [10], values: [21] }, undefined), [{ at: 10, level: 21, isCharging: false }])
    assert.deepEqual(batteryReadings(undefined, undefined), [])
  })

  it('of phases are forgotten when one falls silent', () => {
    const [a, b, c] = [
      { instants: [0, 10, 20], values: [40, 41, 42] },
      { instants: [0, 10, 20], values: [40, 41, 42] },
      { instants: [0, 10], values: [40, 12] },
    ]
    assert.deepEqual(phaseReadings([a, b, c], 15), [
      { at: 0, a: 40, b: 40, c: 40 },
      { at: 10, a: 41, b: 41, c: 12 },
      { at: 20, a: 42, b: 42, c: 12 },
      { at: 25, a: 42, b: 42, c: null },
      { at: 35, a: null, b: null, c: null },
    ])
  })
})
