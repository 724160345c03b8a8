import type { Problem } from '#engine/result.ts'
import { orderCycleOf } from './orderCycle.ts'
import type { OrderSpeed } from './orderCycle.ts'

/** The work center of an order as far as it decides whether the order can be planned there. */
export type OrderPlace = {
  /** The code of the unit in which it counts. */
  readonly unit: string
  readonly isArchived: boolean
  readonly isShutDown: boolean
  /** Whether it has a reference speed of its own, which an order without one takes. */
  readonly hasSpeed: boolean
}

/** An order as far as it can be planned. */
export type PlannedOrder = OrderSpeed & {
  /** The code of the unit of its product; null = it has no product. */
  readonly productUnit: string | null
  readonly place: OrderPlace | null
  readonly planOutput: number | null
  /** ms UTC */
  readonly planStart: number | null
  readonly planEnd: number | null
}

/** Returns what an order lacks to be planned, or to be started, all of it at once and one problem a field (domain.md J-2). */
export function problemsOfPlanning(order: PlannedOrder, { isStart }: { readonly isStart: boolean }): readonly Problem[] {
  const { productUnit, place, planOutput, planStart, planEnd } = order
  const problems: Problem[] = []
  if (productUnit === null) problems.push({ code: 'REQUIRED', field: 'productId' })
  if (place === null) problems.push({ code: 'REQUIRED', field: 'workCenterId' })
  else problems.push(...problemsOfPlace(place, isStart))
  if (planOutput === null) problems.push({ code: 'REQUIRED', field: 'planOutput' })
  if (planStart !== null && planEnd !== null && planEnd <= planStart) problems.push({ code: 'INVALID_WINDOW', field: 'planEnd' })
  if (place !== null && !place.hasSpeed && orderCycleOf(order) === null) {
    problems.push({ code: 'REQUIRED', field: order.performanceBy === 'SPEED' ? 'targetSpeedQuantity' : 'planCycleTime' })
  }
  if (productUnit !== null && place !== null && productUnit !== place.unit) {
    problems.push({ code: 'UNIT_MISMATCH', field: 'productId', params: { unit: productUnit, expected: place.unit } })
  }
  return problems
}

function problemsOfPlace(place: OrderPlace, isStart: boolean): readonly Problem[] {
  if (place.isArchived) return [{ code: 'WORK_CENTER_ARCHIVED', field: 'workCenterId' }]
  return isStart && place.isShutDown ? [{ code: 'WORK_CENTER_SHUT_DOWN', field: 'workCenterId' }] : []
}

/** What a person should know before an order is started that nothing stands in the way of. */
export type StartWarning = 'PRODUCT_ARCHIVED'

/** Returns what to warn of before the order is started: its product is offered no more, and nobody has begun to make it (domain.md J-2). */
export function warningsOfStart(order: { readonly status: string; readonly isProductArchived: boolean }): readonly StartWarning[] {
  return order.isProductArchived && (order.status === 'DRAFT' || order.status === 'PLANNED') ? ['PRODUCT_ARCHIVED'] : []
}
