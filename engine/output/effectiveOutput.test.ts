import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { asId } from '#engine/ids.ts'
import type { JobOrderId } from '#engine/ids.ts'
import type { OutputConfirmation } from '#engine/jobOrder/jobRun.ts'
import { effectiveOutput } from './effectiveOutput.ts'

const TRACKED = { isTracked: true, orders: [], sharing: [] }
const DEVICE = { total: 1000, accepted: 980, rejected: 20 }
const rows = (accepted: number, rejected: number, isClosing = false): OutputConfirmation[] =>
  [
    { accepted, rejected: 0 },
    { accepted: 0, rejected },
  ].map((count) => ({ start: 0, end: 1, jobOrderId: null, isClosing, ...count }))

describe('effective output of a segment (S-62)', () => {
  it('keeps the count of the device while a part of it is confirmed', () => {
    const { count, isConfirmed } = effectiveOutput(DEVICE, rows(400, 15), TRACKED)
    assert.deepEqual([count, isConfirmed], [{ total: 1000, accepted: 980, rejected: 20 }, false])
    assert.deepEqual(effectiveOutput(DEVICE, rows(400, 35), TRACKED).count, { total: 1000, accepted: 965, rejected: 35 })
  })

  it('is what was confirmed once nothing more comes', () => {
    const closed = { count: { total: 415, accepted: 400, rejected: 15 }, isConfirmed: true, difference: -585 }
    assert.deepEqual(effectiveOutput(DEVICE, rows(400, 15, true), TRACKED), closed)
  })

  it('is what was confirmed when that is more than the device counted', () => {
    const more = { count: { total: 1007, accepted: 1003, rejected: 4 }, isConfirmed: true, difference: 7 }
    assert.deepEqual(effectiveOutput(DEVICE, rows(1003, 4), TRACKED), more)
  })

  it('waits again for units that came late, unless it was closed (worked example 39)', () => {
    const late = { total: 512, accepted: 512, rejected: 0 }
    assert.deepEqual(effectiveOutput(late, rows(500, 0), TRACKED), { count: late, isConfirmed: false, difference: 0 })
    assert.deepEqual(effectiveOutput(late, rows(500, 0, true), TRACKED), {
      count: { total: 500, accepted: 500, rejected: 0 },
      isConfirmed: true,
      difference: -12,
    })
  })

  it('is by other numbers what it is by those', () => {
    // 640 counted, 10 of them rejects: 620 and 8 said leave 12 that wait, and its rejects are those of the device.
    const device = { total: 640, accepted: 630, rejected: 10 }
    assert.deepEqual(effectiveOutput(device, rows(620, 8), TRACKED), { count: device, isConfirmed: false, difference: 0 })
    assert.deepEqual(effectiveOutput(device, rows(620, 8, true), TRACKED), {
      count: { total: 628, accepted: 620, rejected: 8 },
      isConfirmed: true,
      difference: -12,
    })
  })

  it('has the units of an order that did not run in it on top: the device did not count them', () => {
    const [running, other] = [asId<JobOrderId>(2), asId<JobOrderId>(1)]
    const row = (jobOrderId: JobOrderId, accepted: number, isClosing = false) => ({
      start: 0,
      end: null,
      jobOrderId,
      accepted,
      rejected: 0,
      isClosing,
    })
    const device = { total: 240, accepted: 240, rejected: 0 }
    const of = (...given: OutputConfirmation[]) => {
      const { count, isConfirmed, difference } = effectiveOutput(device, given, { isTracked: true, orders: [running], sharing: [] })
      return [count.total, isConfirmed, difference]
    }
    assert.deepEqual(of(row(other, 5)), [245, false, 0])
    assert.deepEqual(of(row(other, 5, true), row(running, 235)), [245, false, 0])
    assert.deepEqual(of(row(other, 5), row(running, 240)), [245, true, 5])
    assert.deepEqual(effectiveOutput(device, [row(other, 240)], TRACKED).count.total, 240)
  })
})
