import assert from 'node:assert/strict'
import { test } from 'node:test'
import { datesOf, historyOf } from './noticeWay.view.ts'

test('a target of a longer period leads to the dates of that period', () => {
  assert.deepEqual(datesOf('DAY', '2026-11-25'), { from: '2026-11-25', to: '2026-11-25' })
  // A Wednesday, and a Sunday.
  assert.deepEqual(datesOf('WEEK', '2026-11-25'), { from: '2026-11-23', to: '2026-11-29' })
  assert.deepEqual(datesOf('WEEK', '2026-11-29'), { from: '2026-11-23', to: '2026-11-29' })
  assert.deepEqual(datesOf('MONTH', '2028-02-03'), { from: '2028-02-01', to: '2028-02-29' })
  assert.deepEqual(datesOf('MONTH', '2026-12-31'), { from: '2026-12-01', to: '2026-12-31' })
})

test('what is seen in the history is shown with the half hour before it, up to its end or to when it was told', () => {
  const item = {
    type: 'WORK_CENTER_OFF',
    since: '2026-11-25T10:00:00Z',
    firedAt: '2026-11-25T10:10:00Z',
    until: null,
    cause: null,
  } as const
  assert.deepEqual(historyOf(item), { from: '2026-11-25T09:30:00.000Z', to: '2026-11-25T10:10:00Z' })
  assert.deepEqual(historyOf({ ...item, type: 'BATTERY_LOW', until: '2026-11-25T12:00:00Z' }), {
    from: '2026-11-25T09:30:00.000Z',
    to: '2026-11-25T12:00:00Z',
    sensors: 'BATTERY_LEVEL',
  })
  assert.equal(historyOf({ ...item, cause: 'BATTERY_EMPTY' }).sensors, 'BATTERY_LEVEL')
  assert.equal(historyOf({ ...item, type: 'DE_PHASING' }).sensors, 'ELECTRIC_CURRENT_A,ELECTRIC_CURRENT_B,ELECTRIC_CURRENT_C')
})
