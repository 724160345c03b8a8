import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { LANGUAGES } from '#engine/user/language.ts'
import { seededNameIn, seededNames } from './seededNames.ts'

type Named = { readonly name: string; readonly shortName?: string }
type Factory = Readonly<Record<'shifts' | 'groups' | 'statuses' | 'speedStatuses', readonly Named[]>>

const factory: Factory = JSON.parse(readFileSync('sim/demoFactory.json', 'utf8'))

test('every status, shift and group of the demo factory has a name in each language', () => {
  for (const { name, shortName } of [...factory.statuses, ...factory.speedStatuses, ...factory.shifts, ...factory.groups])
    for (const each of shortName === undefined ? [name] : [name, shortName])
      for (const language of LANGUAGES.filter((one) => one !== 'en')) {
        const shown = seededNameIn(language, 'DEFLT', each)
        assert.ok(shown.length > 0 && shown !== each, `${each} in ${language}`)
      }
})

test('names stay as they are in English, in the companies of people, and where the product did not give them', () => {
  assert.equal(seededNameIn('en', 'DEFLT', 'Working'), 'Working')
  assert.equal(seededNameIn('uk', 'DEFLT', 'Working'), 'Робота')
  assert.equal(seededNameIn('uk', 'ACME1', 'Working'), 'Working')
  assert.equal(seededNameIn('uk', 'DEFLT', 'Waiting for the crane'), 'Waiting for the crane')
  assert.equal(seededNameIn('uk', 'DEFLT', 'constructor'), 'constructor')
  assert.equal(seededNames('DEFLT', null), null)
})
