import assert from 'node:assert/strict'
import { test } from 'node:test'
import { datesOfView, periodOfView } from './reportView.view.ts'

test('a report of a view is of the dates that its page shows, as whole days of the company', () => {
  assert.deepEqual(datesOfView({ search: 'm=OEE&range=lastWeek' }, '2026-11-25'), ['2026-11-16', '2026-11-22'])
  assert.deepEqual(datesOfView({ search: '' }, '2026-11-25'), ['2026-11-18', '2026-11-24'])
  assert.deepEqual(datesOfView({ search: 'range=dates&from=2026-10-20&to=2026-10-25' }, '2026-11-25'), ['2026-10-20', '2026-10-25'])
  // The clocks of Kyiv go back on the last of the days.
  assert.deepEqual(periodOfView(['2026-10-20', '2026-10-25'], 'Europe/Kyiv'), {
    periodStart: '2026-10-19T21:00:00.000Z',
    periodEnd: '2026-10-25T22:00:00.000Z',
  })
})
