import assert from 'node:assert/strict'
import { test } from 'node:test'
import { registrationProblems, repeatedPasswordProblems, trimRegistration } from './registration.ts'
import type { Registration } from './registration.ts'

const GOOD: Registration = {
  country: 'PL ',
  firstName: ' Anna',
  lastName: 'Nowak ',
  email: ' anna@factory.example ',
  phone: ' +48 601 234 567',
  password: 'Trueline-1',
  isAgreed: true,
}

const rows: readonly { name: string; change: Partial<Registration>; problems: readonly string[] }[] = [
  { name: 'complete, with blanks around', change: {}, problems: [] },
  {
    name: 'empty',
    change: { country: '', firstName: ' ', lastName: '', email: '', phone: '', password: '', isAgreed: false },
    problems: ['country', 'firstName', 'lastName', 'email', 'phone', 'password', 'isAgreed'].map((field) => `REQUIRED ${field}`),
  },
  { name: 'no address', change: { email: 'anna@factory' }, problems: ['INVALID_EMAIL email'] },
  { name: 'a short phone', change: { phone: '112' }, problems: ['PHONE_TOO_SHORT phone'] },
  { name: 'a weak password', change: { password: 'trueline-1' }, problems: ['PASSWORD_NEEDS_BOTH_CASES password'] },
  { name: 'not agreed', change: { isAgreed: false }, problems: ['REQUIRED isAgreed'] },
]

for (const { name, change, problems } of rows) {
  test(`registration: ${name}`, () => {
    const found = registrationProblems(trimRegistration({ ...GOOD, ...change }))
    assert.deepEqual(
      found.map((problem) => `${problem.code} ${problem.field}`),
      problems,
    )
  })
}

test('a password keeps the blanks that it has', () => {
  assert.equal(trimRegistration({ ...GOOD, password: ' aB3defgh ' }).password, ' aB3defgh ')
})

test('a new password and its repetition must match', () => {
  const codes = (password: string, repeat: string) =>
    repeatedPasswordProblems(password, repeat, 'newPassword').map((problem) => `${problem.code} ${problem.field}`)
  assert.deepEqual(codes('Trueline-1', 'Trueline-1'), [])
  assert.deepEqual(codes('Trueline-1', 'Trueline-2'), ['PASSWORDS_DIFFER repeat'])
  assert.deepEqual(codes('', ''), ['REQUIRED newPassword', 'REQUIRED repeat'])
})
