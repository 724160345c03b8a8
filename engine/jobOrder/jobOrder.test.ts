import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { confirmationProgress, confirmedOutput } from './confirmedOutput.ts'
import { closedStatus, progressPercent } from './jobOrderStatus.ts'
import { orderCycleOf, type OrderSpeed } from './orderCycle.ts'
import { recreateOrders, type ImportableOrder } from './recreateOrders.ts'

const SPEED: OrderSpeed = { performanceBy: 'SPEED', planCycleTimeMs: 9000, targetSpeedQuantity: 30, targetSpeedTimeMs: 60_000 }

describe('what an order decides', () => {
  it('has the cycle that its basis of performance tells (D-46, D-47)', () => {
    assert.equal(orderCycleOf(SPEED), 2000)
    assert.equal(orderCycleOf({ ...SPEED, performanceBy: 'CYCLE_TIME' }), 9000)
    assert.equal(orderCycleOf({ ...SPEED, targetSpeedQuantity: null }), null)
    assert.equal(orderCycleOf({ ...SPEED, targetSpeedQuantity: 0 }), null)
    assert.equal(orderCycleOf({ ...SPEED, performanceBy: 'CYCLE_TIME', planCycleTimeMs: 0 }), null)
  })

  it('has progress over 100 % when more is accepted than planned (S-52, E-51), none without a plan', () => {
    assert.equal(progressPercent(80, 100), 125)
    assert.equal(progressPercent(120, 98), 81.67)
    // 55 ÷ 100 × 100 is not 55 in binary.
    assert.equal(progressPercent(100, 55), 55)
    // Exact halves go up: 7.125 and 8.625 (D-51).
    assert.deepEqual([progressPercent(800, 57), progressPercent(800, 69)], [7.13, 8.63])
    assert.equal(progressPercent(0, 5), null)
    assert.equal(progressPercent(null, 5), null)
  })

  it('is completed by closing only when enough is accepted and confirmed (E-48)', () => {
    assert.equal(closedStatus(10, 10, false), 'COMPLETED')
    assert.equal(closedStatus(10, 10, true), 'TECHNICALLY_COMPLETED')
    assert.equal(closedStatus(10, 9, false), 'TECHNICALLY_COMPLETED')
  })

  it('counts confirmations that were not cancelled, and nothing is unconfirmed below 0 (S-64, S-66)', () => {
    const posted = [
      { accepted: 50, rejected: 2, isCancelled: false },
      { accepted: 30, rejected: 0, isCancelled: true },
    ]
    assert.deepEqual(confirmedOutput(posted), { accepted: 50, rejected: 2 })
    assert.deepEqual(confirmationProgress(60, confirmedOutput(posted)), { registered: 60, confirmed: 52, unconfirmed: 8 })
    assert.equal(confirmationProgress(40, confirmedOutput(posted)).unconfirmed, 0)
  })
})

describe('an import that recreates and updates (§2.13)', () => {
  const started: ImportableOrder = { code: 'A', status: 'ON_HOLD', plan: 100, accepted: 40 }

  it('gives the same orders when it runs twice (E-66)', () => {
    const imported = [
      { code: 'A', plan: 100 },
      { code: 'N', plan: 7 },
    ]
    const once = recreateOrders([started], imported)
    assert.deepEqual(once, [
      { ...started, status: 'TECHNICALLY_COMPLETED' },
      { code: 'A', status: 'PLANNED', plan: 60, accepted: 0 },
      { code: 'N', status: 'PLANNED', plan: 7, accepted: 0 },
    ])
    assert.deepEqual(recreateOrders(once, imported), once)
  })

  it('leaves cancelled and completed orders, and what is not imported and not started, as they are', () => {
    const rest: ImportableOrder[] = [
      { code: 'C', status: 'CANCELLED', plan: 5, accepted: 0 },
      { code: 'D', status: 'COMPLETED', plan: 5, accepted: 5 },
      { code: 'E', status: 'DRAFT', plan: 5, accepted: 0 },
    ]
    assert.deepEqual(recreateOrders(rest, [{ code: 'C', plan: 9 }]), rest)
  })

  it('closes a started order that is not imported, and one whose output waits for confirmation only technically', () => {
    assert.deepEqual(recreateOrders([{ ...started, accepted: 100 }], []), [{ ...started, accepted: 100, status: 'COMPLETED' }])
    assert.equal(recreateOrders([{ ...started, accepted: 100, hasUnconfirmed: true }], [])[0]?.status, 'TECHNICALLY_COMPLETED')
  })
})
