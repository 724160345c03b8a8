import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Bar, curlOf, heightsOf, phoneAddress, withBar } from './trial.view.ts'

const DEVICE = { deviceId: '0199f3a2-7a40-7cc1-8a51-3d1c9a6b2e10', secret: 'k3y' }

test('one line sends a value, and the address for the phone keeps the secret behind #', () => {
  assert.equal(
    curlOf('https://plant.example', DEVICE),
    `curl https://plant.example/api/devices/${DEVICE.deviceId}/telemetry -H 'Authorization: Bearer k3y' -d '{"values":{"POWER":12.4}}'`,
  )
  const address = new URL(phoneAddress('https://plant.example', DEVICE, 'pl'))
  assert.deepEqual([address.pathname, address.search, address.hash], ['/public/try', '?lang=pl', `#${DEVICE.deviceId}.k3y`])
})

test('each value that comes is a bar, once; the last forty are kept', () => {
  const one = withBar([], 1000, 12.4)
  assert.deepEqual(one, [{ at: 1000, power: 12.4 }])
  assert.equal(withBar(one, 1000, 12.4), one)
  assert.equal(withBar(one, null, null), one)
  let bars: readonly Bar[] = one
  for (let at = 2; at <= 60; at++) bars = withBar(bars, at * 1000, at)
  assert.deepEqual([bars.length, bars[0]?.at, bars.at(-1)?.power], [40, 21_000, 60])
})

test('bars stand in proportion, and noise stays small', () => {
  assert.deepEqual(
    heightsOf([
      { at: 1, power: 10 },
      { at: 2, power: 5 },
      { at: 3, power: -1 },
    ]),
    [1, 0.5, 0],
  )
  assert.deepEqual(heightsOf([{ at: 1, power: 0.5 }]), [0.1])
  assert.deepEqual(heightsOf([]), [])
})
