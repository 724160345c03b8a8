import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tableProblems } from '#engine/fields/fieldTable.ts'
import { COMPANY_FIELDS, NEW_COMPANY_FIELDS } from './companyFields.ts'
import type { CompanyForm } from './companyFields.ts'

const good: CompanyForm = { name: 'Acme', country: 'pl', timeZone: 'Europe/Warsaw', email: 'office@acme.example' }

const rows: readonly { name: string; change: Partial<CompanyForm>; problems: readonly string[] }[] = [
  { name: 'complete', change: {}, problems: [] },
  { name: 'blanks around the texts', change: { name: ' Acme ', email: ' office@acme.example ' }, problems: [] },
  { name: 'UTC is a zone', change: { timeZone: 'UTC' }, problems: [] },
  {
    name: 'all empty',
    change: { name: ' ', country: '', timeZone: '', email: '' },
    problems: ['REQUIRED name', 'REQUIRED country', 'REQUIRED timeZone', 'REQUIRED email'],
  },
  { name: 'name of 201 characters', change: { name: 'x'.repeat(201) }, problems: ['LENGTH_OUT_OF_RANGE name'] },
  { name: 'country in capitals', change: { country: 'PL' }, problems: ['INVALID_FORMAT country'] },
  { name: 'a country that there is not', change: { country: 'zz' }, problems: ['INVALID_FORMAT country'] },
  { name: 'unknown zone', change: { timeZone: 'Europe/Nowhere' }, problems: ['INVALID_FORMAT timeZone'] },
  { name: 'an offset is no zone', change: { timeZone: '+02:00' }, problems: ['INVALID_FORMAT timeZone'] },
  { name: 'blank inside the address', change: { email: 'of fice@acme.example' }, problems: ['INVALID_EMAIL email'] },
]

for (const { name, change, problems } of rows) {
  test(`company form: ${name}`, () => {
    const found = tableProblems(NEW_COMPANY_FIELDS, { ...good, ...change })
    assert.deepEqual(
      found.map((problem) => `${problem.code} ${problem.field}`),
      problems,
    )
  })
}

test('the settings of a company know its languages and the rules of dates', () => {
  const saved = {
    ...good,
    language: 'uk',
    shiftDateRule: 'START',
    stationPins: false,
    operatorsMayConfirm: false,
    operatorsMayCreateOrders: false,
    externalReports: false,
  } as const
  assert.deepEqual(tableProblems(COMPANY_FIELDS, saved), [])
  assert.deepEqual(tableProblems(COMPANY_FIELDS, { ...saved, language: 'xx' }), [
    { code: 'INVALID_FORMAT', field: 'language', params: { example: 'en' } },
  ])
})
