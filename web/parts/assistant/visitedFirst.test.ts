import assert from 'node:assert/strict'
import { test } from 'node:test'
import { visitedFirst } from './visitedFirst.ts'

test('machines whose pages were opened last come first, the others stay in their order', () => {
  const places = ['a', 'b', 'c', 'd'].map((deviceId) => ({ deviceId }))
  const order = visitedFirst(places, ['d', 'gone', 'b']).map(({ deviceId }) => deviceId)
  assert.deepEqual(order, ['d', 'b', 'a', 'c'])
  assert.deepEqual(visitedFirst(places, []), places)
})
