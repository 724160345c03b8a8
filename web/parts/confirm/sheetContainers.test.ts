import assert from 'node:assert/strict'
import { test } from 'node:test'
import { containersOf, withContainer, withoutContainer } from './sheetContainers.ts'

test('containers are read between commas, each once', () => {
  assert.deepEqual(containersOf(' C-118, c-118; C-119 ,,'), ['C-118', 'C-119'])
  assert.deepEqual(containersOf('  '), [])
})

test('a scanned container is added behind the others, and not twice', () => {
  assert.equal(withContainer('', 'C-118'), 'C-118')
  assert.equal(withContainer('C-118', ' C-119 '), 'C-118, C-119')
  assert.equal(withContainer('C-118, C-119', 'c-118'), 'C-118, C-119')
})

test('what is no container after all is taken out again, and nothing else', () => {
  assert.equal(withoutContainer('C-118, C-119', ' c-119'), 'C-118')
  assert.equal(withoutContainer('C-118', 'C-118'), '')
  assert.equal(withoutContainer('C-118,C-1', 'C-119'), 'C-118,C-1')
})
