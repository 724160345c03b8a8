import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asksFor, joinProblems, joinRequest } from './invitation.view.ts'

const EMPTY = { firstName: '', lastName: ' ', phone: '', password: '', isAgreed: false }
const FILLED = { firstName: ' Anna ', lastName: 'Nowak', phone: ' +48 601 234 567', password: ' Trueline-1', isAgreed: true }

const rows = [
  {
    name: 'nobody knows the address',
    link: { hasAccount: false, needsPassword: true },
    missing: ['firstName', 'lastName', 'phone', 'password', 'isAgreed'],
    sent: { ...FILLED, firstName: 'Anna', phone: '+48 601 234 567' },
  },
  {
    name: 'the address was never proven',
    link: { hasAccount: true, needsPassword: true },
    missing: ['password'],
    sent: { password: ' Trueline-1' },
  },
  { name: 'the account is known', link: { hasAccount: true, needsPassword: false }, missing: [], sent: {} },
]

for (const { name, link, missing, sent } of rows) {
  test(`an invitation asks only for what is needed: ${name}`, () => {
    const asked = asksFor(link)
    assert.deepEqual(
      joinProblems(EMPTY, asked).map((problem) => problem.field),
      missing,
    )
    assert.deepEqual(joinProblems(FILLED, asked), [])
    assert.deepEqual(joinRequest(FILLED, asked), sent)
  })
}
