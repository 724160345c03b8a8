import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { asId } from '#engine/ids.ts'
import type { LossReasonId } from '#engine/ids.ts'
import { lossPareto } from './lossPareto.ts'

const of = (reasonId: number | null, count: number, durationMs: number) => ({
  reasonId: reasonId === null ? null : asId<LossReasonId>(reasonId),
  count,
  durationMs,
  quantity: 0,
  classification: reasonId === null ? ('UNCLASSIFIED' as const) : ('CLASSIFIED' as const),
})

describe('a Pareto chart', () => {
  it('sorts by what it shows, sums up to the whole, and has a row without a reason', () => {
    const totals = [of(1, 5, 100), of(null, 2, 300), of(2, 3, 0)]
    assert.deepEqual(
      lossPareto(totals, 'BY_DURATION').map((row) => [row.reasonId, row.share, row.cumulativeShare]),
      [
        [null, 0.75, 0.75],
        [1, 0.25, 1],
        [2, 0, 1],
      ],
    )
    assert.deepEqual(
      lossPareto(totals, 'BY_COUNT').map((row) => [row.reasonId, row.share, row.cumulativeShare]),
      [
        [1, 0.5, 0.5],
        [2, 0.3, 0.8],
        [null, 0.2, 1],
      ],
    )
  })

  it('adds up from the greatest reason to all of them (W-7)', () => {
    const minutes = (reasonId: number | null, count: number, duration: number) => of(reasonId, count, duration * 60_000)
    const rows = lossPareto([minutes(2, 1, 20), minutes(null, 2, 7), minutes(1, 5, 25), minutes(3, 1, 10)], 'BY_DURATION')
    const percent = (share: number) => Math.round(share * 10_000) / 100
    assert.deepEqual(
      rows.map((row) => [row.reasonId, percent(row.share), percent(row.cumulativeShare)]),
      [
        [1, 40.32, 40.32],
        [2, 32.26, 72.58],
        [3, 16.13, 88.71],
        [null, 11.29, 100],
      ],
    )
  })

  it('of nothing is empty, of losses without length has no shares', () => {
    assert.deepEqual(lossPareto([], 'BY_COUNT'), [])
    assert.deepEqual(lossPareto([of(1, 1, 0)], 'BY_DURATION'), [{ ...of(1, 1, 0), share: 0, cumulativeShare: 0 }])
  })
})
