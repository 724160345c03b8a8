import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { LOCALES } from '#web/ui/locale.ts'

const read = (locale: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'texts', `${locale}.json`), 'utf8')) as Readonly<Record<string, string>>
const english = read('en')
const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted()

for (const locale of LOCALES) {
  test(`the pages of the identity provider say everything in ${locale}`, () => {
    const texts = read(locale)
    assert.deepEqual(Object.keys(texts), Object.keys(english))
    for (const [key, text] of Object.entries(texts)) {
      assert.notEqual(text.trim(), '', key)
      assert.deepEqual(placeholders(text), placeholders(english[key] ?? ''), key)
    }
  })
}

test('every text is shown somewhere', () => {
  const sources = globSync('*.{ts,tsx}', { cwd: import.meta.dirname }).map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
  const unused = Object.keys(english).filter(
    (key) => !/^(empty|code)_/.test(key) && !sources.some((source) => new RegExp(`texts\\.${key}\\b`).test(source)),
  )
  assert.deepEqual(unused, [])
})
