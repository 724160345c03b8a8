import assert from 'node:assert/strict'
import { test } from 'node:test'
import { currentZoneName, isTimeZone, offsetText } from './timeZone.ts'

test('an old name of a zone becomes the present one, which is a zone too', () => {
  for (const [old, present] of [
    ['Europe/Kiev', 'Europe/Kyiv'],
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['Etc/UTC', 'UTC'],
    ['Europe/Warsaw', 'Europe/Warsaw'],
  ] as const) {
    assert.equal(currentZoneName(old), present)
    assert.ok(isTimeZone(present))
  }
})

test('the offset is that of the instant', () => {
  const [winter, summer] = [Date.UTC(2026, 0, 15), Date.UTC(2026, 6, 15)]
  assert.equal(offsetText('Europe/Warsaw', winter), 'UTC+01:00')
  assert.equal(offsetText('Europe/Warsaw', summer), 'UTC+02:00')
  assert.equal(offsetText('America/St_Johns', winter), 'UTC-03:30')
  assert.equal(offsetText('Asia/Kathmandu', winter), 'UTC+05:45')
  assert.equal(offsetText('UTC', winter), 'UTC')
})
