import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SIDEBARS } from '../navigation.ts'
import { answerKey, GO_TO } from './goTo.ts'

test('g and a letter lead to a page', () => {
  const first = answerKey('g', 1000, null)
  assert.deepEqual(first, { begunAt: 1000, does: null })
  assert.deepEqual(answerKey('u', 1400, first.begunAt), { begunAt: null, does: { path: '/users' } })
})

test('a letter alone, or too long after g, does nothing', () => {
  assert.deepEqual(answerKey('u', 1000, null), { begunAt: null, does: null })
  assert.deepEqual(answerKey('u', 2501, 1000), { begunAt: null, does: null })
  assert.deepEqual(answerKey('u', 2500, 1000).does, { path: '/users' })
})

test('a letter that leads nowhere ends the sequence, a second g begins it anew', () => {
  assert.deepEqual(answerKey('ü', 1100, 1000), { begunAt: null, does: null })
  assert.deepEqual(answerKey('g', 1100, 1000), { begunAt: 1100, does: null })
})

test('a question mark asks for help, also within a sequence', () => {
  assert.deepEqual(answerKey('?', 1100, 1000), { begunAt: null, does: 'help' })
})

test('every page of the sidebars has a key of its own, but for the password', () => {
  const pages = Object.values(SIDEBARS)
    .flat(2)
    .map(({ key, path }) => `${key} ${path}`)
  assert.deepEqual(
    GO_TO.map(({ page, path }) => `${page} ${path}`).toSorted(),
    pages.filter((page) => !page.startsWith('password')).toSorted(),
  )
  assert.equal(new Set(GO_TO.map(({ key }) => key)).size, GO_TO.length)
})
