import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { recreateOrders } from '../recreateOrders.ts'
import { applied, takenBack, testOrder, testPlan } from '#engine/testing/importWorld.ts'
import type { TestRow } from '#engine/testing/importWorld.ts'
import { asId } from '#engine/ids.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { JOB_ORDERS_IMPORT_TYPES } from '#engine/workCenter/jobOrderFields.ts'
import type { ImportType } from './importField.ts'
import { countsOf, isOpen, keyOfOrder } from './importPlan.ts'
import type { ImportOrder } from './importPlan.ts'

/** The open and closed orders of a code, as status, plan and what was accepted. */
const told = (orders: readonly ImportOrder[]) =>
  orders.map(({ externalCode, status, planOutput, acceptedOutput }) => `${externalCode} ${status} ${planOutput} ${acceptedOutput}`)
const afterTwice = (orders: readonly ImportOrder[], rows: readonly TestRow[], type: ImportType) => {
  const once = applied(orders, testPlan(orders, rows, { type })).orders
  const again = testPlan(once, rows, { type })
  assert.deepEqual(
    { ...countsOf(again), unchanged: 0 },
    { create: 0, update: 0, close: 0, cancel: 0, recreate: 0, unchanged: 0, refused: 0, leftOut: 0 },
  )
  return told(once)
}

describe('an import that recreates and updates', () => {
  const type = 'RECREATE_AND_UPDATE'

  it('closes what is worked on, plans the rest anew, and changes nothing the second time', () => {
    const orders = [
      testOrder(1, 'K', { status: 'PROGRESS', planOutput: 300, acceptedOutput: 120 }),
      testOrder(2, 'L'),
      testOrder(3, 'M', { status: 'ON_HOLD', planOutput: 40, acceptedOutput: 40 }),
    ]
    const rows = [
      { code: 'K', plan: 300 },
      { code: 'L', plan: 70 },
      { code: 'N', plan: 25 },
    ]
    assert.deepEqual(afterTwice(orders, rows, type), [
      'K TECHNICALLY_COMPLETED 300 120',
      'L PLANNED 70 0',
      'M COMPLETED 40 40',
      'K PLANNED 180 0',
      'N PLANNED 25 0',
    ])
  })

  it('takes off the plan what all closed orders of the code made, that one too which it closes now', () => {
    const made = testOrder(1, 'K', { status: 'TECHNICALLY_COMPLETED', planOutput: 300, acceptedOutput: 120 })
    const running = testOrder(2, 'K', { status: 'PROGRESS', planOutput: 180, acceptedOutput: 50 })
    assert.deepEqual(afterTwice([made, running], [{ code: 'K', plan: 300 }], type), [
      'K TECHNICALLY_COMPLETED 300 120',
      'K TECHNICALLY_COMPLETED 180 50',
      'K PLANNED 130 0',
    ])
    const completed = testOrder(1, 'K', { status: 'COMPLETED', planOutput: 100, acceptedOutput: 100 })
    assert.deepEqual(afterTwice([completed], [{ code: 'K', plan: 150 }], type), ['K COMPLETED 100 100', 'K PLANNED 50 0'])
    assert.deepEqual(afterTwice([completed], [{ code: 'K', plan: 90 }], type), ['K COMPLETED 100 100'])
    // Of 120 that the file wants 35 and 48 are made: 37 are left.
    const again = [
      testOrder(1, 'K', { status: 'TECHNICALLY_COMPLETED', planOutput: 90, acceptedOutput: 35 }),
      testOrder(2, 'K', { status: 'ON_HOLD', planOutput: 55, acceptedOutput: 48 }),
    ]
    assert.deepEqual(afterTwice(again, [{ code: 'K', plan: 120 }], type).at(-1), 'K PLANNED 37 0')
    const metres = testOrder(1, 'K', { status: 'ON_HOLD', planOutput: 5, acceptedOutput: 0.1 })
    assert.deepEqual(told(applied([metres], testPlan([metres], [{ code: 'K', plan: 3 }], { type })).orders).at(-1), 'K PLANNED 2.9 0')
  })

  it('closes an order whose output waits for its confirmation only technically', () => {
    const order = testOrder(1, 'K', { status: 'ON_HOLD', planOutput: 40, acceptedOutput: 40, hasUnconfirmed: true })
    assert.deepEqual(
      told(applied([order], testPlan([order], [{ code: 'N', plan: 1 }], { type })).orders)[0],
      'K TECHNICALLY_COMPLETED 40 40',
    )
  })

  it('leaves cancelled an order that a person cancelled', () => {
    const order = testOrder(1, 'K', { status: 'CANCELLED' })
    assert.deepEqual(testPlan([order], [{ code: 'K', plan: 10 }], { type }).rows[0]?.outcome, 'UNCHANGED')
    assert.deepEqual(testPlan([{ ...order, isCancelledByImport: true }], [{ code: 'K', plan: 10 }], { type }).rows[0]?.outcome, 'CREATE')
  })
})

describe('an import that replaces', () => {
  const type = 'REPLACE'

  it('cancels what is open at work centers of which it has all orders, also where no row names them or none is left', () => {
    const orders = [3, 7, 9].map((place, at) => testOrder(at + 1, 'K', { workCenterId: asId<WorkCenterId>(place) }))
    const ended = (rows: Parameters<typeof testPlan>[1]) =>
      testPlan(orders, rows, { type, placeIds: [3, 7] }).ended.map(({ workCenterId, status }) => `${workCenterId} ${status}`)
    assert.deepEqual(ended([{ code: 'N', plan: 10 }]), ['3 CANCELLED', '7 CANCELLED'])
    assert.deepEqual(ended([]), ['3 CANCELLED', '7 CANCELLED'])
    // Rows of which none is good say nothing.
    assert.deepEqual(ended([{ code: 'N', plan: 10, isBad: true }]), [])
    assert.deepEqual(testPlan(orders, [], { type }).ended, [])
  })

  it('cancels what is open at the work centers of the file, closes what was made of, and leaves the others alone', () => {
    const orders = [
      testOrder(1, 'P1', { status: 'PROGRESS', planOutput: 100, acceptedOutput: 40 }),
      testOrder(2, 'P2'),
      testOrder(3, 'Q1', { workCenterId: asId<WorkCenterId>(7) }),
    ]
    assert.deepEqual(
      afterTwice(
        orders,
        [
          { code: 'N1', plan: 10 },
          { code: 'P1', plan: 100 },
        ],
        type,
      ),
      ['P1 TECHNICALLY_COMPLETED 100 40', 'P2 CANCELLED 50 0', 'Q1 PLANNED 50 0', 'N1 PLANNED 10 0', 'P1 PLANNED 100 0'],
    )
    const everywhere = testPlan(orders, [{ code: 'N1', plan: 10 }], { type, scope: 'COMPANY' })
    assert.deepEqual(
      everywhere.ended.map(({ orderCode, status }) => `${orderCode} ${status}`),
      ['P11 TECHNICALLY_COMPLETED', 'P22 CANCELLED', 'Q13 CANCELLED'],
    )
  })

  it('closes an order that a device counted for, though nobody confirmed it', () => {
    const order = testOrder(1, 'P', { status: 'ON_HOLD', hasOutput: true, hasUnconfirmed: true })
    assert.equal(testPlan([order], [{ code: 'N', plan: 1 }], { type }).ended[0]?.status, 'TECHNICALLY_COMPLETED')
  })

  it('makes a cancelled order anew, with a code of its own', () => {
    const order = testOrder(1, 'P', { status: 'CANCELLED', orderCode: 'P' })
    const [row] = testPlan([order], [{ code: 'P', plan: 1 }], { type }).rows
    assert.equal(row?.outcome, 'CREATE')
    assert.equal(row.content?.orderCode, 'P-2')
  })

  it('never touches the order of a row that is refused or left out', () => {
    const orders = [testOrder(1, 'P1'), testOrder(2, 'P2'), testOrder(3, 'P3')]
    const plan = testPlan(
      orders,
      [
        { code: 'P1', plan: 1, isBad: true },
        { code: 'P2', plan: 1, isLeftOut: true },
        { code: 'N', plan: 1 },
      ],
      { type },
    )
    assert.deepEqual(
      plan.ended.map(({ orderCode }) => orderCode),
      ['P33'],
    )
    // What only the plan refuses protects its order too.
    const negative = testPlan(
      orders,
      [
        { code: 'P1', plan: -5 },
        { code: 'N', plan: 1 },
      ],
      { type },
    )
    assert.deepEqual(
      negative.rows.map(({ outcome }) => outcome),
      ['REFUSED', 'CREATE'],
    )
    assert.deepEqual(
      negative.ended.map(({ orderCode }) => orderCode),
      ['P22', 'P33'],
    )
  })

  it('leaves alone the order of a row whose work center is not found', () => {
    const orders = [
      testOrder(1, 'K1'),
      testOrder(2, 'K2', { status: 'PROGRESS' }),
      testOrder(3, 'k3', { externalCode: null, orderCode: 'k3' }),
      testOrder(4, 'K4'),
    ]
    const rows = [
      { code: 'K1', plan: 50 },
      { code: 'k2', plan: 70, place: null },
      { code: 'K3', plan: 70, place: null, isLeftOut: true },
    ]
    const endedOf = (how: ImportType, more: readonly TestRow[] = []) =>
      testPlan(orders, [...rows, ...more], { type: how }).ended.map(({ orderId }) => Number(orderId))
    assert.deepEqual(endedOf(type), [4])
    assert.deepEqual(endedOf('RECREATE_AND_UPDATE'), [])
    // A good row says what becomes of the order at its work center.
    assert.deepEqual(endedOf(type, [{ code: 'K2', plan: 80 }]), [2, 4])
  })

  it('does nothing where no row is good', () => {
    const plan = testPlan([testOrder(1, 'P1')], [{ code: 'N', plan: 1, isBad: true }], { type, scope: 'COMPANY' })
    assert.deepEqual(plan.ended, [])
  })
})

describe('an import that updates', () => {
  const type = 'UPDATE'

  it('overwrites what nobody began, creates what is new, and leaves the rest', () => {
    const orders = [
      testOrder(1, 'A'),
      testOrder(2, 'B', { status: 'PROGRESS' }),
      testOrder(3, 'C', { status: 'COMPLETED', acceptedOutput: 50 }),
      testOrder(4, 'D', { status: 'CANCELLED' }),
      testOrder(5, 'E'),
    ]
    const rows = ['A', 'B', 'C', 'D', 'N'].map((code) => ({ code, plan: 70 }))
    assert.deepEqual(
      testPlan(orders, rows, { type }).rows.map(({ outcome }) => outcome),
      ['UPDATE', 'UNCHANGED', 'UNCHANGED', 'UNCHANGED', 'CREATE'],
    )
    assert.equal(afterTwice(orders, rows, type).at(-1), 'N PLANNED 70 0')
    assert.deepEqual(testPlan(orders, rows, { type }).rows[0]?.changes, [{ field: 'planOutput', before: 50, after: 70 }])
  })

  it('finds an order without an external code by its own', () => {
    const order = testOrder(1, 'x', { externalCode: null, orderCode: 'jo-7' })
    assert.equal(testPlan([order], [{ code: 'JO-7', plan: 50 }], { type }).rows[0]?.outcome, 'UNCHANGED')
    // At another work center it is another order, which gets a code of its own.
    const [row] = testPlan([order], [{ code: 'JO-7', plan: 50, place: 7 }], { type }).rows
    assert.equal(row?.content?.orderCode, 'JO-7-2')
  })

  it('refuses both rows that say something of one order', () => {
    const { rows } = testPlan(
      [],
      [
        { code: 'A', plan: 1 },
        { code: 'a', plan: 2 },
        { code: 'A', plan: 3, place: 7 },
      ],
      { type },
    )
    assert.deepEqual(
      rows.map(({ outcome, problems }) => [outcome, problems[0]?.code, problems[0]?.params?.['row']]),
      [
        ['REFUSED', 'IMPORT_ROW_TWICE', 3],
        ['REFUSED', 'IMPORT_ROW_TWICE', 2],
        ['CREATE', undefined, undefined],
      ],
    )
  })
})

describe('any import', () => {
  const anyCode = fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F')
  const anyRows = fc.array(
    fc.record({
      code: anyCode,
      plan: fc.integer({ min: -3, max: 400 }),
      place: fc.constantFrom(3, 7, null),
      isLeftOut: fc.boolean(),
      isBad: fc.boolean(),
    }),
    { maxLength: 12 },
  )
  const anyOrders = fc
    .array(
      fc.record({
        code: anyCode,
        status: fc.constantFrom('DRAFT', 'PLANNED', 'PROGRESS', 'ON_HOLD', 'COMPLETED', 'TECHNICALLY_COMPLETED', 'CANCELLED'),
        planOutput: fc.integer({ min: 1, max: 400 }),
        acceptedOutput: fc.nat(300),
        place: fc.constantFrom(3, 7, 9),
        hasUnconfirmed: fc.boolean(),
        isCancelledByImport: fc.boolean(),
      }),
      { maxLength: 14 },
    )
    .map((drawn) => {
      const orders: ImportOrder[] = []
      for (const [at, { code, place, acceptedOutput, ...more }] of drawn.entries()) {
        const isNew = more.status === 'DRAFT' || more.status === 'PLANNED' || more.status === 'CANCELLED'
        const order = testOrder(at + 1, code, {
          ...more,
          workCenterId: asId<WorkCenterId>(place),
          acceptedOutput: isNew ? 0 : acceptedOutput,
        })
        if (!isOpen(order.status) || !orders.some((other) => isOpen(other.status) && keyOfOrder(other) === keyOfOrder(order)))
          orders.push(order)
      }
      return orders
    })
  const anyHow = fc.record({ type: fc.constantFrom(...JOB_ORDERS_IMPORT_TYPES), scope: fc.constantFrom('COMPANY', 'FILE') })

  it('does what its plan says, and repeated it changes nothing', () => {
    fc.assert(
      fc.property(anyOrders, anyRows, anyHow, (orders, rows, how) => {
        const plan = testPlan(orders, rows, how)
        assert.equal(plan.rows.length, rows.length)
        const { orders: after, changes } = applied(orders, plan)
        const counts = countsOf(plan)
        assert.equal(changes.length, counts.create + counts.recreate + counts.update + counts.close + counts.cancel)
        const again = countsOf(testPlan(after, rows, how))
        assert.equal(again.create + again.recreate + again.update + again.close + again.cancel, 0)
      }),
      { numRuns: 2000 },
    )
  })

  it('that recreates makes of the orders what the published rule makes of them', () => {
    const rowsOnce = fc.uniqueArray(fc.record({ code: anyCode, plan: fc.integer({ min: 1, max: 400 }) }), {
      selector: ({ code }) => code,
      minLength: 1,
    })
    const asTold = (
      orders: readonly { readonly code: string; readonly status: string; readonly plan: number; readonly accepted: number }[],
    ) => orders.map(({ code, status, plan, accepted }) => `${code} ${status} ${plan} ${accepted}`).toSorted()
    fc.assert(
      fc.property(anyOrders, rowsOnce, (drawn, rows) => {
        const orders = drawn.map((order) => ({ ...order, workCenterId: asId<WorkCenterId>(3), isCancelledByImport: false }))
        fc.pre(
          new Set(orders.filter(({ status }) => isOpen(status)).map(keyOfOrder)).size ===
            orders.filter(({ status }) => isOpen(status)).length,
        )
        const plain = (order: ImportOrder) => ({
          code: order.externalCode ?? '',
          status: order.status,
          plan: order.planOutput ?? 0,
          accepted: order.acceptedOutput,
          hasUnconfirmed: order.hasUnconfirmed,
        })
        const { orders: after } = applied(orders, testPlan(orders, rows, { type: 'RECREATE_AND_UPDATE' }))
        assert.deepEqual(asTold(after.map(plain)), asTold(recreateOrders(orders.map(plain), rows)))
      }),
      { numRuns: 2000 },
    )
  })

  it('that is taken back leaves all orders as they were', () => {
    fc.assert(
      fc.property(anyOrders, anyRows, anyHow, (orders, rows, how) => {
        const done = applied(orders, testPlan(orders, rows, how))
        const { orders: back, kept } = takenBack(orders, done)
        assert.deepEqual(kept, [])
        const touched = new Set(done.changes.map(({ orderId }) => orderId))
        const expected = orders.map((order) => ({
          ...order,
          ...(touched.has(order.id) && { version: order.version + 2, status: order.status === 'PROGRESS' ? 'ON_HOLD' : order.status }),
        }))
        assert.deepEqual(back, expected)
      }),
      { numRuns: 2000 },
    )
  })

  it('that is taken back keeps what was changed since, and never opens a code twice', () => {
    fc.assert(
      fc.property(anyOrders, anyRows, anyHow, fc.array(fc.nat(20), { maxLength: 4 }), (orders, rows, how, later) => {
        const done = applied(orders, testPlan(orders, rows, how))
        const isLater = (id: number) => later.includes(id)
        const since = done.orders.map((order) =>
          isLater(order.id) ? { ...order, version: order.version + 1, description: 'changed' } : order,
        )
        const { orders: back, kept } = takenBack(orders, { ...done, orders: since })
        for (const { orderId, cause } of kept) assert.ok(cause === 'CODE_TAKEN' || isLater(orderId))
        for (const order of since)
          if (isLater(order.id))
            assert.deepEqual(
              back.find(({ id }) => id === order.id),
              order,
            )
        const open = back.filter(({ status }) => isOpen(status)).map(keyOfOrder)
        assert.equal(new Set(open).size, open.length)
      }),
      { numRuns: 2000 },
    )
  })
})
