import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { differencesOf } from './compare.view.ts'
import type { OurOrder, TheirOrder } from './compare.view.ts'
import { endingAct } from './elsewhere.view.ts'

describe('an order that is over elsewhere', () => {
  it('is cancelled here while it waits, and closed once it was worked on', () => {
    const allowedActions = ['CANCEL', 'CLOSE'] as const
    const acts = (['DRAFT', 'PLANNED', 'PROGRESS', 'ON_HOLD'] as const).map((status) =>
      endingAct({ status, allowedActions: [...allowedActions] }),
    )
    assert.deepEqual(acts, ['CANCEL', 'CANCEL', 'CLOSE', 'CLOSE'])
  })

  it('is left to others where the person may not end it, and is no matter once it is over here', () => {
    assert.equal(endingAct({ status: 'PLANNED', allowedActions: ['CLOSE', 'COPY'] }), null)
    assert.equal(endingAct({ status: 'PROGRESS', allowedActions: ['CANCEL'] }), null)
    assert.equal(endingAct({ status: 'COMPLETED', allowedActions: ['CLOSE'] }), null)
  })
})

describe('an order on both sides', () => {
  const ours: OurOrder = {
    id: 1,
    status: 'PROGRESS',
    product: { id: 3, sku: 'b-8', name: 'Bolt' },
    planOutput: 400,
    acceptedOutput: 120,
    measurementUnit: { code: 'pcs', shortName: 'pcs' },
    workCenter: { id: 12, name: 'Press' },
    planStart: '2026-11-24T05:00:00.000Z',
    planEnd: '2026-11-24T06:00:00.000Z',
  }
  const theirs: TheirOrder = {
    id: 'mrp.workorder/71',
    code: 'MO/7/71',
    externalStatus: 'progress',
    internalStatus: 'RELEASED',
    plannedQuantity: 400,
    madeQuantity: 120,
    unit: 'Units',
    productCode: 'B-8',
    productName: 'Bolt of theirs',
    workCenterCode: '2',
    workCenterName: 'Press there',
    planStart: '2026-11-24T05:00:20.000Z',
    planEnd: null,
  }
  const links = [
    { id: '2', internalWorkCenter: { id: 12, name: 'Press' } },
    { id: '3', internalWorkCenter: null },
  ]
  const differences = (more: Partial<TheirOrder>, own: Partial<OurOrder> = {}) => [
    ...differencesOf({ ...ours, ...own }, { ...theirs, ...more }, links),
  ]

  it('is the same where what the other system tells means the same here, and what it does not tell is no difference', () => {
    assert.deepEqual(differences({}), [])
    const untold = { plannedQuantity: null, madeQuantity: null, unit: null, productCode: null, workCenterCode: null, planStart: null }
    assert.deepEqual(differences(untold, { planOutput: null, product: null, workCenter: null }), [])
  })

  it('is marked by each value that differs', () => {
    assert.deepEqual(differences({ internalStatus: 'ENDED' }), ['status'])
    assert.deepEqual(differences({ internalStatus: 'ENDED' }, { status: 'COMPLETED' }), [])
    assert.deepEqual(differences({}, { status: 'CANCELLED' }), ['status'])
    assert.deepEqual(differences({ internalStatus: 'DRAFT' }), ['status'])
    assert.deepEqual(differences({ productCode: 'B-9', plannedQuantity: 400.001, madeQuantity: 119 }), [
      'product',
      'plannedQuantity',
      'made',
    ])
    assert.deepEqual(differences({ unit: 'dozens', workCenterCode: '3', planStart: '2026-11-24T05:01:00.000Z' }), [
      'unit',
      'workCenter',
      'planStart',
    ])
    assert.deepEqual(differences({ planEnd: '2026-11-24T07:00:00.000Z' }, { planEnd: null }), ['planEnd'])
  })
})
