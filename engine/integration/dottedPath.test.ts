import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pathProblem, valueAt } from './dottedPath.ts'

const answer = {
  data: {
    orders: [
      { no: 'A', lines: [{ qty: 5 }, { qty: 7 }] },
      { no: 'B', lines: [] },
    ],
  },
  total: 2,
}

const ROWS: readonly (readonly [string, unknown])[] = [
  ['', answer],
  ['total', 2],
  ['data.orders[0].no', 'A'],
  ['data.orders[].no', ['A', 'B']],
  ['data.orders[].lines[].qty', [5, 7]],
  ['data.orders[1].lines[0].qty', undefined],
  ['data.missing.no', undefined],
  ['total.no', undefined],
  ['total[]', []],
  ['constructor.name', undefined],
  ['data.__proto__', undefined],
]

for (const [path, expected] of ROWS)
  test(`the path "${path}" leads to ${JSON.stringify(expected)}`, () => assert.deepEqual(valueAt(answer, path), expected))

test('a path is names, places and brackets', () => {
  for (const good of ['', 'a', 'a.b', 'a[]', 'a[0][].b', 'é.ключ']) assert.equal(pathProblem('path', good), null, good)
  for (const bad of ['a..b', 'a[x]', '[0]', 'a[', '.a', Array.from({ length: 21 }, () => 'a').join('.')])
    assert.equal(pathProblem('path', bad)?.code, 'INVALID_FORMAT', bad)
})
