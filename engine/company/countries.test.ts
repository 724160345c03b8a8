import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COUNTRY_CODES, DIAL_CODES, isCountryCode } from './countries.ts'

test('all 249 countries of ISO 3166-1 have a prefix of E.164', () => {
  assert.equal(COUNTRY_CODES.length, 249)
  for (const code of COUNTRY_CODES) assert.match(`${code} ${DIAL_CODES[code]}`, /^[a-z]{2} [1-9][0-9]{0,3}$/)
  assert.deepEqual([DIAL_CODES.pl, DIAL_CODES.ua, DIAL_CODES.uz, DIAL_CODES.us], ['48', '380', '998', '1'])
})

test('a code is two lower-case letters of a country', () => {
  assert.ok(isCountryCode('pl'))
  for (const text of ['PL', 'zz', 'toString', '']) assert.ok(!isCountryCode(text), text)
})
