import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { OutputConfirmation } from '#engine/jobOrder/jobRun.ts'
import { effectiveOutput } from './effectiveOutput.ts'

const TRACKED = { isTracked: true, sharing: [] }
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
})
