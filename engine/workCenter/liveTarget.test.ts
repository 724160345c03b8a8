import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { advance, initialState } from '#engine/advance.ts'
import { asId, type JobOrderId } from '#engine/ids.ts'
import { REFERENCE_TARGET, type TargetSetup } from '#engine/output/shiftTarget.ts'
import type { Sample } from '#engine/sensor/sensorType.ts'
import { exampleSetup } from '#engine/testing/exampleSetup.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import { liveView } from './liveView.ts'
import type { WorkCenterSetup } from './workCenterSetup.ts'

const START = Date.UTC(2026, 4, 4, 6)
/** Idle at 2 s a unit for an hour, then an order of 10 s. */
const order = { jobOrderId: asId<JobOrderId>(1), start: START + HOUR_MS, end: null, idealCycleMs: 10_000 }
const SAMPLES: Sample[] = [
  { at: START, sensor: 'POWER', value: 9 },
  { at: START + 3 * HOUR_MS, sensor: 'POWER', value: 9 },
]

function targets(target: TargetSetup | null): (number | null | undefined)[] {
  const base: WorkCenterSetup = exampleSetup({ reportMode: 'ON_CHANGE' })
  const setup = { ...base, jobs: { ...base.jobs, runs: [order] }, ...(target && { target }) }
  const { output } = liveView(advance(initialState(), SAMPLES, setup).state, START + 4 * HOUR_MS, setup)
  return [output?.targetToDate, output?.targetFullShift]
}

describe('the target of the running shift (§2.7)', () => {
  it('is by the speed of the work center unless set', () => {
    assert.deepEqual(targets(null), [4 * 1800, 8 * 1800])
  })

  it('follows the order in progress; what is to come is made by it', () => {
    const byOrder: TargetSetup = { ...REFERENCE_TARGET, calculationType: 'BY_CURRENT_JOB_ORDER_CYCLE_TIME' }
    assert.deepEqual(targets(byOrder), [1800 + 3 * 360, 1800 + 7 * 360])
    assert.deepEqual(targets({ ...byOrder, isOrderRequired: true }), [3 * 360, 7 * 360])
  })

  it('is a share of the target an hour, a shift or a day', () => {
    const set = { ...REFERENCE_TARGET, units: 2400 }
    assert.deepEqual(targets({ ...set, period: 'HOUR' }), [4 * 2400, 8 * 2400])
    assert.deepEqual(targets({ ...set, period: 'SHIFT' }), [1200, 2400])
    assert.deepEqual(targets({ ...set, period: 'DAY' }), [400, 800])
  })

  it('is what scheduled orders leave to make in the time', () => {
    const planned = { jobOrderId: order.jobOrderId, planStart: START, planEnd: START + 6 * HOUR_MS, remaining: 1000, idealCycleMs: 20_000 }
    const byOrders = (accepted: { at: number; units: number }[]): TargetSetup => ({
      ...REFERENCE_TARGET,
      calculationType: 'BY_JOB_ORDERS_CYCLE_TIME',
      scheduled: [{ ...planned, accepted }],
    })
    assert.deepEqual(targets(byOrders([])), [720, 1000])
    assert.deepEqual(targets(byOrders([{ at: START - HOUR_MS, units: 300 }])), [700, 700])
  })

  it('does not fall while the shift makes what remains (E-72)', () => {
    const scheduled = { jobOrderId: order.jobOrderId, planStart: START, planEnd: START + 8 * HOUR_MS, remaining: 900, idealCycleMs: 20_000 }
    const accepted = [
      { at: START, units: 200 },
      { at: START + 2 * HOUR_MS, units: 400 },
    ]
    const target = targets({ ...REFERENCE_TARGET, calculationType: 'BY_JOB_ORDERS_CYCLE_TIME', scheduled: [{ ...scheduled, accepted }] })
    assert.deepEqual(target, [720, 900])
  })
})
