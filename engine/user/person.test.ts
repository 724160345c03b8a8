import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emailProblems, fullName, initials, isEmailAddress, personFormProblems, trimPersonForm } from './person.ts'

const person = (firstName: string, lastName: string) => ({ firstName, lastName, email: 'olena@demo.example' })

test('a full name joins both names and falls back to the address', () => {
  assert.equal(fullName(person('Olena', 'Koval')), 'Olena Koval')
  assert.equal(fullName(person('', 'Koval')), 'Koval')
  assert.equal(fullName(person('', '')), 'olena@demo.example')
})

test('initials take whole characters and fall back to the address', () => {
  assert.equal(initials(person('їжак', 'ławski')), 'ЇŁ')
  assert.equal(initials(person('', '')), 'O')
})

test('e-mail addresses: accepted and refused', () => {
  for (const good of ['a@b.co', 'first.last+tag@sub.domain.example']) assert.equal(isEmailAddress(good), true, good)
  for (const bad of ['', 'a', 'a@b', 'a b@c.de', 'a@b@c.de', 'a@b.', `${'x'.repeat(250)}@b.co`])
    assert.equal(isEmailAddress(bad), false, bad)
})

test('an e-mail address is required and valid', () => {
  const codes = ['', 'a b@c.de', 'a@b.co'].map((email) => emailProblems(email).map((problem) => problem.code))
  assert.deepEqual(codes, [['REQUIRED'], ['INVALID_EMAIL'], []])
})

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
    const found = personFormProblems(trimPersonForm({ firstName, lastName, phone }))
    assert.deepEqual(
      found.map((problem) => `${problem.code} ${problem.field}`),
      problems,
    )
  })
}
