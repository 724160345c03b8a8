import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emailProblems, fullName, initials, isEmailAddress } from './person.ts'

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
