import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { LOCALES, parseTexts, readLanguageTexts, textProblems } from './languageTexts.ts'
import { ROOT } from './sourceTree.ts'

test('every language says what English says', () => {
  const languages = readLanguageTexts(ROOT)
  assert.deepEqual([...languages.keys()], [...LOCALES])
  assert.ok((languages.get('en')?.size ?? 0) > 50, 'English has hardly any text')
  assert.deepEqual(textProblems(languages), [])
})

test('a missing, an extra and an empty text are found', () => {
  assert.deepEqual(problems({ a: { b: 'B' } }, { c: 'C', d: ' ' }), [
    'es: a.b is missing',
    'es: c is not in English',
    'es: d is not in English',
    'es: d is empty',
  ])
})

test('a plural needs the forms of its own language', () => {
  const english = { stops_one: '{{count}} stop', stops_other: '{{count}} stops' }
  assert.deepEqual(problems(english, { stops_one: '{{count}} a', stops_other: '{{count}} b' }), ['es: stops has no form for many'])
  assert.deepEqual(problems(english, { stops_one: 'una', stops_many: '{{count}} c', stops_other: '{{count}} b' }), [])
})

test('another placeholder is found', () => {
  assert.deepEqual(problems({ since: 'since {{time}}' }, { since: 'desde {{hora}}' }), [
    'es: since has the placeholders hora, English has time',
  ])
})

test('the pages of a work center fill in what stands in two braces, and nothing stands in one', () => {
  for (const locale of LOCALES) {
    const texts = parseTexts(readFileSync(join(ROOT, 'web/workCenter/page/texts', `${locale}.json`), 'utf8'))
    assert.deepEqual(
      [...texts].filter(([, text]) => /(?<!\{)\{\w+\}(?!\})/.test(text)),
      [],
      locale,
    )
  }
})

test('a text that is no text is refused', () => {
  assert.throws(() => parseTexts('{"a": {"b": 3}}'), /a\.b is 3/)
})

function problems(english: object, spanish: object): string[] {
  return textProblems(
    new Map([
      ['en', parseTexts(JSON.stringify(english))],
      ['es', parseTexts(JSON.stringify(spanish))],
    ]),
  )
}
