import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exampleSetup } from '#engine/testing/exampleSetup.ts'
import { apparentPower, isAssumedBalanced, loadOf, powerFromCurrents, powerFromLoad, type PhaseCurrents } from './power.ts'
import { loadValue, powerValue, type Sensors } from './powerReading.ts'

const constants = { ...exampleSetup().electrical, voltage: 400, cosPhi: 0.8, transformationRatio: 1 }
const balanced = (Math.sqrt(3) * 400 * 10 * 0.8) / 1000

const powers: readonly (readonly [name: string, currents: PhaseCurrents, kw: number | null, isAssumed: boolean])[] = [
  ['three equal phases', { a: 10, b: 10, c: 10 }, balanced, false],
  ['unequal phases by their sum', { a: 5, b: 10, c: 15 }, balanced, false],
  [
    'a load on one phase of a meter of three, which is U / √3 · I · cos φ',
    { a: 10, b: 0, c: 0 },
    ((400 / Math.sqrt(3)) * 10 * 0.8) / 1000,
    false,
  ],
  ['one sensor of three stands for all', { a: 10, b: null, c: null }, balanced, true],
  ['two sensors of three stand for all', { a: 10, b: null, c: 10 }, balanced, true],
  ['no sensor', { a: null, b: null, c: null }, null, false],
]
for (const [name, currents, kw, isAssumed] of powers) {
  test(`power of ${name} (S-10)`, () => {
    const power = powerFromCurrents(currents, constants)
    if (kw === null) assert.equal(power, null)
    else assert.ok(power !== null && Math.abs(power - kw) < 1e-12 * kw, `${power} is not ${kw}`)
    assert.equal(isAssumedBalanced(currents), isAssumed)
  })
}

test('a secondary current counts by the ratio of its transformer', () => {
  const one = powerFromCurrents({ a: 10, b: 10, c: 10 }, constants) ?? 0
  assert.ok(Math.abs((powerFromCurrents({ a: 10, b: 10, c: 10 }, { ...constants, transformationRatio: 120 }) ?? 0) - 120 * one) < 1e-9)
})

test('without voltage or cos φ there is no power, without nominal power no load', () => {
  assert.equal(powerFromCurrents({ a: 1, b: 1, c: 1 }, { ...constants, voltage: null }), null)
  assert.equal(powerFromCurrents({ a: 1, b: 1, c: 1 }, { ...constants, cosPhi: null }), null)
  assert.deepEqual([loadOf(5, null), loadOf(5, 0), loadOf(null, 10), loadOf(12.1, 11)], [null, null, null, (12.1 / 11) * 100])
  assert.deepEqual([powerFromLoad(50, null), powerFromLoad(null, 10), powerFromLoad(50, 10)], [null, null, 5])
})

test('apparent power is power over cos φ', () => {
  assert.deepEqual([apparentPower(8, 0.8), apparentPower(null, 0.8), apparentPower(8, null), apparentPower(8, 0)], [10, null, null, null])
})

const at = 5
const phases: Sensors = {
  ELECTRIC_CURRENT_A: { at, value: 10 },
  ELECTRIC_CURRENT_B: { at: 3, value: 10 },
  ELECTRIC_CURRENT_C: { at, value: 10 },
}
const readings: readonly (readonly [name: string, sensors: Sensors, kw: number | null | undefined, at: number | undefined])[] = [
  ['a power sensor wins, also when it says nothing', { ...phases, POWER: { at, value: null } }, null, at],
  ['currents are as old as the oldest', phases, balanced, 3],
  ['a phase that says nothing makes all unknown', { ...phases, ELECTRIC_CURRENT_C: { at, value: null } }, null, 3],
  ['one sensor for all phases', { ELECTRIC_CURRENT: { at, value: 10 } }, balanced, at],
  ['the load sensor, when nothing else is there', { LOAD: { at, value: 50 } }, 5, at],
  ['nothing at all', { TEMPERATURE: { at, value: 20 } }, undefined, undefined],
]
for (const [name, sensors, kw, since] of readings) {
  test(`power is told by: ${name}`, () => {
    const power = powerValue(sensors, constants)
    assert.equal(power?.at, since)
    if (typeof kw === 'number') assert.ok(Math.abs((power?.value ?? 0) - kw) < 1e-12 * kw)
    else assert.equal(power?.value, kw)
  })
}

test('the load sensor is asked for power where the constants for currents are missing', () => {
  assert.equal(powerValue({ ...phases, LOAD: { at, value: 50 } }, { ...constants, cosPhi: null })?.value, 5)
})

test('a load sensor wins over power for the load', () => {
  assert.equal(loadValue({ POWER: { at, value: 9 }, LOAD: { at, value: 33 } }, constants)?.value, 33)
  assert.equal(loadValue({ POWER: { at, value: 9 } }, constants)?.value, 90)
})
