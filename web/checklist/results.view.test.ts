import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_RESULT_FILTERS, resultFilter } from './results.view.ts'

const NOW = Date.UTC(2026, 4, 4, 12)

test('results are all that is over, narrowed by what is in the address', () => {
  assert.deepEqual(resultFilter(NO_RESULT_FILTERS, NOW), { states: ['DONE', 'MISSED', 'SKIPPED'] })
  assert.deepEqual(resultFilter({ ...NO_RESULT_FILTERS, show: 'DEVIATION', wc: [3] }, NOW), { result: 'DEVIATION', workCenterIds: [3] })
  assert.deepEqual(resultFilter({ of: [7], show: 'MISSED', since: '7', wc: [] }, NOW), {
    states: ['MISSED'],
    checklistIds: [7],
    period: { start: '2026-04-27T12:00:00.000Z', end: '2026-05-05T12:00:00.000Z' },
  })
})
