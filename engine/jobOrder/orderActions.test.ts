import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { JOB_ORDER_STATUSES } from './jobOrderStatus.ts'
import type { JobOrderStatus } from './jobOrderStatus.ts'
import { allowedActions, hinderedActions, outcomeOfAction } from './orderActions.ts'
import type { ActedOrder, JobOrderAction, OrderRights } from './orderActions.ts'
import { warningsOfStart } from './orderGuards.ts'

const ORDER: ActedOrder = {
  status: 'PLANNED',
  performanceBy: 'CYCLE_TIME',
  planCycleTimeMs: 12_000,
  targetSpeedQuantity: null,
  targetSpeedTimeMs: null,
  productUnit: 'pcs',
  place: { unit: 'pcs', isArchived: false, isShutDown: false, hasSpeed: false },
  planOutput: 500,
  planStart: null,
  planEnd: null,
  acceptedOutput: 0,
  hasRuns: false,
  hasOutput: false,
  hasUnconfirmed: false,
}
const PLANNER: OrderRights = { mayUpdate: true, mayModify: false, isOperator: false }
const MANAGER: OrderRights = { ...PLANNER, mayModify: true }
const OPERATOR: OrderRights = { ...PLANNER, isOperator: true }
const READER: OrderRights = { mayUpdate: false, mayModify: false, isOperator: false }

const outcome = (action: JobOrderAction, order: Partial<ActedOrder>, rights = PLANNER, comment = ''): string => {
  const { status, problems } = outcomeOfAction(action, { ...ORDER, ...order }, rights, { comment })
  return problems.length > 0
    ? problems.map(({ code, field }) => (field === undefined ? code : `${field}: ${code}`)).join(', ')
    : (status ?? '=')
}
const T = 'INVALID_JOB_ORDER_TRANSITION'

/** Of domain.md J-1, in the order DRAFT, PLANNED, PROGRESS, ON_HOLD, TECHNICALLY_COMPLETED, COMPLETED, CANCELLED. */
const STATUSES: readonly JobOrderStatus[] = ['DRAFT', 'PLANNED', 'PROGRESS', 'ON_HOLD', 'TECHNICALLY_COMPLETED', 'COMPLETED', 'CANCELLED']
const TABLE: Readonly<Record<Exclude<JobOrderAction, 'DELETE'>, readonly string[]>> = {
  EDIT: ['=', '=', '=', '=', '=', '=', '='],
  COPY: ['=', '=', '=', '=', '=', '=', '='],
  PLAN: ['PLANNED', T, T, T, T, T, T],
  START: ['PROGRESS', 'PROGRESS', T, 'PROGRESS', T, T, T],
  STOP: [T, T, 'ON_HOLD', T, T, T, T],
  CLOSE: [T, T, 'TECHNICALLY_COMPLETED', 'TECHNICALLY_COMPLETED', 'COMPLETED', T, T],
  CANCEL: ['CANCELLED', 'CANCELLED', 'CANCELLED', 'CANCELLED', T, T, T],
  RESTORE: [T, T, T, T, T, T, 'PLANNED'],
  PRIORITIZE: ['=', '=', T, '=', T, T, T],
}

describe('what may be done with a job order', () => {
  for (const [action, cells] of Object.entries(TABLE) as [JobOrderAction, readonly string[]][]) {
    it(`is told for ${action} in every status`, () => {
      assert.deepEqual(STATUSES.toSorted(), [...JOB_ORDER_STATUSES])
      assert.deepEqual(
        STATUSES.map((status) => outcome(action, { status })),
        cells,
      )
    })
  }

  it('lets a manager take up again what was technically completed', () => {
    assert.equal(outcome('START', { status: 'TECHNICALLY_COMPLETED' }, MANAGER), 'PROGRESS')
  })

  it('lets operators start, stop and close, and shows them no draft', () => {
    assert.equal(outcome('START', {}, OPERATOR), 'PROGRESS')
    assert.equal(outcome('START', { status: 'DRAFT' }, OPERATOR), 'JOB_ORDER_NOT_FOUND')
    for (const action of ['PLAN', 'CANCEL', 'RESTORE', 'DELETE', 'PRIORITIZE', 'EDIT', 'COPY'] as const)
      assert.equal(outcome(action, {}, OPERATOR), 'PLANNERS_ONLY', action)
    assert.deepEqual(allowedActions({ ...ORDER, status: 'PROGRESS' }, OPERATOR), ['CLOSE', 'STOP'])
    assert.deepEqual(allowedActions(ORDER, READER), [])
  })

  it('tells all that is missing for a plan at once', () => {
    const empty = { status: 'DRAFT', productUnit: null, place: null, planOutput: null, planCycleTimeMs: null } as const
    assert.equal(outcome('PLAN', empty), 'productId: REQUIRED, workCenterId: REQUIRED, planOutput: REQUIRED')
    const place = { unit: 'm', isArchived: false, isShutDown: true, hasSpeed: false }
    const wrong = { status: 'DRAFT', place, planStart: 20, planEnd: 10, planCycleTimeMs: null } as const
    assert.equal(outcome('PLAN', wrong), 'planEnd: INVALID_WINDOW, planCycleTime: REQUIRED, productId: UNIT_MISMATCH')
    assert.equal(
      outcome('START', { ...wrong, performanceBy: 'SPEED' }),
      'workCenterId: WORK_CENTER_SHUT_DOWN, planEnd: INVALID_WINDOW, targetSpeedQuantity: REQUIRED, productId: UNIT_MISMATCH',
    )
    assert.equal(
      outcome('PLAN', { status: 'DRAFT', place: { ...place, unit: 'pcs', isArchived: true } }),
      'workCenterId: WORK_CENTER_ARCHIVED',
    )
  })

  it('takes the speed of the work center where the order has none', () => {
    const place = { unit: 'pcs', isArchived: false, isShutDown: false, hasSpeed: true }
    assert.equal(outcome('PLAN', { status: 'DRAFT', place, planCycleTimeMs: null }), 'PLANNED')
  })

  it('closes by what is accepted, and never what still waits for its confirmation (domain.md G-20)', () => {
    assert.equal(outcome('CLOSE', { status: 'PROGRESS', acceptedOutput: 500 }), 'COMPLETED')
    assert.equal(outcome('CLOSE', { status: 'PROGRESS', acceptedOutput: 515, hasUnconfirmed: true }), 'TECHNICALLY_COMPLETED')
    assert.equal(outcome('CLOSE', { status: 'ON_HOLD', acceptedOutput: 499 }), 'TECHNICALLY_COMPLETED')
    const left = { status: 'TECHNICALLY_COMPLETED', hasUnconfirmed: true } as const
    assert.equal(outcome('CLOSE', left, PLANNER, 'gone'), 'UNCONFIRMED_OUTPUT_LEFT')
    assert.equal(outcome('CLOSE', left, MANAGER), 'UNCONFIRMED_OUTPUT_LEFT')
    assert.equal(outcome('CLOSE', left, MANAGER, 'scrapped'), 'COMPLETED')
  })

  it('cancels and deletes nothing of which output was made', () => {
    assert.equal(outcome('CANCEL', { status: 'PROGRESS', hasRuns: true, hasOutput: true }), 'JOB_ORDER_HAS_OUTPUT')
    assert.equal(outcome('CANCEL', { status: 'ON_HOLD', hasRuns: true }), 'CANCELLED')
    assert.deepEqual(
      STATUSES.map((status) => outcome('DELETE', { status }, MANAGER)),
      ['=', T, T, T, T, T, '='],
    )
    assert.equal(outcome('DELETE', { status: 'CANCELLED', hasRuns: true }, MANAGER), 'JOB_ORDER_HAS_RUNS')
    assert.equal(outcome('DELETE', { status: 'DRAFT' }), 'FORBIDDEN')
  })

  it('tells what stands in the way of an action of the status, and nothing of actions of another status or of other people', () => {
    const told = (order: Partial<ActedOrder>, rights = PLANNER) =>
      hinderedActions({ ...ORDER, ...order }, rights).map(({ action, problems }) => [action, ...problems.map(({ code }) => code)])
    assert.deepEqual(told({ status: 'PLANNED' }), [])
    assert.deepEqual(told({ status: 'DRAFT', planOutput: null }), [
      ['PLAN', 'REQUIRED'],
      ['START', 'REQUIRED'],
    ])
    const running = { status: 'PROGRESS', hasRuns: true, hasOutput: true } as const
    assert.deepEqual(told(running), [['CANCEL', 'JOB_ORDER_HAS_OUTPUT']])
    assert.deepEqual(told(running, OPERATOR), [])
    assert.deepEqual(told({ status: 'TECHNICALLY_COMPLETED', hasUnconfirmed: true }), [['CLOSE', 'UNCONFIRMED_OUTPUT_LEFT']])
    const shut = { unit: 'pcs', isArchived: false, isShutDown: true, hasSpeed: true }
    assert.deepEqual(told({ status: 'PLANNED', place: shut }, OPERATOR), [['START', 'WORK_CENTER_SHUT_DOWN']])
    assert.deepEqual(told({ status: 'DRAFT', planOutput: null }, READER), [])
  })

  it('restores to where the order was', () => {
    assert.equal(outcome('RESTORE', { status: 'CANCELLED', hasRuns: true }), 'ON_HOLD')
    assert.equal(outcome('RESTORE', { status: 'CANCELLED', planOutput: null }), 'DRAFT')
  })
})

describe('what is told before a start', () => {
  it('is that the product is offered no more, as long as nobody has begun to make it', () => {
    const warned = (status: string, isProductArchived = true) => warningsOfStart({ status, isProductArchived })
    assert.deepEqual(warned('PLANNED'), ['PRODUCT_ARCHIVED'])
    assert.deepEqual([warned('ON_HOLD'), warned('TECHNICALLY_COMPLETED'), warned('PLANNED', false)], [[], [], []])
  })
})
