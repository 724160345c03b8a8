import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { LOCALES } from '#web/ui/locale.ts'

type Texts = { readonly [key: string]: string | Texts }

const PLURAL = /_(zero|one|two|few|many|other)$/

function leaves(texts: Texts, prefix = ''): Map<string, string> {
  const found = new Map<string, string>()
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === 'string') found.set(prefix + key, value)
    else for (const [path, text] of leaves(value, `${prefix}${key}.`)) found.set(path, text)
  }
  return found
}

const files = new Map(
  LOCALES.map((locale) => [locale, leaves(JSON.parse(readFileSync(new URL(`./${locale}.json`, import.meta.url), 'utf8')) as Texts)]),
)
const english = files.get('en') ?? new Map<string, string>()
const names = (texts: ReadonlyMap<string, string>) => new Set([...texts.keys()].map((key) => key.replace(PLURAL, '')))
const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '').toSorted()

for (const [locale, texts] of files) {
  test(`${locale} has every text of English and no other`, () => {
    assert.ok(english.size > 150)
    assert.deepEqual([...names(texts)].toSorted(), [...names(english)].toSorted())
  })

  test(`${locale} has the plural forms of its language`, () => {
    const categories = new Intl.PluralRules(locale).resolvedOptions().pluralCategories.toSorted()
    const forms = Map.groupBy(
      [...texts.keys()].filter((key) => PLURAL.test(key)),
      (key) => key.replace(PLURAL, ''),
    )
    assert.ok(forms.size > 5)
    for (const [name, keys] of forms) assert.deepEqual(keys.map((key) => PLURAL.exec(key)?.[1] ?? '').toSorted(), categories, name)
  })

  test(`${locale} uses the same placeholders as English and leaves nothing empty`, () => {
    for (const [key, text] of texts) {
      assert.notEqual(text.trim(), '', key)
      const original = english.get(key) ?? english.get(key.replace(PLURAL, '_other')) ?? ''
      assert.deepEqual(placeholders(text), placeholders(original), key)
    }
  })
}

test('other languages are translated, not copied', () => {
  for (const [locale, texts] of files) {
    if (locale === 'en') continue
    const copied = [...texts].filter(([key, text]) => english.get(key) === text && /[a-z]{4}/.test(text.replaceAll(/\{\{\w+\}\}/g, '')))
    assert.ok(copied.length < 12, `${locale}: ${copied.map(([key]) => key).join(', ')}`)
  }
})

test('every text that a screen asks for exists, and every text is asked for', () => {
  const sources = globSync('web/**/*.{ts,tsx}', { cwd: new URL('../../..', import.meta.url) })
    .filter((path) => !/\.test\.ts$|web[\\/](identity|api[\\/]generated)[\\/]/.test(path))
    .map((path) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8'))
    .join('\n')
  const known = names(english)
  const asked = new Set([...sources.matchAll(/\bt\('([\w.-]+)'/g)].map((match) => match[1] ?? ''))
  for (const match of sources.matchAll(/'((?:status|boxes)\.\w+)'/g)) asked.add(match[1] ?? '')
  const begun = [...sources.matchAll(/\bt\(`([\w.-]+)\$/g)].map((match) => match[1] ?? '')
  assert.ok(asked.size > 60)
  assert.deepEqual(
    [...asked].filter((key) => !known.has(key)),
    [],
  )
  for (const prefix of begun)
    assert.ok(
      [...known].some((key) => key.startsWith(prefix)),
      prefix,
    )
  assert.deepEqual(
    [...known].filter((key) => !asked.has(key) && !begun.some((prefix) => key.startsWith(prefix))),
    [],
  )
})
