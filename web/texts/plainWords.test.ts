import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** What no English text says, and what it says instead. */
const ODD: readonly (readonly [RegExp, string])[] = [
  [/(?<!Latin )\bletters?\b/i, 'an e-mail is an e-mail'],
  [/\bwhoever\b/i, 'name the person: anybody, the person who'],
  [/\bholds?\b/, 'a rule or a setting applies'],
  [/\bstays? as (it is|they are|they were)\b/i, 'it does not change'],
  [/\bstands? here\b|\bwill stand\b/i, 'things appear in a list'],
  [/\bworked out\b/i, 'figures are calculated, shifts recalculated'],
  [/\bgoes on\b|\bgo on\b/i, 'a shift is still running, a person continues'],
  [/\bbehind it\b/i, 'a button shows what it opens'],
  [/\bis not right\b|\bare not right\b/i, 'it is wrong, or it is to be corrected'],
  [/\bcan not\b/i, 'cannot is one word'],
  [/\bas before\b/i, 'say what is there again, or that nothing changed'],
  [/\btake (the .+ away|back)\b/i, 'remove'],
  [/\bthe (mark of|blanks|denominator)\b|\bblanks\b/i, 'words of a textbook'],
  [/\bin all\b(?! shifts)/i, 'in total'],
  [/\bsecond step\b/i, 'two-step sign-in'],
  [/\blike the system\b|\bplace in the list\b|\bto below\b|\bold password\b/i, 'System, Position in list, below, current password'],
  [/\bis yours to\b|\bby which you\b/i, 'say what the person can do'],
  [/\bhow to ask\b|\bgo to or do\b/i, 'headings name what follows'],
]

/** Texts that the specification gives word by word (docs/specification.md). */
const GIVEN = new Set([
  'Value can not be less than zero',
  'Ranges can not intersect',
  'Ranges can not intersect: {{name}} and {{other}}',
  'Ranges can not intersect: {{names}}',
  'Employees will be added to the organization after following the link in the letter',
])

test('English texts use the words of a product', () => {
  const files = [...globSync('web/**/texts/en.json', { cwd: ROOT }), 'server/mail/emails/en.json']
  assert.ok(files.length > 30)
  const found = files.flatMap((file) =>
    [...textsOf(file)].flatMap(([key, text]) =>
      GIVEN.has(text) ? [] : ODD.filter(([odd]) => odd.test(text)).map(([, instead]) => `${file} ${key}: “${text}” (${instead})`),
    ),
  )
  assert.deepEqual(found, [])
})

function textsOf(file: string): ReadonlyMap<string, string> {
  const json: unknown = JSON.parse(readFileSync(`${ROOT}/${file}`, 'utf8'))
  return new Map(leaves(json, ''))
}

function leaves(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, path === '' ? key : `${path}.${key}`))
}
