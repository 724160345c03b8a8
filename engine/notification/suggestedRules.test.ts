import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { suggestedRules } from './suggestedRules.ts'
import type { Happened } from './suggestedRules.ts'

const stops = (workCenterId: number, times: number, minutes: number, type: Happened['type'] = 'STATUS_DURATION') =>
  Array.from({ length: times }, (): Happened => ({ workCenterId, type, lengthMs: minutes * MINUTE_MS }))

test('a rule is suggested with the least duration that is reached at most twenty times, and three times at least', () => {
  // Thirty of six minutes would be too many: fifteen minutes it is.
  const found = suggestedRules([...stops(7, 30, 12), ...stops(7, 5, 18)])
  assert.deepEqual(found, [{ workCenterId: 7, type: 'STATUS_DURATION', minutes: 15, times: 5 }])
  assert.deepEqual(suggestedRules(stops(7, 20, 6)), [{ workCenterId: 7, type: 'STATUS_DURATION', minutes: 5, times: 20 }])
  assert.deepEqual(suggestedRules(stops(7, 2, 50)), [])
  assert.deepEqual(suggestedRules(stops(7, 100, 90)), [], 'it stands all the time')
})

test('three at most: a device that was off, then the machines that lost most', () => {
  const off = stops(9, 1, 11, 'WORK_CENTER_OFF')
  const found = suggestedRules([...stops(1, 3, 6), ...stops(2, 3, 9), ...stops(3, 3, 7), ...off, ...stops(8, 1, 9, 'WORK_CENTER_OFF')])
  assert.deepEqual(
    found.map(({ workCenterId, type }) => [workCenterId, type]),
    [
      [9, 'WORK_CENTER_OFF'],
      [2, 'STATUS_DURATION'],
      [3, 'STATUS_DURATION'],
    ],
  )
  assert.deepEqual(suggestedRules([]), [])
})
