import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ListedOutputFragment, StockRowFragment } from '#web/api/generated/graphql.ts'
import { consumedOf, fewAtATime, type LineMaterials, namesBatches, sentState, sumsOf, whyNotAtOnce } from './confirmMany.view.ts'
import { confirmedShare, leftOutOf, mayConfirm, postingsIn, unitProblems, whyNotNow } from '#web/parts/posting/posting.view.ts'
import {
  confirmationsFilter,
  daysAsked,
  differsMuch,
  isIssueAlone,
  lacksOrder,
  onePlaceOf,
  outputFilter,
  periodOf,
  postingsPeriod,
  whyNotAssigned,
  isOpenToEdits,
} from './output.view.ts'
import { chartPeriod, chartSums, openedBy, pointsByUnit } from './outputChart.view.ts'
import { OUTPUT_SEARCH } from './outputSearch.ts'

const NOW = Date.parse('2026-11-23T10:00:00Z')
const PCS = { code: 'pcs', shortName: 'pcs' }
const ORDER = { id: 1, orderCode: 'JO-1', product: null }

const OUTPUT: ListedOutputFragment = {
  id: 5,
  workCenterId: 3,
  workCenter: null,
  shift: null,
  timeStart: '2026-11-23T05:00:00.000Z',
  timeEnd: '2026-11-23T09:00:00.000Z',
  totalOutput: 240,
  acceptedOutput: 226,
  rejectedOutput: 14,
  countedOutput: null,
  lateOutput: 0,
  movedOutput: 0,
  corrections: [],
  averageSpeed: 1,
  isClosed: false,
  isConfirmed: false,
  automaticProblem: null,
  difference: 0,
  measurementUnit: PCS,
  productionOrders: [ORDER],
  confirmation: { confirmed: { total: 0, percent: 0 }, unconfirmed: { total: 240 } },
  activities: [],
  lossesCount: 0,
}

test('days of the address are those of the company, both included, in either order, and may be open', () => {
  const state = (texts: Record<string, string>) => OUTPUT_SEARCH.read(texts)
  assert.equal(periodOf(state({}), 'Europe/Warsaw', NOW), null)
  const wanted = { start: '2026-11-19T23:00:00.000Z', end: '2026-11-22T23:00:00.000Z' }
  assert.deepEqual(periodOf(state({ from: '2026-11-20', to: '2026-11-22' }), 'Europe/Warsaw', NOW), wanted)
  assert.deepEqual(periodOf(state({ from: '2026-11-22', to: '2026-11-20' }), 'Europe/Warsaw', NOW), wanted)
  assert.deepEqual(periodOf(state({ from: '2026-11-20' }), 'Europe/Warsaw', NOW), { ...wanted, end: '2026-11-24T10:00:00.000Z' })
})

test('open days end now where they go further back than a year and a month, and the days really asked are told', () => {
  const state = (texts: Record<string, string>) => OUTPUT_SEARCH.read(texts)
  const asked = (texts: Record<string, string>) => daysAsked(state(texts), 'Europe/Warsaw', NOW)
  const { start, end } = periodOf(state({ from: '2024-01-01' }), 'Europe/Warsaw', NOW) ?? { start: '', end: '' }
  assert.deepEqual([start, end], ['2025-10-24T22:00:00.000Z', '2026-11-24T10:00:00.000Z'])
  assert.ok(Date.parse(end) - Date.parse(start) <= 396 * 86_400_000)
  assert.deepEqual(asked({ from: '2024-01-01' }), { from: '2025-10-25', to: '' })
  assert.deepEqual(asked({ from: '2026-11-20' }), { from: '2026-11-20', to: '' })
  assert.deepEqual(asked({ to: '2026-11-22' }), { from: '2025-10-24', to: '2026-11-22' })
  // Both are a person's own: the server says how long they may be.
  assert.deepEqual(asked({ from: '2024-01-01', to: '2026-11-22' }), { from: '2024-01-01', to: '2026-11-22' })
  assert.deepEqual(asked({ from: '2026-11-22', to: '2026-11-20' }), { from: '2026-11-20', to: '2026-11-22' })
  assert.deepEqual(asked({}), { from: '', to: '' })
})

test('all is well only where nothing but what is wrong was looked for', () => {
  const state = (texts: Record<string, string>) => OUTPUT_SEARCH.read(texts)
  assert.equal(isIssueAlone(state({ issues: 'UNCONFIRMED' })), true)
  // It is said of the work center, by its name.
  assert.equal(isIssueAlone(state({ issues: 'UNCONFIRMED', wc: '3' })), true)
  for (const other of [{ q: 'X' }, { order: '7' }, { from: '2026-11-20' }, { hour: '2026-11-20T05:00:00Z' }, { issues: '' }])
    assert.equal(isIssueAlone(state({ issues: 'UNCONFIRMED', ...other })), false)
})

test('filters of the address are asked of the server, each list its own', () => {
  const search = OUTPUT_SEARCH.read({ wc: '3', q: ' JO-1 ', issues: 'UNCONFIRMED', cancelled: '1', order: '7' })
  const both = { workCenterIds: [3], jobOrderIds: [7], orderLike: 'JO-1' }
  assert.deepEqual(outputFilter(search, 'UTC', NOW), { ...both, enabledForConfirmation: false, issues: 'UNCONFIRMED' })
  assert.deepEqual(confirmationsFilter(search, 'UTC', NOW), { ...both, confirmationTypes: null })
  assert.deepEqual(confirmationsFilter(OUTPUT_SEARCH.read({}), 'UTC', NOW), {})
  const who = '8a0f6c1e-0000-4000-8000-000000000001'
  assert.deepEqual(confirmationsFilter(OUTPUT_SEARCH.read({ type: 'REJECTED', code: ' C-118 ', who }), 'UTC', NOW), {
    outputType: 'REJECTED',
    codeLike: 'C-118',
    userIds: [who],
  })
})

test('output is confirmed as it was counted unless its own sheet has more to ask', () => {
  const confirmed: ListedOutputFragment['shift'] = {
    id: 1,
    name: 'Early',
    shiftDate: '2026-11-23',
    timeStart: OUTPUT.timeStart,
    status: 'CONFIRMED',
  }
  const nothingLeft = { confirmed: { total: 240, percent: 100 }, unconfirmed: { total: 0 } }
  const table: readonly (readonly [Partial<ListedOutputFragment>, ReturnType<typeof leftOutOf>, boolean])[] = [
    [{}, null, true],
    [{ productionOrders: [] }, null, true],
    [{ productionOrders: [ORDER, { ...ORDER, id: 2 }] }, 'SEVERAL_ORDERS', true],
    [{ timeEnd: null }, 'COUNTING', true],
    [
      { timeEnd: null, totalOutput: 0, confirmation: { confirmed: { total: 0, percent: null }, unconfirmed: { total: 0 } } },
      'NOTHING_LEFT',
      false,
    ],
    [{ isConfirmed: true, confirmation: nothingLeft }, 'NOTHING_LEFT', false],
    [{ shift: confirmed }, 'SHIFT_CONFIRMED', false],
  ]
  for (const [change, why, may] of table) {
    assert.equal(leftOutOf({ ...OUTPUT, ...change }), why)
    assert.equal(mayConfirm({ ...OUTPUT, ...change }), may)
  }
  assert.equal(whyNotAtOnce({ acceptedOutput: 226, rejectedOutput: 14, isReasonRequired: true }), 'REASON_NEEDED')
  assert.equal(whyNotAtOnce({ acceptedOutput: 226, rejectedOutput: 14, isReasonRequired: false }), null)
  assert.equal(whyNotAtOnce({ acceptedOutput: 0, rejectedOutput: 0, isReasonRequired: false }), 'NOTHING_LEFT')
})

test('lines that are confirmed together name the batches that their own sheets would, the next what the one before left', () => {
  const pcs = { code: 'pcs', shortName: 'pcs' }
  const spoke = { id: 1, name: 'Spoke', isBatchTracked: true, measureUnit: pcs }
  const needed = { requiredInputQuantity: 36, expectedOutputQuantity: 1, registrationType: 'BATCH_TRACKING' as const }
  const lines = [{ id: 9, ...needed, measurementUnit: { code: 'pcs' }, material: spoke }]
  const strict: LineMaterials = { tracking: 'WITH_BOM_VALIDATION', lines }
  const stock = (id: number, balance: number): StockRowFragment => ({
    id,
    balance,
    installedOn: `2026-05-04T0${id}:00:00Z`,
    workCenterId: 3,
    workCenter: { id: 3, name: 'Press 3' },
    item: { id: 1, name: 'Spoke', sku: 'M-1', measureUnit: pcs },
    batch: { id: 100 + id, code: `B${id}`, barCode: `B${id}`, expiresOn: null, isExpired: false },
  })
  const asked = { total: 122, locale: 'en', stocks: [stock(2, 4000), stock(1, 1500)] }
  assert.deepEqual(consumedOf(strict, asked), [
    { itemId: 1, quantity: 1500, batchId: 101 },
    { itemId: 1, quantity: 2892, batchId: 102 },
  ])
  assert.deepEqual(consumedOf(strict, { ...asked, total: 10, stocks: [stock(2, 1108), stock(3, 900)] }), [
    { itemId: 1, quantity: 360, batchId: 102 },
  ])
  assert.deepEqual(consumedOf({ ...strict, tracking: 'WITHOUT_BOM_VALIDATION' }, asked), [{ itemId: 1, quantity: 4392, batchId: null }])
  assert.deepEqual(consumedOf({ ...strict, tracking: 'NO_TRACKING' }, asked), [])
  assert.deepEqual(consumedOf(null, asked), [])
  // Stocks are asked where batches are named, and nowhere else.
  assert.equal(namesBatches(strict), true)
  assert.equal(namesBatches({ ...strict, tracking: 'WITHOUT_BOM_VALIDATION' }), false)
  assert.equal(namesBatches(null), false)
})

test('a line without an answer may be booked, and is no refusal', () => {
  assert.equal(sentState(true, []), 'DONE')
  assert.equal(sentState(false, [{ code: 'OFFLINE', params: {} }]), 'UNKNOWN')
  assert.equal(sentState(false, [{ code: 'SHIFT_CONFIRMED', params: {} }]), 'REFUSED')
  assert.equal(sentState(false, []), 'REFUSED')
})

test('many outputs are asked about a few at a time, and answered in their order', async () => {
  let [now, most] = [0, 0]
  const answers = await fewAtATime([1, 2, 3, 4, 5], 2, async (value) => {
    most = Math.max(most, ++now)
    await Promise.resolve()
    now--
    return value * 10
  })
  assert.deepEqual([answers, most], [[10, 20, 30, 40, 50], 2])
})

test('what cannot be confirmed or given to an order says why', () => {
  const shift: ListedOutputFragment['shift'] = {
    id: 1,
    name: 'Early',
    shiftDate: '2026-11-23',
    timeStart: OUTPUT.timeStart,
    status: 'CONFIRMED',
  }
  assert.equal(whyNotNow(OUTPUT), null)
  assert.equal(whyNotNow({ ...OUTPUT, timeEnd: null }), null)
  assert.equal(whyNotNow({ ...OUTPUT, timeEnd: null, totalOutput: 0 }), 'COUNTING')
  assert.equal(whyNotNow({ ...OUTPUT, shift }), 'SHIFT_CONFIRMED')
  const workCenter = { id: 3, name: 'Press 3', timeZone: 'UTC', deviceId: null, deviceStatus: 'ARCHIVE' as const }
  assert.equal(whyNotNow({ ...OUTPUT, workCenter, shift }), 'ARCHIVED')
  assert.equal(whyNotAssigned([{ ...OUTPUT, workCenter }]), 'ARCHIVED')
  assert.equal(isOpenToEdits({ ...OUTPUT, workCenter }), false)
  assert.equal(isOpenToEdits({ ...OUTPUT, workCenter: { ...workCenter, deviceStatus: 'ACTIVE' } }), true)
  assert.equal(whyNotAssigned([OUTPUT, OUTPUT]), null)
  assert.equal(whyNotAssigned([OUTPUT, { ...OUTPUT, workCenterId: 4 }]), 'SEVERAL_PLACES')
  assert.equal(whyNotAssigned([OUTPUT, { ...OUTPUT, shift }]), 'SHIFT_CONFIRMED')
  assert.equal(whyNotAssigned([{ ...OUTPUT, timeEnd: null }]), 'COUNTING')
})

test('sums of several outputs keep pieces and metres apart', () => {
  const m = { code: 'm', shortName: 'm' }
  const lines = [
    { accepted: 226, rejected: 14, unit: PCS },
    { accepted: 0.1, rejected: 0, unit: m },
    { accepted: 0.2, rejected: 0, unit: m },
    { accepted: 4, rejected: 1, unit: PCS },
  ]
  assert.deepEqual(sumsOf(lines), [
    { unit: PCS, accepted: 230, rejected: 15 },
    { unit: m, accepted: 0.3, rejected: 0 },
  ])
})

test('what was closed counts as confirmed, and what was counted for no order waits for one', () => {
  assert.equal(confirmedShare({ ...OUTPUT, isClosed: true }), 1)
  assert.equal(confirmedShare({ ...OUTPUT, confirmation: { confirmed: { total: 60, percent: 25 }, unconfirmed: { total: 180 } } }), 0.25)
  assert.equal(confirmedShare({ ...OUTPUT, confirmation: { confirmed: { total: 9, percent: null }, unconfirmed: { total: 0 } } }), null)
  assert.equal(lacksOrder({ ...OUTPUT, productionOrders: [] }), true)
  assert.equal(lacksOrder({ ...OUTPUT, productionOrders: [], totalOutput: 0 }), false)
  assert.equal(onePlaceOf([OUTPUT, { workCenterId: 4 }]), null)
  assert.equal(onePlaceOf([OUTPUT, OUTPUT]), 3)
})

test('a difference of more than 2 % is told', () => {
  assert.equal(differsMuch({ difference: -20, sensorValue: 1000 }), false)
  assert.equal(differsMuch({ difference: -21, sensorValue: 1000 }), true)
  assert.equal(differsMuch({ difference: 1, sensorValue: 0 }), true)
  assert.equal(differsMuch({ difference: 0, sensorValue: 0 }), false)
})

test('postings are told once, with the sum of their rows, and their stretch ends with the output', () => {
  const rows = [
    { postingId: 9, output: 0.1, outputType: 'ACCEPTED' as const },
    { postingId: 9, output: 0.2, outputType: 'ACCEPTED' as const },
    { postingId: 8, output: 3, outputType: 'REJECTED' as const },
  ]
  assert.deepEqual(
    postingsIn(rows).map(({ id, accepted, rejected }) => [id, accepted, rejected]),
    [
      [9, 0.3, 0],
      [8, 0, 3],
    ],
  )
  assert.deepEqual(postingsPeriod(OUTPUT), { start: '2026-11-23T05:00:00.001Z', end: '2026-11-23T09:00:00.001Z' })
})

test('a correction asks for a reason and for numbers, none of them below 0', () => {
  const typed = { acceptedOutput: '940', rejectedOutput: '', comment: 'counted twice' }
  assert.deepEqual(unitProblems(typed, 'en'), [])
  assert.deepEqual(
    unitProblems({ acceptedOutput: 'x', rejectedOutput: '-1', comment: ' a ' }, 'en').map(({ field }) => field),
    ['acceptedOutput', 'rejectedOutput', 'comment'],
  )
})

test('the chart has the chosen days, else two weeks of days or a day of hours, and of too many only the last', () => {
  const state = (texts: Record<string, string>) => OUTPUT_SEARCH.read(texts)
  assert.deepEqual(chartPeriod(state({ chart: 'hour' }), 'UTC', NOW), {
    start: '2026-11-22T10:00:00.000Z',
    end: '2026-11-23T10:00:00.000Z',
    isShortened: false,
  })
  assert.equal(chartPeriod(state({ chart: 'day' }), 'Europe/Warsaw', NOW).start, '2026-11-09T23:00:00.000Z')
  const days = chartPeriod(state({ chart: 'hour', from: '2026-11-20', to: '2026-11-20' }), 'UTC', NOW)
  assert.deepEqual([days.start, days.end], ['2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z'])
  const long = chartPeriod(state({ chart: 'hour', from: '2026-11-01', to: '2026-11-20' }), 'UTC', NOW)
  assert.deepEqual([long.end, long.isShortened], ['2026-11-21T00:00:00.000Z', true])
})

test('a column lists its day or its hour, and pieces and metres have a chart each', () => {
  const point = {
    timeStart: '2026-11-19T23:00:00.000Z',
    timeEnd: '2026-11-20T23:00:00.000Z',
    acceptedOutput: 90,
    rejectedOutput: 10,
    totalOutput: 100,
    planOutput: null,
    confirmedOutput: 40,
    measurementUnit: PCS,
  }
  assert.deepEqual(openedBy(point, 'day', 'Europe/Warsaw'), { from: '2026-11-20', to: '2026-11-20', hour: '', page: 1 })
  assert.deepEqual(openedBy(point, 'hour', 'Europe/Warsaw'), { hour: point.timeStart, page: 1 })
  const hour = OUTPUT_SEARCH.read({ hour: point.timeStart, from: '2026-11-01' })
  assert.deepEqual(periodOf(hour, 'UTC', NOW), { start: point.timeStart, end: '2026-11-20T00:00:00.000Z' })
  const metres = { ...point, measurementUnit: { code: 'm', shortName: 'm' }, planOutput: 200.5 }
  const groups = pointsByUnit([{ ...point, totalOutput: 0 }, metres, metres])
  assert.deepEqual(
    groups.map((group) => [group.length, group[0]?.measurementUnit.code]),
    [
      [2, 'm'],
      [1, 'pcs'],
    ],
  )
  assert.deepEqual(chartSums([point, metres]), { made: 200, confirmed: 80, plan: 200.5 })
  assert.equal(chartSums([point]).plan, null)
})
