import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { asId, type JobOrderId } from '#engine/ids.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import { shiftTarget, type ScheduledOrder, type TargetSetup, type TargetSpan } from './shiftTarget.ts'

const SPAN: TargetSpan = {
  start: 0,
  end: 8 * HOUR_MS,
  plannedMs: 6 * HOUR_MS,
  shiftPlannedMs: 7 * HOUR_MS,
  dayMs: 24 * HOUR_MS,
  stretches: [],
}
const BY_CENTER: TargetSetup = {
  calculationType: 'BY_WORK_CENTER_CYCLE_TIME',
  units: null,
  period: 'HOUR',
  isOrderRequired: false,
  scheduled: [],
}
const BY_CURRENT: TargetSetup = { ...BY_CENTER, calculationType: 'BY_CURRENT_JOB_ORDER_CYCLE_TIME' }

function order(id: number, planStart: number, planEnd: number, remaining: number, idealCycleMs: number | null): ScheduledOrder {
  return { jobOrderId: asId<JobOrderId>(id), planStart, planEnd, remaining, accepted: [], idealCycleMs }
}

describe('target output (§2.7)', () => {
  it('is planned time over the cycle of the work center, whole for pieces and not for metres', () => {
    assert.equal(shiftTarget(BY_CENTER, SPAN, 7000, 'DISCRETE'), Math.floor((6 * HOUR_MS) / 7000))
    assert.equal(shiftTarget(BY_CENTER, SPAN, 7000, 'CONTINUOUS'), (6 * HOUR_MS) / 7000)
    assert.equal(shiftTarget(BY_CENTER, SPAN, null, 'DISCRETE'), null)
    assert.equal(shiftTarget(BY_CENTER, { ...SPAN, plannedMs: 0 }, 7000, 'DISCRETE'), 0)
  })

  it('spreads a target an hour, a shift and a day over the planned time of each', () => {
    const set = { ...BY_CENTER, units: 700 }
    assert.equal(shiftTarget(set, SPAN, null, 'DISCRETE'), 4200)
    assert.equal(shiftTarget({ ...set, period: 'SHIFT' }, SPAN, null, 'DISCRETE'), 600)
    assert.equal(shiftTarget({ ...set, period: 'DAY' }, SPAN, null, 'DISCRETE'), 175)
  })

  it('takes idle time at the speed of the work center, or at nothing where an order is mandatory', () => {
    const stretches = [
      { plannedMs: 2 * HOUR_MS, idealCycleMs: 10_000, orders: 1 },
      { plannedMs: HOUR_MS, idealCycleMs: 20_000, orders: 0 },
    ]
    assert.equal(shiftTarget(BY_CURRENT, { ...SPAN, stretches }, 20_000, 'DISCRETE'), 720 + 180)
    assert.equal(shiftTarget({ ...BY_CURRENT, isOrderRequired: true }, { ...SPAN, stretches }, 20_000, 'DISCRETE'), 720)
    const unknown = [...stretches, { plannedMs: 1, idealCycleMs: null, orders: 1 }]
    assert.equal(shiftTarget(BY_CURRENT, { ...SPAN, stretches: unknown }, 20_000, 'DISCRETE'), null)
  })

  it('gives a plan window that crosses shifts its part of each, never more than remains (E-72)', () => {
    const by: TargetSetup = { ...BY_CENTER, calculationType: 'BY_JOB_ORDERS_CYCLE_TIME' }
    const target = (start: number, end: number, ...scheduled: ScheduledOrder[]): number | null =>
      shiftTarget({ ...by, scheduled }, { ...SPAN, start, end }, null, 'DISCRETE')
    const over = order(1, 6 * HOUR_MS, 12 * HOUR_MS, 1000, 36_000)
    assert.equal(target(0, 8 * HOUR_MS, over), 200)
    assert.equal(target(8 * HOUR_MS, 16 * HOUR_MS, over), 400)
    assert.equal(target(8 * HOUR_MS, 16 * HOUR_MS, { ...over, remaining: 120 }), 120)
    assert.equal(target(8 * HOUR_MS, 16 * HOUR_MS, { ...over, remaining: -5 }), 0)
    assert.equal(target(16 * HOUR_MS, 24 * HOUR_MS, over), 0)
    const made = { ...over, remaining: 300, accepted: [{ at: 7 * HOUR_MS, units: 150 }] }
    assert.deepEqual([target(0, 8 * HOUR_MS, made), target(8 * HOUR_MS, 16 * HOUR_MS, made)], [200, 150])
    assert.equal(target(0, 8 * HOUR_MS, over, order(2, 0, HOUR_MS, 50, null)), 200)
  })
})
