import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ids, flag, oneOf, sortOf, texts } from './codecs.ts'
import { laterSearch, plainTexts, tableOfPage } from './laterSearch.ts'
import { searchTable } from './searchTable.ts'

const table = searchTable({
  tab: oneOf(['all', 'quality']),
  wc: ids(),
  shift: texts(),
  split: flag(),
  sort: sortOf(['date', 'name'], '-date'),
})

test('values of a link to a page that is not loaded become the texts that its table reads as the same values', () => {
  const values = { tab: 'quality', wc: [3, 7], shift: ['A,1', '50%'], split: true, sort: 'name' } as const
  assert.deepEqual(table.of(plainTexts(values)), { ...values, invalid: [] })
  assert.deepEqual(plainTexts({ wc: [], split: false, tab: undefined, cols: null, invalid: ['x=1'] }), {})
})

test('a route judges its address only once the table of its page is there', () => {
  const route = laterSearch<typeof table>('/later')
  const address = { tab: 'shoe', sort: '-date' }
  const judge = route.validateSearch as (given: object) => unknown
  assert.deepEqual(judge(address), address)
  tableOfPage('/later', table)
  assert.deepEqual(judge(address), {
    tab: 'all',
    wc: [],
    shift: [],
    split: false,
    sort: '-date',
    invalid: ['tab=shoe'],
  })
})
