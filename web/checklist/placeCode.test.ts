import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHECKLISTS_SEARCH } from './checklistsSearch.ts'
import { placeCode } from './placeCode.ts'

test('the code on a machine is a short address that opens what is due there', () => {
  const code = placeCode('https://plant.example', 17)
  assert.equal(code, 'https://plant.example/checklists?wc=17')
  const { tab, wc } = CHECKLISTS_SEARCH.read(Object.fromEntries(new URL(code).searchParams))
  assert.deepEqual([tab, wc], ['today', [17]])
})
