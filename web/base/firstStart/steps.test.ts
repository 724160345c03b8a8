import assert from 'node:assert/strict'
import { test } from 'node:test'
import { doneSteps, stepPath } from './steps.ts'

const empty = { workCenters: [], shiftSchedules: [], lossReasons: [], users: [{}], invitations: [] }

test('a new company has only what it was given', () => {
  assert.deepEqual([...doneSteps(empty)], [])
  assert.deepEqual([...doneSteps({ ...empty, lossReasons: [{}] })], ['reasons'])
})

test('each step is done by what is there', () => {
  assert.deepEqual([...doneSteps({ ...empty, workCenters: [{ statusRules: [] }], shiftSchedules: [{}] })], ['workCenter', 'shifts'])
  assert.deepEqual([...doneSteps({ ...empty, workCenters: [{ statusRules: [{}] }] })], ['workCenter', 'statuses'])
  assert.deepEqual([...doneSteps({ ...empty, invitations: [{}] })], ['people'])
  assert.deepEqual([...doneSteps({ ...empty, users: [{}, {}] })], ['people'])
})

test('statuses are set on the first work center that has none', () => {
  const rules = { deviceId: 'a', statusRules: [{}] }
  assert.equal(stepPath('statuses', { workCenters: [] }), null)
  assert.equal(stepPath('statuses', { workCenters: [rules, { deviceId: null, statusRules: [] }] }), null)
  assert.equal(stepPath('statuses', { workCenters: [rules, { deviceId: 'b', statusRules: [] }] }), '/boxes/b/settings?tab=statuses')
  assert.equal(stepPath('shifts', { workCenters: [] }), '/shifts')
})
