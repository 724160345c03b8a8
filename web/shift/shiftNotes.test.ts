import assert from 'node:assert/strict'
import { test } from 'node:test'
import { uncoveredLines } from './shiftNotes.view.ts'

const kg = { code: 'kg', shortName: 'kg' }
const taken = (id: number, item: number, order: number | null, quantity: number) => ({
  id,
  quantity,
  item: { id: item, name: `Material ${item}` },
  measurementUnit: kg,
  jobOrder: order === null ? null : { id: order, orderCode: `JO-${order}` },
})

test('material that no batch covers is one line for each material and order, summed without the error of decimal fractions', () => {
  const lines = uncoveredLines([taken(1, 7, 3, 0.1), taken(2, 8, 3, 5), taken(3, 7, 3, 0.2), taken(4, 7, null, 1), taken(5, 7, 4, 2)])
  assert.deepEqual(
    lines.map(({ name, orderCode, quantity }) => [name, orderCode, quantity]),
    [
      ['Material 7', 'JO-3', 0.3],
      ['Material 8', 'JO-3', 5],
      ['Material 7', null, 1],
      ['Material 7', 'JO-4', 2],
    ],
  )
})
