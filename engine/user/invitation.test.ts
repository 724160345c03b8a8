import assert from 'node:assert/strict'
import { test } from 'node:test'
import { invitationProblems } from './invitation.ts'

const rows: readonly { name: string; emails: readonly string[]; problems: readonly string[] }[] = [
  { name: 'two addresses, with blanks around', emails: ['a@b.co', ' c@d.co '], problems: [] },
  { name: 'none', emails: [], problems: ['REQUIRED emails'] },
  { name: 'an empty one and one that is none', emails: ['a@b.co', ' ', 'x'], problems: ['REQUIRED emails[1]', 'INVALID_EMAIL emails[2]'] },
  { name: '100', emails: Array.from({ length: 100 }, (_one, at) => `a${at}@b.co`), problems: [] },
  { name: '101', emails: Array.from({ length: 101 }, (_one, at) => `a${at}@b.co`), problems: ['VALUE_OUT_OF_RANGE emails'] },
]

for (const { name, emails, problems } of rows) {
  test(`addresses to invite: ${name}`, () => {
    assert.deepEqual(
      invitationProblems(emails).map((problem) => `${problem.code} ${problem.field}`),
      problems,
    )
  })
}
