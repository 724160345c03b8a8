import assert from 'node:assert/strict'
import { test } from 'node:test'
import { employeeFormProblems, trimEmployeeForm } from './employee.ts'
import type { EmployeeForm } from './employee.ts'

const GOOD: EmployeeForm = {
  email: ' anna@factory.example ',
  firstName: ' Anna',
  lastName: 'Nowak ',
  login: ' anna.nowak ',
  password: 'Trueline-1',
  phone: ' +48 601 234 567',
  role: 'OPERATOR',
}

const rows: readonly { name: string; change: Partial<EmployeeForm>; problems: readonly string[] }[] = [
  { name: 'complete, with blanks around', change: {}, problems: [] },
  { name: 'without login, password and phone', change: { login: '', password: '', phone: '' }, problems: [] },
  {
    name: 'empty names and address',
    change: { email: '', firstName: ' ', lastName: '' },
    problems: ['REQUIRED firstName', 'REQUIRED lastName', 'REQUIRED email'],
  },
  { name: 'no address', change: { email: 'anna@factory' }, problems: ['INVALID_EMAIL email'] },
  { name: 'a short login', change: { login: 'an' }, problems: ['LENGTH_OUT_OF_RANGE login'] },
  { name: 'a long login', change: { login: 'a'.repeat(51) }, problems: ['LENGTH_OUT_OF_RANGE login'] },
  { name: 'an address as login', change: { login: 'anna@factory' }, problems: ['INVALID_FORMAT login'] },
  { name: 'a login that begins with a dot', change: { login: '.anna' }, problems: ['INVALID_FORMAT login'] },
  { name: 'a weak password', change: { password: 'trueline-1' }, problems: ['PASSWORD_NEEDS_BOTH_CASES password'] },
  { name: 'a short phone', change: { phone: '112' }, problems: ['PHONE_TOO_SHORT phone'] },
  { name: "the provider's role", change: { role: 'PROVIDER_USER' }, problems: ['ROLE_NOT_FOUND role'] },
]

for (const { name, change, problems } of rows) {
  test(`employee form: ${name}`, () => {
    const found = employeeFormProblems(trimEmployeeForm({ ...GOOD, ...change }))
    assert.deepEqual(
      found.map((problem) => `${problem.code} ${problem.field}`),
      problems,
    )
  })
}
