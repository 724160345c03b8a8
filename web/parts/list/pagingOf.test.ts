import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PAGE_SIZES, pagingOf } from './pagingOf.ts'

test('the pages of a list are those of the answer, and another one is a step of the history', () => {
  const changes: object[] = []
  const change = (next: object, options: object) => void changes.push({ ...next, ...options })
  const { paging } = pagingOf({ current: 2, size: 50, totalItems: 97, isTotalExact: false }, change)
  assert.deepEqual({ ...paging, onPage: null }, { page: 2, size: 50, total: 97, isTotalExact: false, onPage: null })
  paging?.onPage(3)
  assert.deepEqual(changes, [{ page: 3, isStep: true }])
  assert.equal(pagingOf({ current: 1, size: 50, totalItems: 3 }, change).paging?.isTotalExact, true)
  assert.deepEqual(pagingOf(undefined, change), {})
  const sizes = { choices: PAGE_SIZES, onSize: () => undefined }
  assert.equal(pagingOf({ current: 1, size: 10, totalItems: 3 }, change, sizes).paging?.sizes, sizes)
})
