import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LANGUAGES } from '#engine/user/language.ts'
import { MEASUREMENT_UNITS, measurementUnitOf } from './measurementUnit.ts'
import { unitNameIn } from './measurementUnitName.ts'

test('every unit has a name in every language', () => {
  for (const unit of MEASUREMENT_UNITS)
    for (const language of LANGUAGES.filter((one) => one !== 'en')) {
      assert.notEqual(unitNameIn(language, unit).name, unit.name, `${unit.code} in ${language}`)
    }
})

test('the short form follows the language where people write it otherwise', () => {
  const shortOf = (code: string) => LANGUAGES.map((language) => unitNameIn(language, measurementUnitOf(code)).shortName)
  assert.deepEqual(shortOf('pcs'), ['pcs', 'шт', 'szt.', 'шт', 'uds.', 'dona'])
  assert.deepEqual(shortOf('h'), ['h', 'год', 'godz.', 'ч', 'h', 'soat'])
})

test('a unit of imported data is called as it came', () => {
  for (const language of LANGUAGES) assert.equal(unitNameIn(language, measurementUnitOf('barrel')).name, 'barrel')
})
