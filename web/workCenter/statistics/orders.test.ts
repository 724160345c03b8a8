import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cyclesOf, keyOfOrders, productsOf, timeShares } from './orders.view.ts'

const row = (ids: readonly number[], plannedProductionTime: number) => ({
  jobOrders: ids.map((id) => ({ id, product: { name: id > 2 ? 'Fork' : 'Tube' } })),
  plannedProductionTime,
})

test('orders share the planned time of the period; without any there is no share', () => {
  const rows = [row([1], 5400), row([2, 3], 1800), row([], 0)]
  assert.deepEqual([...timeShares(rows).values()], [0.75, 0.25, 0])
  assert.deepEqual([...timeShares([row([1], 0)]).values()], [null])
  assert.deepEqual(rows.map(keyOfOrders), ['1', '2+3', ''])
})

test('a product is named once, and of several cycles the shortest and the longest', () => {
  assert.equal(productsOf(row([1, 2, 3], 0).jobOrders), 'Tube, Fork')
  assert.deepEqual(cyclesOf([]), [])
  assert.deepEqual(cyclesOf([6]), [6000])
  assert.deepEqual(cyclesOf([6, 7.5, 12]), [6000, 12_000])
})
