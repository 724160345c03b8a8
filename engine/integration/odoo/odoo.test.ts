import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lastOperation, odooInstant, odooOrders, odooText } from './odooOrders.ts'
import type { OdooProduction, OdooWorkOrder } from './odooOrders.ts'
import { odooCapabilities, odooNames, odooTransport, odooVersion } from './odooVersion.ts'

test('an Odoo is spoken to by its major version', () => {
  for (const [text, major, transport] of [
    ['16.0', 16, 'JSON_RPC'],
    ['saas~17.4+e-20260101', 17, 'JSON_RPC'],
    ['18.0-20250101', 18, 'JSON_RPC'],
    ['19.0', 19, 'JSON_2'],
    ['saas-20.2', 20, 'JSON_2'],
  ] as const) {
    const version = odooVersion(text)
    assert.equal(version?.major, major, text)
    assert.equal(odooTransport(version?.major ?? 0), transport, text)
  }
  assert.equal(odooVersion('master'), null)
})

const ORDER_FIELDS = ['name', 'state', 'product_id', 'product_qty', 'bom_id', 'qty_producing']
const WORK_FIELDS = ['state', 'production_id', 'workcenter_id', 'duration_expected', 'qty_producing']
const names = (order: readonly string[], work: readonly string[]) =>
  odooNames({
    'mrp.production': new Set(order),
    'mrp.workorder': new Set(work),
    'mrp.workcenter': new Set(['code', 'name']),
  })

test('the planned start of 16 is its own field beside the actual one, from 17 on it is date_start', () => {
  const old = names([...ORDER_FIELDS, 'date_start', 'date_planned_start', 'date_planned_finished'], WORK_FIELDS)
  assert.deepEqual([old['mrp.production'].planStart, old['mrp.production'].planEnd], ['date_planned_start', 'date_planned_finished'])
  const young = names([...ORDER_FIELDS, 'date_start', 'date_finished'], WORK_FIELDS)
  assert.deepEqual([young['mrp.production'].planStart, young['mrp.production'].planEnd], ['date_start', 'date_finished'])
})

test('what an Odoo lacks is a capability less, no failure', () => {
  assert.deepEqual(odooCapabilities(names([...ORDER_FIELDS, 'date_start'], WORK_FIELDS)), [
    'CYCLE_TIMES',
    'ORDERS',
    'PLANNED_TIMES',
    'QUANTITIES',
    'WORK_ORDERS',
  ])
  assert.deepEqual(odooCapabilities(names(['name', 'state', 'product_id', 'product_qty'], [])), ['ORDERS'])
  assert.deepEqual(odooCapabilities(names([], WORK_FIELDS)), [])
})

const production = (more: Partial<OdooProduction> = {}): OdooProduction => ({
  id: 7,
  name: 'WH/MO/00007',
  state: 'confirmed',
  product: [3, 'Bolt M8'],
  quantity: 400,
  unit: [1, 'Units'],
  planStart: '2026-11-24 05:00:00',
  planEnd: null,
  made: 0,
  firstPlace: [2, 'Press 1'],
  ...more,
})
const work = (more: Partial<OdooWorkOrder> = {}): OdooWorkOrder => ({
  id: 71,
  state: 'ready',
  productionId: 7,
  place: [2, 'Press 1'],
  duration: 60,
  planStart: null,
  planEnd: '2026-11-24 06:00:00',
  sequence: null,
  ...more,
})
const sku = () => 'B-8'

test('a work order becomes an order with the code of its manufacturing order, its cycle from the expected duration', () => {
  assert.deepEqual(odooOrders([production({ made: 12 })], [work(), work({ id: 72, state: 'done' })], sku), [
    {
      externalId: 'mrp.workorder/71',
      code: 'WH/MO/00007/71',
      externalStatus: 'confirmed',
      meaning: 'RELEASED',
      plannedQuantity: 400,
      unit: 'Units',
      productCode: 'B-8',
      productName: 'Bolt M8',
      placeId: '2',
      placeName: 'Press 1',
      planStart: Date.UTC(2026, 10, 24, 5),
      planEnd: Date.UTC(2026, 10, 24, 6),
      targetCycleTime: 9,
      madeQuantity: null,
    },
    {
      externalId: 'mrp.workorder/72',
      code: 'WH/MO/00007/72',
      externalStatus: 'done',
      meaning: 'ENDED',
      plannedQuantity: 400,
      unit: 'Units',
      productCode: 'B-8',
      productName: 'Bolt M8',
      placeId: '2',
      placeName: 'Press 1',
      planStart: Date.UTC(2026, 10, 24, 5),
      planEnd: Date.UTC(2026, 10, 24, 6),
      targetCycleTime: 9,
      madeQuantity: 12,
    },
  ])
})

test('the quantity of a manufacturing order is that of its last work order, by sequence, planned start and id', () => {
  const last = (...works: readonly OdooWorkOrder[]) => lastOperation(works)?.id
  assert.equal(last(), undefined)
  assert.equal(last(work({ id: 72 }), work({ id: 71 })), 72)
  assert.equal(last(work({ id: 72, planStart: '2026-11-24 05:00:00' }), work({ id: 71, planStart: '2026-11-24 06:00:00' })), 71)
  assert.equal(last(work({ id: 72, planStart: '2026-11-24 05:00:00' }), work({ id: 71 })), 71)
  assert.equal(last(work({ id: 72, sequence: 1 }), work({ id: 71, sequence: 2, planStart: '2026-11-24 05:00:00' })), 71)
  assert.equal(last(work({ id: 72, state: 'cancel' }), work({ id: 71, state: 'done' })), 71)
  assert.equal(last(work({ state: 'cancel' })), undefined)
})

test('a manufacturing order without work orders stands at the work center of its first operation', () => {
  const [order] = odooOrders([production()], [], () => null)
  assert.deepEqual([order?.externalId, order?.code, order?.placeId, order?.productCode], ['mrp.production/7', 'WH/MO/00007', '2', 'odoo-3'])
  assert.equal(odooOrders([production({ firstPlace: null })], [], sku)[0]?.placeId, null)
})

test('only drafts and released orders are imported', () => {
  for (const [state, meaning] of [
    ['draft', 'DRAFT'],
    ['confirmed', 'RELEASED'],
    ['progress', 'RELEASED'],
    ['to_close', 'ENDED'],
    ['done', 'ENDED'],
    ['cancel', 'ENDED'],
  ] as const)
    assert.equal(odooOrders([production({ state })], [work()], sku)[0]?.meaning, meaning, state)
})

test('date-times of Odoo are UTC without a mark', () => {
  const at = Date.UTC(2026, 2, 29, 1, 30)
  assert.equal(odooInstant('2026-03-29 01:30:00'), at)
  assert.equal(odooText(at), '2026-03-29 01:30:00')
  assert.equal(odooInstant('soon'), null)
})
