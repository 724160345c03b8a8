import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import type { Stop } from '#web/parts/classify/stops.view.ts'
import {
  barShare,
  bulkPlan,
  commonChoices,
  hourStretches,
  inBatches,
  lastingBy,
  lossesQuery,
  mergeRuns,
  rangeBeside,
  reasonsOf,
} from './losses.view.ts'
import type { LossRow } from './lossRow.ts'
import { LOSSES_SEARCH } from './lossesSearch.ts'

const query = (search: Record<string, string>, today = '2026-11-23') => lossesQuery(LOSSES_SEARCH.read(search), today)

describe('the question of the losses', () => {
  it('begins with the running shifts, and what waits for a reason', () => {
    assert.deepEqual(query({}), {
      filter: { isOfLatestShift: true },
      orderBy: 'DATE',
      sort: 'DESC',
      unclassifiedFirst: true,
      hasTotals: true,
      hasRejects: false,
    })
    assert.equal(query({ sort: 'date' }).unclassifiedFirst, false)
    assert.equal(query({ sort: '-duration' }).orderBy, 'DURATION')
    assert.deepEqual(query({ tab: 'unexplained' }).filter, { isOfLatestShift: true, classification: 'UNCLASSIFIED' })
  })

  it('counts days as the company does', () => {
    assert.deepEqual(query({ range: 'today' }).filter, { shiftDateFrom: '2026-11-23', shiftDateTo: '2026-11-23' })
    assert.deepEqual(query({ range: 'yesterday' }, '2026-03-30').filter, { shiftDateFrom: '2026-03-29', shiftDateTo: '2026-03-29' })
    assert.deepEqual(query({ range: 'yesterday' }).filter, { shiftDateFrom: '2026-11-22', shiftDateTo: '2026-11-22' })
    assert.deepEqual(query({ range: 'last7' }).filter, { shiftDateFrom: '2026-11-17' })
    assert.deepEqual(query({ range: 'dates', from: '2026-11-05', to: '2026-11-01' }).filter, {
      shiftDateFrom: '2026-11-01',
      shiftDateTo: '2026-11-05',
    })
    assert.deepEqual(query({ range: 'all' }).filter, {})
    assert.deepEqual(
      [{ range: 'all' }, { range: 'dates' }, { range: 'dates', from: '2026-11-01' }, { range: 'last30' }].map(
        (search) => query(search).hasTotals,
      ),
      [false, false, true, true],
    )
  })

  it('takes every filter of the address, and of what is no longer there only the work centers', () => {
    const all = {
      range: 'all',
      wc: '3,4',
      source: 'SPEED',
      category: 'PERFORMANCE',
      plan: 'UNPLANNED',
      length: 'overHour',
      approval: 'NOT_APPROVED',
      critical: '1',
      wcGroup: '5',
      reason: '7,8',
      reasonGroup: '9',
      activity: 'SETUP_TIME,BREAKDOWN_TIME',
      weekday: '6,1',
      hour: '22,5,6',
      shift: 'A,B',
      order: '12',
      q: ' belt ',
    }
    assert.deepEqual(query(all).filter, {
      workCenterIds: [3, 4],
      source: 'SPEED',
      categories: ['PERFORMANCE'],
      lossTypes: ['ACTUAL'],
      workCenterGroupIds: [5],
      reasonIds: [7, 8],
      reasonGroupIds: [9],
      activityTypes: ['BREAKDOWN_TIME', 'SETUP_TIME'],
      weekdays: [1, 6],
      hoursOfDay: [5, 6, 22],
      shiftCodes: ['A', 'B'],
      jobOrderIds: [12],
      durationFilterFrom: 3600,
      aproveness: 'NOT_APPROVED',
      criticalness: 'CRITICAL',
      text: 'belt',
    })
    assert.deepEqual(query({ ...all, tab: 'invalid' }), {
      ...query(all),
      filter: { isValid: false, workCenterIds: [3, 4] },
      unclassifiedFirst: false,
      hasTotals: false,
      hasRejects: false,
    })
    assert.deepEqual(query({ tab: 'quality', source: 'SPEED', range: 'all' }).filter, { source: 'OUTPUT' })
    assert.deepEqual(query({ range: 'unclosed', tab: 'unexplained' }).filter, {
      isOfUnconfirmedShift: true,
      classification: 'UNCLASSIFIED',
    })
    assert.deepEqual(query({ plan: 'UNDEFINED', range: 'all' }).filter, { lossTypes: ['UNDEFINED'] })
    assert.deepEqual(query({ plan: 'UNPLANNED,PLANNED', category: 'QUALITY,AVAILABILITY', range: 'all' }).filter, {
      categories: ['AVAILABILITY', 'QUALITY'],
      lossTypes: ['PLANNED', 'ACTUAL'],
    })
    assert.deepEqual(query({ noReason: 'NOT_NEEDED', range: 'all' }).filter, { isWithoutReason: true, classification: 'NOT_NEEDED' })
    assert.deepEqual(query({ length: 'hour', range: 'all' }).filter, { durationFilterTo: 3600 })
  })
})

it('the days beside a range are as many, and a range without days has none', () => {
  const beside = (search: Record<string, string>, by: 1 | -1) => rangeBeside(LOSSES_SEARCH.read(search), '2026-11-23', by)
  assert.deepEqual(beside({}, -1), { range: 'dates', from: '2026-11-22', to: '2026-11-22' })
  assert.deepEqual(beside({ range: 'last7' }, -1), { range: 'dates', from: '2026-11-10', to: '2026-11-16' })
  assert.deepEqual(beside({ range: 'dates', from: '2026-11-10', to: '2026-11-16' }, 1), {
    range: 'dates',
    from: '2026-11-17',
    to: '2026-11-23',
  })
  assert.equal(beside({ range: 'unclosed' }, 1), null)
  assert.equal(beside({ range: 'dates', from: '2026-11-10' }, 1), null)
})

it('hours of a day stand as stretches of the clock', () => {
  assert.deepEqual(hourStretches([5, 6, 22, 23]), [
    [5, 7],
    [22, 24],
  ])
  assert.deepEqual(hourStretches([]), [])
})

const stop = (id: number, more: Partial<Stop> = {}): Stop => ({
  id,
  workCenterId: 1,
  source: 'STATUS',
  version: 1,
  start: 0,
  end: 10 * MINUTE_MS,
  style: 'stop',
  needsReason: true,
  kind: 'OFF',
  statusRuleId: null,
  statusName: null,
  reasonId: null,
  reason: null,
  reasonSource: null,
  isProvisional: false,
  isApproved: false,
  refusal: null,
  comment: null,
  isUnsent: false,
  changed: null,
  ...more,
})

/** A row of the list, whose rejects and lost speed are worth 41 s. */
const rowOf = (one: Stop): LossRow => {
  const duration = one.source === 'STATUS' ? ((one.end ?? 0) - one.start) / 1000 : 41
  const loss = { source: one.source, duration } satisfies Partial<LossRow['loss']>
  return { stop: one, loss: loss as LossRow['loss'] }
}

describe('saying the same of many losses', () => {
  it('names what changes, and what stays and why', () => {
    const stops = [
      stop(1),
      stop(2, { end: null }),
      stop(3, { refusal: 'LOSS_APPROVED' }),
      stop(4, { refusal: 'SHIFT_CONFIRMED' }),
      stop(5, { refusal: 'OTHER' }),
      stop(6, { source: 'SPEED' }),
      stop(7, { isApproved: true }),
    ]
    // The second goes on for 26 minutes.
    const plan = bulkPlan(stops, lastingBy(stops.map(rowOf), 26 * MINUTE_MS))
    assert.deepEqual(
      { ...plan, changed: plan.changed.map(({ id }) => id) },
      {
        changed: [1, 2],
        saidCount: 0,
        ms: (10 + 26) * MINUTE_MS,
        approvedCount: 2,
        confirmedCount: 1,
        otherCount: 2,
      },
    )
  })

  it('counts of rejects and lost speed the time that they are worth, not the time around them', () => {
    const rejects = stop(1, { source: 'OUTPUT' })
    assert.equal(lastingBy([rowOf(rejects)], 0)(rejects), 41_000)
    assert.equal(lastingBy([], 0)(rejects), 0)
  })

  it('goes in parts, offers what all work centers offer, and asks for one of the reasons of the pieces', () => {
    assert.deepEqual(inBatches([1, 2, 3, 4, 5], 2), [[1, 2], [3, 4], [5]])
    assert.deepEqual(inBatches([], 200), [])
    const [jam, setup, lunch] = [{ id: 1 }, { id: 2 }, { id: 3 }]
    assert.deepEqual(commonChoices([[jam, setup], [setup, lunch], [setup]]), [setup])
    assert.deepEqual(commonChoices([]), [])
    const pieces = [
      stop(1, { reasonId: 3, reason: 'Jam' }),
      stop(2),
      stop(3, { reasonId: 4, reason: 'Setup' }),
      stop(4, { reasonId: 3, reason: 'Jam' }),
    ]
    assert.deepEqual(reasonsOf(pieces), [
      { id: 3, name: 'Jam' },
      { id: 4, name: 'Setup' },
    ])
  })

  it('lets only touching pieces of one stop be merged, of several stops each its own', () => {
    const piece = (timeStart: string, timeEnd: string | null, more: object = {}) => ({
      workCenterId: 1,
      chainStart: '06:00',
      source: 'STATUS',
      timeStart,
      timeEnd,
      ...more,
    })
    const runs = (...losses: readonly ReturnType<typeof piece>[]) =>
      mergeRuns(losses)?.map((run) => run.map(({ timeStart }) => timeStart)) ?? null
    assert.deepEqual(runs(piece('06:10', '06:20'), piece('06:00', '06:10')), [['06:00', '06:10']])
    assert.deepEqual(runs(piece('06:00', '06:10'), piece('06:10', null)), [['06:00', '06:10']])
    assert.equal(runs(piece('06:00', '06:10')), null)
    assert.equal(runs(), null)
    for (const other of [
      piece('06:11', '06:20'),
      piece('06:10', '06:20', { workCenterId: 2 }),
      piece('06:10', '06:20', { chainStart: '06:10' }),
      piece('06:10', '06:20', { source: 'SPEED' }),
    ])
      assert.equal(runs(piece('06:00', '06:10'), other), null)
    const later = { chainStart: '08:00' }
    assert.deepEqual(
      runs(piece('08:10', '08:20', later), piece('06:00', '06:10'), piece('08:00', '08:10', later), piece('06:10', '06:20')),
      [
        ['06:00', '06:10'],
        ['08:00', '08:10'],
      ],
    )
    assert.equal(runs(piece('06:00', '06:10'), piece('06:10', '06:20'), piece('08:00', '08:10', later)), null)
  })
})

it('the longest loss of a page fills its bar, a short one can still be seen, and one of unknown length has none', () => {
  assert.deepEqual(
    [60_000, 30_000, 10, 0, null].map((ms) => barShare(ms, 60_000)),
    [1, 0.5, 0.02, 0, 0],
  )
})

it('the number of rows of a page is in the address: 10, 25, 50 or 100, of other numbers nothing is understood', () => {
  assert.deepEqual(
    ['10', '25', '100', '7', undefined].map((size) => LOSSES_SEARCH.read(size === undefined ? {} : { size }).size),
    ['10', '25', '100', '50', '50'],
  )
})
