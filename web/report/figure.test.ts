import assert from 'node:assert/strict'
import { test } from 'node:test'
import { differenceOf, linkedFigure, listOfFigure, type ShownFigure } from './figure.view.ts'

const ID = '0197c0de-0000-7000-8000-000000000001'
const FIGURE: ShownFigure = {
  reportType: 'GENERAL',
  dateFrom: '2026-05-04',
  dateTo: '2026-05-10',
  madeOn: '2026-05-11T05:00:00Z',
  factor: 'OEE',
  workCenterId: null,
  workCenterIds: null,
  shiftStart: null,
  reason: null,
  told: 74.04,
  now: 75.1,
  shifts: 21,
  openThen: 0,
  changedShifts: 0,
  changedStops: null,
  changes: [],
}
const DATES = { range: 'dates', from: '2026-05-04', to: '2026-05-10' }

test('a link names a file and a figure of it, and anything else names none', () => {
  assert.deepEqual(linkedFigure(`?figure=${ID}~OEE.7&run=x`), { id: ID, figure: 'OEE.7' })
  for (const wrong of ['', '?run=x', `?figure=${ID}`, `?figure=${ID}~`, '?figure=7~OEE', `?figure=${ID}~<b>`])
    assert.equal(linkedFigure(wrong), null, wrong)
})

test('the list behind a figure is of its dates, work centers and reason', () => {
  assert.deepEqual(listOfFigure(FIGURE), { to: '/shifts', search: { view: 'list', ...DATES } })
  assert.deepEqual(listOfFigure({ ...FIGURE, workCenterId: 7, workCenterIds: [7, 8] }).search, { view: 'list', ...DATES, wc: [7] })
  const lost: ShownFigure = { ...FIGURE, factor: 'LOST', workCenterIds: [7, 8] }
  assert.deepEqual(listOfFigure(lost), { to: '/losses', search: { source: 'STATUS', ...DATES, wc: [7, 8] } })
  assert.deepEqual(listOfFigure({ ...lost, reason: '12' }).search, { source: 'STATUS', ...DATES, wc: [7, 8], reason: [12] })
  assert.deepEqual(listOfFigure({ ...lost, reason: 'UNCLASSIFIED' }).search, {
    source: 'STATUS',
    ...DATES,
    wc: [7, 8],
    noReason: 'UNCLASSIFIED',
  })
})

test('the difference is that of what is shown', () => {
  assert.equal(differenceOf(FIGURE), 1.06)
  assert.equal(differenceOf({ told: null, now: 3 }), null)
})
