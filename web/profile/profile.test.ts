import assert from 'node:assert/strict'
import { test } from 'node:test'
import { qrDrawing } from './qrCode.view.ts'
import { zoneOptions } from './timeZones.view.ts'

test('the zone in force can be chosen even when it is listed no more', () => {
  const zones = [{ value: 'Europe/Kyiv', label: 'Kyiv, Ukraine', offset: 'UTC+02:00' }]
  assert.deepEqual(zoneOptions(zones, 'Europe/Kyiv'), [{ value: 'Europe/Kyiv', label: 'Kyiv, Ukraine (UTC+02:00)' }])
  assert.deepEqual(
    zoneOptions(zones, 'UTC').map((option) => option.value),
    ['UTC', 'Europe/Kyiv'],
  )
})

test('a QR code is drawn with a quiet zone and its three finders', () => {
  const { size, path } = qrDrawing('otpauth://totp/Trueline:a@b.co?secret=ABCDEFGHIJKLMNOP&issuer=Trueline')
  const dark = new Set<string>()
  for (const [, x = '', y = '', length = ''] of path.matchAll(/M(\d+) (\d+)h(\d+)/g))
    for (let at = 0; at < Number(length); at++) dark.add(`${Number(x) + at} ${y}`)
  for (let at = 0; at < size; at++) for (const edge of [0, 3, size - 1]) assert.ok(!dark.has(`${at} ${edge}`) && !dark.has(`${edge} ${at}`))
  for (const [x, y] of [
    [4, 4],
    [size - 11, 4],
    [4, size - 11],
  ] as const) {
    for (let at = 0; at < 7; at++) assert.ok(dark.has(`${x + at} ${y}`) && dark.has(`${x} ${y + at}`) && dark.has(`${x + at} ${y + 6}`))
  }
})
