import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeConstants, endsCalibration, looksLikePhaseVoltage } from './constantsHistory.ts'
import type { Constants } from './constantsHistory.ts'

const NONE: Constants = { cosPhi: null, voltage: null, transformationRatioCode: null, nominalPower: null, idleLoadThreshold: 20 }
const FULL: Constants = { cosPhi: 0.8, voltage: 400, transformationRatioCode: '600/5', nominalPower: 30, idleLoadThreshold: 20 }

test('what was never entered holds for all time, in one step or in several (E-59a)', () => {
  const one = changeConstants([], NONE, FULL, 1000)
  assert.deepEqual(one, { versions: [{ ...FULL, validFrom: 0 }], from: 0 })
  const first = changeConstants([], NONE, { ...NONE, voltage: 400 }, 1000)
  const second = changeConstants(first.versions, { ...NONE, voltage: 400 }, { ...NONE, voltage: 400, cosPhi: 0.8 }, 2000)
  assert.deepEqual(second, { versions: [{ ...NONE, voltage: 400, cosPhi: 0.8, validFrom: 0 }], from: 0 })
})

test('what had a value changes from the instant on, and history keeps the old one (E-59a)', () => {
  const after = { ...FULL, cosPhi: 0.9 }
  assert.deepEqual(changeConstants([], FULL, after, 1000), {
    versions: [
      { ...FULL, validFrom: 0 },
      { ...after, validFrom: 1000 },
    ],
    from: 1000,
  })
  assert.deepEqual(changeConstants([{ ...FULL, validFrom: 0 }], FULL, FULL, 1000), { versions: [{ ...FULL, validFrom: 0 }], from: null })
})

test('a value that is entered beside a change fills the past, the change does not', () => {
  const before = { ...FULL, nominalPower: null }
  const after = { ...FULL, voltage: 690 }
  assert.deepEqual(changeConstants([], before, after, 1000), {
    versions: [
      { ...FULL, validFrom: 0 },
      { ...after, validFrom: 1000 },
    ],
    from: 0,
  })
})

test('a value that was taken back is a change, and so is entering it again', () => {
  const taken = changeConstants([], FULL, { ...FULL, nominalPower: null }, 1000)
  const again = changeConstants(taken.versions, { ...FULL, nominalPower: null }, FULL, 2000)
  assert.deepEqual(
    again.versions.map((version) => [version.validFrom, version.nominalPower]),
    [
      [0, 30],
      [1000, null],
      [2000, 30],
    ],
  )
  assert.equal(again.from, 2000)
})

test('voltage, cos φ and the ratio let go of a calibration, the threshold does not (S-12)', () => {
  assert.equal(endsCalibration(FULL, { ...FULL, voltage: 690 }), true)
  assert.equal(endsCalibration(FULL, { ...FULL, cosPhi: 0.9 }), true)
  assert.equal(endsCalibration(FULL, { ...FULL, transformationRatioCode: '100/5' }), true)
  assert.equal(endsCalibration(FULL, { ...FULL, idleLoadThreshold: 25 }), false)
})

test('a voltage below 300 V is asked about (A-7)', () => {
  assert.deepEqual([230, 299.9, 300, 400, null].map(looksLikePhaseVoltage), [true, true, false, false, false])
})
