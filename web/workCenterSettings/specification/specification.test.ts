import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namesOf, problemsIn, type StoredValues } from '../frame/settingsFields.view.ts'
import {
  calibrationEffect,
  constantsToPreview,
  previewRows,
  SPECIFICATION,
  specificationHolds,
  type SpecificationName,
} from './specification.view.ts'

const NOTHING = Object.fromEntries(namesOf(SPECIFICATION).map((name) => [name, null])) as StoredValues<SpecificationName>
const STORED = { ...NOTHING, nominalPower: 12, idleLoadThreshold: 20, deadBandPercent: 0, cosPhi: 0.9 }

test('a constant that was never entered holds for all time, another one from now on, the dead band in unconfirmed shifts (E-59a)', () => {
  assert.deepEqual(specificationHolds(STORED, ['voltage']), ['allTime'])
  assert.deepEqual(specificationHolds(STORED, ['cosPhi', 'voltage', 'deadBandPercent']), ['allTime', 'now', 'unconfirmed'])
  assert.deepEqual(specificationHolds(STORED, ['serialNumber']), [])
})

test('a power by hand overrides a calibration, and other constants let go of it or end a running one (S-12)', () => {
  const done = { isRunning: false, isCalibrated: true }
  assert.equal(calibrationEffect(['nominalPower'], done), 'overrides')
  assert.equal(calibrationEffect(['voltage'], done), 'letsGo')
  assert.equal(calibrationEffect(['idleLoadThreshold'], done), null)
  assert.equal(calibrationEffect(['cosPhi'], { isRunning: true, isCalibrated: false }), 'endsRunning')
  assert.equal(calibrationEffect(['voltage'], { isRunning: false, isCalibrated: false }), null)
})

test('a preview is asked for with all constants once one of them is changed', () => {
  assert.equal(constantsToPreview(STORED, ['serialNumber', 'deadBandPercent']), null)
  assert.deepEqual(constantsToPreview({ ...STORED, voltage: 400 }, ['voltage']), {
    nominalPower: 12,
    idleLoadThreshold: 20,
    voltage: 400,
    cosPhi: 0.9,
    transformationRationCode: null,
  })
})

test('the rows of a preview are minutes on both sides, the longest first, moments left out', () => {
  const rows = previewRows(
    [
      { kind: 'RULE', statusRuleId: 1, duration: 3600 },
      { kind: 'OFF', duration: 20 },
    ],
    [
      { kind: 'RULE', statusRuleId: 1, duration: 600 },
      { kind: 'RULE', statusRuleId: 2, duration: 7200 },
    ],
  )
  assert.deepEqual(
    rows.map(({ statusRuleId, before, after }) => [statusRuleId, before, after]),
    [
      [2, 0, 120],
      [1, 60, 10],
    ],
  )
})

test('a launch date is a day of a year that somebody can mean', () => {
  const told = (launchDate: string | null) => problemsIn(SPECIFICATION, { ...STORED, launchDate }, ['launchDate']).map(({ code }) => code)
  assert.deepEqual([told('0024-05-06'), told('1958-03-01'), told('2024-05-06'), told(null)], [['INVALID_FORMAT'], [], [], []])
})
