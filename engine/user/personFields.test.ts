import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tableProblems } from '#engine/fields/fieldTable.ts'
import { PERSON_FIELDS, REGION_FIELDS } from './personFields.ts'

const forms: readonly { name: string; form: readonly [string, string, string]; problems: readonly string[] }[] = [
  { name: 'complete', form: [' Olena ', 'Koval', '+380 44 123-45-67'], problems: [] },
  { name: 'all empty', form: ['', ' ', ''], problems: ['REQUIRED firstName', 'REQUIRED lastName', 'REQUIRED phone'] },
  { name: 'letters in the phone', form: ['O', 'K', 'call me'], problems: ['PHONE_INVALID phone'] },
  { name: 'a plus in the middle', form: ['O', 'K', '48+601234567'], problems: ['PHONE_INVALID phone'] },
  { name: 'six digits', form: ['O', 'K', '123456'], problems: ['PHONE_TOO_SHORT phone'] },
  { name: 'sixteen digits', form: ['O', 'K', '1234567890123456'], problems: ['PHONE_TOO_LONG phone'] },
  { name: 'a name of 101 characters', form: ['x'.repeat(101), 'K', '1234567'], problems: ['LENGTH_OUT_OF_RANGE firstName'] },
]

for (const { name, form, problems } of forms) {
  test(`person form: ${name}`, () => {
    const [firstName, lastName, phone] = form
    const found = tableProblems(PERSON_FIELDS, { firstName, lastName, phone })
    assert.deepEqual(
      found.map((problem) => `${problem.code} ${problem.field}`),
      problems,
    )
  })
}

test('a person has the zone of the company, one that there is or one of its old names, and a language of the product', () => {
  const codes = (timeZone: string, language: string) =>
    tableProblems(REGION_FIELDS, { timeZone, language }).map((problem) => `${problem.code} ${problem.field}`)
  assert.deepEqual(codes('', 'uk'), [])
  assert.deepEqual(codes('Europe/Kyiv', 'en'), [])
  assert.deepEqual(codes('Europe/Kiev', 'en'), [])
  assert.deepEqual(codes('Mars/Olympus', 'xx'), ['INVALID_FORMAT timeZone', 'INVALID_FORMAT language'])
})
