import type { Problem } from '#engine/result.ts'
import { closedStatus } from './jobOrderStatus.ts'
import type { JobOrderStatus } from './jobOrderStatus.ts'
import { problemsOfPlanning } from './orderGuards.ts'
import type { PlannedOrder } from './orderGuards.ts'

/** What people do with a job order (spec 001 §4). */
export const JOB_ORDER_ACTIONS = ['CANCEL', 'CLOSE', 'COPY', 'DELETE', 'EDIT', 'PLAN', 'PRIORITIZE', 'RESTORE', 'START', 'STOP'] as const
export type JobOrderAction = (typeof JOB_ORDER_ACTIONS)[number]

/** An order as far as it decides what may be done with it. */
export type ActedOrder = PlannedOrder & {
  readonly status: JobOrderStatus
  readonly acceptedOutput: number
  /** Whether it was ever worked on. */
  readonly hasRuns: boolean
  /** Whether a confirmation of it holds, or a device counted for it. */
  readonly hasOutput: boolean
  /** Whether output that was counted for it waits for its confirmation. */
  readonly hasUnconfirmed: boolean
}

/** What the role of a person allows with job orders (domain.md J-1). */
export type OrderRights = {
  /** JOB_ORDERS UPDATE. */
  readonly mayUpdate: boolean
  /** JOB_ORDERS MODIFY. */
  readonly mayModify: boolean
  /** An operator starts, stops and closes, and plans nothing. */
  readonly isOperator: boolean
}

/** What an action makes of an order; null = it stays as it is. */
export type ActionOutcome = { readonly status: JobOrderStatus | null; readonly problems: readonly Problem[] }

/** The statuses in which an order stands in the queue of its work center (domain.md J-25). */
export const QUEUED_STATUSES = ['DRAFT', 'PLANNED', 'ON_HOLD'] as const satisfies readonly JobOrderStatus[]

const OF_OPERATORS: ReadonlySet<JobOrderAction> = new Set(['START', 'STOP', 'CLOSE'])

/**
 * Returns the status that the action gives the order, and every problem that stands in its way (domain.md J-1): the button, the refusal and
 * `allowedActions` of the API are this one answer. `comment` is what the person wrote with it.
 */
export function outcomeOfAction(
  action: JobOrderAction,
  order: ActedOrder,
  rights: OrderRights,
  { comment = '' }: { readonly comment?: string | null } = {},
): ActionOutcome {
  if (!rights.mayUpdate) return refused({ code: 'FORBIDDEN', params: { action: 'UPDATE', subject: 'JOB_ORDERS' } })
  if (rights.isOperator && !OF_OPERATORS.has(action)) return refused({ code: 'PLANNERS_ONLY' })
  // Operators see no drafts.
  if (rights.isOperator && order.status === 'DRAFT') return refused({ code: 'JOB_ORDER_NOT_FOUND' })
  switch (action) {
    case 'PLAN':
      return order.status === 'DRAFT' ? guarded('PLANNED', order, { isStart: false }) : transition(action, order)
    case 'START':
      return startOf(order, rights)
    case 'STOP':
      return order.status === 'PROGRESS' ? becomes('ON_HOLD') : transition(action, order)
    case 'CLOSE':
      return closeOf(order, rights, comment ?? '')
    case 'CANCEL':
      return cancelOf(order)
    case 'RESTORE':
      return order.status === 'CANCELLED' ? becomes(restoredStatus(order)) : transition(action, order)
    case 'DELETE':
      if (!rights.mayModify) return refused({ code: 'FORBIDDEN', params: { action: 'MODIFY', subject: 'JOB_ORDERS' } })
      if (order.status !== 'DRAFT' && order.status !== 'CANCELLED') return transition(action, order)
      return order.hasRuns || order.hasOutput ? refused({ code: 'JOB_ORDER_HAS_RUNS' }) : stays()
    case 'PRIORITIZE':
      return QUEUED_STATUSES.some((status) => status === order.status) ? stays() : transition(action, order)
    case 'EDIT':
    case 'COPY':
      return stays()
  }
}

/** Returns the actions that the person may do with the order now, in a fixed order. */
export function allowedActions(order: ActedOrder, rights: OrderRights): readonly JobOrderAction[] {
  return JOB_ORDER_ACTIONS.filter((action) => {
    // What a comment may yet allow is offered: the dialog asks for it.
    return outcomeOfAction(action, order, rights, { comment: 'given' }).problems.length === 0
  })
}

/** An action that belongs to the status of an order and to the rights of a person, and what stands in its way. */
export type HinderedAction = { readonly action: JobOrderAction; readonly problems: readonly Problem[] }

/** An action of another status, or of other people, is none that the person waits for. */
const OUT_OF_PLACE: ReadonlySet<string> = new Set(['FORBIDDEN', 'INVALID_JOB_ORDER_TRANSITION', 'JOB_ORDER_NOT_FOUND', 'PLANNERS_ONLY'])

/** Returns the actions that the person could do with the order but for what stands in their way: screens show them with that reason. */
export function hinderedActions(order: ActedOrder, rights: OrderRights): readonly HinderedAction[] {
  return JOB_ORDER_ACTIONS.map((action) => ({
    action,
    problems: outcomeOfAction(action, order, rights, { comment: 'given' }).problems,
  })).filter(({ problems }) => problems.length > 0 && !problems.some(({ code }) => OUT_OF_PLACE.has(code)))
}

/** An order that was never worked on and can be planned is planned again; one that cannot is a draft again. */
function restoredStatus(order: ActedOrder): JobOrderStatus {
  if (order.hasRuns) return 'ON_HOLD'
  return problemsOfPlanning(order, { isStart: false }).length === 0 ? 'PLANNED' : 'DRAFT'
}

function startOf(order: ActedOrder, { mayModify }: OrderRights): ActionOutcome {
  const { status } = order
  const mayStart = status === 'DRAFT' || status === 'PLANNED' || status === 'ON_HOLD' || (status === 'TECHNICALLY_COMPLETED' && mayModify)
  return mayStart ? guarded('PROGRESS', order, { isStart: true }) : transition('START', order)
}

function closeOf(order: ActedOrder, { mayModify }: OrderRights, comment: string): ActionOutcome {
  const { status, hasUnconfirmed } = order
  if (status === 'PROGRESS' || status === 'ON_HOLD')
    return becomes(closedStatus(order.planOutput ?? 0, order.acceptedOutput, hasUnconfirmed))
  if (status !== 'TECHNICALLY_COMPLETED') return transition('CLOSE', order)
  return !hasUnconfirmed || (mayModify && comment.trim() !== '') ? becomes('COMPLETED') : refused({ code: 'UNCONFIRMED_OUTPUT_LEFT' })
}

function cancelOf(order: ActedOrder): ActionOutcome {
  const { status } = order
  if (status === 'DRAFT' || status === 'PLANNED') return becomes('CANCELLED')
  if (status !== 'PROGRESS' && status !== 'ON_HOLD') return transition('CANCEL', order)
  return order.hasOutput ? refused({ code: 'JOB_ORDER_HAS_OUTPUT' }) : becomes('CANCELLED')
}

function guarded(status: JobOrderStatus, order: ActedOrder, how: { readonly isStart: boolean }): ActionOutcome {
  return { status, problems: problemsOfPlanning(order, how) }
}

function becomes(status: JobOrderStatus): ActionOutcome {
  return { status, problems: [] }
}

function stays(): ActionOutcome {
  return { status: null, problems: [] }
}

function refused(problem: Problem): ActionOutcome {
  return { status: null, problems: [problem] }
}

function transition(action: JobOrderAction, { status }: ActedOrder): ActionOutcome {
  return refused({ code: 'INVALID_JOB_ORDER_TRANSITION', params: { action, status } })
}
