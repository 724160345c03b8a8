import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { problemOfPin, proofBounds, workUntil } from './stationPin.ts'

const pins: readonly { readonly pin: string; readonly code: string | null }[] = [
  { pin: '4071', code: null },
  { pin: '0042', code: null },
  { pin: '1357', code: null },
  { pin: '9012', code: null },
  { pin: '1111', code: 'PIN_TOO_EASY' },
  { pin: '1234', code: 'PIN_TOO_EASY' },
  { pin: '9876', code: 'PIN_TOO_EASY' },
  { pin: '407', code: 'INVALID_FORMAT' },
  { pin: '40711', code: 'INVALID_FORMAT' },
  { pin: '', code: 'INVALID_FORMAT' },
  { pin: '40 1', code: 'INVALID_FORMAT' },
  { pin: '٤٠٧١', code: 'INVALID_FORMAT' },
  { pin: '4071\n', code: 'INVALID_FORMAT' },
]

for (const { pin, code } of pins)
  test(`the PIN ${JSON.stringify(pin)} is ${code ?? 'taken'}`, () => assert.equal(problemOfPin(pin)?.code ?? null, code))

test('a person is named until the shift ends, for 12 hours at most, which are also those out of shifts', () => {
  assert.equal(workUntil(0, 8 * HOUR_MS), 8 * HOUR_MS)
  assert.equal(workUntil(0, 20 * HOUR_MS), 12 * HOUR_MS)
  assert.equal(workUntil(0, null), 12 * HOUR_MS)
  assert.equal(workUntil(HOUR_MS, HOUR_MS), 13 * HOUR_MS)
})

test('a clock that is a minute off is believed', () => {
  assert.deepEqual(proofBounds(HOUR_MS), { latestFrom: HOUR_MS + MINUTE_MS, earliestUntil: HOUR_MS - MINUTE_MS })
})
