import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { HOUR_MS } from '#engine/time/durations.ts'
import type { OrderForecastFragment, ListedOrderFragment } from '#web/api/generated/graphql.ts'
import {
  inputOfOrder,
  mergedValues,
  movedFields,
  newOrder,
  type OpenedOrder,
  problemsOfValues,
  typedDurationMs,
  valuesOfOrder,
  windowInput,
} from './jobOrderForm.view.ts'
import {
  buttonsOf,
  countOf,
  dueWordOf,
  hinderedOf,
  hasUnconfirmed,
  latenessOf,
  menuActionsOf,
  missingOf,
  ordersQuery,
  placeOfNeighbour,
  progressParts,
} from './jobOrders.view.ts'
import { ORDERS_SEARCH } from './jobOrdersSearch.ts'

const NOW = Date.UTC(2026, 4, 4, 12)
const iso = (ms: number) => new Date(ms).toISOString()
const PLACE = { id: 7, name: 'Press', timeZone: 'UTC', deviceStatus: 'ACTIVE' } as const
const row = (changes: Partial<ListedOrderFragment>): ListedOrderFragment => ({
  id: 1,
  orderCode: 'JO-1',
  externalCode: null,
  unreadMessages: 0,
  description: null,
  status: 'PLANNED',
  priority: 1,
  version: 1,
  product: null,
  measurementUnit: null,
  workCenterId: null,
  workCenter: null,
  planStart: null,
  planEnd: null,
  dueDate: null,
  createdOn: iso(NOW),
  planOutput: 500,
  acceptedOutput: 0,
  rejectedOutput: 0,
  madeOutput: { totalOutput: 0, acceptedOutput: 0, rejectedOutput: 0 },
  countedOutput: null,
  sharedCountedOutput: null,
  operator: null,
  timeStart: null,
  timeEnd: null,
  canceledDate: null,
  canceledBy: null,
  allowedActions: [],
  hinderedActions: [],
  ...changes,
})

describe('the list of job orders', () => {
  it('asks by product and by days of the plant, both included and in either order', () => {
    const search = ORDERS_SEARCH.read({ product: '4,9', from: '2026-11-22', to: '2026-11-20' })
    const period = { start: '2026-11-19T23:00:00.000Z', end: '2026-11-22T23:00:00.000Z' }
    assert.deepEqual(ordersQuery(search, 'Europe/Warsaw').filter, { itemIds: [4, 9], period })
  })

  it('asks by tab, filters and order', () => {
    const search = ORDERS_SEARCH.read({ tab: 'planned', q: ' jo-1 ', wc: '7', late: 'risk,late', sort: 'place' })
    assert.deepEqual(ordersQuery(search, 'UTC'), {
      filter: { statuses: ['DRAFT', 'PLANNED'], search: 'jo-1', workCenterIds: [7], lateness: ['LATE', 'AT_RISK'] },
      order: { field: 'PRIORITY', direction: 'ASC' },
    })
    assert.deepEqual(ordersQuery(ORDERS_SEARCH.read({}), 'UTC'), {
      filter: {},
      order: { field: 'CREATION_DATE', direction: 'DESC' },
    })
  })

  it('counts the orders of a tab', () => {
    const counts = [
      { status: 'DRAFT', count: 2, isExact: true },
      { status: 'PLANNED', count: 3, isExact: true },
      { status: 'PROGRESS', count: 1, isExact: true },
      { status: 'CANCELLED', count: 10_001, isExact: false },
    ] as const
    assert.deepEqual(
      (['planned', 'progress', 'all', 'completed', 'cancelled'] as const).map((tab) => countOf(tab, counts)),
      [
        { count: 5, isExact: true },
        { count: 1, isExact: true },
        { count: 10_006, isExact: false },
        { count: 0, isExact: true },
        { count: 10_000, isExact: false },
      ],
    )
  })

  it('offers the step of the status and beside it the confirmation, whatever is counted meanwhile', () => {
    const rights = { mayPlan: true, mayConfirm: true, mayDate: true }
    assert.deepEqual(buttonsOf(row({ status: 'DRAFT', allowedActions: ['CANCEL', 'COPY', 'PLAN', 'START'] }), rights), ['PLAN'])
    const running = row({ status: 'PROGRESS', allowedActions: ['CLOSE', 'COPY', 'STOP'], workCenterId: 7, workCenter: PLACE })
    assert.deepEqual(buttonsOf(running, rights), ['STOP', 'CONFIRM'])
    assert.deepEqual(buttonsOf(row({ status: 'CANCELLED', allowedActions: ['COPY', 'RESTORE'] }), rights), ['RESTORE'])
    assert.deepEqual(buttonsOf(row({ status: 'COMPLETED', allowedActions: ['COPY'] }), rights), ['COPY'])
    assert.deepEqual(buttonsOf(row({}), rights), [])
    const counted = { ...running, madeOutput: { totalOutput: 40, acceptedOutput: 40, rejectedOutput: 0 } }
    assert.deepEqual(buttonsOf(counted, rights), ['STOP', 'CONFIRM'])
    assert.deepEqual(buttonsOf({ ...counted, acceptedOutput: 40 }, rights), ['STOP', 'CONFIRM'])
    assert.deepEqual(buttonsOf({ ...counted, status: 'ON_HOLD', allowedActions: ['CLOSE', 'START'] }, rights), ['START', 'CONFIRM'])
    assert.deepEqual(buttonsOf({ ...counted, status: 'TECHNICALLY_COMPLETED', allowedActions: ['CLOSE'] }, rights), ['CLOSE', 'CONFIRM'])
    assert.deepEqual(buttonsOf(counted, { ...rights, mayConfirm: false }), ['STOP'])
    assert.deepEqual(buttonsOf({ ...counted, workCenter: { ...PLACE, deviceStatus: 'ARCHIVE' } }, rights), ['STOP'])
    assert.deepEqual(buttonsOf({ ...counted, status: 'COMPLETED', allowedActions: ['COPY'] }, rights), ['COPY'])
    assert.deepEqual(buttonsOf({ ...counted, allowedActions: [] }, rights), ['CONFIRM'])
  })

  it('offers in the menu of a row all else, dated back only what goes on', () => {
    const rights = { mayPlan: true, mayConfirm: true, mayDate: true }
    const running = row({
      status: 'PROGRESS',
      allowedActions: ['CLOSE', 'COPY', 'EDIT', 'STOP'],
      workCenterId: 7,
      workCenter: PLACE,
      acceptedOutput: 40,
      madeOutput: { totalOutput: 40, acceptedOutput: 40, rejectedOutput: 0 },
    })
    assert.deepEqual(menuActionsOf(running, rights), ['CLOSE', 'STOP_AT', 'CLOSE_AT', 'EDIT', 'COPY', 'COPY_MISSING'])
    const operator = { mayPlan: false, mayConfirm: true, mayDate: true }
    assert.deepEqual(menuActionsOf({ ...running, allowedActions: ['CLOSE', 'STOP'] }, operator), ['CLOSE', 'STOP_AT', 'CLOSE_AT'])
    const paused = {
      ...running,
      status: 'ON_HOLD' as const,
      allowedActions: ['CLOSE', 'PRIORITIZE', 'START'] as typeof running.allowedActions,
    }
    assert.deepEqual(menuActionsOf(paused, rights), ['CLOSE', 'MOVE'])
    assert.deepEqual(menuActionsOf(row({ status: 'CANCELLED' }), rights), [])
  })

  it('knows where the order stands now behind which another one stood', () => {
    // Of A B C D the third goes up, down, and two up: B stood before it.
    assert.equal(placeOfNeighbour(3, 2), 3)
    assert.equal(placeOfNeighbour(3, 4), 2)
    assert.equal(placeOfNeighbour(3, 1), 3)
    // The first had none before it.
    assert.equal(placeOfNeighbour(1, 2), 0)
  })

  it('draws what is confirmed, counted and rejected against the plan, also beyond it, and what is due by now', () => {
    const made = (acceptedOutput: number, rejectedOutput = 0) => ({
      totalOutput: acceptedOutput + rejectedOutput,
      acceptedOutput,
      rejectedOutput,
    })
    const none = { confirmed: 0, counted: 0, rejected: 0, plan: null, due: null }
    assert.deepEqual(progressParts(row({ acceptedOutput: 100, madeOutput: made(250, 50) }), 300), {
      confirmed: 0.2,
      counted: 0.3,
      rejected: 0.1,
      plan: 1,
      due: 0.6,
    })
    assert.deepEqual(progressParts(row({ acceptedOutput: 1000, madeOutput: made(1000) }), null), { ...none, confirmed: 1, plan: 0.5 })
    // Of 500 planned 480 are good: 40 rejects reach beyond the plan.
    assert.equal(progressParts(row({ acceptedOutput: 480, madeOutput: made(480, 40) }), null).plan, 500 / 520)
    assert.deepEqual(progressParts(row({ planOutput: null }), 10), none)
  })

  it('offers to copy what is missing of an order that was begun, and nothing else', () => {
    assert.equal(missingOf(row({ planOutput: 500, acceptedOutput: 380 })), 120)
    assert.equal(missingOf(row({ planOutput: 500, acceptedOutput: 0 })), null)
    assert.equal(missingOf(row({ planOutput: 500, acceptedOutput: 500 })), null)
    assert.equal(missingOf(row({ planOutput: null, acceptedOutput: 5 })), null)
  })

  it('reads a bookmark of before: what was overdue is what is late', () => {
    assert.deepEqual(ORDERS_SEARCH.read({ late: '1' }).late, ['late'])
  })

  it('knows of which order some output waits for its confirmation', () => {
    const made = { totalOutput: 120, acceptedOutput: 100, rejectedOutput: 20 }
    assert.equal(hasUnconfirmed(row({ madeOutput: made, acceptedOutput: 100, rejectedOutput: 20 })), false)
    assert.equal(hasUnconfirmed(row({ madeOutput: made, acceptedOutput: 100, rejectedOutput: 0 })), true)
    assert.equal(hasUnconfirmed(row({ sharedCountedOutput: { totalOutput: 0 } })), false)
    assert.equal(hasUnconfirmed(row({ sharedCountedOutput: { totalOutput: 8 } })), true)
  })

  it('tells how late an order is, or what is in hand', () => {
    assert.equal(latenessOf(row({ dueDate: iso(NOW - HOUR_MS) }), NOW), HOUR_MS)
    assert.equal(latenessOf(row({ dueDate: iso(NOW + HOUR_MS) }), NOW), -HOUR_MS)
    assert.equal(latenessOf(row({ status: 'COMPLETED', dueDate: iso(NOW - HOUR_MS), timeEnd: iso(NOW - 2 * HOUR_MS) }), NOW), null)
    assert.equal(latenessOf(row({ status: 'COMPLETED', dueDate: iso(NOW - 2 * HOUR_MS), timeEnd: iso(NOW - HOUR_MS) }), NOW), HOUR_MS)
    assert.equal(latenessOf(row({ status: 'CANCELLED', dueDate: iso(NOW - HOUR_MS) }), NOW), null)
  })
})

describe('an action that cannot be done now', () => {
  const missing = { code: 'REQUIRED', field: 'planOutput', params: '{}' }

  it('is shown with what stands in its way, what a draft lacks once', () => {
    const draft = [
      { action: 'PLAN', problems: [missing] },
      { action: 'START', problems: [missing] },
    ] as const
    assert.deepEqual(hinderedOf({ hinderedActions: [...draft].map((one) => ({ ...one, problems: [...one.problems] })) }), [
      { action: 'PLAN', problems: [{ code: 'REQUIRED', field: 'planOutput', params: {} }] },
    ])
    const full = { code: 'UNIT_MISMATCH', field: null, params: '{"unit":"pcs"}' }
    assert.deepEqual(hinderedOf({ hinderedActions: [{ action: 'START', problems: [full] }] }), [
      { action: 'START', problems: [{ code: 'UNIT_MISMATCH', field: undefined, params: { unit: 'pcs' } }] },
    ])
    assert.deepEqual(hinderedOf({ hinderedActions: [] }), [])
  })
})

describe('what is told beside a due date', () => {
  const forecast = {
    timeStart: iso(NOW),
    timeEnd: iso(NOW + 3 * HOUR_MS),
    endsAfter: null,
    earliestEnd: null,
    latestEnd: null,
    basis: 'ITEM',
    cases: 5,
    rangesHeld: 0,
    rangesJudged: 0,
  } as const
  const word = (dueInHours: number, told: Partial<OrderForecastFragment>) =>
    dueWordOf(row({ dueDate: iso(NOW + dueInHours * HOUR_MS) }), { forecast: null, lateness: null, expectedNow: null, ...told }, NOW)

  it('is the forecast where there is one, and the clock once the date is over', () => {
    assert.deepEqual(word(2, { lateness: 'LIKELY_LATE', forecast }), { key: 'likelyLate', ms: HOUR_MS })
    assert.deepEqual(word(4, { lateness: 'AT_RISK', forecast }), { key: 'atRisk', ms: HOUR_MS })
    assert.deepEqual(word(5, { lateness: 'ON_TIME', forecast }), { key: 'inHand', ms: 2 * HOUR_MS })
    assert.deepEqual(word(-1, { lateness: 'LATE', forecast }), { key: 'late', ms: HOUR_MS })
    // Nobody knows when it ends: nothing is said to be in hand.
    assert.equal(word(2, { lateness: null }), null)
    const beyond = { ...forecast, timeEnd: null, endsAfter: iso(NOW + 9 * HOUR_MS) }
    assert.deepEqual(word(2, { lateness: 'LIKELY_LATE', forecast: beyond }), { key: 'likelyLateOver', ms: 7 * HOUR_MS })
    assert.deepEqual(word(12, { lateness: 'AT_RISK', forecast: beyond }), { key: 'atRiskOver', ms: 0 })
    assert.equal(word(12, { lateness: null, forecast: beyond }), null)
    assert.equal(dueWordOf(row({}), undefined, NOW), null)
  })
})

describe('the form of a job order', () => {
  const ZONE = 'Europe/Kyiv'
  const opened: OpenedOrder = {
    ...row({ planStart: iso(NOW), workCenterId: 7 }),
    notes: null,
    lateOutput: 0,
    movedOutput: 0,
    elsewhere: [],
    performanceBy: 'SPEED',
    planDuration: null,
    planDurationUnit: { id: 6, code: 'min' },
    planCycleTime: 0.2,
    planCycleTimeUnit: { id: 6, code: 'min' },
    targetSpeedQuantity: 1800,
    targetSpeedTime: 1,
    targetSpeedTimeUnit: { id: 7, code: 'h' },
    links: [],
    events: [],
    lateness: null,
    expectedNow: null,
    forecast: null,
    hinderedActions: [],
  }

  it('shows times of the plant and speeds in the units of its fields', () => {
    const values = valuesOfOrder(opened, 'en', ZONE)
    assert.deepEqual(
      [values.planStart, values.planCycleTime, values.targetSpeedQuantity, values.planOutput],
      ['2026-05-04T15:00', '12', '30', '500'],
    )
  })

  it('tells how long the order takes while it is typed, and nothing where a number is missing or is none', () => {
    const typed = { ...newOrder(null), planOutput: '1,850', planCycleTime: '12' }
    assert.equal(typedDurationMs(typed, 'en'), 22_200_000)
    assert.equal(typedDurationMs({ ...typed, performanceBy: 'SPEED', targetSpeedQuantity: '37' }, 'en'), 50 * 60_000)
    // A duration that is typed wins over the speed.
    assert.equal(typedDurationMs({ ...typed, planDuration: '90' }, 'en'), 90 * 60_000)
    for (const more of [{ planOutput: '' }, { planOutput: 'many' }, { planCycleTime: '' }, { planCycleTime: '0' }])
      assert.equal(typedDurationMs({ ...typed, ...more }, 'en'), null)
  })

  it('asks when the order would end with what its window follows from, and not before a quantity is there', () => {
    const of = { id: null, before: null, locale: 'en', zone: ZONE }
    const typed = { ...newOrder(3), orderCode: 'JO-7', planOutput: '1,850', planStart: '2026-05-04T15:00', planEnd: '2026-05-05T10:00' }
    assert.deepEqual(windowInput(typed, of), {
      workCenterId: 3,
      planOutput: 1850,
      performanceBy: 'CYCLE_TIME',
      planStart: '2026-05-04T12:00:00.000Z',
    })
    for (const planOutput of ['', 'many', '0', '-3']) assert.equal(windowInput({ ...typed, planOutput }, of), null)
    assert.equal(windowInput({ ...typed, planCycleTime: 'fast' }, of), null)
    const before = valuesOfOrder(opened, 'en', ZONE)
    assert.deepEqual(windowInput({ ...before, notes: 'soon', planCycleTime: '' }, { ...of, id: 7, before }), {
      id: 7,
      planCycleTime: null,
      planCycleTimeUnitId: 5,
    })
  })

  it('sends what differs, and nothing else', () => {
    const before = valuesOfOrder(opened, 'en', ZONE)
    assert.deepEqual(inputOfOrder(before, before, 'en', ZONE), {})
    const changed = { ...before, planOutput: '600', dueDate: '2026-05-05T10:00', targetSpeedQuantity: '' }
    assert.deepEqual(inputOfOrder(changed, before, 'en', ZONE), {
      planOutput: 600,
      targetSpeedQuantity: null,
      targetSpeedTime: null,
      targetSpeedTimeUnitId: 6,
      dueDate: '2026-05-05T07:00:00.000Z',
    })
  })

  it('keeps what was typed where somebody else changed the order meanwhile, and takes the rest from them', () => {
    const began = valuesOfOrder(opened, 'en', ZONE)
    const paused = valuesOfOrder({ ...opened, version: 2, status: 'ON_HOLD' }, 'en', ZONE)
    assert.deepEqual(movedFields(began, paused), [])
    const theirs = valuesOfOrder({ ...opened, version: 3, planOutput: 700, notes: 'Blue ones' }, 'en', ZONE)
    assert.deepEqual(movedFields(began, theirs), ['planOutput', 'notes'])
    const merged = mergedValues(began, { ...began, notes: 'Red ones', orderCode: 'JO-9' }, theirs)
    assert.deepEqual([merged.planOutput, merged.notes, merged.orderCode], ['700', 'Red ones', 'JO-9'])
    assert.deepEqual(inputOfOrder(merged, theirs, 'en', ZONE), { orderCode: 'JO-9', notes: 'Red ones' })
  })

  it('sends of a new order all that was entered', () => {
    const values = { ...newOrder(7), productId: '3', planOutput: '1 200', planCycleTime: '7,2' }
    assert.deepEqual(inputOfOrder(values, null, 'uk', ZONE), {
      productId: 3,
      workCenterId: 7,
      planOutput: 1200,
      performanceBy: 'CYCLE_TIME',
      planCycleTime: 7.2,
      planCycleTimeUnitId: 5,
    })
    assert.deepEqual(problemsOfValues({ ...values, planOutput: 'many' }, 'uk'), [{ code: 'NOT_A_NUMBER', field: 'planOutput' }])
  })
})
