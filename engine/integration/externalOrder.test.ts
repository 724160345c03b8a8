import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keptCodes, mayEndMissing, selectOrders } from './externalOrder.ts'
import type { ExternalOrder } from './externalOrder.ts'

const order = (more: Partial<ExternalOrder> = {}): ExternalOrder => ({
  externalId: `x/${more.code ?? 'A'}`,
  code: 'A',
  externalStatus: 'confirmed',
  meaning: 'RELEASED',
  plannedQuantity: 400,
  productCode: 'B-8',
  productName: 'Bolt',
  placeId: '2',
  placeName: 'Press',
  planStart: Date.UTC(2026, 10, 24, 5),
  planEnd: null,
  targetCycleTime: 9,
  madeQuantity: 0,
  ...more,
})
const selection = {
  startsFrom: null,
  meanings: ['DRAFT', 'RELEASED'],
  placeOf: new Map([['2', 12]]),
  unitOf: new Map([[12, 'pcs']]),
} as const

test('an order of a matched work center becomes a row of an import that names ours by its id', () => {
  assert.deepEqual(selectOrders([order()], selection).rows, [
    {
      code: 'A',
      productCode: 'B-8',
      plannedQuantity: 400,
      workCenterCode: '#12',
      productName: 'Bolt',
      planStart: '2026-11-24T05:00:00.000Z',
      planEnd: undefined,
      targetCycleTime: 9,
      status: 'released',
    },
  ])
  assert.equal(selectOrders([order({ meaning: 'DRAFT' })], selection).rows[0]?.status, 'draft')
})

test('what cannot become an order is told with its reason, what is not asked for is counted', () => {
  const found = selectOrders(
    [
      order({ code: 'none', placeId: null }),
      order({ code: 'nothing', productCode: null }),
      order({ code: 'zero', plannedQuantity: 0 }),
      order({ code: 'other', placeId: '3' }),
      order({ code: 'over', meaning: 'ENDED', placeId: null }),
    ],
    selection,
  )
  assert.deepEqual(found.refused, [
    { code: 'none', problem: 'NO_PLACE' },
    { code: 'nothing', problem: 'NO_PRODUCT' },
    { code: 'zero', problem: 'NO_QUANTITY' },
  ])
  assert.equal(found.elsewhere, 2)
})

test('an order that cannot be read is refused with its field where it would be ours, and counted where not', () => {
  const unread = { code: 'A', placeId: '2', meaning: 'RELEASED', field: 'plannedQuantity', value: '12 pcs', path: 'qty' } as const
  const others = [{ ...unread, placeId: '3' }, { ...unread, meaning: 'ENDED' } as const]
  const found = selectOrders([order()], selection, [unread, ...others])
  assert.deepEqual(found.refused, [{ code: 'A', problem: 'UNREAD', field: 'plannedQuantity', value: '12 pcs' }])
  assert.deepEqual([found.rows.length, found.elsewhere], [1, 2])
})

test('what was not seen may end unless an order cannot be read; one that is refused by its code keeps its own', () => {
  assert.equal(mayEndMissing([]), true)
  const refused = (['NO_PLACE', 'NO_PRODUCT', 'NO_QUANTITY', 'OTHER_UNIT'] as const).map((problem) => ({ code: problem, problem }))
  assert.equal(mayEndMissing(refused), true)
  assert.deepEqual(keptCodes(refused), ['NO_PRODUCT', 'NO_QUANTITY', 'OTHER_UNIT'])
  assert.equal(mayEndMissing([...refused, { code: 'A', problem: 'UNREAD' }]), false)
})

test('orders before the first day and of a status that is not wanted are left out', () => {
  const startsFrom = Date.UTC(2026, 10, 24, 5)
  assert.equal(
    selectOrders([order(), order({ code: 'B', planStart: startsFrom - 1 }), order({ code: 'C', planStart: null })], {
      ...selection,
      startsFrom,
    }).rows.length,
    2,
  )
  assert.equal(selectOrders([order(), order({ code: 'B', meaning: 'DRAFT' })], { ...selection, meanings: ['RELEASED'] }).elsewhere, 1)
})

test('an order that comes twice is one row, as it came last', () => {
  const { orders, rows } = selectOrders([order(), order({ plannedQuantity: 500 }), order({ code: 'B' })], selection)
  assert.deepEqual(
    orders.map(({ externalId }) => externalId),
    ['x/A', 'x/B'],
  )
  assert.deepEqual(
    rows.map(({ code, plannedQuantity }) => `${code} ${plannedQuantity}`),
    ['A 500', 'B 400'],
  )
})

test('an order in a unit that its work center does not count is refused with the unit', () => {
  const found = selectOrders([order({ unit: 'Units' }), order({ code: 'B', unit: 'Dozens' })], selection)
  assert.deepEqual(
    found.rows.map(({ code }) => code),
    ['A'],
  )
  assert.deepEqual(found.refused, [{ code: 'B', problem: 'OTHER_UNIT', value: 'Dozens' }])
  assert.deepEqual(selectOrders([order({ unit: 'Units' })], { ...selection, unitOf: new Map([[12, 'm']]) }).refused, [
    { code: 'A', problem: 'OTHER_UNIT', value: 'Units' },
  ])
})
