import { problemsOfOrder } from '#engine/jobOrder/orderForm.ts'
import { planDurationOf } from '#engine/jobOrder/planWindow.ts'
import type { JobOrderId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { refuseAll } from '#server/refusal.ts'
import { completedOrder, cycleOfPlace, EMPTY_ORDER, trimmedOrder } from './checkedOrder.ts'
import type { OrderChange } from './jobOrderEdit.service.ts'
import { requirePlanner } from './orderDeps.ts'
import type { OrderDeps, OrderMember, VisiblePlaces } from './orderDeps.ts'
import { visibleOrder } from './visibleOrder.ts'

/** How long an order takes (ms), and when it would end by the shifts if nobody entered an end. */
export type OrderWindow = { readonly durationMs: number | null; readonly end: number | null }

/** What the window follows from; what else is wrong of an order is told when it is saved. */
const WINDOW_FIELDS = ['planOutput', 'planDuration', 'planCycleTime', 'targetSpeedQuantity', 'targetSpeedTime']

/**
 * Returns the window that the order would get with the change and no end of its own; of a new order where the id is null. Nothing is stored. Refuses
 * what createOrder and changeOrder refuse of its fields, and who may not plan.
 */
export async function windowOfOrder(
  tenant: Tenant,
  deps: OrderDeps,
  member: OrderMember,
  visible: VisiblePlaces,
  { id, ...change }: OrderChange & { readonly id: JobOrderId | null },
): Promise<OrderWindow> {
  requirePlanner(member)
  const before = id === null ? EMPTY_ORDER : await visibleOrder(tenant, visible, id)
  const asked = trimmedOrder({ ...before, ...change, planEnd: null, isPlanEndEntered: false })
  const mayTakeStandard = id === null || before.itemId !== asked.itemId || before.workCenterId !== asked.workCenterId
  const { order, place, unit } = await completedOrder(tenant, deps, visible, asked, {
    mayTakeStandard,
    mayMoveEnd: true,
    hadItemId: before.itemId,
  })
  const problems = problemsOfOrder(order, unit ?? place?.measurementUnit ?? null)
  refuseAll(problems.filter(({ field = '' }) => WINDOW_FIELDS.includes(field)))
  return { durationMs: planDurationOf(order, cycleOfPlace(place)), end: order.planEnd }
}
