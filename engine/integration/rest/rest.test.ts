import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageLength, recordsAt, restInstant, restOrder, restPlace, valueAt } from './restAnswer.ts'
import { FACTORY_ONLINE, NEW_REST, restProblems } from './restSettings.ts'

const record = (value: unknown) => ({ value, parents: [] })
const ORDER = {
  id: 7,
  code: 'A-7',
  status: 'Released',
  plannedQuantity: '1.200,5',
  product: { code: 'B-8', name: 'Bolt <script>' },
  workCenterId: 'P1',
  planStart: '2026-11-24 06:00',
  planEnd: '2026-11-24T13:00:00+01:00',
  targetCycleTimeSeconds: 9,
  acceptedQuantity: null,
}
const COMMA = { ...FACTORY_ONLINE, decimal: 'COMMA', zone: 'Europe/Warsaw' } as const

test('a list is the answer, stands at a path, or in each of the records around it', () => {
  const values = (answer: unknown, path: string) => recordsAt(answer, path)?.map(({ value }) => value)
  assert.deepEqual(values([1, 2], ''), [1, 2])
  assert.deepEqual(values({ data: { items: [1] } }, 'data.items'), [1])
  assert.deepEqual(values({ orders: [{ ops: [1, 2] }, { ops: [] }, {}, { ops: [3] }] }, 'orders[].ops'), [1, 2, 3])
  assert.deepEqual(values({ error: 'none' }, 'items'), undefined)
  assert.deepEqual(values({ items: {} }, 'items'), undefined)
  assert.deepEqual(values('text', ''), undefined)
  const [first] = recordsAt({ orders: [{ code: 'A', ops: [{ no: 10 }] }] }, 'orders[].ops') ?? []
  assert.ok(first)
  assert.deepEqual([valueAt(first, '^.code'), valueAt(first, 'no'), valueAt(first, '^.^.code')], ['A', 10, undefined])
})

test('pages are cut by the records around lists in lists', () => {
  assert.equal(pageLength({ data: { orders: [{ ops: [1, 2] }, { ops: [] }, {}] } }, 'data.orders[].ops'), 3)
  assert.equal(pageLength({ items: [1, 2] }, 'items'), 2)
  assert.equal(pageLength([1, 2, 3], ''), 3)
  assert.equal(pageLength({ orders: [] }, 'orders[].ops'), 0)
})

test('a value is read by its path, the first of a list, and never from what a record inherits', () => {
  assert.equal(valueAt(record({ a: [{ b: 'x' }, { b: 'y' }] }), 'a[].b'), 'x')
  assert.equal(valueAt(record({ a: 1 }), 'a.b.c'), undefined)
  assert.equal(valueAt(record({}), 'constructor.name'), undefined)
})

test('an order is read with decimal commas, times of a zone and a table of statuses', () => {
  assert.deepEqual(restOrder(record(ORDER), COMMA), {
    order: {
      externalId: '7',
      code: 'A-7',
      externalStatus: 'Released',
      meaning: 'RELEASED',
      plannedQuantity: 1200.5,
      productCode: 'B-8',
      productName: 'Bolt <script>',
      placeId: 'P1',
      placeName: null,
      planStart: Date.UTC(2026, 10, 24, 5),
      planEnd: Date.UTC(2026, 10, 24, 12),
      targetCycleTime: 9,
      madeQuantity: null,
    },
  })
})

test('what cannot be read is named with its field and value, and never guessed', () => {
  const rows: readonly (readonly [object, string, string])[] = [
    [{ id: '' }, 'id', ''],
    [{ code: null }, 'code', ''],
    [{ plannedQuantity: 'many' }, 'plannedQuantity', 'many'],
    [{ planStart: 'soon' }, 'planStart', 'soon'],
    [{ planEnd: '2026-13-01' }, 'planEnd', '2026-13-01'],
  ]
  for (const [change, field, value] of rows)
    assert.partialDeepStrictEqual(restOrder(record({ ...ORDER, ...change }), COMMA), {
      unread: { field, value, placeId: 'P1', meaning: 'RELEASED' },
    })
})

test('a status that nobody listed is not imported; without statuses every order is released', () => {
  const meaning = (status: string, more = {}) => {
    const read = restOrder(record({ ...ORDER, status }), { ...COMMA, ...more })
    return 'order' in read ? read.order.meaning : null
  }
  assert.equal(meaning('draft'), 'DRAFT')
  assert.equal(meaning('on fire'), 'ENDED')
  assert.equal(meaning('on fire', { orderPaths: { ...COMMA.orderPaths, status: '' } }), 'RELEASED')
})

test('a time is told in the zone unless it names an offset', () => {
  assert.equal(restInstant('2026-07-01T06:00', 'Europe/Warsaw', { isEnd: false }), Date.UTC(2026, 6, 1, 4))
  assert.equal(restInstant('2026-07-01T06:00Z', 'Europe/Warsaw', { isEnd: false }), Date.UTC(2026, 6, 1, 6))
  assert.equal(restInstant('', 'UTC', { isEnd: false }), null)
})

test('a work center without an id is none', () => {
  assert.deepEqual(restPlace(record({ id: 4, name: '' }), NEW_REST), { id: '4', code: null, name: '4' })
  assert.equal(restPlace(record({ name: 'Press' }), NEW_REST), null)
})

test('settings are refused by the field that is wrong', () => {
  const fields = (change: object) => restProblems({ ...NEW_REST, ...change }).map(({ field }) => field)
  assert.deepEqual(fields({}), [])
  assert.deepEqual(restProblems(FACTORY_ONLINE), [])
  assert.deepEqual(fields({ ordersUrl: '' }), ['rest.ordersUrl'])
  assert.deepEqual(fields({ ordersUrl: '//elsewhere.example/orders' }), ['rest.ordersUrl'])
  assert.deepEqual(fields({ outputUrl: '/orders/output' }), ['rest.outputUrl'])
  assert.deepEqual(fields({ ordersList: 'items[0]' }), ['rest.ordersList'])
  assert.deepEqual(fields({ orderPaths: { ...NEW_REST.orderPaths, code: '' } }), ['rest.orderPaths.code'])
  assert.deepEqual(fields({ firstPage: 0 }), [])
  assert.deepEqual(fields({ firstPage: 2 }), ['rest.firstPage'])
  assert.deepEqual(fields({ pageSize: 5000, zone: 'Mars' }), ['rest.pageSize', 'rest.zone'])
  assert.deepEqual(fields({ sinceName: 'since', orderPaths: { ...NEW_REST.orderPaths, changedAt: '' } }), ['rest.orderPaths.changedAt'])
  assert.deepEqual(fields({ auth: 'OAUTH2', tokenUrl: 'ftp://x/y' }), ['rest.tokenUrl'])
  assert.deepEqual(fields({ keyHeader: 'X Key' }), ['rest.keyHeader'])
})
