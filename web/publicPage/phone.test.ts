import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outcomeOf, phoneDeviceOf, powerOfMotion } from './phone.view.ts'

const GUID = '0199f3a2-7a40-7cc1-8a51-3d1c9a6b2e10'

test('the address of the phone names a device and its secret behind #, which no server reads', () => {
  assert.deepEqual(phoneDeviceOf(`#${GUID}.s3-cret_X`), { deviceId: GUID, secret: 's3-cret_X' })
  for (const hash of ['', '#', `#${GUID}`, `#${GUID}.`, '#guid.secret', `#${GUID}.a/b`]) assert.equal(phoneDeviceOf(hash), null, hash)
})

test('movement is power: nothing for a phone at rest, more for a harder shake, at most 30 kW', () => {
  assert.equal(powerOfMotion({ x: 0.1, y: 0.1, z: 0.2 }, null), 0)
  assert.equal(powerOfMotion({ x: 3, y: 4, z: 0 }, null), 6)
  assert.equal(powerOfMotion({ x: 40, y: 0, z: 0 }, null), 30)
  // Phones without a gyroscope measure movement and gravity together.
  assert.equal(powerOfMotion({ x: null, y: null, z: null }, { x: 0, y: 0, z: 9.81 }), 0)
  assert.equal(powerOfMotion(null, { x: 0, y: 0, z: 19.81 }), 12)
  assert.equal(powerOfMotion(null, null), null)
})

test('the answer to a value says whether it came, has to wait, or the machine is gone', () => {
  assert.deepEqual([202, 429, 401, 413, 503, null].map(outcomeOf), ['sent', 'slow', 'gone', 'gone', 'offline', 'offline'])
})
