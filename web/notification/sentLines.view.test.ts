import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gatherTold, toldBack } from './sentLines.view.ts'

test('those to whom the same happened by the same way stand in one line, in the order of the first', () => {
  const told = [
    { who: 'Olena', by: 'in the inbox', became: 'not seen yet 10:30' },
    { who: 'Olena', by: 'Pixel 9', became: 'sent 10:30' },
    { who: 'Marek', by: 'in the inbox', became: 'seen 10:31' },
    { who: 'Ivan', by: 'in the inbox', became: 'not seen yet 10:30' },
  ]
  assert.deepEqual(gatherTold(told), [
    { people: ['Olena', 'Ivan'], by: 'in the inbox', became: 'not seen yet 10:30' },
    { people: ['Olena'], by: 'Pixel 9', became: 'sent 10:30' },
    { people: ['Marek'], by: 'in the inbox', became: 'seen 10:31' },
  ])
  assert.deepEqual(gatherTold([]), [])
})

test('what a device told afterwards is said with its time in each language', () => {
  const told = toldBack({ shownAt: '2026-03-29T10:05:00Z', openedAt: '2026-03-29T10:06:00Z' })
  assert.deepEqual(
    told.map(({ at }) => at),
    ['2026-03-29T10:05:00Z', '2026-03-29T10:06:00Z'],
  )
  for (const language of ['en', 'es', 'pl', 'ru', 'uk', 'uz']) {
    const { sent } = JSON.parse(readFileSync(new URL(`texts/${language}.json`, import.meta.url), 'utf8')) as Texts
    for (const { key } of told) assert.match(sent[key.replace('sent.', '')] ?? '', /\{\{time\}\}/, `${language} ${key}`)
  }
  assert.deepEqual(toldBack({ shownAt: null, openedAt: null }), [])
})

type Texts = { readonly sent: Readonly<Record<string, string>> }
