import { isConfirmable } from '#engine/output/postingRules.ts'
import { SECOND_MS } from '#engine/time/durations.ts'
import type { JobOrderStatus } from '#engine/jobOrder/jobOrderStatus.ts'
import type {
  JobOrderImportChange,
  JobOrderLateness,
  JobOrdersListQueryVariables,
  ListedOrderFragment,
  OrderForecastFragment,
} from '#web/api/generated/graphql.ts'
import { periodOfDays } from '#web/parts/period/chosenDays.ts'
import { columnOf, isDescending } from '#web/parts/list/sort.ts'
import { shownProblem } from '#web/api/shownProblem.ts'
import type { ShownProblem } from '#web/texts/problemText.ts'
import type { OpenedOrder } from './jobOrderForm.view.ts'
import type { ImportDeed, LateChoice, OrdersSearch, OrderTab } from './jobOrdersSearch.ts'

/** Which orders a tab shows; null = all. */
export const STATUSES_OF: Readonly<Record<OrderTab, readonly JobOrderStatus[] | null>> = {
  all: null,
  planned: ['DRAFT', 'PLANNED'],
  progress: ['PROGRESS'],
  onHold: ['ON_HOLD'],
  technicallyCompleted: ['TECHNICALLY_COMPLETED'],
  completed: ['COMPLETED'],
  cancelled: ['CANCELLED'],
}

const FIELDS: Readonly<Record<string, 'PRIORITY' | 'PLAN_START' | 'DUE_DATE' | 'CREATION_DATE'>> = {
  place: 'PRIORITY',
  window: 'PLAN_START',
  due: 'DUE_DATE',
  created: 'CREATION_DATE',
}

/** What the choices of the filter are called in the API. */
export const LATENESS_OF: Readonly<Record<LateChoice, JobOrderLateness>> = { late: 'LATE', likely: 'LIKELY_LATE', risk: 'AT_RISK' }

/** What sources and the deeds of imports are called in the API. */
const SOURCE_OF = { screen: 'SCREEN', import: 'IMPORT', integration: 'INTEGRATION', api: 'API' } as const
const CHANGE_OF: Readonly<Record<ImportDeed, JobOrderImportChange>> = {
  create: 'CREATE',
  update: 'UPDATE',
  recreate: 'RECREATE',
  close: 'CLOSE',
  cancel: 'CANCEL',
}

/** Returns what the page asks the server for; days are those of the zone. */
export function ordersQuery(search: OrdersSearch, zone: string): Pick<JobOrdersListQueryVariables, 'filter' | 'order'> {
  const statuses = STATUSES_OF[search.tab]
  const period = periodOfDays(search, zone)
  return {
    filter: {
      ...(statuses !== null && { statuses: [...statuses] }),
      ...(search.q.trim() !== '' && { search: search.q.trim() }),
      ...(search.wc.length > 0 && { workCenterIds: [...search.wc] }),
      ...(search.product.length > 0 && { itemIds: [...search.product] }),
      ...(period !== null && { period }),
      ...(search.source !== '' && { source: SOURCE_OF[search.source] }),
      ...(search.imported[0] !== undefined && {
        importId: search.imported[0],
        ...(search.did.length > 0 && { importChanges: search.did.map((deed) => CHANGE_OF[deed]) }),
      }),
      ...(search.late.length > 0 && { lateness: search.late.map((choice) => LATENESS_OF[choice]) }),
    },
    order: { field: FIELDS[columnOf(search.sort)] ?? 'CREATION_DATE', direction: isDescending(search.sort) ? 'DESC' : 'ASC' },
  }
}

type StatusCount = { readonly status: JobOrderStatus; readonly count: number; readonly isExact: boolean }

/** Returns how many orders a tab shows, at least: of a status that is not counted to its end, one is told that is above what was counted. */
export function countOf(tab: OrderTab, counts: readonly StatusCount[]): { readonly count: number; readonly isExact: boolean } {
  const statuses = STATUSES_OF[tab]
  const shown = counts.filter(({ status }) => statuses === null || statuses.includes(status))
  return {
    count: shown.reduce((sum, { count, isExact }) => sum + (isExact ? count : count - 1), 0),
    isExact: shown.every(({ isExact }) => isExact),
  }
}

/** What the first button of a row does; the others are in its menu. */
const MAIN_ACTIONS = ['STOP', 'START', 'PLAN', 'RESTORE', 'CLOSE', 'COPY'] as const

/** All that is done with an order of the list, in the sequence of its menu. `_AT` = dated back. */
const ROW_ACTIONS = [
  ...(['CONFIRM', 'STOP', 'START', 'PLAN', 'RESTORE', 'CLOSE', 'STOP_AT', 'CLOSE_AT'] as const),
  ...(['EDIT', 'MOVE', 'COPY', 'COPY_MISSING', 'CANCEL', 'DELETE'] as const),
]
export type RowAction = (typeof ROW_ACTIONS)[number]

/** What the role of the viewer allows with the rows. */
export type RowRights = { readonly mayPlan: boolean; readonly mayConfirm: boolean; readonly mayDate: boolean }

type RowOrder = Pick<ListedOrderFragment, 'acceptedOutput' | 'allowedActions' | 'planOutput' | 'status' | 'workCenter' | 'workCenterId'>

/** Returns whether the viewer can confirm output of the order: not where it stands at no work center, or at an archived one. */
export function canConfirm(
  { status, workCenterId, workCenter }: Pick<RowOrder, 'status' | 'workCenter' | 'workCenterId'>,
  { mayConfirm }: Pick<RowRights, 'mayConfirm'>,
): boolean {
  return mayConfirm && workCenterId !== null && workCenter?.deviceStatus !== 'ARCHIVE' && isConfirmable(status)
}

/**
 * Returns what the buttons of the row do, at most two: the step that follows from its status, and the confirmation of its output. They follow from the
 * status and the rights alone, so that no unit that is counted meanwhile changes what a thumb aims at.
 */
export function buttonsOf(order: RowOrder, rights: RowRights): readonly RowAction[] {
  const { status, allowedActions } = order
  const step = MAIN_ACTIONS.find((action) => allowedActions.includes(action) && !(status === 'DRAFT' && action === 'START'))
  return [...(step === undefined ? [] : [step]), ...(canConfirm(order, rights) ? (['CONFIRM'] as const) : [])]
}

/** Returns how an order in progress may have ended before anybody said so; of others nothing goes on that could have. */
export function endedEarlier(
  { status, allowedActions }: Pick<RowOrder, 'allowedActions' | 'status'>,
  { mayDate }: Pick<RowRights, 'mayDate'>,
): readonly ('CLOSE_AT' | 'STOP_AT')[] {
  if (!mayDate || status !== 'PROGRESS') return []
  return (['STOP', 'CLOSE'] as const).filter((action) => allowedActions.includes(action)).map((action) => `${action}_AT` as const)
}

/** Returns what the menu of the row offers: all that can be done now but for what its buttons do. */
export function menuActionsOf(order: RowOrder, rights: RowRights): readonly RowAction[] {
  const shown = buttonsOf(order, rights)
  return ROW_ACTIONS.filter((action) => !shown.includes(action) && isPossible(action, order, rights))
}

function isPossible(action: RowAction, order: RowOrder, rights: RowRights): boolean {
  const { allowedActions } = order
  switch (action) {
    case 'CONFIRM':
      return canConfirm(order, rights)
    case 'STOP_AT':
    case 'CLOSE_AT':
      return endedEarlier(order, rights).includes(action)
    case 'EDIT':
      return rights.mayPlan && allowedActions.includes('EDIT')
    case 'MOVE':
      return rights.mayPlan && allowedActions.includes('PRIORITIZE')
    case 'COPY_MISSING':
      return missingOf(order) !== null && allowedActions.includes('COPY')
    default:
      return allowedActions.includes(action)
  }
}

/** Returns at which place of the queue, from 1, the order stands now that was right before another one until that moved; 0 = it was the first. */
export function placeOfNeighbour(from: number, to: number): number {
  return to < from ? from : from - 1
}

/** An action that is shown though it cannot be done now, and what stands in its way. */
export type Hindered = { readonly action: (typeof HINDERED)[number]; readonly problems: readonly ShownProblem[] }

/** In the order in which they are shown. */
const HINDERED = ['PLAN', 'START', 'CLOSE', 'CANCEL', 'RESTORE', 'DELETE'] as const

/** Returns the actions that the viewer could do but for what stands in their way; what a draft lacks is told once, of its plan. */
export function hinderedOf({ hinderedActions }: Pick<ListedOrderFragment, 'hinderedActions'>): readonly Hindered[] {
  return HINDERED.flatMap((action): Hindered[] => {
    const found = hinderedActions.find((one) => one.action === action)
    if (found === undefined || (action === 'START' && hinderedActions.some((one) => one.action === 'PLAN'))) return []
    return [{ action, problems: found.problems.map(shownProblem) }]
  })
}

/** How much of an order is made, in parts of the longer of plan and made. */
export type ProgressParts = {
  readonly confirmed: number
  readonly counted: number
  readonly rejected: number
  readonly plan: number | null
  /** How much of the plan is due by now; null = not known. */
  readonly due: number | null
}

/** Returns the parts of the bar: confirmed, counted and rejected beside each other, where the plan ends, and what of it is due by now. */
export function progressParts(
  { planOutput, acceptedOutput, madeOutput }: Pick<ListedOrderFragment, 'acceptedOutput' | 'madeOutput' | 'planOutput'>,
  expectedNow: number | null,
): ProgressParts {
  const accepted = Math.max(madeOutput.acceptedOutput, acceptedOutput)
  const whole = Math.max(planOutput ?? 0, accepted + madeOutput.rejectedOutput)
  if (whole <= 0) return { confirmed: 0, counted: 0, rejected: 0, plan: null, due: null }
  return {
    confirmed: acceptedOutput / whole,
    counted: (accepted - acceptedOutput) / whole,
    rejected: madeOutput.rejectedOutput / whole,
    plan: planOutput === null ? null : planOutput / whole,
    due: expectedNow === null || planOutput === null ? null : expectedNow / whole,
  }
}

/** Returns how much of its plan an order lacks that was begun; null where it lacks nothing, and where nothing of it is accepted: then a copy is of all. */
export function missingOf({ planOutput, acceptedOutput }: Pick<ListedOrderFragment, 'acceptedOutput' | 'planOutput'>): number | null {
  return planOutput === null || acceptedOutput <= 0 || acceptedOutput >= planOutput ? null : planOutput - acceptedOutput
}

/** Returns by how many ms an open order is late (above 0) or has in hand; null without a due date, and of closed ones that were in time. */
export function latenessOf(
  { dueDate, status, timeEnd }: Pick<ListedOrderFragment, 'dueDate' | 'status' | 'timeEnd'>,
  now: number,
): number | null {
  if (dueDate === null || status === 'CANCELLED') return null
  const isOver = status === 'COMPLETED' || status === 'TECHNICALLY_COMPLETED'
  const at = isOver ? (timeEnd === null ? null : Date.parse(timeEnd)) : now
  const late = at === null ? null : at - Date.parse(dueDate)
  return isOver && (late === null || late <= 0) ? null : late
}

/** What the due date of an order comes to: how it is told, and the ms that are told with it. */
export type DueWord = { readonly key: 'atRisk' | 'atRiskOver' | 'inHand' | 'late' | 'likelyLate' | 'likelyLateOver'; readonly ms: number }

/**
 * Returns what is told beside a due date; null without one, of closed orders that were in time, and where nobody knows when the order ends. What the clock
 * says stands over the forecast.
 */
export function dueWordOf(
  order: Pick<ListedOrderFragment, 'dueDate' | 'status' | 'timeEnd'>,
  told: Pick<OrderForecastFragment, 'forecast' | 'lateness'> | undefined,
  now: number,
): DueWord | null {
  const late = latenessOf(order, now)
  if (late === null || order.dueDate === null) return null
  if (late > 0) return { key: 'late', ms: late }
  const due = Date.parse(order.dueDate)
  const { forecast, lateness } = told ?? { forecast: null, lateness: null }
  const isLate = lateness === 'LATE' || lateness === 'LIKELY_LATE'
  // It may be late, and nobody knows by how much.
  if (forecast?.timeEnd == null && lateness === 'AT_RISK') return { key: 'atRiskOver', ms: 0 }
  if (forecast === null || forecast.timeEnd === null)
    return isLate && forecast?.endsAfter != null ? { key: 'likelyLateOver', ms: Date.parse(forecast.endsAfter) - due } : null
  const behind = Date.parse(forecast.timeEnd) - due
  if (isLate) return { key: 'likelyLate', ms: behind }
  return { key: lateness === 'AT_RISK' ? 'atRisk' : 'inHand', ms: -behind }
}

/** Returns whether output of the order waits for its confirmation, its own or what it shares with others: such an order is finished with a reason only. */
export function hasUnconfirmed({
  acceptedOutput,
  rejectedOutput,
  madeOutput,
  sharedCountedOutput,
}: Pick<ListedOrderFragment, 'acceptedOutput' | 'madeOutput' | 'rejectedOutput' | 'sharedCountedOutput'>): boolean {
  return madeOutput.totalOutput > acceptedOutput + rejectedOutput || (sharedCountedOutput?.totalOutput ?? 0) > 0
}

const SECONDS_IN: Readonly<Record<string, number>> = { s: 1, min: 60, h: 3600 }

/** Returns a time in the unit of the code in seconds. */
export function inSeconds(time: number | null, code: string): number | null {
  return time === null ? null : time * (SECONDS_IN[code] ?? 1)
}

/** Returns how long the order was planned to take (ms); null where nobody said so. */
export function planDurationMs({ planDuration, planDurationUnit }: Pick<OpenedOrder, 'planDuration' | 'planDurationUnit'>): number | null {
  const seconds = inSeconds(planDuration, planDurationUnit.code)
  return seconds === null ? null : seconds * SECOND_MS
}
