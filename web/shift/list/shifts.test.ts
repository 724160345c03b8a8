import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ListedShiftFragment, ShiftCellFragment } from '#web/api/generated/graphql.ts'
import { SHIFTS_SEARCH } from '../shiftsSearch.ts'
import {
  confirmPlan,
  datesOf,
  isMatrix,
  isTooLong,
  marksOf,
  matrixOf,
  movedDate,
  shiftsFilter,
  shiftsOrder,
  worstFirst,
} from './shifts.view.ts'

const TODAY = '2026-11-23'
const search = (texts: Readonly<Record<string, string>>) => SHIFTS_SEARCH.read(texts)

const cell = (workCenterId: number, shiftDate: string, hour: number, more: Partial<ShiftCellFragment> = {}): ShiftCellFragment => ({
  id: workCenterId * 100 + hour,
  workCenterId,
  shiftId: 1,
  shiftDate,
  timeStart: `${shiftDate}T${String(hour).padStart(2, '0')}:00:00.000Z`,
  code: 'A',
  name: 'Morning',
  status: 'UNCONFIRMED',
  revision: 0,
  lateSamples: 0,
  isRecalculating: false,
  comment: null,
  explainedShare: null,
  untrackedDuration: 0,
  outputConfirmedShare: null,
  oee: null,
  ...more,
})

const listed = (id: number, more: Partial<ListedShiftFragment> = {}): ListedShiftFragment => ({
  ...cell(id, '2026-11-22', 6),
  id,
  timeEnd: '2026-11-22T14:00:00.000Z',
  lossStats: { classifiedCount: 0, unclassifiedCount: 0 },
  issues: [],
  version: 1,
  totalOutput: null,
  confirmRefusal: null,
  confirmedOn: null,
  confirmedBy: null,
  workCenter: { id, name: `Press ${id}`, timeZone: 'UTC', outputMeasurementUnit: { code: 'pcs', shortName: 'pcs' } },
  ...more,
})

test('the page begins with the shifts of seven days; a day of a clock change is a day', () => {
  assert.deepEqual(shiftsFilter(search({}), TODAY), { shiftDateFrom: '2026-11-17', shiftDateTo: TODAY })
  assert.equal(movedDate('2026-10-26', -1), '2026-10-25')
  assert.equal(movedDate('2027-03-01', -1), '2027-02-28')
})

test('tabs, filters and dates of the address become the filter of the server', () => {
  const asked = search({
    tab: 'unclosed',
    wc: '7',
    unexplained: '1',
    output: 'UNCONFIRMED',
    range: 'dates',
    from: '2026-11-20',
    to: '2026-11-02',
  })
  assert.deepEqual(shiftsFilter(asked, TODAY), {
    shiftDateFrom: '2026-11-02',
    shiftDateTo: '2026-11-20',
    statuses: ['UNCONFIRMED'],
    workCenterIds: [7],
    lossIssues: 'NO_REASON',
    outputIssues: 'UNCONFIRMED',
  })
  assert.deepEqual(datesOf(search({ range: 'dates', to: '2026-11-02' }), TODAY), { from: null, to: '2026-11-02' })
  assert.deepEqual(shiftsFilter(search({ range: 'dates' }), TODAY), { shiftDateFrom: '2026-10-24', shiftDateTo: null })
  assert.deepEqual(shiftsOrder('-oee'), { field: 'OEE', direction: 'DESC' })
})

test('a matrix shows up to 31 days; what waits to be closed is a list unless asked otherwise', () => {
  assert.equal(isMatrix(search({}), TODAY), true)
  assert.equal(isMatrix(search({ range: 'last31' }), TODAY), true)
  assert.equal(isMatrix(search({ tab: 'unclosed' }), TODAY), false)
  assert.equal(isMatrix(search({ tab: 'unclosed', view: 'matrix' }), TODAY), true)
  const long = search({ range: 'dates', from: '2026-10-01', to: '2026-11-01', view: 'matrix' })
  assert.deepEqual([isMatrix(long, TODAY), isTooLong(long, TODAY)], [false, true])
})

test('the matrix has the newest date first, shifts of a date by time, and no work center without a shift', () => {
  const cells = [cell(2, '2026-11-22', 14), cell(2, '2026-11-22', 6), cell(1, '2026-11-21', 6)]
  const { dates, rows } = matrixOf(cells, [
    { id: 1, name: 'Lathe' },
    { id: 2, name: 'Press' },
    { id: 3, name: 'Saw' },
  ])
  assert.deepEqual(dates, ['2026-11-22', '2026-11-21'])
  assert.deepEqual(
    rows.map(({ name, byDate }) => [name, (byDate.get('2026-11-22') ?? []).map(({ id }) => id)]),
    [
      ['Lathe', []],
      ['Press', [206, 214]],
    ],
  )
})

test('a shift is marked as restated, with late data, with confirmed output, with a comment, and while its figures are worked out', () => {
  assert.deepEqual(marksOf(cell(1, TODAY, 6)), [])
  assert.deepEqual(marksOf(cell(1, TODAY, 6, { revision: 1, outputConfirmedShare: 0.5, comment: '' })), [])
  assert.deepEqual(
    marksOf(cell(1, TODAY, 6, { revision: 2, lateSamples: 3, outputConfirmedShare: 1, comment: 'belt', isRecalculating: true })),
    ['recalculating', 'revised', 'late', 'output', 'note'],
  )
})

test('confirming many says beforehand which close at once, which need words, and which stay', () => {
  const plan = confirmPlan([
    listed(1),
    listed(2, { confirmRefusal: 'SHIFT_HAS_ISSUES' }),
    listed(3, { confirmRefusal: 'SHIFT_IN_PROGRESS' }),
  ])
  assert.deepEqual(
    [plan.ready, plan.withIssues, plan.staying].map((shifts) => shifts.map(({ id }) => id)),
    [[1], [2], [3]],
  )
})

test('the shifts of a date are closed the worst first: most stops without a reason, then the least explained', () => {
  const unexplained = (count: number) => ({ lossStats: { classifiedCount: 0, unclassifiedCount: count } })
  const shifts = [
    listed(1, { status: 'CONFIRMED' }),
    listed(2, { explainedShare: 1 }),
    listed(3, { ...unexplained(2), explainedShare: 0.9 }),
    listed(4, { status: 'PROGRESS', ...unexplained(9) }),
    listed(5, { ...unexplained(2), explainedShare: 0.4 }),
  ]
  assert.deepEqual(
    worstFirst(shifts).map(({ id }) => id),
    [5, 3, 2, 4, 1],
  )
})
