import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calibrate, CALIBRATION_MS, type Calibration } from './calibration.ts'

const START = Date.UTC(2026, 4, 4)
const MIN = 60_000

/** Power by minute of the window; NaN = unavailable. */
function calibrationOf(pairs: readonly (readonly [minute: number, kw: number])[], minutes = 10, maxGapMs = 3 * MIN): Calibration {
  const power = { instants: pairs.map(([minute]) => START + minute * MIN), values: pairs.map(([, kw]) => kw) }
  return calibrate(power, { start: START, now: START + minutes * MIN, maxGapMs })
}

function steady(kw: number, minutes: readonly number[]): readonly (readonly [minute: number, kw: number])[] {
  return minutes.map((minute) => [minute, kw])
}

const TEN = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]

test('a steady machine is calibrated to its power', () => {
  const result = calibrationOf(steady(10, TEN))
  assert.ok(result.state === 'DONE')
  assert.deepEqual([result.nominalPowerKw, result.coverage, result.usedSamples, result.loadedMs], [10, 1, 10, CALIBRATION_MS])
})

test('the mean is weighted by time, not by samples', () => {
  const result = calibrationOf([
    [0, 10],
    [2, 10],
    [4, 10],
    [6, 20],
    [6.5, 20],
    [7, 10],
    [8, 10],
    [9, 10],
  ])
  assert.ok(result.state === 'DONE')
  assert.ok(Math.abs(result.nominalPowerKw - 11) < 1e-12)
})

test('a sample at 10 % of the greatest counts, one below does not', () => {
  const at = calibrationOf([...steady(10, [0, 1, 2, 3, 4, 5, 6, 7, 8]), [9, 1]])
  const below = calibrationOf([...steady(10, [0, 1, 2, 3, 4, 5, 6, 7, 8]), [9, 0.99]])
  assert.deepEqual([at.usedSamples, below.usedSamples], [10, 9])
  assert.ok(at.state === 'DONE' && below.state === 'DONE')
  assert.deepEqual([at.nominalPowerKw, below.nominalPowerKw], [9.1, 10])
})

test('before the ten minutes are over it runs, with its progress', () => {
  const result = calibrationOf(steady(10, [0, 1, 2, 3]), 4)
  assert.ok(result.state === 'RUNNING')
  assert.deepEqual([result.progress, result.coverage, result.loadedMs / MIN], [0.4, 0.4, 4])
  assert.equal(calibrationOf([], 0).state, 'RUNNING')
})

test('what comes after the ten minutes changes nothing', () => {
  assert.deepEqual(calibrationOf([...steady(10, TEN), [10, 99], [11, 99]], 60), calibrationOf(steady(10, TEN)))
})

test('a value from before the window holds into it', () => {
  const result = calibrationOf([[-1, 10], ...steady(10, [1, 2, 3, 4, 5, 6, 7, 8, 9])])
  assert.equal(result.coverage, 1)
})

const failures: readonly (readonly [name: string, pairs: readonly (readonly [minute: number, kw: number])[], failure: string])[] = [
  ['nothing was measured', [], 'CALIBRATION_NO_DATA'],
  ['the channel was unavailable', [[0, Number.NaN]], 'CALIBRATION_NO_DATA'],
  ['less than 80 % of the time was measured', steady(10, [0, 1, 2, 3, 4]).slice(0, 4), 'CALIBRATION_LOW_COVERAGE'],
  [
    'the machine was off half of the time (E-60)',
    [...steady(10, [0, 1, 2, 3, 4]), ...steady(0, [5, 6, 7, 8, 9])],
    'CALIBRATION_TOO_LITTLE_LOAD',
  ],
  [
    'the machine ran for less than five minutes',
    [...steady(10, [0, 1, 2, 3]), ...steady(0.5, [4, 5, 6, 7, 8, 9])],
    'CALIBRATION_TOO_LITTLE_LOAD',
  ],
  ['the machine was off all the time', steady(0, TEN), 'CALIBRATION_TOO_LITTLE_LOAD'],
]
for (const [name, pairs, failure] of failures) {
  test(`it fails when ${name}`, () => {
    const result = calibrationOf(pairs)
    assert.ok(result.state === 'FAILED')
    assert.equal(result.failure, failure)
  })
}

test('80 % of the time and five minutes of load are enough', () => {
  const result = calibrationOf([...steady(10, [0, 1, 2, 3, 4]), ...steady(0.1, [5, 6, 7]), [8, Number.NaN]])
  assert.deepEqual([result.state, result.coverage, result.loadedMs / MIN], ['DONE', 0.8, 5])
})

test('a sample at exactly a tenth of the greatest power counts', () => {
  const result = calibrationOf([...steady(12, TEN.slice(0, 8)), [8, 1.2], [9, 1.19]])
  assert.deepEqual([result.usedSamples, result.loadedMs], [9, 9 * MIN])
})
