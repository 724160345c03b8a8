import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createActiveOrders, orderLine } from '../list/activeOrders.ts'
import { endCards } from '../endCards/endCards.view.ts'
import type { ListedCard } from '../list/listedCard.ts'
import { tableItems, sortOf } from './table.view.ts'

const compare = new Intl.Collator('en').compare
const hall = { id: 7, name: 'Hall', color: '#123456' }
const rows = [
  { id: 1, name: 'B', group: null },
  { id: 2, name: 'A', group: hall },
] as unknown as readonly ListedCard[]

test('a header asks for its order, then for the other way round, then for none', () => {
  assert.deepEqual(sortOf('name', 'default'), { now: 'none', next: 'az' })
  assert.deepEqual(sortOf('name', 'az'), { now: 'ascending', next: 'za' })
  assert.deepEqual(sortOf('name', 'za'), { now: 'descending', next: 'default' })
  assert.deepEqual(sortOf('oee', 'sinceUp'), { now: 'none', next: 'efficiencyUp' }, 'the lowest first')
  assert.deepEqual(sortOf('oee', 'efficiencyUp'), { now: 'ascending', next: 'efficiencyDown' })
  assert.deepEqual(sortOf('oee', 'efficiencyDown'), { now: 'descending', next: 'default' })
  assert.deepEqual(sortOf('status', 'default'), { now: 'none', next: 'statusDown' }, 'the worst first')
  assert.deepEqual(sortOf('status', 'statusDown'), { now: 'descending', next: 'statusUp' })
  assert.deepEqual(sortOf('status', 'statusUp'), { now: 'ascending', next: 'default' })
})

test('rows stand under the heads of their groups, those of folded groups not at all', () => {
  const keys = (search: { isGrouped: boolean; closed: readonly (number | 'none')[] }) =>
    tableItems(rows, search, compare).map(({ key }) => key)
  assert.deepEqual(keys({ isGrouped: false, closed: [7] }), ['row 1', 'row 2'])
  assert.deepEqual(keys({ isGrouped: true, closed: [] }), ['group 7', 'row 2', 'group none', 'row 1'])
  assert.deepEqual(keys({ isGrouped: true, closed: [7, 'none'] }), ['group 7', 'group none'])
})

test('an order shows how much is made, and what is not known is left out', () => {
  assert.equal(orderLine([]), null)
  assert.deepEqual(orderLine([{ orderCode: 'A', planOutput: 200, acceptedOutput: 50 }, { orderCode: 'B' }]), {
    code: 'A',
    progress: 0.25,
    moreCount: 1,
  })
  assert.equal(orderLine([{ orderCode: 'A', acceptedOutput: 5 }])?.progress, null)
})

test('a card is told of its order only when that changed', () => {
  const orders = createActiveOrders()
  const answer = () => [{ id: 1, activeJobOrders: [{ orderCode: 'A', planOutput: 10, acceptedOutput: 1 }] }]
  orders.put(answer())
  const before = orders.get(1)
  orders.put(answer())
  assert.equal(orders.get(1), before)
  orders.put([{ id: 1, activeJobOrders: [] }])
  assert.equal(orders.get(1), undefined)
})

test('the demo company shows the way to an own machine, an own company the next one and the demo', () => {
  assert.deepEqual(endCards({ isDemo: true, canAdd: false, hasDemo: true }), ['buy'])
  assert.deepEqual(endCards({ isDemo: false, canAdd: true, hasDemo: true }), ['add', 'demo'])
  assert.deepEqual(endCards({ isDemo: false, canAdd: false, hasDemo: false }), [])
})
