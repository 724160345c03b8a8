import type { ItemId, WorkCenterId } from '#engine/ids.ts'
import type { OrderSpeed } from '../orderCycle.ts'
import type { FieldChange, ImportContent, ImportInput, ImportOrder } from './importPlan.ts'
import type { RowValues } from './readRow.ts'

const NO_SPEED: OrderSpeed = { performanceBy: 'CYCLE_TIME', planCycleTimeMs: null, targetSpeedQuantity: null, targetSpeedTimeMs: null }

/**
 * Returns what the row makes of an order, or the new one that it makes. Columns that the file has not keep what is there; notes and priority are the
 * planner's once the order stands, and so is a speed that the row leaves empty (domain.md I-5).
 */
export function contentOf({ standardOf }: Pick<ImportInput, 'standardOf'>, values: RowValues, order: ImportOrder | null): ImportContent {
  const { place, item, sku, productName } = values
  const end = values.planEnd === undefined ? (order?.isPlanEndEntered === true ? order.planEnd : null) : values.planEnd
  return {
    ...speedOf(standardOf, values, order),
    orderCode: orderCodeOf(values, order),
    externalCode: values.code,
    workCenterId: place.id,
    itemId: item?.id ?? null,
    sku,
    productName,
    description: values.description === undefined ? (order?.description ?? null) : values.description,
    notes: values.notes,
    planOutput: values.planOutput,
    planStart: values.planStart === undefined ? (order?.planStart ?? null) : values.planStart,
    planEnd: end,
    isPlanEndEntered: end !== null,
    planDurationMs: order?.planDurationMs ?? null,
    dueDate: values.dueDate === undefined ? (order?.dueDate ?? null) : values.dueDate,
    priority: values.priority,
    status: values.status ?? (order?.status === 'DRAFT' ? 'DRAFT' : 'PLANNED'),
  }
}

/** Returns the fields of the order that differ from what an import wants, old and new. */
export function changesOf(order: ImportOrder, wanted: ImportContent): readonly FieldChange[] {
  const entered = order.isPlanEndEntered ? order.planEnd : null
  const pairs: readonly FieldChange[] = [
    { field: 'orderCode', before: order.orderCode, after: wanted.orderCode ?? order.orderCode },
    { field: 'externalCode', before: order.externalCode ?? order.orderCode, after: wanted.externalCode },
    { field: 'product', before: order.itemId, after: wanted.itemId },
    { field: 'description', before: order.description, after: wanted.description },
    { field: 'planOutput', before: order.planOutput, after: wanted.planOutput },
    { field: 'planStart', before: order.planStart, after: wanted.planStart },
    { field: 'planEnd', before: entered, after: wanted.planEnd },
    { field: 'dueDate', before: order.dueDate, after: wanted.dueDate },
    { field: 'planCycleTime', before: cycleText(order), after: cycleText(wanted) },
    { field: 'status', before: order.status, after: wanted.status },
  ]
  return pairs.filter(({ field, before, after }) => (field === 'externalCode' ? differsInCode(before, after) : before !== after))
}

function speedOf(
  standardOf: (itemId: ItemId, workCenterId: WorkCenterId) => OrderSpeed | null,
  { planCycleTimeMs, item, place }: RowValues,
  order: ImportOrder | null,
): OrderSpeed {
  if (planCycleTimeMs !== null) return { ...NO_SPEED, planCycleTimeMs }
  const standard = item === null ? null : standardOf(item.id, place.id)
  // Another product is made as fast as that one is.
  const isKept = order !== null && order.itemId === (item?.id ?? null)
  const { performanceBy, planCycleTimeMs: cycle, targetSpeedQuantity, targetSpeedTimeMs } = isKept ? order : (standard ?? NO_SPEED)
  return { performanceBy, planCycleTimeMs: cycle, targetSpeedQuantity, targetSpeedTimeMs }
}

/** A speed as one value, so that two are compared and shown. */
function cycleText({ performanceBy, planCycleTimeMs, targetSpeedQuantity, targetSpeedTimeMs }: OrderSpeed): string | number | null {
  if (performanceBy === 'CYCLE_TIME') return planCycleTimeMs
  return targetSpeedQuantity === null || targetSpeedTimeMs === null ? null : `${targetSpeedQuantity} / ${targetSpeedTimeMs}`
}

/** An order whose code differs in its case alone keeps it. */
function orderCodeOf({ orderCode }: RowValues, order: ImportOrder | null): string | null {
  return orderCode === null || (order !== null && !differsInCode(order.orderCode, orderCode)) ? (order?.orderCode ?? null) : orderCode
}

/** Upper and lower case are one code. */
function differsInCode(before: FieldChange['before'], after: FieldChange['after']): boolean {
  return String(before ?? '').toLowerCase() !== String(after ?? '').toLowerCase()
}
