import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { ABILITY_SUBJECTS } from '#engine/access/abilities.ts'
import { ROUTE_GUARDS } from '#engine/access/routeGuards.ts'
import { answerPlan } from '#engine/assistant/answerPlan.ts'
import { ASSISTANT_LANGUAGES, type AssistantLanguage, NO_MEMORY } from '#engine/assistant/askContext.ts'
import { INTENTS } from '#engine/assistant/intents.ts'
import { type FaqEntry, readFaqEntry } from './faqEntry.ts'
import { FAQ_IDS } from './faqIds.ts'
import { entriesOfScreen, faqIndex, searchFaq } from './faqSearch.ts'
import { entryOfRefusal, REFUSALS_BY_ENTRY } from './refusalEntries.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** What is sent of one language. */
const MOST_BYTES = 40 * 1024
const EVERYTHING = { readable: new Set(ABILITY_SUBJECTS), screen: null }

const ENTRIES = new Map(ASSISTANT_LANGUAGES.map((language) => [language, entriesOf(language)]))

function entriesOf(language: AssistantLanguage): readonly FaqEntry[] {
  const files = globSync(`docs/faq/${language}/*.md`, { cwd: ROOT }).toSorted()
  return files.map((file) => readFaqEntry(file.replace(/^.*\/(.*)\.md$/, '$1'), readFileSync(`${ROOT}/${file}`, 'utf8')))
}

function read(language: AssistantLanguage): readonly FaqEntry[] {
  return ENTRIES.get(language) ?? []
}

const REQUIRED = [
  'connect-machine',
  'figure-differs',
  'unexplained-stops',
  'confirm-shift',
  'reopen-shift',
  'order-forecast',
  'reject',
  'station-pin',
]

test('every language has the same entries, about the same screens', () => {
  const english = read('en')
  assert.ok(english.length >= 40)
  const ids = new Set(english.map(({ id }) => id))
  assert.deepEqual([...ids].toSorted(), [...FAQ_IDS].toSorted())
  for (const id of REQUIRED) assert.ok(ids.has(id), id)
  for (const language of ASSISTANT_LANGUAGES) {
    const about = read(language).map(({ id, screen, ability }) => ({ id, screen, ability }))
    assert.deepEqual(
      about,
      english.map(({ id, screen, ability }) => ({ id, screen, ability })),
    )
  }
})

test('what is sent of a language fits', () => {
  for (const language of ASSISTANT_LANGUAGES) {
    const bytes = new TextEncoder().encode(JSON.stringify(read(language))).length
    assert.ok(bytes <= MOST_BYTES, `${language}: ${bytes}`)
  }
})

test('no text is left in another language, and none is said twice', () => {
  const english = new Map(read('en').map((entry) => [entry.id, entry]))
  for (const language of ASSISTANT_LANGUAGES) {
    const texts = read(language).map(({ text }) => text)
    assert.equal(new Set(texts).size, texts.length, language)
    if (language === 'en') continue
    for (const { id, question, text } of read(language)) {
      assert.notEqual(question, english.get(id)?.question, `${language} ${id}`)
      assert.notEqual(text, english.get(id)?.text, `${language} ${id}`)
      if (language === 'uk' || language === 'ru') assert.match(text, /\p{Script=Cyrillic}{4}/u, `${language} ${id}`)
    }
  }
})

test('each entry is about a page that exists', () => {
  const paths = new Set(ROUTE_GUARDS.map(({ path }) => path))
  for (const { id, screen } of read('en')) assert.ok(screen === null || paths.has(screen), `${id}: ${screen}`)
})

test('each refusal of the API has exactly one entry, and no entry names an unknown refusal', () => {
  const source = readFileSync(`${ROOT}/server/graphql/errorCodes.ts`, 'utf8')
  const codes = [...source.matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, code = '']) => code)
  assert.ok(codes.length > 250)
  const mapped = Object.values(REFUSALS_BY_ENTRY).flat()
  assert.deepEqual(mapped.toSorted(), codes.toSorted())
  const ids = new Set(read('en').map(({ id }) => id))
  for (const code of codes) assert.ok(ids.has(entryOfRefusal(code) ?? ''), code)
  assert.equal(entryOfRefusal('NO_SUCH_CODE'), null)
})

test('what an intent of the assistant is explained by is an entry', () => {
  const ids = new Set(read('en').map(({ id }) => id))
  const slots = { places: [], period: null, measure: null, reasonId: null, order: null }
  const names = { workCenters: [], groups: [], reasons: [], orders: [], shifts: [], ownWorkCenterIds: [] }
  const context = { language: 'en', now: 0, timeZone: 'UTC', ...names, readable: EVERYTHING.readable, memory: NO_MEMORY } as const
  for (const intent of INTENTS) {
    const { explainedBy } = answerPlan({ intent, slots, concepts: new Set(), text: '', context })
    assert.ok(ids.has(explainedBy), intent)
  }
})

/** As people search: not the words of the questions. */
const SEARCHES: readonly (readonly [AssistantLanguage, string, string])[] = [
  ['en', 'forgot pin on the tablet', 'station-pin'],
  ['en', 'machine is grey', 'device-silent'],
  ['en', 'odoo key rejected', 'integration-fails'],
  ['en', 'pasword reset', 'sign-in'],
  ['en', 'cut downtime in two parts', 'split-stop'],
  ['uk', 'забув пін код', 'station-pin'],
  ['uk', 'не працює вхід пароль', 'sign-in'],
  ['uk', 'хочу звіт щодня на пошту', 'reports-mail'],
  ['uk', 'куди записати брак', 'reject'],
  ['pl', 'zapomniałem hasła', 'sign-in'],
  ['pl', 'jak zamknąć zmianę', 'confirm-shift'],
  ['pl', 'licznik zle liczy', 'output-wrong'],
  ['pl', 'taryfa za prąd', 'energy-cost'],
  ['ru', 'пропал интернет в цеху', 'offline'],
  ['ru', 'как закрыть смену', 'confirm-shift'],
  ['ru', 'когда успеем сделать заказ прогноз', 'order-forecast'],
  ['ru', 'наклейка с кодом на новом станке', 'connect-machine'],
  ['es', 'olvidé la contraseña', 'sign-in'],
  ['es', 'avisar al mantenimiento', 'work-requests'],
  ['es', 'subir una foto demasiado grande tamaño', 'files'],
  ['es', 'turno festivo', 'shift-schedule'],
  ['uz', 'parolni unutdim', 'sign-in'],
  ['uz', 'smenani yopish', 'confirm-shift'],
  ['uz', 'elektr tarifi', 'energy-cost'],
  ['uz', 'planshetda operator rejimi', 'operator-mode'],
]
for (const [language, question, id] of SEARCHES)
  test(`“${question}” finds ${id} among the first three`, () => {
    const found = searchFaq(faqIndex(read(language)), question, EVERYTHING)
    const first = found.slice(0, 3).map((entry) => entry.id)
    assert.ok(first.includes(id), first.join(', '))
  })

test('a question without a known word finds nothing', () => {
  assert.deepEqual(searchFaq(faqIndex(read('en')), 'zzzz qqqq', EVERYTHING), [])
})

test('an entry that the reader may not use is not found, and not offered on its screen', () => {
  const index = faqIndex(read('en'))
  const screen = '/integrations'
  assert.deepEqual(
    entriesOfScreen(index, { ...EVERYTHING, screen }).map(({ id }) => id),
    ['integration-fails', 'integrations'],
  )
  assert.deepEqual(entriesOfScreen(index, { readable: new Set(), screen }), [])
  const found = searchFaq(index, 'connect odoo erp', { readable: new Set(), screen })
  const foreign = found.filter(({ ability }) => ability === 'INTEGRATIONS')
  assert.deepEqual(foreign, [])
})

test('of two entries alike that of the open screen comes first', () => {
  const words = { words: 'shift', ability: null, text: 'Some text.' }
  const [list, report] = [
    { ...words, id: 'list', question: 'How?', screen: '/shifts' },
    { ...words, id: 'report', question: 'How?', screen: '/reports' },
  ]
  const index = faqIndex([list, report])
  assert.equal(searchFaq(index, 'shift', { readable: new Set(), screen: '/reports' })[0]?.id, 'report')
  assert.equal(searchFaq(index, 'shift', { readable: new Set(), screen: '/shifts' })[0]?.id, 'list')
})

const WRONG: readonly (readonly [string, string, RegExp])[] = [
  ['no front matter', 'Only a text.', /no front matter/],
  ['an unknown line', '---\nquestion: A?\nwords: a\ncolour: red\n---\n\nText', /unknown line: colour/],
  ['no words', '---\nquestion: A?\n---\n\nText', /lacks/],
  ['no text', '---\nquestion: A?\nwords: a\n---\n\n', /lacks/],
  ['an unknown ability', '---\nquestion: A?\nwords: a\nability: FLY\n---\n\nText', /unknown ability: FLY/],
]
for (const [name, file, message] of WRONG)
  test(`a file with ${name} is refused with its name`, () => {
    assert.throws(() => readFaqEntry('some-entry', file), message)
    assert.throws(() => readFaqEntry('some-entry', file), /some-entry/)
  })
