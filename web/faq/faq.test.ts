import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FaqEntry } from '#engine/faq/faqEntry.ts'
import { faqIndex } from '#engine/faq/faqSearch.ts'
import { groupedFaq } from './faq.view.ts'

const entry = (id: string, screen: string | null, ability: FaqEntry['ability'] = null): FaqEntry => {
  return { id, screen, ability, question: id, words: id, text: id }
}

test('entries stand under the page that they are about, those about all pages first', () => {
  const index = faqIndex([entry('why', '/losses'), entry('code', '/boxes/$deviceId'), entry('list', '/boxes'), entry('any', null)])
  const groups = groupedFaq(index, { readable: new Set() }, new Set())
  assert.deepEqual(
    groups.map(({ page, entries }) => [page, entries.map(({ id }) => id)]),
    [
      [null, ['any']],
      ['losses', ['why']],
      ['boxes', ['code', 'list']],
    ],
  )
})

test('a page whose entries the reader may not use has no heading', () => {
  const index = faqIndex([entry('key', '/integrations', 'INTEGRATIONS')])
  assert.deepEqual(groupedFaq(index, { readable: new Set() }, new Set()), [])
  assert.equal(groupedFaq(index, { readable: new Set(['INTEGRATIONS']) }, new Set()).length, 1)
})
