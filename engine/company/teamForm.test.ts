import assert from 'node:assert/strict'
import { test } from 'node:test'
import { teamFormProblems, trimTeamForm } from './teamForm.ts'

const rows: readonly { name: string; form: readonly [string, string]; problems: readonly string[] }[] = [
  { name: 'with blanks around and a colour in small letters', form: [' Maintenance ', ' #2e6fdb'], problems: [] },
  { name: 'empty', form: [' ', ''], problems: ['REQUIRED name', 'INVALID_FORMAT color'] },
  { name: '100 characters', form: ['x'.repeat(100), '#2E6FDB'], problems: [] },
  { name: '101 characters', form: ['x'.repeat(101), '#2E6FDB'], problems: ['LENGTH_OUT_OF_RANGE name'] },
  { name: 'a short colour', form: ['Day', '#2E6'], problems: ['INVALID_FORMAT color'] },
  { name: 'a colour by name', form: ['Day', 'red'], problems: ['INVALID_FORMAT color'] },
]

for (const { name, form, problems } of rows) {
  test(`team form: ${name}`, () => {
    const [teamName, color] = form
    const found = teamFormProblems(trimTeamForm({ name: teamName, color }))
    assert.deepEqual(
      found.map((problem) => `${problem.code} ${problem.field}`),
      problems,
    )
  })
}
