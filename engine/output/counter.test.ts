import assert from 'node:assert/strict'
import { test } from 'node:test'
import { powerFromCurrents } from '#engine/energy/power.ts'
import { exampleSetup } from '#engine/testing/exampleSetup.ts'
import { readCounter, type CounterRules } from './counter.ts'
import { deriveCount, type CounterSums } from './outputCount.ts'
import { targetOutput } from './targetOutput.ts'
import type { OutputCalculationType } from '#engine/workCenter/workCenterSetup.ts'

const rules: CounterRules = { counterRange: 65_536, idealCycleMs: null, minSpanMs: 0 }
const timed: CounterRules = { ...rules, idealCycleMs: 2000, minSpanMs: 10_000 }

const steps: readonly (readonly [name: string, last: number, value: number, hasFlag: boolean, delta: number, isReset: boolean])[] = [
  ['grows', 100, 140, false, 40, false],
  ['stands', 140, 140, false, 0, false],
  ['drops: reset', 140, 12, false, 12, true],
  ['is flagged: reset, whatever the value', 140, 150, true, 150, true],
  ['rolls over from the top 1 % (E-25)', 65_530, 4, false, 10, false],
  ['drops below the top 1 %: reset', 64_000, 4, false, 4, true],
  ['is flagged at the top: reset, not roll-over', 65_530, 4, true, 4, true],
]
for (const [name, last, value, hasFlag, delta, isReset] of steps) {
  test(`a counter that ${name} (S-63)`, () => {
    const result = readCounter({ at: 0, value: last, trusted: null }, 10_000, value, hasFlag, rules)
    assert.deepEqual([result.delta, result.isReset, result.isSpike], [delta, isReset, false])
  })
}

const unset: readonly (readonly [last: number, value: number, delta: number, isReset: boolean])[] = [
  [65_530, 4, 10, false],
  [4_294_967_290, 4, 10, false],
  [65_536, 4, 4, true],
  [70_000, 4, 4, true],
  [1_000, 4, 4, true],
]
for (const [last, value, delta, isReset] of unset) {
  test(`without a set range ${last} to ${value} is ${isReset ? 'a reset' : 'a roll-over'} (S-63)`, () => {
    const result = readCounter({ at: 0, value: last, trusted: null }, 10_000, value, false, { ...rules, counterRange: null })
    assert.deepEqual([result.delta, result.isReset], [delta, isReset])
  })
}

test('a reading above the set range, which cannot be, is reset by a drop', () => {
  assert.equal(readCounter({ at: 0, value: 70_000, trusted: null }, 10_000, 4, false, rules).delta, 4)
})

test('the first reading adds nothing', () => assert.equal(readCounter(null, 0, 4711, false, rules).delta, 0))

test('more than three times the reference speed is a spike, exactly three times is not', () => {
  const last = { at: 0, value: 0, trusted: null }
  assert.equal(readCounter(last, 60_000, 90, false, timed).isSpike, false)
  assert.equal(readCounter(last, 60_000, 91, false, timed).isSpike, true)
  assert.equal(readCounter(last, 1, 15, false, timed).isSpike, false)
})

const counts: readonly (readonly [type: OutputCalculationType, sums: CounterSums, expected: readonly [number, number, number]])[] = [
  ['TOTAL_AND_REJECTED', { total: 10, accepted: null, rejected: null }, [10, 10, 0]],
  ['TOTAL_AND_REJECTED', { total: 3, accepted: null, rejected: 5 }, [5, 0, 5]],
  ['TOTAL_AND_REJECTED', { total: null, accepted: 7, rejected: null }, [7, 7, 0]],
  ['TOTAL_AND_ACCEPTED', { total: 10, accepted: null, rejected: null }, [10, 10, 0]],
  ['TOTAL_AND_ACCEPTED', { total: null, accepted: 7, rejected: null }, [7, 7, 0]],
  ['ACCEPTED_AND_REJECTED', { total: null, accepted: null, rejected: 2 }, [2, 0, 2]],
  ['ACCEPTED_AND_REJECTED', { total: 9, accepted: null, rejected: null }, [9, 9, 0]],
]
for (const [type, sums, [total, accepted, rejected]] of counts) {
  test(`${type} of ${JSON.stringify(sums)} (S-61)`, () => assert.deepEqual(deriveCount(type, sums).count, { total, accepted, rejected }))
}

test('the target is whole for pieces and fractional for metres (§2.7)', () => {
  assert.equal(targetOutput(59_999, 2000, 'DISCRETE'), 29)
  assert.equal(targetOutput(59_999, 2000, 'CONTINUOUS'), 29.9995)
  assert.equal(targetOutput(3_600_000, 3_600_000 / 49, 'DISCRETE'), 49)
  assert.equal(targetOutput(1, null, 'DISCRETE'), null)
})

test('one phase stands for three, two for two, none for nothing (S-10)', () => {
  const setup = { ...exampleSetup().electrical, voltage: 400, cosPhi: 1, transformationRatio: 10 }
  const one = powerFromCurrents({ a: 2, b: null, c: null }, setup) ?? 0
  assert.equal(one, powerFromCurrents({ a: 2, b: 2, c: 2 }, setup))
  assert.ok(Math.abs(one - (Math.sqrt(3) * 400 * 2 * 10) / 1000) < 1e-9)
  assert.equal(powerFromCurrents({ a: null, b: null, c: null }, setup), null)
  assert.equal(powerFromCurrents({ a: 2, b: 2, c: 2 }, { ...setup, voltage: null }), null)
})
