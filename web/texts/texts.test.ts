import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { LEDGER_KEYS } from '#engine/oee/ledger.ts'
import { WITHOUT_PROBLEMS } from '#web/texts/withoutProblems.ts'
import { LOCALES } from '#web/ui/locale.ts'

type Texts = { readonly [key: string]: string | Texts }
/** The texts of one namespace: where their files are, and which sources ask for them. */
type TextSet = { readonly area: string; readonly folder: string }

/** Codes that only a program can bring about that asks in a wrong way. */
const FOR_PROGRAMS = /^(GRAPHQL_|QUERY_|TOO_MANY_(ALIASES|FIELDS|FRAGMENTS)|BATCH_|BODY_|BAD_REQUEST)/
const PLURAL = /_(zero|one|two|few|many|other)$/
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SHELL: TextSet = { area: 'translation', folder: 'web/texts' }
const PROBLEM: TextSet = { area: 'problem', folder: 'web/texts/problem/texts' }
/** Answers that pages which come later load beside the others. */
const FURTHER_PROBLEM: TextSet = { area: 'furtherProblem', folder: 'web/texts/furtherProblem/texts' }
const AREAS: readonly TextSet[] = globSync('web/**/texts/en.json', { cwd: ROOT })
  .map((path) => path.replaceAll('\\', '/').replace(/\/en\.json$/, ''))
  .filter((folder) => !folder.startsWith('web/identity/') && ![PROBLEM, FURTHER_PROBLEM, SHELL].some((set) => set.folder === folder))
  .map((folder) => ({ area: folder.split('/').at(-2) ?? '', folder }))

function leaves(texts: Texts, prefix = ''): Map<string, string> {
  const found = new Map<string, string>()
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === 'string') found.set(prefix + key, value)
    else for (const [path, text] of leaves(value, `${prefix}${key}.`)) found.set(path, text)
  }
  return found
}

const read = (folder: string, locale: string) => leaves(JSON.parse(readFileSync(`${ROOT}/${folder}/${locale}.json`, 'utf8')) as Texts)
const names = (texts: ReadonlyMap<string, string>) => new Set([...texts.keys()].map((key) => key.replace(PLURAL, '')))
const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '').toSorted()

for (const { area, folder } of [SHELL, PROBLEM, FURTHER_PROBLEM, ...AREAS]) {
  describe(`the texts of ${area}`, () => {
    const english = read(folder, 'en')
    for (const locale of LOCALES) {
      const texts = read(folder, locale)
      test(`${locale} has every text of English and no other`, () => {
        assert.ok(english.size > 0)
        assert.deepEqual([...names(texts)].toSorted(), [...names(english)].toSorted())
      })

      test(`${locale} has the plural forms of its language`, () => {
        const categories = new Intl.PluralRules(locale).resolvedOptions().pluralCategories.toSorted()
        const forms = Map.groupBy(
          [...texts.keys()].filter((key) => PLURAL.test(key)),
          (key) => key.replace(PLURAL, ''),
        )
        for (const [name, keys] of forms) assert.deepEqual(keys.map((key) => PLURAL.exec(key)?.[1] ?? '').toSorted(), categories, name)
      })

      test(`${locale} uses the same placeholders as English and leaves nothing empty`, () => {
        for (const [key, text] of texts) {
          assert.notEqual(text.trim(), '', key)
          const original = english.get(key) ?? english.get(key.replace(PLURAL, '_other')) ?? ''
          assert.deepEqual(placeholders(text), placeholders(original), key)
        }
      })

      test(`${locale} is translated, not copied`, () => {
        if (locale === 'en') return
        const copied = [...texts].filter(([key, text]) => english.get(key) === text && /[a-z]{4}/.test(text.replaceAll(/\{\{\w+\}\}/g, '')))
        assert.ok(copied.length < 12, copied.map(([key]) => key).join(', '))
      })
    }
  })
}

const wordsOf = (file: string, word: RegExp) =>
  [...readFileSync(`${ROOT}/${file}`, 'utf8').matchAll(word)].map(([found]) => `${file} ${found}`)

test('Uzbek is written with oʻ and gʻ (U+02BB) and the sign ʼ (U+02BC), not with quotation marks', () => {
  const files = globSync(['{web,server}/**/uz.json', 'docs/faq/uz/*.md'], { cwd: ROOT })
  assert.ok(files.length > 60)
  const quoted = files.flatMap((file) => wordsOf(file, /\p{L}+[‘’']\p{L}+/gu))
  assert.deepEqual(quoted, [])
})

test('every area has the type of its texts in web/areaTexts.ts', () => {
  const source = readFileSync(`${ROOT}/web/areaTexts.ts`, 'utf8')
  const named = [...source.matchAll(/^import type (\w+) from '\.\/(.+)\/en\.json'$/gm)].map(
    ([, area = '', folder = '']) => `${area} ${folder}`,
  )
  const loaded = AREAS.filter(({ area }) => area !== 'publicPage').map(({ area, folder }) => `${area} ${folder.replace(/^web\//, '')}`)
  assert.deepEqual(named.toSorted(), loaded.toSorted())
  for (const area of named.map((one) => one.split(' ')[0] ?? '')) assert.ok(source.includes(`readonly ${area}: typeof ${area}\n`), area)
})

test('every term of a formula, which the server names in a plain string, has its text', () => {
  const shell = names(read(SHELL.folder, 'en'))
  const statistics = names(read('web/workCenter/statistics/texts', 'en'))
  for (const key of LEDGER_KEYS) assert.ok(shell.has(`term.${key}`), key)
  for (const key of ['includedPlanned', 'includedRun']) assert.ok(statistics.has(`term.${key}`), key)
})

describe('what the screens ask for', () => {
  const sources = globSync('web/**/*.{ts,tsx}', { cwd: ROOT })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.test\.tsx?$|web\/(identity|api\/generated)\//.test(path))
    .map((path) => ({ path, text: readFileSync(`${ROOT}/${path}`, 'utf8') }))
  const asked = (text: string) => {
    const whole = new Set([...text.matchAll(/\bt\(\s*'([\w.-]+)'/g)].map((match) => match[1] ?? ''))
    for (const match of text.matchAll(/\bt\([^'`\n]*\? '([\w.-]+)' : '([\w.-]+)'/g)) for (const key of match.slice(1)) whole.add(key)
    for (const match of text.matchAll(/'((?:status|boxes|history\.field)\.\w+)'/g)) whole.add(match[1] ?? '')
    return { whole, begun: [...text.matchAll(/\bt\(\s*`([\w.-]+)\$/g)].map((match) => match[1] ?? '') }
  }
  const shellNames = names(read(SHELL.folder, 'en'))
  const problemNames = new Set([PROBLEM, FURTHER_PROBLEM].flatMap(({ folder }) => [...names(read(folder, 'en'))]))
  const areaNames = new Map(AREAS.map(({ area, folder }) => [area, names(read(folder, 'en'))]))

  for (const { path, text } of sources) {
    const { whole, begun } = asked(text)
    if (whole.size + begun.length === 0) continue
    test(`${path}: every text it asks for exists`, () => {
      const namespaces = [...text.matchAll(/\b(?:useTexts|withTexts)\('(\w+)'/g)].map((match) => match[1] ?? '')
      const known = new Set([...shellNames, ...problemNames, ...namespaces.flatMap((area) => [...(areaNames.get(area) ?? [])])])
      assert.deepEqual(
        [...whole].filter((key) => !known.has(key)),
        [],
      )
      for (const prefix of begun)
        assert.ok(
          [...known].some((key) => key.startsWith(prefix)),
          prefix,
        )
    })
  }

  test('every text is asked for', () => {
    const all = asked(sources.map(({ text }) => text).join('\n'))
    const unused = [...shellNames, ...[...areaNames.values()].flatMap((one) => [...one])].filter(
      (key) => !all.whole.has(key) && !all.begun.some((prefix) => key.startsWith(prefix)),
    )
    assert.deepEqual(unused, [])
  })

  test('an answer about orders stands in one file, which the first page does not load', () => {
    const [first, ofOrders] = [PROBLEM, FURTHER_PROBLEM].map(({ folder }) => names(read(folder, 'en')))
    assert.deepEqual(
      [...(first ?? [])].filter((key) => ofOrders?.has(key)),
      [],
    )
  })

  test('who does without the answers of the API asks for none', () => {
    for (const area of WITHOUT_PROBLEMS) {
      const folder = AREAS.find((one) => one.area === area)?.folder.replace(/\/texts$/, '') ?? ''
      const files = globSync(`${folder}/**/*.{ts,tsx}`, { cwd: ROOT })
      assert.ok(files.length > 0, area)
      assert.deepEqual(
        files.filter((path) => readFileSync(`${ROOT}/${path}`, 'utf8').includes('problemText')),
        [],
      )
    }
  })

  test('every code that the API may answer a person has its sentence', () => {
    const source = readFileSync(`${ROOT}/server/graphql/errorCodes.ts`, 'utf8')
    const codes = [...source.matchAll(/^ {2}([A-Z_]+):/gm)].map((match) => match[1] ?? '').filter((code) => !FOR_PROGRAMS.test(code))
    assert.ok(codes.length > 60)
    assert.deepEqual(
      codes.filter((code) => !problemNames.has(`code.${code}`)),
      [],
    )
  })
})
