import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { useListTable } from '#web/parts/list/table/listTable.ts'
import { directionOf } from '#web/parts/list/sort.ts'
import { createActiveOrders, orderLine } from '../list/activeOrders.ts'
import { endCards } from '../endCards/endCards.view.ts'
import type { ListedCard } from '../list/listedCard.ts'
import { type Sort, SORT_COLUMNS, SORTS } from '../list/listSearch.view.ts'
import { TABLE_COLUMNS } from '../list/tableColumns.ts'
import { headSort, sortOfHead, STARTS_DOWN, tableItems } from './table.view.ts'

/** Returns the order that a press on a head asks for. */
function press(column: string, sort: Sort): Sort {
  let asked: Sort | undefined
  const columns = (['name', ...TABLE_COLUMNS] as const).map((key) => ({
    key,
    title: key,
    cell: () => null,
    isSortable: true,
    startsDown: key !== 'name' && STARTS_DOWN.includes(key),
    value: () => 1,
  }))
  const Table = () => {
    const table = useListTable({
      columns,
      shown: columns.map(({ key }) => key),
      rows: [{}],
      rowKey: () => '1',
      sort: headSort(sort),
      isSelectable: false,
      onSort: (head) => {
        asked = sortOfHead(head)
      },
    })
    table.getColumn(column)?.toggleSorting()
    return null
  }
  renderToStaticMarkup(createElement(Table))
  assert.ok(asked)
  return asked
}

const compare = new Intl.Collator('en').compare
const hall = { id: 7, name: 'Hall', color: '#123456' }
const rows = [
  { id: 1, name: 'B', group: null },
  { id: 2, name: 'A', group: hall },
] as unknown as readonly ListedCard[]

test('a head asks for its order, then for the other way round, then for none', () => {
  const next = press
  const now = (column: string, sort: Sort) => directionOf(column, headSort(sort))
  assert.deepEqual([now('name', 'default'), next('name', 'default')], ['none', 'az'])
  assert.deepEqual([now('name', 'az'), next('name', 'az')], ['ascending', 'za'])
  assert.deepEqual([now('name', 'za'), next('name', 'za')], ['descending', 'default'])
  assert.deepEqual([now('oee', 'sinceUp'), next('oee', 'sinceUp')], ['none', 'efficiencyUp'], 'the lowest first')
  assert.deepEqual([now('oee', 'efficiencyUp'), next('oee', 'efficiencyUp')], ['ascending', 'efficiencyDown'])
  assert.deepEqual([now('oee', 'efficiencyDown'), next('oee', 'efficiencyDown')], ['descending', 'default'])
  assert.deepEqual([now('status', 'default'), next('status', 'default')], ['none', 'statusDown'], 'the worst first')
  assert.deepEqual([now('status', 'statusDown'), next('status', 'statusDown')], ['descending', 'statusUp'])
  assert.deepEqual([now('status', 'statusUp'), next('status', 'statusUp')], ['ascending', 'default'])
  assert.deepEqual(STARTS_DOWN, ['status', 'output', 'rejected', 'reasons'], 'what needs somebody comes first')
})

test('each order of the address has its head, and only those by a column', () => {
  for (const sort of [...SORTS, ...SORT_COLUMNS.flatMap((column) => [`${column}Up`, `${column}Down`] as const)]) {
    // The worst first are an order of statuses and figures together, which no column shows.
    assert.equal(sortOfHead(headSort(sort) || null), sort === 'worst' ? 'default' : sort)
  }
  assert.equal(sortOfHead('order'), 'default')
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
  assert.deepEqual(
    orderLine([
      { orderCode: 'A', planOutput: 200, madeOutput: { acceptedOutput: 50 } },
      { orderCode: 'B', madeOutput: { acceptedOutput: 0 } },
    ]),
    {
      code: 'A',
      progress: 0.25,
      moreCount: 1,
    },
  )
  assert.equal(orderLine([{ orderCode: 'A', madeOutput: { acceptedOutput: 5 } }])?.progress, null)
})

test('a card is told of its order only when that changed', () => {
  const orders = createActiveOrders()
  const answer = () => [{ id: 1, activeJobOrders: [{ orderCode: 'A', planOutput: 10, madeOutput: { acceptedOutput: 1 } }] }]
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
