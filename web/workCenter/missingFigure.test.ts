import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'
import { mendingPath, missingCause } from './missingFigure.view.ts'

const SHIFT = { shiftId: 1, shiftDate: '2026-05-04', code: 'A', name: 'A', start: 0, end: 100 }
const NOTHING = { oee: null, availability: null, performance: null, quality: null, asOf: 0, issues: [] as const }

function live(parts: Partial<LiveWorkCenter>): LiveWorkCenter {
  return { shift: SHIFT, oee: NOTHING, status: null, ...parts } as unknown as LiveWorkCenter
}

test('each dash says its cause, and those that a setting mends lead to it', () => {
  const unpriced = live({ oee: { ...NOTHING, availability: 0.9, issues: ['NO_REFERENCE_SPEED'] } })
  const figures = ['oee', 'availability', 'performance', 'quality'] as const
  assert.deepEqual(
    figures.map((figure) => missingCause(figure, unpriced)),
    ['noSpeed', null, 'noSpeed', 'noOutput'],
  )
  assert.deepEqual(
    figures.map((figure) => missingCause(figure, live({}))),
    ['noTime', 'noTime', 'noRun', 'noOutput'],
  )
  const isNotSetUp = { kind: 'NO_DATA', noDataCause: 'NO_STATUS_RULES' } as LiveWorkCenter['status']
  assert.equal(missingCause('availability', live({ status: isNotSetUp })), 'noRules')
  assert.equal(missingCause('oee', live({ shift: null })), null)
  assert.equal(missingCause('oee', undefined), null)
  assert.equal(mendingPath('d1', 'noSpeed'), '/boxes/d1/settings?tab=oee#targetSpeed')
  assert.equal(mendingPath('d1', 'noRules'), '/boxes/d1/settings?tab=statuses')
  assert.equal(mendingPath('d1', 'noOutput'), null)
})
