import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseEmails, uniqueEmails } from './emailList.ts'

const rows: readonly { name: string; text: string; found: readonly string[] }[] = [
  { name: 'nothing', text: '', found: [] },
  { name: 'blank lines', text: ' \n\n\t', found: [] },
  { name: 'one', text: ' anna@acme.example ', found: ['1 anna@acme.example'] },
  {
    name: 'commas',
    text: 'a@acme.example,b@acme.example, c@acme.example',
    found: ['1 a@acme.example', '1 b@acme.example', '1 c@acme.example'],
  },
  {
    name: 'semicolons, as mail programs copy them',
    text: 'a@acme.example; b@acme.example;',
    found: ['1 a@acme.example', '1 b@acme.example'],
  },
  { name: 'blanks', text: 'a@acme.example b@acme.example', found: ['1 a@acme.example', '1 b@acme.example'] },
  {
    name: 'lines of any system',
    text: 'a@acme.example\r\n\nb@acme.example\rc@acme.example',
    found: ['1 a@acme.example', '3 b@acme.example', '4 c@acme.example'],
  },
  { name: 'a comma at the end of a line', text: 'a@acme.example,\nb@acme.example', found: ['1 a@acme.example', '2 b@acme.example'] },
  { name: 'a name before the address', text: 'Anna Kowal <Anna@Acme.example>', found: ['1 anna@acme.example'] },
  {
    name: 'names and plain addresses',
    text: 'Anna Kowal <a@acme.example>, b@acme.example Ivan <c@acme.example>',
    found: ['1 a@acme.example', '1 b@acme.example', '1 c@acme.example'],
  },
  { name: 'a quoted name with a comma', text: '"Kowal, Anna" <a@acme.example>', found: ['1 a@acme.example'] },
  { name: 'an empty entry', text: 'a@acme.example,,b@acme.example', found: ['1 a@acme.example', '1 EMPTY', '1 b@acme.example'] },
  { name: 'nothing in the brackets', text: 'Anna <>', found: ['1 EMPTY'] },
  { name: 'a word', text: 'anna', found: ['1 INVALID_EMAIL'] },
  { name: 'a name without brackets', text: 'Anna anna@acme.example', found: ['1 INVALID_EMAIL', '1 anna@acme.example'] },
  { name: 'a name in brackets without an address', text: 'x <anna>', found: ['1 INVALID_EMAIL'] },
]

for (const { name, text, found } of rows) {
  test(`a list of addresses: ${name}`, () => {
    assert.deepEqual(
      parseEmails(text).map((entry) => `${entry.line} ${entry.problem ?? entry.email}`),
      found,
    )
  })
}

test('each address counts once, whatever its case and name', () => {
  assert.deepEqual(uniqueEmails(parseEmails('b@acme.example\nAnna <B@acme.example>, nobody, a@acme.example')), [
    'b@acme.example',
    'a@acme.example',
  ])
})

test('addresses come back whatever stands between them', () => {
  const address = fc.stringMatching(/^[a-z]{1,8}$/).map((name) => `${name}@acme.example`)
  const separator = fc.constantFrom(',', ';', ' ', '\n', '\r\n', ', ', ' ; ', '\n\n', ',\n')
  fc.assert(
    fc.property(fc.array(fc.tuple(address, separator), { maxLength: 20 }), (pieces) => {
      const entries = parseEmails(pieces.map(([one, between]) => one + between).join(''))
      assert.deepEqual(
        entries.map((entry) => entry.email),
        pieces.map(([one]) => one),
      )
      assert.ok(entries.every((entry) => entry.problem === null))
    }),
  )
})
