import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { SENSOR_TYPES } from '#engine/sensor/sensorType.ts'
import { LOCALES } from '#web/ui/locale.ts'

for (const locale of LOCALES) {
  test(`every sensor type has a name of its own in ${locale}`, () => {
    const path = new URL(`./texts/${locale}.json`, import.meta.url)
    const { sensorType } = JSON.parse(readFileSync(path, 'utf8')) as { readonly sensorType: Readonly<Record<string, string>> }
    assert.deepEqual(Object.keys(sensorType).toSorted(), [...SENSOR_TYPES].toSorted())
    const names = Object.values(sensorType)
    assert.equal(new Set(names).size, names.length, names.filter((name, at) => names.indexOf(name) !== at).join(', '))
  })
}
