import assert from 'node:assert/strict'
import { test } from 'node:test'
import { zoneOptions } from './timeZones.view.ts'

test('the zone in force can be chosen even when it is listed no more', () => {
  const zones = [{ value: 'Europe/Kyiv', label: 'Kyiv, Ukraine', offset: 'UTC+02:00' }]
  assert.deepEqual(zoneOptions(zones, 'Europe/Kyiv'), [{ value: 'Europe/Kyiv', label: 'Kyiv, Ukraine (UTC+02:00)' }])
  assert.deepEqual(
    zoneOptions(zones, 'UTC').map((option) => option.value),
    ['UTC', 'Europe/Kyiv'],
  )
})
