import type { Problem } from '#engine/result.ts'
import { problemsOfOrder } from '#engine/jobOrder/orderForm.ts'
import { problemsOfPlanning } from '#engine/jobOrder/orderGuards.ts'
import { endOfScheduledTime, planDurationOf } from '#engine/jobOrder/planWindow.ts'
import { DAY_MS, MINUTE_MS } from '#engine/time/durations.ts'
import type { ItemId, JobOrderId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { listItems, listItemStandards } from '#server/item/item.store.ts'
import { refuseAll, Refusal } from '#server/refusal.ts'
import { findWorkCenters } from '#server/workCenter/workCenter.store.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import { findByCode, findOpenByExternalCode, nextOrderNumber } from './jobOrderEdit.store.ts'
import type { OrderContent } from './jobOrderEdit.store.ts'
import type { OrderDeps, VisiblePlaces } from './orderDeps.ts'
import { isPlaceVisible } from './visibleOrder.ts'

/** How far ahead the end of a window is looked for. */
const HORIZON_MS = 400 * DAY_MS
/** An order of which nothing was said. */
export const EMPTY_ORDER: OrderContent = {
  orderCode: '',
  externalCode: null,
  description: null,
  notes: null,
  itemId: null,
  workCenterId: null,
  planOutput: null,
  planStart: null,
  planEnd: null,
  isPlanEndEntered: false,
  dueDate: null,
  planDurationMs: null,
  planDurationUnit: 'min',
  performanceBy: 'CYCLE_TIME',
  planCycleTimeMs: null,
  planCycleTimeUnit: 's',
  targetSpeedQuantity: null,
  targetSpeedTimeMs: null,
  targetSpeedTimeUnit: 's',
}

/** An order with what follows from its product and its work center. */
export type CheckedOrder = { readonly order: OrderContent; readonly place: WorkCenter | null; readonly unit: string | null }

type Completion = {
  readonly mayTakeStandard: boolean
  readonly mayMoveEnd: boolean
  /** The product that the order, or the one that it is a copy of, has: it stays though it is archived (domain.md J-10). */
  readonly hadItemId: ItemId | null
}

/**
 * Returns the order with what follows from product and work center: a speed that was not entered, and the end of the window. Refuses unknown ones, and
 * an archived product that the order did not have.
 */
export async function completedOrder(
  tenant: Tenant,
  deps: OrderDeps,
  visible: VisiblePlaces,
  asked: OrderContent,
  { mayTakeStandard, mayMoveEnd, hadItemId }: Completion,
): Promise<CheckedOrder> {
  const { workCenterId, itemId } = asked
  const [place] = workCenterId === null ? [] : await findWorkCenters(tenant, [workCenterId])
  if (workCenterId !== null && (place === undefined || !isPlaceVisible(visible, workCenterId)))
    throw new Refusal({ code: 'WORK_CENTER_NOT_FOUND', field: 'workCenterId', params: { id: workCenterId } })
  const [item] = itemId === null ? [] : await listItems(tenant, [itemId])
  if (itemId !== null && (item === undefined || (item.isArchived && itemId !== hadItemId)))
    throw new Refusal({ code: 'ITEM_NOT_FOUND', field: 'productId', params: { id: itemId } })
  const order = mayTakeStandard ? await withStandard(tenant, asked) : asked
  const planEnd = order.isPlanEndEntered || !mayMoveEnd ? order.planEnd : await windowEnd(tenant, deps, order, cycleOfPlace(place ?? null))
  return { order: { ...order, planEnd }, place: place ?? null, unit: item?.unit ?? null }
}

/** Returns how long a unit takes at the work center by its target speed (ms); null where it has none. */
export function cycleOfPlace(place: WorkCenter | null): number | null {
  const speed = place?.targetSpeed ?? null
  return speed === null || speed <= 0 ? null : MINUTE_MS / speed
}

/** A product is made at a work center as fast as somebody said, where the order says nothing else. */
async function withStandard(tenant: Tenant, order: OrderContent): Promise<OrderContent> {
  const { itemId, workCenterId } = order
  if (itemId === null || workCenterId === null) return order
  if (order.planCycleTimeMs !== null || order.targetSpeedQuantity !== null) return order
  const standard = (await listItemStandards(tenant, [itemId])).find((one) => one.workCenterId === workCenterId)
  if (standard === undefined) return order
  const { performanceBy, planCycleTimeMs, targetSpeedQuantity, targetSpeedTimeMs } = standard
  return { ...order, performanceBy, planCycleTimeMs, targetSpeedQuantity, targetSpeedTimeMs }
}

async function windowEnd(tenant: Tenant, deps: OrderDeps, order: OrderContent, cycleMs: number | null): Promise<number | null> {
  const durationMs = planDurationOf(order, cycleMs)
  if (order.planStart === null || order.workCenterId === null || durationMs === null || durationMs > HORIZON_MS) return null
  const shiftsOf = await deps.shiftTimes(tenant, [order.workCenterId])
  // Shifts cover a part of the time: looked for in growing stretches.
  for (let reach = Math.max(2 * DAY_MS, 2 * durationMs); ; reach = Math.min(HORIZON_MS, 4 * reach)) {
    const shifts = shiftsOf(order.workCenterId, { start: order.planStart, end: order.planStart + reach })
    const end = endOfScheduledTime(order.planStart, durationMs, shifts)
    if (end !== null || reach >= HORIZON_MS) return end
  }
}

type WrongnessOptions = {
  /** The order itself, which may keep its codes. */
  readonly except: JobOrderId | null
  readonly isPlanned: boolean
  /** Fields that were changed; null = all. What nobody touched is not refused. */
  readonly changed: ReadonlySet<string> | null
  /** Only open orders of a work center may not share an external code. */
  readonly isOpen: boolean
}

const SPEED = ['performanceBy', 'planCycleTimeMs', 'targetSpeedQuantity', 'targetSpeedTimeMs', 'itemId', 'workCenterId']
/** From which changes a problem of a field of the API can come, where that is not the field alone. */
const CAUSES: Readonly<Record<string, readonly string[]>> = {
  productId: ['itemId', 'workCenterId'],
  planOutput: ['planOutput', 'itemId', 'workCenterId'],
  planEnd: ['planStart', 'planEnd', 'isPlanEndEntered'],
  planDuration: ['planDurationMs'],
  planCycleTime: SPEED,
  targetSpeedQuantity: SPEED,
  targetSpeedTime: SPEED,
  externalCode: ['externalCode', 'workCenterId'],
}

/** Refuses all that problemsOfOrder and problemsOfPlanning say of the order, and taken codes, at once. */
export async function refuseWrongOrder(
  tenant: Tenant,
  order: OrderContent,
  { place, unit, except, isPlanned, changed, isOpen }: Omit<CheckedOrder, 'order'> & WrongnessOptions,
): Promise<void> {
  const facts = {
    ...order,
    productUnit: unit,
    place: place && {
      unit: place.measurementUnit,
      isArchived: place.deviceStatus === 'ARCHIVE',
      isShutDown: place.deviceStatus === 'TEMPORARY_SHUTDOWN',
      hasSpeed: (place.targetSpeed ?? 0) > 0,
    },
  }
  const problems: Problem[] = [...problemsOfOrder(order, unit ?? place?.measurementUnit ?? null)]
  const isTold = (field: string | undefined) => problems.some((problem) => problem.field === field)
  if (isPlanned) problems.push(...problemsOfPlanning(facts, { isStart: false }).filter(({ field }) => !isTold(field)))
  else if (place?.deviceStatus === 'ARCHIVE') problems.push({ code: 'WORK_CENTER_ARCHIVED', field: 'workCenterId' })
  const taken = await findByCode(tenant, order.orderCode)
  if (taken !== null && taken !== except) problems.push({ code: 'NOT_UNIQUE', field: 'orderCode', params: { value: order.orderCode } })
  if (order.externalCode !== null && isOpen) {
    const other = await findOpenByExternalCode(tenant, order.workCenterId, order.externalCode)
    if (other !== null && other !== except)
      problems.push({ code: 'NOT_UNIQUE', field: 'externalCode', params: { value: order.externalCode } })
  }
  refuseAll(problems.filter(({ field = '' }) => changed === null || (CAUSES[field] ?? [field]).some((cause) => changed.has(cause))))
}

/** Returns a code that no order has. Numbers may have gaps; one that somebody entered as a code is passed over. */
export async function newOrderCode(tenant: Tenant): Promise<string> {
  for (;;) {
    const code = `JO-${await nextOrderNumber(tenant)}`
    if ((await findByCode(tenant, code)) === null) return code
  }
}

/** Returns the order without blanks around its texts, empty ones as null. */
export function trimmedOrder(order: OrderContent): OrderContent {
  const orNull = (text: string | null) => (text?.trim() ?? '') || null
  return {
    ...order,
    orderCode: order.orderCode.trim(),
    externalCode: orNull(order.externalCode),
    description: orNull(order.description),
    notes: orNull(order.notes),
  }
}
