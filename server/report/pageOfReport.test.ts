import assert from 'node:assert/strict'
import { test } from 'node:test'
import { savedQuestionOf } from '#engine/analytics/savedQuestion.ts'
import { pageOfReport } from './pageOfReport.ts'

const WEEK = { from: '2026-05-04', to: '2026-05-11', workCenterIds: null }
const DATES = 'range=dates&from=2026-05-04&to=2026-05-10'

test('a report leads to the page that shows the same: its dates, the last one included, and its work centers', () => {
  assert.equal(pageOfReport({ ...WEEK, type: 'GENERAL' }), `/analytics?m=OEE&by=WORK_CENTER&${DATES}`)
  assert.equal(pageOfReport({ ...WEEK, type: 'DOWNTIME', workCenterIds: [3, 7] }), `/analytics?m=DURATION&by=REASON&${DATES}&wc=3,7`)
  assert.equal(pageOfReport({ ...WEEK, type: 'LOSSES' }), `/losses?${DATES}`)
  assert.equal(pageOfReport({ ...WEEK, type: 'SHIFT', workCenterIds: [3] }), `/shifts?${DATES}&wc=3`)
  assert.equal(pageOfReport({ ...WEEK, type: 'ENERGY' }), `/energy?${DATES}`)
})

test('a report of a view leads to its question, of the dates and the work centers of the report', () => {
  const view = { name: 'V', search: 'm=OUTPUT&by=DAY&and=SHIFT&range=lastWeek&wc=3&product=a%252Cb' }
  const [path, search = ''] = (pageOfReport({ ...WEEK, type: 'VIEW', view, workCenterIds: [7] }) ?? '').split('?')
  const asked = new URLSearchParams(search)
  assert.deepEqual([path, asked.get('range'), asked.get('from'), asked.get('to')], ['/analytics', 'dates', '2026-05-04', '2026-05-10'])
  assert.deepEqual(savedQuestionOf(search), { ...savedQuestionOf(view.search), workCenterIds: [7] })
  const all = pageOfReport({ ...WEEK, type: 'VIEW', view })?.split('?')[1] ?? ''
  assert.deepEqual(savedQuestionOf(all), savedQuestionOf(view.search))
})

test('a report of no work center, as of a view whose work centers the reader does not see, leads to no page: it would show all', () => {
  for (const type of ['GENERAL', 'LOSSES', 'VIEW'] as const) assert.equal(pageOfReport({ ...WEEK, type, workCenterIds: [] }), null)
})
