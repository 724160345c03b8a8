import assert from 'node:assert/strict'
import { it } from 'node:test'
import { statusTotals } from './statusTotals.ts'

it('sums the time of each status, the longest first, an open one up to now', () => {
  const status = (start: number, end: number | null, kind: 'OFF' | 'NO_DATA') => ({
    start,
    end,
    kind,
    statusRuleId: null,
    cause: null,
    isEffective: false,
  })
  const totals = statusTotals([status(0, 10, 'OFF'), status(10, 40, 'NO_DATA'), status(40, null, 'OFF')], 70)
  assert.deepEqual(
    totals.map(({ kind, durationMs }) => [kind, durationMs]),
    [
      ['OFF', 40],
      ['NO_DATA', 30],
    ],
  )
  assert.deepEqual(statusTotals([], 70), [])
})
