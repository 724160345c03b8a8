import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readInviteList } from './invite.view.ts'

const MEMBERS = ['Olena@acme.example']

test('a pasted list is parted into addresses, wrong entries, repetitions and members', () => {
  const list = readInviteList('anna@acme.example, nobody,, Jan Nowak <jan@acme.example>\nANNA@acme.example olena@acme.example', MEMBERS)
  assert.deepEqual(list, {
    emails: ['anna@acme.example', 'jan@acme.example'],
    wrong: [
      { line: 1, text: 'nobody', email: 'nobody', problem: 'INVALID_EMAIL' },
      { line: 1, text: '', email: '', problem: 'EMPTY' },
    ],
    duplicates: 1,
    members: ['olena@acme.example'],
    isTooLong: false,
  })
})

test('an empty list is one empty entry', () => {
  assert.deepEqual(readInviteList(' \n ', MEMBERS).wrong, [{ line: 1, text: '', email: '', problem: 'EMPTY' }])
})

test('a list ends at a hundred addresses, not counting repetitions', () => {
  const addresses = Array.from({ length: 100 }, (_, at) => `a${at}@acme.example`)
  assert.equal(readInviteList([...addresses, ...addresses].join('\n'), []).isTooLong, false)
  assert.equal(readInviteList([...addresses, 'one@more.example'].join('\n'), []).isTooLong, true)
})
