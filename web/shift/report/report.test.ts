import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import type { NamedShiftFragment, ShiftLostFragment } from '#web/api/generated/graphql.ts'
import { besides, carriedOften, checklistWord, nearest, ordersOfShift, shiftHours, topLosses } from './report.view.ts'

const lost = (id: number | null, minutes: number, count: number, isIncluded = true): ShiftLostFragment => ({
  reasonId: id,
  classification: id === null ? 'UNCLASSIFIED' : 'CLASSIFIED',
  count,
  duration: minutes * 60,
  quantity: 0,
  reason:
    id === null
      ? null
      : { id, name: `Reason ${id}`, color: '#76828F', category: 'AVAILABILITY', isSmallStop: false, includeInOeeCalculation: isIncluded },
})

test('the greatest losses are named with minutes, number and points, what is excluded without points, and the others are one bar', () => {
  const losses = topLosses(
    {
      stops: [lost(1, 25, 5), lost(2, 20, 1), lost(3, 10, 1), lost(null, 7, 2), lost(4, 30, 1, false), lost(5, 12, 9)],
      speed: [lost(null, 36, 1)],
      rejects: [lost(null, 6.8, 68)],
    },
    450 * MINUTE_MS,
    5,
  )
  assert.deepEqual(
    losses.map(({ count }) => count),
    [null, 1, 5, 1, 9, 3],
    'stops are counted; of lost speed there is no number',
  )
  assert.deepEqual(
    losses.map(({ kind, name, ms, points }) => [name ?? kind, ms / MINUTE_MS, points === null ? null : points.toFixed(2)]),
    [
      ['speed', 36, '8.00'],
      ['Reason 4', 30, null],
      ['Reason 1', 25, '5.56'],
      ['Reason 2', 20, '4.44'],
      ['Reason 5', 12, '2.67'],
      ['rest', 23.8, '5.29'],
    ],
  )
})

test('a share of lost speed has no number, and rejects have their units', () => {
  const losses = topLosses({ stops: [], speed: [lost(1, 40, 3)], rejects: [{ ...lost(2, 5, 4), quantity: 68 }] }, 450 * MINUTE_MS, 5)
  assert.deepEqual(
    losses.map(({ name, count, units }) => [name, count, units]),
    [
      ['Reason 1', null, null],
      ['Reason 2', null, 68],
    ],
  )
})

test('an hour has its target, its output and the reason that stopped it longest, stops of one reason together', () => {
  const at = (minutes: number) => new Date(minutes * MINUTE_MS).toISOString()
  const stop = (from: number, to: number | null, name: string | null) => ({
    timeStart: at(from),
    timeEnd: to === null ? null : at(to),
    isScheduledLoss: false,
    reason: name === null ? null : { id: 1, name, color: '', type: 'UNPLANNED' as const, isSmallStop: false, activityTypes: [] },
  })
  const hour = (from: number) => ({ timeStart: at(from), timeEnd: at(from + 60), acceptedOutput: 40, rejectedOutput: 1, planOutput: 50 })
  const hours = shiftHours(
    [hour(0), hour(60), hour(120)],
    [stop(5, 10, 'Jam'), stop(20, 26, 'Jam'), stop(30, 40, null), stop(55, 65, 'Setup'), stop(70, null, 'Jam')],
    100 * MINUTE_MS,
  )
  assert.deepEqual(
    hours.map(({ plan, good, rejected, mainStop }) => [plan, good, rejected, mainStop?.reason, (mainStop?.ms ?? 0) / MINUTE_MS]),
    [
      [50, 40, 1, 'Jam', 11],
      [50, 40, 1, 'Jam', 30],
    ],
  )
})

test('each loss knows what a minute of it is worth as: a stop, a small one, an excluded one, speed or rejects', () => {
  const small: ShiftLostFragment = {
    ...lost(2, 20, 9),
    reason: { id: 2, name: 'Reason 2', color: '#76828F', category: 'AVAILABILITY', isSmallStop: true, includeInOeeCalculation: true },
  }
  // A reason of performance makes a stop small, whatever its flag says.
  const slow: ShiftLostFragment = {
    ...lost(3, 18, 2),
    reason: { id: 3, name: 'Reason 3', color: '#76828F', category: 'PERFORMANCE', isSmallStop: false, includeInOeeCalculation: true },
  }
  const rows = { stops: [lost(1, 25, 5), small, slow, lost(4, 15, 1, false)], speed: [lost(null, 10, 1)], rejects: [lost(null, 5, 68)] }
  const kinds = (most: number) => topLosses(rows, 450 * MINUTE_MS, most).map(({ worth }) => worth)
  assert.deepEqual(kinds(6), ['STOP', 'SMALL_STOP', 'SMALL_STOP', 'EXCLUDED', 'SPEED', 'QUALITY'])
  assert.deepEqual(kinds(1), ['STOP', null], 'several kinds have no worth together')
})

test('what is planned by its status is not unexplained, neither among the losses nor in an hour', () => {
  const planned: ShiftLostFragment = { ...lost(null, 30, 1), classification: 'CLASSIFIED' }
  const losses = topLosses({ stops: [planned, lost(null, 7, 2)], speed: [], rejects: [] }, 450 * MINUTE_MS, 5)
  assert.deepEqual(
    losses.map(({ kind, ms }) => [kind, ms / MINUTE_MS]),
    [
      ['planned', 30],
      ['unexplained', 7],
    ],
  )
  const at = (minutes: number) => new Date(minutes * MINUTE_MS).toISOString()
  const stop = (from: number, to: number, isScheduledLoss: boolean) => ({
    timeStart: at(from),
    timeEnd: at(to),
    isScheduledLoss,
    reason: null,
  })
  const hour = { timeStart: at(0), timeEnd: at(60), acceptedOutput: 40, rejectedOutput: 1, planOutput: 50 }
  const [shown] = shiftHours([hour], [stop(0, 6, false), stop(10, 20, true), stop(30, 35, false)], 60 * MINUTE_MS)
  assert.deepEqual(shown?.mainStop, { reason: null, isPlanned: false, ms: 11 * MINUTE_MS })
  const [other] = shiftHours([hour], [stop(0, 6, false), stop(10, 20, true)], 60 * MINUTE_MS)
  assert.deepEqual(other?.mainStop, { reason: null, isPlanned: true, ms: 10 * MINUTE_MS })
})

const named = (workCenterId: number, name: string, shiftDate = '2026-11-22'): NamedShiftFragment => ({
  id: workCenterId,
  workCenterId,
  shiftId: 1,
  shiftDate,
  timeStart: `${shiftDate}T06:00:00.000Z`,
  name: 'Morning',
  status: 'CONFIRMED',
  workCenter: { id: workCenterId, name },
})

test('the same shift of the machine before and after it is found by their names', () => {
  const same = [named(1, 'Press 3'), named(2, 'Lathe'), named(3, 'Saw')]
  const { before, after } = besides({ workCenterId: 1 }, same, (left, right) => left.localeCompare(right))
  assert.deepEqual([before?.workCenter.name, after?.workCenter.name], ['Lathe', 'Saw'])
  assert.deepEqual(
    besides({ workCenterId: 9 }, same, () => 0),
    { before: null, after: null },
  )
})

test('where there is no shift, the last one before its date and the first one after it are near', () => {
  const shifts = [named(1, 'Press', '2026-11-25'), named(1, 'Press', '2026-11-20'), named(1, 'Press', '2026-11-18')]
  const { before, after } = nearest(shifts, '2026-11-22')
  assert.deepEqual([before?.shiftDate, after?.shiftDate], ['2026-11-20', '2026-11-25'])
})

test('what was made of each order is told, the most first; without any order nothing is', () => {
  const order = (id: number) => ({ id, orderCode: `WO-${id}`, product: null })
  const row = (ids: readonly number[], good: number, rejected = 0) => ({
    jobOrders: ids.map(order),
    acceptedOutput: good,
    rejectedOutput: rejected,
    targetOutput: null,
  })
  const rows = [row([], 0), row([2], 100), row([1], 100), row([3, 4], 90, 11), row([5], 0)] as never
  assert.deepEqual(
    ordersOfShift(rows).map(({ jobOrders }) => jobOrders.map(({ orderCode }) => orderCode).join('+')),
    ['WO-3+WO-4', 'WO-1', 'WO-2', 'WO-5'],
  )
  assert.equal(ordersOfShift([row([], 20), row([1], 10)] as never).length, 2)
  assert.deepEqual(ordersOfShift([row([], 500)] as never), [])
})

test('a checklist is told by what became of it', () => {
  const words = [
    { state: 'DONE', result: 'DONE', isFoundLate: false },
    { state: 'DONE', result: 'DEVIATION', isFoundLate: false },
    { state: 'MISSED', result: null, isFoundLate: false },
    { state: 'MISSED', result: null, isFoundLate: true },
    { state: 'PENDING', result: null, isFoundLate: false },
  ].map((one) => checklistWord(one as never))
  assert.deepEqual(words, ['DONE', 'DEVIATION', 'MISSED', 'FOUND_LATE', 'PENDING'])
})

test('what was carried on three times and is open stands first, the oldest ahead', () => {
  const item = (carriedCount: number, closedOn: string | null = null) => ({ carriedCount, isCarriedOften: carriedCount >= 3, closedOn })
  assert.deepEqual(
    carriedOften([item(1), item(3), item(7), item(9, '2026-11-22T06:00:00.000Z'), item(2)]).map(({ carriedCount }) => carriedCount),
    [7, 3],
  )
})
